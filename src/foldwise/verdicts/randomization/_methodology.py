"""A way of getting from labelled data to one number: a function of the user's, or a learner cross-validated."""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt
from sklearn.base import is_regressor
from sklearn.utils.multiclass import type_of_target

from foldwise._core import Caveat, FoldwiseError, one_line
from foldwise.data import Dataset
from foldwise.evaluation import evaluate
from foldwise.runs import Metric, Run, as_metric
from foldwise.runs._door import copy_table
from foldwise.splits import as_scheme

_LONGEST: Final = 200
# The last line of a traceback. scikit-learn's cross_val_score quotes one for every fold that failed.
_RAISED: Final = re.compile(r"^([\w.]+(?:Error|Exception|Warning): .*)", flags=re.MULTILINE)


class Methodology(Protocol):
    """What can be run again on other labels."""

    @property
    def name(self) -> str:
        """Name of the function or the class."""

    @property
    def metric(self) -> Metric | None:
        """What the number is; None if nobody says so."""

    def score(self, y: npt.NDArray[Any], seed: int) -> tuple[float, tuple[Caveat, ...]]:
        """Run all of it on the labels `y`; the number, greater being better, and what to beware of."""


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A function ``f(X, y)`` or ``f(X, y, seed=...)`` of the user's."""

    function: Callable[..., Any]
    X: Any
    metric: Metric | None

    @property
    def name(self) -> str:
        """Name of the function, or of its class."""
        inner: Any = self.function
        while isinstance(inner, partial):
            inner = inner.func
        return str(getattr(inner, "__name__", type(inner).__name__)).replace("<lambda>", "methodology")

    def score(self, y: npt.NDArray[Any], seed: int) -> tuple[float, tuple[Caveat, ...]]:
        """Call the function and check the number; it may write into what it gets."""
        options = {"seed": seed} if _takes_seed(self.function) else {}
        answer = self.function(copy_table(self.X), y.copy(), **options)
        try:
            score = float(answer)
        except (TypeError, ValueError):
            raise TypeError(f"it returned {one_line(repr(answer))[:60]}; expected one number") from None
        if not np.isfinite(score):
            raise ValueError(f"it returned {score}; expected a finite number")
        if self.metric is not None and self.metric.is_accuracy and not 0 <= score <= 1:
            raise ValueError(f"it returned {score:g}; expected an accuracy from 0 to 1, or name another metric")
        return score, ()


@dataclass(frozen=True, slots=True, eq=False)
class Evaluated:
    """A learner, evaluated by a scheme: mean score over the folds."""

    learner: Any
    dataset: Dataset
    scheme: Any
    metric: Metric

    @property
    def name(self) -> str:
        """Name of the learner's class."""
        return type(self.learner).__name__

    def score(self, y: npt.NDArray[Any], seed: int) -> tuple[float, tuple[Caveat, ...]]:
        """Evaluate the learner on the labels `y`, with partitions of their own."""
        data = replace(self.dataset, y=y)
        run: Run = evaluate(
            {self.name: self.learner}, data, scheme=self.scheme, metric=self.metric, seed=seed, progress=False
        )
        if run.failures:
            first = run.failures[0]
            raise FoldwiseError(f"repeat {first.repeat}, fold {first.fold}: {first.error.rstrip('.')}")
        score = float(run.scores().mean())
        if not np.isfinite(score):
            raise ValueError(f"{self.metric.name} is undefined on some fold; use fewer folds, or another metric")
        return score, (*run.learners[0].caveats, *run.caveats)


def as_methodology(methodology: Any, dataset: Dataset, *, scheme: Any, metric: Any) -> Methodology:
    """Distinguish learners from functions, and settle what their number is."""
    if isinstance(methodology, type):
        raise TypeError(f"methodology is the class {methodology.__name__}; pass an instance, or a function f(X, y).")
    task = "regression" if is_continuous(dataset.y) else "classification"
    if all(hasattr(methodology, verb) or hasattr(type(methodology), verb) for verb in ("fit", "predict")):
        # Whole numbers may be classes or not: a regressor says so.
        task = "regression" if _is_regressor(methodology) else task
        return Evaluated(methodology, dataset, as_scheme("10" if scheme is None else scheme), as_metric(metric, task))
    if not callable(methodology):
        raise TypeError(
            f"methodology must be a function f(X, y) that returns a score, or a learner with fit and predict, "
            f"got {type(methodology).__name__}."
        )
    if scheme is not None:
        raise ValueError("scheme goes with a learner; a function splits the data itself. Leave scheme out.")
    known = metric is not None or task == "classification"
    return Function(methodology, dataset.X, as_metric(metric, task) if known else None)


def failure(error: BaseException, y: npt.NDArray[Any]) -> str:
    r"""Return what went wrong with the labels `y`; of tracebacks quoted in an error, only what they end with.

    >>> import numpy as np
    >>> y = np.array([0, 1])
    >>> failure(ValueError("All fits failed.\nTraceback (most recent call last):\n  File x\nKeyError: 'a'\n"), y)
    "KeyError: 'a'."
    >>> failure(ValueError("two\nlines."), y)
    'ValueError: two lines.'
    """
    text = str(error)
    if "Unknown label type" in text and is_continuous(y):
        return (
            f"a classifier in it needs class labels, y has {len(np.unique(y))} distinct real numbers. Use a regressor, "
            "or turn y into classes."
        )
    quoted = _RAISED.findall(text) if "Traceback (most recent call last)" in text else []
    words = quoted[-1] if quoted else f"{type(error).__name__}: {one_line(error) or 'no message'}"
    return f"{words.rstrip('.')}." if len(words) <= _LONGEST else f"{words[: _LONGEST - 4]} ..."


def is_continuous(y: npt.NDArray[Any]) -> bool:
    """Whether these are numbers with fractions, which no classifier takes for labels."""
    return str(type_of_target(y)).startswith("continuous")


def _is_regressor(learner: Any) -> bool:
    try:
        return bool(is_regressor(learner))
    except (AttributeError, TypeError):
        # Not derived from scikit-learn's BaseEstimator: it has no tags to ask.
        return False


def _takes_seed(function: Callable[..., Any]) -> bool:
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False
    return "seed" in parameters and parameters["seed"].kind is not inspect.Parameter.POSITIONAL_ONLY
