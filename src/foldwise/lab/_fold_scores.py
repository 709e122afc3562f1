"""What tests on differences read: all that they need to know of answers."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


class FoldScores(Protocol):
    """Differences per fold and the sizes behind them."""

    def differences(self) -> Floats:
        """Accuracy of a less accuracy of b, of shape (n_trials, n_executions, n_repeats, n_folds)."""

    def sizes(self) -> tuple[Counts, Counts]:
        """Numbers of training and of test examples, of the same shape."""


@dataclass(frozen=True, slots=True, eq=False)
class GivenScores:
    """Differences that nobody's answers stand behind, to try out tests on.

    Parameters
    ----------
    values : ndarray of shape (n_trials, n_executions, n_repeats, n_folds)
        The differences.
    n_train, n_test : ndarray of shape (n_repeats, n_folds)
        Sizes, the same in all trials.
    """

    values: Floats
    n_train: Counts
    n_test: Counts

    def differences(self) -> Floats:
        """Return the differences, which are not to be written into."""
        return self.values

    def sizes(self) -> tuple[Counts, Counts]:
        """Return the sizes, of the shape of the differences."""
        return np.broadcast_to(self.n_train, self.values.shape), np.broadcast_to(self.n_test, self.values.shape)
