"""What makes a learner worse, as much as wanted."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin

Codes = npt.NDArray[np.int32]


class Damage(ClassifierMixin, BaseEstimator, ABC):  # type: ignore[misc]
    """A classifier that is made worse: not at all at level 0, beyond use at level 1.

    The kinds say how; `foldwise.lab.matched` finds the level at which the learner is as bad as another one. A kind of
    one's own takes the same two parameters first and defines `fit` and `predict`, which ask `level_for`.

    Parameters
    ----------
    learner : classifier
        The one that is made worse.
    level : float, or mapping of int to float, default 0.0
        How much, from 0 to 1. A mapping gives the level for training sets of a size; those of other sizes get that of
        the nearest one.
    """

    def __init__(self, learner: Any, level: Any = 0.0) -> None:
        self.learner, self.level = learner, level

    @abstractmethod
    def fit(self, X: Any, y: Any) -> Self:
        """Learn from examples."""

    @abstractmethod
    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Predict a label for each row."""

    def level_for(self, n_train: int) -> float:
        """Return the level for a training set of so many examples."""
        levels = dict(self.level) if isinstance(self.level, Mapping) else {n_train: self.level}
        if not levels:
            raise ValueError("level must be a number from 0 to 1, or map training sizes to such numbers, got no size.")
        # Of two sizes that are equally near the smaller one, whatever the order of the mapping.
        level = float(levels[min(levels, key=lambda size: (abs(size - n_train), size))])
        if not 0 <= level <= 1:
            raise ValueError(f"level must be from 0 (no damage) to 1, got {level:g}.")
        return level


def splits_of(folds: Codes) -> list[tuple[int, npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
    """List repeat, training rows and test rows of every fold that tests something."""
    return [
        (repeat, np.flatnonzero((row >= -1) & (row != fold)), np.flatnonzero(row == fold))
        for repeat, row in enumerate(folds)
        for fold in np.unique(row[row >= 0])
    ]
