"""Folds in portions, so that work in a kernel can be interrupted."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

# A kernel runs for about so many nanoseconds before Python looks whether someone has pressed Ctrl-C.
PORTION = 5e7


# Nor shorter than so many times what every call takes anew.
_WORTH = 5.0


def fold_blocks(
    folds: Ints, *, per_fold: float, per_repeat: float, per_call: float = 0.0
) -> Iterator[tuple[slice, int, int]]:
    """Yield repeats, first fold and number of folds of one call after the other.

    A call gets either whole repeats or some folds of a single one.

    Parameters
    ----------
    folds : ndarray of int32, shape (n_repeats, n_examples)
        Test fold of each example, or a negative number.
    per_fold, per_repeat : float
        Nanoseconds that training in one fold and testing all examples once take, roughly.
    per_call : float, default 0
        Nanoseconds that a call takes for a repeat, however few of its folds are asked for.
    """
    n_repeats, n_folds = len(folds), int(folds.max(initial=-1)) + 1
    if n_folds == 0:
        return
    together = max(1, int(max(PORTION, _WORTH * per_call) / (per_fold + per_repeat / n_folds)))
    if together < n_folds:
        for repeat in range(n_repeats):
            for first in range(0, n_folds, together):
                yield slice(repeat, repeat + 1), first, min(together, n_folds - first)
    else:
        n_together = together // n_folds
        for repeat in range(0, n_repeats, n_together):
            yield slice(repeat, min(repeat + n_together, n_repeats)), 0, n_folds


class BlockwiseFolds:
    """What learners share whose kernel answers for some folds of some repeats in one call.

    Parameters
    ----------
    n_classes : int
        Number of classes.
    per_fold, per_repeat, per_call : float
        As for `fold_blocks`.
    """

    def __init__(self, n_classes: int, *, per_fold: float, per_repeat: float, per_call: float = 0.0) -> None:
        self._n_classes = n_classes
        self._times = {"per_fold": per_fold, "per_repeat": per_repeat, "per_call": per_call}

    def codes(self, folds: Ints) -> Ints:
        """Predicted class of each tested example."""
        answers = np.zeros(folds.shape, dtype=np.int32)
        self._predict(folds, answers, np.empty((0, 1, 1)))
        return answers

    def probabilities(self, folds: Ints) -> Floats:
        """Class probabilities of each tested example."""
        answers = np.zeros((*folds.shape, self._n_classes))
        self._predict(folds, np.empty((0, 1), dtype=np.int32), answers)
        return answers

    def _predict(self, folds: Ints, answers: Ints, chances: Floats) -> None:
        for repeats, first, n_folds in fold_blocks(folds, **self._times):
            self._answer(folds[repeats], first, n_folds, answers[repeats], chances[repeats])

    def _answer(self, folds: Ints, first: int, n_folds: int, answers: Ints, chances: Floats) -> None:
        """Fill in either classes or their probabilities; the other has no rows."""
        raise NotImplementedError
