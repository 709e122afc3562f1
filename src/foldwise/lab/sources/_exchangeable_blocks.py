"""The exact null of two exchangeable blocks of attributes."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, clone

from foldwise._core import check_integer
from foldwise.lab._designs import given_folds
from foldwise.lab._source import DataSource
from foldwise.learners import NearestNeighbor
from foldwise.sharing._door import predict_folds


@dataclass(frozen=True, slots=True)
class ExchangeableBlocks(DataSource):
    """One learner on two blocks of attributes that have the same law given the class: an exact null, for any learner.

    Two classes, equally probable. Each block has `n_attributes` normal attributes of variance 1, whose means are
    plus or minus the shift, by class. The first learner sees the first block only, the second learner the second. With
    equal shifts the two are exchangeable, at every training size, while all variation is real.

    Parameters
    ----------
    learner : classifier, optional
        Trained on both blocks; `NearestNeighbor()` if not given.
    n_examples : int, default 200
        Size of every dataset.
    n_attributes : int, default 5
        Of each block.
    shift : float, default 0.35
        Of the first block.
    second_shift : float, optional
        Of the second block, for power; equal to `shift` if not given.

    Notes
    -----
    The population is the same whichever block is called the first, so any estimate of the difference in accuracy is
    distributed symmetrically around zero. Nothing has to be matched, and no learner is at chance. The best possible
    accuracy of a block is that of a normal variable below ``shift * sqrt(n_attributes)``: 78% for the defaults.

    Examples
    --------
    >>> from foldwise.lab import run_trials
    >>> from foldwise.lab.sources import ExchangeableBlocks
    >>> from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    >>> source = ExchangeableBlocks(LinearDiscriminantAnalysis(), n_examples=60)
    >>> source.name, source.difference
    ('blocks shifted 0.35, LinearDiscriminantAnalysis', 0.0)
    >>> found = run_trials("10x10", source, n_trials=20).found["10x10"]
    >>> found.pvalue.shape
    (20, 1)
    """

    learner: Any = field(default_factory=NearestNeighbor)
    n_examples: int = 200
    n_attributes: int = 5
    shift: float = 0.35
    second_shift: float | None = None

    def __post_init__(self) -> None:
        if not (hasattr(self.learner, "fit") and hasattr(self.learner, "predict")):
            raise TypeError(f"learner must be a classifier, got {type(self.learner).__name__}. Pass one, as C45().")
        check_integer(self.n_examples, "n_examples", least=10)
        check_integer(self.n_attributes, "n_attributes", least=1)
        for name in ("shift", "second_shift"):
            value = getattr(self, name)
            if value is not None and not np.isfinite(value):
                raise ValueError(f"{name} must be a number, such as 0.35, got {value}.")
        if not self.name:
            second = "" if self.difference == 0.0 else f" and {self.second_shift:g}"
            words = f"blocks shifted {self.shift:g}{second}, {type(self.learner).__name__}"
            self._set(name=words)

    @property
    def difference(self) -> float | None:
        """Zero where both blocks are shifted alike."""
        return 0.0 if self.second_shift in (None, self.shift) else None

    @property
    def learners(self) -> tuple[Any, Any]:
        """The learner on the first, and on the second block."""
        p = self.n_attributes
        return OnColumns(self.learner, 0, p), OnColumns(self.learner, p, 2 * p)

    def draw(self, rng: np.random.Generator) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """Draw classes, then both blocks."""
        y = rng.integers(0, 2, self.n_examples)
        shifts = np.repeat(
            [self.shift, self.shift if self.second_shift is None else self.second_shift], self.n_attributes
        )
        return rng.normal(size=(self.n_examples, 2 * self.n_attributes)) + np.outer(2 * y - 1, shifts), y


class OnColumns(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Train a classifier on some columns of an array, and predict from the same ones.

    Parameters
    ----------
    learner : classifier
        Cloned before it is fitted.
    start, stop : int
        First column that it sees, and the first behind the last one.
    """

    def __init__(self, learner: Any, start: int, stop: int) -> None:
        self.learner, self.start, self.stop = learner, start, stop

    def fit(self, X: npt.NDArray[Any], y: npt.NDArray[Any]) -> "OnColumns":
        """Fit a clone of the learner to its columns."""
        self.learner_ = clone(self.learner)
        self.learner_.fit(self._seen(X), y)
        self.classes_ = self.learner_.classes_
        return self

    def predict(self, X: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Predict from the same columns."""
        return np.asarray(self.learner_.predict(self._seen(X)))

    def predict_folds(self, X: npt.NDArray[Any], y: npt.NDArray[Any], folds: npt.NDArray[np.int32]) -> npt.NDArray[Any]:
        """Predict all folds at once, as if fitted fold by fold; the learner's folds share work where they can."""
        labels = np.unique(y)
        assignment = given_folds(folds)
        codes = predict_folds(self.learner, self._seen(X), np.asarray(y), assignment, name="on columns", seed=0)
        return np.asarray(labels[np.maximum(codes, 0)])

    def _seen(self, X: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return np.ascontiguousarray(X[:, self.start : self.stop])
