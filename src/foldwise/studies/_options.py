"""Options of a study, checked one by one: where an error is, is known."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from foldwise._core import StoreError, digest
from foldwise.learners import make_learners
from foldwise.runs import as_metric
from foldwise.runs._door import find_task, name_learners
from foldwise.splits import as_scheme
from foldwise.studies._hypothesis import Hypothesis, read_hypothesis
from foldwise.studies._values import placed
from foldwise.verdicts import Settled, as_settled, check_options

# What a study says about judging, beside tests and metrics: terms of `foldwise.judge`.
OF_JUDGING: Final = ("alpha", "rope", "alternative", "adjust", "against", "missing")

_LONGEST_NAME = 100
_SQLITE = b"SQLite format 3\0"


def as_tests(tests: Any) -> tuple[str, ...]:
    """Return the names of tests that exist, each once."""
    names = _several(tests, "tests")
    for number, name in enumerate(names):
        with placed(number):
            check_options(test=name, alpha=0.05, rope=None, alternative="two-sided")
            if name in names[:number]:
                raise ValueError(f"test {name!r} is given twice. Name each test once.")
            if name == "all" and len(names) > 1:
                raise ValueError("test 'all' stands for every test that fits: leave out the others.")
    return names


def as_study_scheme(scheme: Any) -> Any:
    """Return a fixed scheme, or how repeats are added until all pairs are settled.

    >>> print(as_study_scheme("settled:guard"), as_study_scheme("10x10"))
    Settled(guard=True) RepeatedKFold(10, 10)
    """
    settled = as_settled(scheme, None) if isinstance(scheme, str | Settled) else None
    if settled is None:
        return as_scheme(scheme)
    if settled.max_seconds is not None:
        raise ValueError(
            "A study is settled within max_fits or max_repeats: by max_seconds its store would say something else on "
            "another machine."
        )
    return settled


def check_settled_study(
    scheme: Any, tests: tuple[str, ...], metrics: tuple[Any, ...], learners: Mapping[str, Any]
) -> None:
    """Refuse what a settled study cannot have: tests of its own, two metrics, a single learner."""
    if not isinstance(scheme, Settled):
        return
    as_settled(scheme, tests[0] if tests else None)
    if len(metrics) > 1:
        raise ValueError("A settled study is settled by one metric, got several. Keep one, or name a fixed scheme.")
    if len(learners) == 1:
        raise ValueError("A settled study compares learners, got one. Add a learner, or name a fixed scheme.")


def as_metrics(metrics: Any) -> tuple[Any, ...]:
    """Return scorer names that exist, or functions, each once."""
    several = _several(metrics, "metrics")
    names: list[str] = []
    for number, metric in enumerate(several):
        with placed(number):
            # Only the default depends on the task.
            name = as_metric(metric, "classification").name
            if name in names:
                raise ValueError(f"metric {name!r} is given twice. Name each metric once.")
            names.append(name)
    return several


def as_learners(learners: Any) -> dict[str, Any]:
    """Return estimators by their names; texts are made into learners, a list gets names."""
    if isinstance(learners, str):
        raise TypeError(f"learners must be a mapping of names to learners, or a list, got the text {learners!r}.")
    if isinstance(learners, Mapping):
        named = {name: learner for name, learner in learners.items() if isinstance(learner, str)}
        return name_learners({**learners, **make_learners(named)})
    several = list(learners) if isinstance(learners, Iterable) else [learners]
    texts = [item for item in several if isinstance(item, str)]
    if texts and len(texts) < len(several):
        raise TypeError("learners must be all texts or all estimators in a list; give both in a mapping of names.")
    return make_learners(texts) if texts else name_learners(several)


def check_one_learner(tests: tuple[str, ...], learners: Mapping[str, Any]) -> None:
    """Refuse tests for a single learner."""
    if tests and len(learners) == 1:
        raise ValueError(
            f"A test compares two learners, but there is only {next(iter(learners))!r}. Leave the tests out for an "
            "estimate of its score, or add a learner."
        )


def check_one_task(learners: Mapping[str, Any]) -> None:
    """Refuse classifiers and regressors in one study."""
    # The labels decide only if no learner does.
    find_task(learners, np.array([0, 1]))


def as_hypotheses(
    texts: Iterable[Any], *, learners: Mapping[str, Any], metrics: Iterable[Any], datasets: Iterable[str], rope: Any
) -> tuple[Hypothesis, ...]:
    """Return the claims of a study, each once."""
    # Only the default depends on the task.
    task = find_task(learners, np.array([0, 1]))
    names = [as_metric(metric, task).name for metric in (*metrics,) or (None,)]
    options: dict[str, Any] = {"learners": [*learners], "metrics": names, "datasets": [*datasets]}
    if isinstance(texts, str):
        raise TypeError(f"hypotheses must be a list of texts, got the text {texts!r}.")
    found: list[Hypothesis] = []
    for number, text in enumerate(texts):
        with placed(number):
            hypothesis = read_hypothesis(text, **options, has_rope=rope is not None)
            if hypothesis in found:
                raise ValueError(f"hypothesis {text!r} is given twice. Name each once.")
            found.append(hypothesis)
    return tuple(found)


def default_store(name: str, folder: Path) -> Path:
    """Return the file in which a study of this name keeps its results; it is in `folder` whatever the name.

    >>> default_store("first", Path("studies")).as_posix()
    'studies/first.db'
    >>> default_store("../first", Path("studies")).as_posix()
    'studies/first-...db'
    """
    safe = "".join(char if char.isalnum() or char in "-_." else "_" for char in name).strip("._-")
    safe = safe.encode()[:_LONGEST_NAME].decode(errors="ignore")
    if safe != name:
        # Two names must not share a file because they differ only in what a file name cannot hold.
        safe = f"{safe or 'study'}-{digest(name.encode(errors='surrogatepass'), size=4)}"
    return folder / f"{safe}.db"


def check_store(store: Path) -> None:
    """Refuse a file that cannot be made, or that is something else."""
    if store.is_dir():
        raise ValueError(f"store {str(store)!r} is a folder. Give the name of a file in it.")
    if not store.parent.is_dir():
        raise ValueError(
            f"store {str(store)!r}: there is no folder {str(store.parent)!r}. Make it first, or choose another place."
        )
    if store.is_file():
        with store.open("rb") as file:
            begins = file.read(len(_SQLITE))
        if begins and begins != _SQLITE:
            raise StoreError(
                f"store {str(store)!r} is not a store: it is no SQLite file, or its beginning is damaged. Choose "
                "another name."
            )


def _several(value: Any, what: str) -> tuple[Any, ...]:
    items = (value,) if isinstance(value, str) or callable(value) else tuple(value)
    if None in items:
        raise TypeError(f"{what} must not hold None. Leave them out for the default.")
    return items
