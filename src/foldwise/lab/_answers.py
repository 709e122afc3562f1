"""What two learners answered in a block of trials, and what tests read from it."""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from foldwise._kernels.fold_counts import fold_counts

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class FoldScores(Protocol):
    """Differences per fold and the sizes behind them."""

    def differences(self) -> Floats:
        """Accuracy of a less accuracy of b, of shape (n_trials, n_executions, n_repeats, n_folds)."""

    def sizes(self) -> tuple[Counts, Counts]:
        """Numbers of training and of test examples, of the same shape."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Answers:
    """Answers of two learners in a block of trials, all under one design.

    Parameters
    ----------
    truth : ndarray of int, shape (n_trials, n_examples)
        Class codes.
    predicted : ndarray of int, shape (n_trials, 2, n_executions, n_repeats, n_examples)
        Class codes; negative where an example is not tested.
    folds : ndarray of int32, shape (n_trials, n_executions, n_repeats, n_examples)
        Test fold of each example, as in an Assignment.
    n_folds : int
        Folds of each repeat.

    Examples
    --------
    >>> from foldwise.lab.sources import Design, TwoKinds
    >>> from foldwise.splits import KFold
    >>> (answers,) = TwoKinds(0.4).answer(range(3), [Design(scheme=KFold(10))], seed=1)
    >>> answers.truth.shape, answers.n_folds
    ((3, 300), 10)
    """

    truth: npt.NDArray[np.integer]
    predicted: npt.NDArray[np.integer]
    folds: npt.NDArray[np.int32]
    n_folds: int
    _kept: tuple[Counts, Counts] | None = field(init=False, default=None, repr=False)

    @property
    def right(self) -> npt.NDArray[np.bool_]:
        """Whether each answer is right, of the shape of `predicted`; False where an example is not tested."""
        return np.asarray((self.predicted == self._truth()) & (self.predicted >= 0))

    def sizes(self) -> tuple[Counts, Counts]:
        """Numbers of training and of test examples, each of shape (n_trials, n_executions, n_repeats, n_folds)."""
        counts, n_used = self._counted()
        return n_used[..., np.newaxis] - counts[..., 0], counts[..., 0]

    def n_right(self) -> tuple[Counts, Counts]:
        """Right answers of a and of b, each of shape (n_trials, n_executions, n_repeats, n_folds)."""
        counts, _ = self._counted()
        return counts[..., 1], counts[..., 2]

    def differences(self) -> Floats:
        """Accuracy of a less accuracy of b, of shape (n_trials, n_executions, n_repeats, n_folds).

        Right answers are counted before anything is divided, so that equal accuracies differ by exactly zero.
        """
        counts, _ = self._counted()
        return np.asarray((counts[..., 1] - counts[..., 2]) / counts[..., 0])

    def disagreements(self) -> tuple[Counts, Counts]:
        """Examples that only a, and that only b gets right, each of shape (n_trials, n_executions, n_repeats)."""
        _, a, b, both = np.moveaxis(self._counted()[0].sum(axis=-2), -1, 0)
        return a - both, b - both

    def _counted(self) -> tuple[Counts, Counts]:
        """Count tests and right answers of a, of b and of both by fold, and all examples that are not left out."""
        if self._kept is None:
            n_trials, *shape, n = self.folds.shape
            n_rows = int(np.prod(shape))
            counts = np.empty((n_trials, n_rows, self.n_folds, 4), dtype=np.int64)
            n_used = np.empty((n_trials, n_rows), dtype=np.int64)
            fold_counts(
                self.folds.reshape(n_trials, n_rows, n),
                (self.predicted == self._truth()).view(np.uint8).reshape(n_trials, 2, n_rows, n),
                np.empty(self.n_folds, dtype=np.uint64),
                counts,
                n_used,
            )
            # Every test reads them.
            counted = counts.reshape(n_trials, *shape, self.n_folds, 4), n_used.reshape(n_trials, *shape)
            object.__setattr__(self, "_kept", counted)
            return counted
        return self._kept

    def _truth(self) -> npt.NDArray[np.integer]:
        return self.truth[:, np.newaxis, np.newaxis, np.newaxis].astype(self.predicted.dtype, copy=False)
