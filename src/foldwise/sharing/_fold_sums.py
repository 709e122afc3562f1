"""Counts and sums of what every fold is trained on, for all folds of all repeats at once."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy.sparse import csc_array

from foldwise._core import row_slices
from foldwise.sharing._shared import Codes, Floats

# Sums of squares overflow beyond 1e154 and lose digits below 1e-154, differences of neighbours sixteen powers earlier.
_LEAST: Final = 1e-100
_GREATEST: Final = 1e100


def are_moderate(values: npt.NDArray[Any]) -> bool:
    """Return whether all numbers are 0 or of a magnitude from 1e-100 to 1e100: what is not moderate is not shared.

    >>> are_moderate(np.array([0.0, -1e-100, 1e100])), are_moderate(np.array([1e-101])), are_moderate(np.array([1e101]))
    (True, False, False)
    """
    return all(_are_moderate(np.abs(values[rows])) for rows in row_slices(values))


def _are_moderate(sizes: npt.NDArray[Any]) -> bool:
    return bool(((sizes >= _LEAST) & (sizes <= _GREATEST) | (sizes == 0)).all())


Labels = npt.NDArray[np.intp]


def count_folds(folds: Codes) -> int:
    """Return the number of folds: one more than the highest code, 0 if nothing is tested."""
    return max(int(folds.max(initial=-1)) + 1, 0)


def rows_by_fold(folds: Codes, at_most: int) -> Iterator[tuple[int, int, Labels]]:
    """Yield the tested examples of every fold as (repeat, fold, rows), in runs of at most so many rows."""
    for repeat, codes in enumerate(folds):
        order = np.argsort(codes, kind="stable")
        ends = np.searchsorted(codes, np.arange(count_folds(codes) + 1), sorter=order)
        for fold, (start, end) in enumerate(pairwise(ends.tolist())):
            for begin in range(start, end, at_most):
                yield repeat, fold, order[begin : min(begin + at_most, end)]


def of_own_fold(folds: Codes, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Hand every tested example what `values` (n_repeats, n_folds, ...) says of its fold, all others 0."""
    # A place more, for the examples that are not tested.
    padded = np.concatenate([values, np.zeros_like(values, shape=(len(values), 1, *values.shape[2:]))], axis=1)
    return padded[np.arange(len(folds))[:, np.newaxis], np.maximum(folds, -1)]


def mark_folds(folds: Codes, marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Mark the tested examples of the marked folds (n_repeats, n_folds)."""
    return of_own_fold(folds, marked)


def rounding(n: npt.ArrayLike) -> Floats:
    """Bound what rounding does to a sum of n terms, relative to n times the largest: it grows as a random walk."""
    return 8 * 2.0**-53 * np.sqrt(np.asarray(n, dtype=np.float64))


def column_centres(X: Floats) -> Floats:
    """Return what to subtract before squares are summed: the mean, or the value that more than half of the rows hold.

    In a fold where all rows hold it, the sum of squares is then exactly 0.
    """
    middle = np.partition(X, len(X) // 2, axis=0)[len(X) // 2]
    centres: Floats = np.where((middle == X).mean(axis=0) > 0.5, middle, X.mean(axis=0))
    return centres


def training_counts(folds: Codes, y: Labels, n_classes: int) -> npt.NDArray[np.int64]:
    """Count the training examples of every class: (n_repeats, n_folds, n_classes)."""
    return sum_of_others(_counts(folds, y, n_classes))


def training_sums(folds: Codes, values: Floats) -> Floats:
    """Sum the rows of `values` (n_examples, p) that every fold is trained on: (n_repeats, n_folds, p)."""
    return sum_of_others(_sums(folds, values, np.zeros(len(values), dtype=np.intp), 1)[:, :, 0])


def training_class_sums(folds: Codes, values: Floats, y: Labels, n_classes: int) -> Floats:
    """Sum the training rows of every fold class by class: (n_repeats, n_folds, n_classes, p)."""
    return sum_of_others(_sums(folds, values, y, n_classes))


def training_class_values(
    folds: Codes, places: npt.NDArray[np.int64], width: int, y: Labels, n_classes: int
) -> npt.NDArray[np.int64]:
    """Count the training rows of every class that hold a value: (n_repeats, n_folds, n_classes, width).

    `places` (n_examples, p), each below `width`, numbers the values that every row holds.
    """
    cell_of, cells, present = _places(folds, y, n_classes)
    rows = np.nonzero(present)[1]
    indices = (cell_of[present] * width)[:, np.newaxis] + places[rows]
    counts = np.bincount(indices.ravel(), minlength=len(folds) * cells * n_classes * width)
    return sum_of_others(counts.reshape(len(folds), cells, n_classes, width))


def _places(folds: Codes, y: Labels, n_classes: int) -> tuple[Labels, int, npt.NDArray[np.bool_]]:
    """Find the cell (repeat, fold, class) of every example; code -1 has a cell after the folds, -2 has none."""
    cells = count_folds(folds) + 1
    fold = np.where(folds == -1, cells - 1, folds)
    repeat = np.arange(len(folds), dtype=np.intp)[:, np.newaxis]
    return (repeat * cells + fold) * n_classes + y, cells, folds > -2


def _counts(folds: Codes, y: Labels, n_classes: int) -> npt.NDArray[np.int64]:
    places, cells, present = _places(folds, y, n_classes)
    counts = np.bincount(places[present], minlength=len(folds) * cells * n_classes)
    return counts.astype(np.int64, copy=False).reshape(len(folds), cells, n_classes)


def _sums(folds: Codes, values: Floats, y: Labels, n_classes: int) -> Floats:
    places, cells, present = _places(folds, y, n_classes)
    # A sparse matrix of ones, one column per example, adds every row where it belongs without sorting or copying.
    n_present = present.sum(axis=0, dtype=np.intp)
    ends = np.concatenate([[0], np.cumsum(n_present)])
    rows = places.T[present.T]
    ones = csc_array((np.ones(len(rows)), rows, ends), shape=(len(folds) * cells * n_classes, len(values)))
    sums: Any = ones @ values
    return np.asarray(sums, dtype=np.float64).reshape(len(folds), cells, n_classes, values.shape[1])


def sum_of_others(parts: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Sum for every fold the cells of all others; adding them up loses no digits, as subtracting from a total would."""
    n_folds = parts.shape[1] - 1
    sums = np.empty_like(parts, shape=(len(parts), n_folds, *parts.shape[2:]))
    running = parts[:, -1].copy()
    for fold in range(n_folds):
        sums[:, fold] = running
        running += parts[:, fold]
    running[...] = 0
    for fold in reversed(range(n_folds)):
        sums[:, fold] += running
        running += parts[:, fold]
    return sums
