"""Some learners of a run, in an order of one's own."""

from collections.abc import Sequence
from dataclasses import replace

from foldwise._core import listed
from foldwise.runs._run import Run
from foldwise.tuning import Ledger


def choose_learners(run: Run, names: Sequence[str]) -> Run:
    """Return a run of these learners only, in this order.

    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.data import load
    >>> from foldwise.evaluation import evaluate
    >>> run = evaluate({"guess": DummyClassifier(), "tree": DecisionTreeClassifier()}, load("iris"), scheme="3", seed=1)
    >>> choose_learners(run, ["tree"]).learner_names
    ('tree',)
    """
    known = run.learner_names
    wrong = [name for name in names if name not in known]
    if wrong:
        raise ValueError(f"There is no learner {wrong[0]!r} on {run.data.name}. There are: {listed(known)}.")
    if len(set(names)) < len(names) or not names:
        raise ValueError(f"Each learner may be named once, and one at least, got {listed(names)}.")
    rows = [known.index(name) for name in names]
    return replace(
        run,
        learners=tuple(run.learners[row] for row in rows),
        predictions=run.predictions[rows],
        responses=None if run.responses is None else run.responses[rows],
        response_methods=tuple(run.response_methods[row] for row in rows),
        fitted_scores=None if run.fitted_scores is None else run.fitted_scores[rows],
        fit_seconds=run.fit_seconds[rows],
        predict_seconds=run.predict_seconds[rows],
        failures=tuple(failure for failure in run.failures if failure.learner in names),
        ledger=Ledger(tuple(entry for entry in run.ledger.entries if entry.learner in names)),
    )
