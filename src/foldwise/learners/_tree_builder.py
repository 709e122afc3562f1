"""A table that is ranked and sorted once, on any part of which trees grow, and in every fold of it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri

from foldwise._kernels.c45_tree import TreeGrower
from foldwise._kernels.column_ranks import rank_columns, sort_keys
from foldwise.learners._fold_blocks import BlockwiseFolds, Floats, Ints
from foldwise.learners._table_cells import TableCells, find_cells
from foldwise.learners._training import Training
from foldwise.learners._tree import Tree

# J48 does not cut between values that differ by less.
GAP = 1e-5


@dataclass(frozen=True, slots=True, eq=False)
class Presorted:
    """Ranks of all values and, for columns with many distinct ones, the order of the rows.

    Parameters
    ----------
    codes : ndarray of int32, shape (n_columns, n_examples)
        Place of each value among the distinct (numeric) or declared (nominal) values of its column; -1 is missing.
    n_codes : ndarray of int32, shape (n_columns,)
        Number of distinct or declared values.
    values : ndarray of float
        Distinct values of the numeric columns, ascending; those of column j begin at ``value_start[j]``.
    value_start : ndarray of int64, shape (n_columns,)
        Where the values of a column begin; 0 for a nominal one.
    is_tight : ndarray of uint8, shape (n_columns,)
        Whether some adjacent distinct values differ by no more than `GAP`.
    has_missing : ndarray of uint8, shape (n_columns,)
        Whether a value is missing.
    list_of : ndarray of int32, shape (n_columns,)
        Row of `keys` that lists the column in ascending order; -1 where its values are counted.
    keys : ndarray of uint64, shape (n_lists, n_examples)
        Code, class and row of each value in one number, ascending.
    bits : int
        Bits that the class takes in a key.
    cells : TableCells
        Where the values of the columns without list are counted.
    """

    codes: npt.NDArray[np.int32]
    n_codes: npt.NDArray[np.int32]
    values: npt.NDArray[np.float64]
    value_start: npt.NDArray[np.int64]
    is_tight: npt.NDArray[np.uint8]
    has_missing: npt.NDArray[np.uint8]
    list_of: npt.NDArray[np.int32]
    n_eager: int
    keys: npt.NDArray[np.uint64]
    bits: int
    cells: TableCells


def presort(training: Training) -> Presorted:
    """Rank and sort every column of a training table."""
    n, n_columns = training.X.shape
    columns = np.ascontiguousarray(training.X.T)
    numeric = np.flatnonzero(training.n_values == 0)
    codes = np.empty((n_columns, n), dtype=np.int32)
    n_codes = training.n_values.copy()
    distinct = np.empty((max(1, len(numeric)), n))
    value_start = np.zeros(n_columns, dtype=np.int64)
    is_tight = np.zeros(n_columns, dtype=np.uint8)
    if len(numeric) < n_columns:
        nominal = np.flatnonzero(training.n_values)
        known = columns[nominal]
        codes[nominal] = np.where(np.isnan(known), -1, known)
    if len(numeric):
        order = np.argsort(columns if len(numeric) == n_columns else columns[numeric], axis=1)
        n_distinct = np.empty(len(numeric), dtype=np.int32)
        tight = np.empty(len(numeric), dtype=np.uint8)
        rank_columns(columns, order, numeric, GAP, codes, distinct, n_distinct, tight)
        n_codes[numeric] = n_distinct
        is_tight[numeric] = tight
        value_start[numeric] = np.arange(0, len(numeric) * n, n)
    cells = find_cells(codes, n_codes, training.n_values > 0, is_tight > 0, training.y, training.n_classes)
    is_counted = np.zeros(n_columns, dtype=np.bool_)
    is_counted[cells.columns] = True
    listed = np.append(np.flatnonzero(~is_counted), cells.columns[len(cells.columns) - cells.n_late :])
    list_of = np.full(n_columns, -1, dtype=np.int32)
    list_of[listed] = np.arange(len(listed))
    bits = max(1, (training.n_classes - 1).bit_length())
    if (int(n_codes.max()) + 1) << bits >= 2**32:
        raise ValueError(
            f"the table is too large for one tree: {n_codes.max()} distinct values in a column and "
            f"{training.n_classes} classes. Round the values, or train on a sample."
        )
    keys = np.empty((len(listed), n), dtype=np.uint64)
    if len(listed):
        sort_keys(codes, listed, n_codes, training.y, bits, np.empty(n_codes[listed].max() + 2, dtype=np.int32), keys)
    return Presorted(
        codes=codes,
        n_codes=n_codes,
        values=distinct.ravel(),
        value_start=value_start,
        is_tight=is_tight,
        has_missing=np.asarray((codes < 0).any(axis=1), dtype=np.uint8),
        list_of=list_of,
        n_eager=len(listed) - cells.n_late,
        keys=keys,
        bits=bits,
        cells=cells,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """How a tree is grown and pruned; see `C45`."""

    min_leaf: int
    confidence: float
    prune: bool
    raising: bool
    collapse: bool


class TreeBuilder:
    """One table and one way to grow trees on it.

    Parameters
    ----------
    training : Training
        The table.
    growth : Growth
        How to grow and prune.
    """

    def __init__(self, training: Training, growth: Growth) -> None:
        presorted = presort(training)
        cells = presorted.cells
        short_of = np.full(len(presorted.codes), -1, dtype=np.int32)
        short_of[cells.columns] = np.arange(len(cells.columns))
        self._codes, self._n_values = presorted.codes, training.n_values
        self._grower = TreeGrower(
            presorted.codes,
            presorted.keys,
            presorted.bits,
            training.y,
            training.weight,
            bool((training.weight == 1).all()),
            training.n_values,
            presorted.n_codes,
            presorted.list_of,
            presorted.n_eager,
            short_of,
            cells.by_row,
            cells.by_column,
            cells.first,
            cells.n_known,
            cells.info,
            cells.code,
            cells.place,
            cells.code_in_turn,
            cells.step_in_turn,
            cells.rows,
            presorted.has_missing,
            presorted.is_tight,
            presorted.values,
            presorted.value_start,
            training.n_classes,
            growth.min_leaf,
            growth.confidence,
            -float(ndtri(growth.confidence)),
            growth.prune,
            growth.raising,
            growth.collapse,
        )

    def tree(self, rows: npt.NDArray[np.bool_] | None = None) -> Tree:
        """Grow a tree on the rows that a mask chooses, or on all of them."""
        if rows is None:
            none = np.empty(0, dtype=np.int32)
            return Tree(*self._grower.grow(none, none, np.empty(0, dtype=np.uint8)))
        return Tree(*self._grower.grow(*self._ascending, rows.view(np.uint8)))

    def answer(self, folds: Ints, first: int, n_folds: int, labels: Ints, probabilities: Floats) -> None:
        """Grow a tree for each of some folds of all repeats, and write what it says about the fold.

        Weights must be one. Either `labels`, of the shape of `folds`, or `probabilities`, which has one number more per
        class, is written; the other has no rows.
        """
        room = np.empty(folds.shape[1], dtype=np.uint8)
        self._grower.answer_folds(*self._ascending, folds, first, n_folds, room, labels, probabilities)

    @cached_property
    def _ascending(self) -> tuple[Ints, Ints]:
        """Rows of the numeric columns in ascending order, missing values first, and how many are up to each value."""
        ranks = self._codes[self._n_values == 0]
        n_columns, n = ranks.shape
        if n_columns == 0:
            # There must be an address to give.
            return np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.int32)
        ascending = np.argsort(ranks, axis=1, kind="stable")
        place = ranks + 1 + (n + 1) * np.arange(n_columns)[:, np.newaxis]
        counts = np.bincount(place.ravel(), minlength=n_columns * (n + 1)).reshape(n_columns, n + 1)
        rows_up_to = np.cumsum(counts, axis=1)[:, 1:]
        return ascending.astype(np.int32).ravel(), rows_up_to.astype(np.int32).ravel()


class TreeFolds(BlockwiseFolds):
    """Grow a tree for each fold from the lists of the whole table, in which only its training rows are kept.

    Parameters
    ----------
    training : Training
        The whole table; all weights are one.
    growth : Growth
        How to grow and prune.
    """

    def __init__(self, training: Training, growth: Growth) -> None:
        n, n_columns = training.X.shape
        # Each level of a tree looks at all values.
        super().__init__(training.n_classes, per_fold=8.0 * n * n_columns * np.log2(n + 1), per_repeat=0.0)
        self._builder = TreeBuilder(training, growth)

    def _answer(self, folds: Ints, first: int, n_folds: int, answers: Ints, chances: Floats) -> None:
        self._builder.answer(folds, first, n_folds, answers, chances)
