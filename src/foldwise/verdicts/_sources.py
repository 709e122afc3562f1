"""The four sources of variation (Dietterich): which of them a design covers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from foldwise._core import listed
from foldwise.runs import Run
from foldwise.splits import Assignment
from foldwise.verdicts._setting import Setting

Status = Literal["covered", "partly", "not covered", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One source of variation, and whether a design lets it vary.

    Parameters
    ----------
    name : str
        What varies.
    status : {'covered', 'partly', 'not covered', 'unknown'}
        Whether the test counts it.
    why : str
        In a clause.
    """

    name: str
    status: Status
    why: str


def sources_of_variation(runs: Sequence[Run], reads: str = "differences") -> tuple[Source, ...]:
    """Name the four sources, and say which of them a test that reads this of these runs counts.

    Parameters
    ----------
    runs : sequence of Run
        On one or more datasets. Where their designs differ, the one that covers least speaks.
    reads : str, default 'differences'
        What the test reads, as its record says.

    Returns
    -------
    tuple of Source
        Test set, training set, randomness of the learners, errors in the labels.

    References
    ----------
    T. G. Dietterich (1998). Approximate statistical tests for comparing supervised classification learning
    algorithms. Neural Computation 10, 1895-1923.
    """
    settings = [Setting.of(run, run.metric) for run in runs]
    if reads == "datasets":
        why = "another one for every dataset"
        drawn = [Source(name=name, status="covered", why=why) for name in ("test set", "training set")]
        return *drawn, _randomness(runs), _labels(settings[0])
    least = [
        min((find(setting, reads) for setting in settings), key=lambda source: _ORDER.index(source.status))
        for find in (_test_sets, _training_sets)
    ]
    if any(run.failures for run in runs):
        least = [replace(source, why=f"{source.why}, but for folds that failed") for source in least]
    return *least, _randomness(runs), _labels(settings[0])


_ORDER = ("not covered", "unknown", "partly", "covered")


def _test_sets(setting: Setting, _: str) -> Source:
    if setting.is_hold_out or setting.is_disjoint_training or _is_one_test_set(setting):
        why = "one test set, taken as a random sample"
    elif setting.is_cross_validation:
        why = "every example is tested in its turn"
    elif setting.assignment.each_example_tested_once:
        why = "no example is tested twice"
    elif setting.assignment.has_folds:
        why = "a new test set in every repeat"
    else:
        return Source(name="test set", status="unknown", why="what was tested together is not known")
    return Source(name="test set", status="covered", why=why)


def _is_one_test_set(setting: Setting) -> bool:
    """Whether several repeats test the same part of the examples."""
    if not setting.is_several_splits or not isinstance(setting.assignment, Assignment):
        return False
    tested = setting.assignment.folds >= 0
    return bool((tested == tested[0]).all())


def _training_sets(setting: Setting, reads: str) -> Source:
    name = "training set"
    n_sets = setting.assignment.n_repeats * setting.assignment.n_folds
    if not setting.assignment.has_folds:
        return Source(name=name, status="unknown", why="the folds are not known")
    if setting.is_disjoint_training:
        return Source(name=name, status="covered", why=f"{n_sets} without common examples")
    if n_sets == 1:
        return Source(name=name, status="not covered", why="only one")
    if reads == "halves":
        return Source(name=name, status="covered", why="every example counts as a training example, too")
    if reads in {"disagreements", "losses", "responses"}:
        return Source(name=name, status="not covered", why=f"{n_sets} that overlap, taken as one")
    return Source(name=name, status="partly", why=f"{n_sets} that overlap")


def _randomness(runs: Sequence[Run]) -> Source:
    name = "randomness of the learners"
    if any(run.is_imported for run in runs):
        return Source(name=name, status="unknown", why="the learners were run elsewhere")
    fixed = dict.fromkeys(learner.name for run in runs for learner in run.learners if learner.fixed_seeds)
    if fixed:
        return Source(name=name, status="not covered", why=f"fixed random_state of {listed(fixed, quote=False)}")
    if any(run.assignment.n_repeats * run.assignment.n_folds == 1 for run in runs):
        return Source(name=name, status="not covered", why="one fit of each learner")
    return Source(name=name, status="covered", why="every fit has a seed of its own")


def _labels(setting: Setting) -> Source:
    what = "labels" if setting.task == "classification" else "target values"
    return Source(
        name=f"errors in the {what}",
        status="not covered",
        why=f"{what} are taken as given",
    )


def sources_sentence(sources: Sequence[Source]) -> str:
    """Say in one sentence which sources vary and which do not."""
    parts = []
    for status in ("covered", "partly", "not covered", "unknown"):
        named = [f"{source.name} ({source.why})" for source in sources if source.status == status]
        if named:
            parts.append(f"{_LEADS[status]}: {', '.join(named)}")
    return f"Of the four sources of variation {'; '.join(parts)}."


_LEADS = {"covered": "covered", "partly": "partly covered", "not covered": "not covered", "unknown": "not known"}
