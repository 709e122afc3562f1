"""Some learners or some repeats of a run, in an order of one's own."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from foldwise._core import check_integer, listed
from foldwise.runs._run import Run
from foldwise.splits import Assignment, Layout
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


def choose_repeats(run: Run, repeats: Sequence[int]) -> Run:
    """Return a run of these repeats only, in this order.

    Parameters
    ----------
    run : Run
        Made here or elsewhere.
    repeats : sequence of int
        Their numbers, each once.

    Returns
    -------
    Run
        Its scheme and description are still those of the whole run.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> from foldwise.data import load
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.runs._door import choose_repeats
    >>> run = evaluate({"guess": DummyClassifier()}, load("iris"), scheme="4x3", seed=1)
    >>> choose_repeats(run, [0, 2]).predictions.shape
    (1, 2, 150)
    """
    n_repeats = run.assignment.n_repeats
    rows = [check_integer(repeat, "repeat", least=0) for repeat in repeats]
    if not rows or len(set(rows)) < len(rows) or max(rows) >= n_repeats:
        raise ValueError(f"Each repeat may be named once, below {n_repeats}, and one at least, got {list(repeats)}.")
    place = {row: number for number, row in enumerate(rows)}
    return replace(
        run,
        assignment=_chosen(run.assignment, rows),
        predictions=run.predictions[:, rows],
        responses=None if run.responses is None else run.responses[:, rows],
        fitted_scores=None if run.fitted_scores is None else run.fitted_scores[:, rows],
        fit_seconds=run.fit_seconds[:, rows],
        predict_seconds=run.predict_seconds[:, rows],
        failures=tuple(replace(item, repeat=place[item.repeat]) for item in run.failures if item.repeat in place),
        ledger=Ledger(
            tuple(replace(entry, repeat=place[entry.repeat]) for entry in run.ledger.entries if entry.repeat in place)
        ),
    )


def _chosen(assignment: Assignment | Layout, rows: list[int]) -> Assignment | Layout:
    if isinstance(assignment, Assignment):
        return replace(assignment, folds=np.ascontiguousarray(assignment.folds[rows]))
    sizes = assignment.sizes()
    n_train, n_test = (None, None) if sizes is None else (sizes[0][rows], sizes[1][rows])
    return replace(assignment, n_repeats=len(rows), n_train=n_train, n_test=n_test)
