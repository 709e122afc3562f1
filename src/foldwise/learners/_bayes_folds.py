"""Naive Bayes in many folds of one table, with normal densities and with entropy cuts."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from foldwise._core import row_slices
from foldwise._kernels import bayes_folds, mdl_folds, naive_bayes
from foldwise._kernels.bayes_folds import list_values
from foldwise._kernels.column_ranks import rank_columns
from foldwise.learners._fold_blocks import BlockwiseFolds, Floats, Ints
from foldwise.learners._training import Training

Longs = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class FactorTable:
    """The factors of one value after the other, class by class; those of missing values come first.

    Parameters
    ----------
    offsets : ndarray of int32, shape (n_examples, n_columns)
        Where the factors of each value begin.
    first : ndarray of int32, shape (n_columns,)
        Where the factors of a column begin.
    counts : ndarray of int32, shape (n_factors,)
        How many examples have the value and the class of a factor.
    """

    offsets: Ints
    first: Ints
    counts: Ints

    @classmethod
    def of(cls, codes: Floats, n_values: npt.NDArray[np.int64], y: Ints, n_classes: int) -> Self:
        """Lay out columns of codes from 0, NaN where missing, in which so many values are possible."""
        # The kernels take classes in pairs.
        stride = n_classes + n_classes % 2
        ends = (1 + np.cumsum(np.append(0, n_values))) * stride
        if ends[-1] >= 2**30:
            raise ValueError(
                f"the table is too large to share work among folds: {n_values.sum()} values and {n_classes} classes. "
                "Put rare values together, or drop a column."
            )
        missing = np.isnan(codes)
        offsets = np.where(missing, 0.0, np.where(missing, 0.0, codes) * stride + ends[:-1]).astype(np.int32, order="C")
        places = offsets + y[:, np.newaxis]
        counts = np.bincount(places.ravel(), minlength=ends[-1]).astype(np.int32)
        return cls(offsets, ends[:-1].astype(np.int32), counts)


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
            for some in row_slices(columns):
                ordered = np.take_along_axis(columns[some], ascending[some], axis=1)
                which = every[: len(ordered)].astype(np.int32)
                naive_bayes.steps(ordered, which, step[some], origin[some], np.empty(len(ordered), dtype=np.int64))
            room = np.zeros(m, dtype=np.int64), np.zeros(n_classes), np.zeros(1)
            nominal = np.zeros(m, dtype=np.int32)
            naive_bayes.add(
                np.ascontiguousarray(X), y, np.ones(n), nominal, room[0], step, origin, room[1], sums, room[2]
            )
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
    """Return which columns have no value but multiples of 1/1024 below 2**40, whose differences add up exactly."""
    all_exact = np.empty(len(columns), dtype=np.uint8)
    for some in row_slices(columns):
        is_small = np.abs(columns[some]) < 2.0**40
        fine = np.where(is_small, columns[some], 0.0) * 1024.0
        is_exact = (is_small & (fine == np.rint(fine))) | np.isnan(columns[some])
        is_exact.all(axis=1, out=all_exact[some])
    return all_exact


# A numeric attribute has few values if there are this many examples for each.
FEW = 32


class BayesFolds(BlockwiseFolds):
    """`SharedFolds` of `NaiveBayes`: the model of a fold is what the whole table gives less the rows of the fold.

    Parameters
    ----------
    training : Training
        The whole table.
    """

    def __init__(self, training: Training) -> None:
        n, k = len(training.y), training.n_classes
        rows = np.argsort(training.y, kind="stable")
        X, y = training.X[rows], training.y[rows]
        is_numeric = training.n_values == 0
        numeric = np.flatnonzero(is_numeric)
        columns = NumericColumns.of(X[:, numeric], y, k)
        X[:, numeric] = np.where(columns.codes < 0, np.nan, columns.codes).T
        # Factors of many values would make a large table, of which a fold needs few.
        n_values = training.n_values.astype(np.int64)
        n_values[numeric] = np.where(columns.n_values <= n // FEW, columns.n_values, 0)
        tabled = np.flatnonzero(n_values)
        table = FactorTable.of(X[:, tabled], n_values[tabled], y, k)
        nominal = np.flatnonzero(~is_numeric[tabled])
        first = np.zeros(len(n_values), dtype=np.int32)
        first[tabled] = table.first
        self._prepared = (
            rows.astype(np.int32),
            y,
            np.bincount(y, minlength=k).astype(np.int32),
            tabled.astype(np.int32),
            table.offsets,
            np.column_stack([nominal, table.first[nominal], n_values[tabled[nominal]]]).astype(np.int32),
            table.counts,
            np.column_stack([numeric, first[numeric]]).astype(np.int32),
            columns.codes,
            columns.n_values,
            columns.values,
            columns.bins,
            columns.ascending,
            columns.up_to,
            columns.is_exact,
            columns.step,
            columns.origin,
            columns.sums,
            columns.pair_start,
            columns.pair_code,
            columns.pair_rows,
        )
        n_numbers = float(n * len(numeric))
        super().__init__(
            k,
            per_fold=10.0 * len(table.counts) + 5.0 * n_numbers,
            per_repeat=20.0 * X.size * k,
            # The gaps that folds leave in every column.
            per_call=10.0 * n_numbers,
        )

    def _answer(self, folds: Ints, first: int, n_folds: int, answers: Ints, chances: Floats) -> None:
        bayes_folds.predict(folds, first, n_folds, *self._prepared, answers, chances)


class DiscretizedFolds(BlockwiseFolds):
    """`SharedFolds` of `DiscretizedNaiveBayes`: numeric values are ranked once, and cut in every fold.

    Parameters
    ----------
    training : Training
        The whole table.
    """

    def __init__(self, training: Training) -> None:
        n, k = len(training.y), training.n_classes
        rows = np.argsort(training.y, kind="stable")
        X, y = training.X[rows], training.y[rows]
        nominal, numeric = np.flatnonzero(training.n_values), np.flatnonzero(training.n_values == 0)
        n_values = training.n_values[nominal].astype(np.int64)
        table = FactorTable.of(X[:, nominal], n_values, y, k)
        whole = np.arange(n + 1.0)
        self._prepared = (
            rows.astype(np.int32),
            y,
            np.bincount(y, minlength=k).astype(np.int32),
            np.concatenate([nominal, numeric]).astype(np.int32),
            table.offsets,
            np.column_stack([np.arange(len(nominal)), table.first, n_values]).astype(np.int32),
            table.counts,
            whole * np.log(np.maximum(whole, 1.0)),
            *_entries(np.ascontiguousarray(X.T[numeric]), y, k),
        )
        super().__init__(k, per_fold=10.0 * len(table.counts) + 50.0 * n * len(numeric), per_repeat=5.0 * X.size * k)

    def _answer(self, folds: Ints, first: int, n_folds: int, answers: Ints, chances: Floats) -> None:
        mdl_folds.predict(folds, first, n_folds, *self._prepared, answers, chances)


def _entries(columns: Floats, y: Ints, n_classes: int) -> tuple[Ints, Floats, Ints, Ints, Ints, Ints, Ints]:
    """Rank numeric columns, and list which values occur in which class how often."""
    m, n = columns.shape
    ascending = np.argsort(columns, axis=1)
    n_values, n_entries = np.empty((2, m), dtype=np.int32)
    values = np.empty((m, n))
    codes, entry_code, entry_class, entry_rows, entry_of = np.empty((5, m, n), dtype=np.int32)
    rank_columns(columns, ascending, np.arange(m), 0.0, codes, values, n_values, np.empty(m, dtype=np.uint8))
    place = np.empty(n_classes, dtype=np.int64)
    mdl_folds.list_entries(codes, ascending, y, place, n_entries, entry_code, entry_class, entry_rows, entry_of)
    return n_values, values, n_entries, entry_code, entry_class, entry_rows, entry_of
