"""Numeric attributes of a table, ranked, sorted and summed up once for all folds."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from foldwise._kernels import naive_bayes
from foldwise._kernels.bayes_folds import list_values
from foldwise._kernels.column_ranks import rank_columns

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class NumericColumns:
    """Numeric attributes of a table whose rows are in the order of their classes, as the kernel reads them.

    Parameters
    ----------
    codes : ndarray of int32, shape (n_columns, n_examples)
        Place of each value among the distinct values of its column; -1 is missing.
    n_values : ndarray of int32, shape (n_columns,)
        Number of distinct values.
    values, bins : ndarray of float, shape (n_columns, n_examples)
        These values in ascending order, and their bins in the whole table.
    ascending : ndarray of int64, shape (n_columns, n_examples)
        Rows in the order of their values, missing ones last.
    up_to : ndarray of int32, shape (n_columns, n_examples)
        Number of rows up to each distinct value.
    is_exact : ndarray of uint8, shape (n_columns,)
        Whether sums of differences between values are free of rounding.
    step, origin : ndarray of float, shape (n_columns,)
        Width of a bin, and number of the first one, in the whole table.
    sums : ndarray of float, shape (n_columns, n_classes, 3)
        Numbers of known values, and sums of their bins and squared bins.
    pair_start, pair_code, pair_rows : ndarray
        The distinct values of each class, and how often they occur there.
    """

    codes: Ints
    n_values: Ints
    values: Floats
    bins: Floats
    ascending: Longs
    up_to: Ints
    is_exact: npt.NDArray[np.uint8]
    step: Floats
    origin: Floats
    sums: Floats
    pair_start: Longs
    pair_code: Ints
    pair_rows: Floats

    @classmethod
    def of(cls, X: Floats, y: Ints, n_classes: int) -> Self:
        """Rank, sort and sum up every column."""
        columns = np.ascontiguousarray(X.T)
        m, n = columns.shape
        every = np.arange(m)
        ascending = np.argsort(columns, axis=1)
        codes, n_values = np.empty((m, n), dtype=np.int32), np.empty(m, dtype=np.int32)
        values, bins = np.zeros((2, m, n))
        rank_columns(columns, ascending, every, 0.0, codes, values, n_values, np.empty(m, dtype=np.uint8))
        step, origin = np.empty((2, m))
        sums = np.zeros((m, n_classes, 3))
        if m:
            ordered = np.take_along_axis(columns, ascending, axis=1)
            naive_bayes.steps(ordered, every.astype(np.int32), step, origin, np.empty(m, dtype=np.int64))
            room = np.zeros(m, dtype=np.int64), np.zeros(n_classes), np.zeros(1)
            whole = np.ascontiguousarray(X)
            nominal = np.zeros(m, dtype=np.int32)
            naive_bayes.add(whole, y, np.ones(n), nominal, room[0], step, origin, room[1], sums, room[2])
        up_to = np.empty((m, n), dtype=np.int32)
        pair_start = np.empty((m, n_classes + 1), dtype=np.int64)
        pair_code, pair_rows = np.empty(m * n + 1, dtype=np.int32), np.empty(m * n + 1)
        place = np.empty(n, dtype=np.int64)
        list_values(codes, y, n_values, values, step, origin, place, up_to, bins, pair_start, pair_code, pair_rows)
        return cls(
            codes,
            n_values,
            values,
            bins,
            ascending,
            up_to,
            _is_exact(columns),
            step,
            origin,
            sums,
            pair_start,
            pair_code,
            pair_rows,
        )


def _is_exact(columns: Floats) -> npt.NDArray[np.uint8]:
    """Say which columns have no value but multiples of 1/1024 below 2**40, whose differences add up exactly."""
    is_small = np.abs(columns) < 2.0**40
    fine = np.where(is_small, columns, 0.0) * 1024.0
    is_exact = (is_small & (fine == np.rint(fine))) | np.isnan(columns)
    return np.asarray(is_exact.all(axis=1), dtype=np.uint8)
