"""Folds in portions, so that work in a kernel can be interrupted."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

# A kernel runs for about so many nanoseconds before Python looks whether someone has pressed Ctrl-C.
PORTION = 5e7


def fold_blocks(
    folds: npt.NDArray[np.int32], *, per_fold: float, per_repeat: float
) -> Iterator[tuple[slice, int, int]]:
    """Yield repeats, first fold and number of folds of one call after the other.

    A call gets either whole repeats or some folds of a single one.

    Parameters
    ----------
    folds : ndarray of int32, shape (n_repeats, n_examples)
        Test fold of each example, or a negative number.
    per_fold, per_repeat : float
        Nanoseconds that training in one fold and testing all examples once take, roughly.
    """
    n_repeats, n_folds = len(folds), int(folds.max(initial=-1)) + 1
    if n_folds == 0:
        return
    together = max(1, int(PORTION / (per_fold + per_repeat / n_folds)))
    if together < n_folds:
        for repeat in range(n_repeats):
            for first in range(0, n_folds, together):
                yield slice(repeat, repeat + 1), first, min(together, n_folds - first)
    else:
        n_together = together // n_folds
        for repeat in range(0, n_repeats, n_together):
            yield slice(repeat, min(repeat + n_together, n_repeats)), 0, n_folds
