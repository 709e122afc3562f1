"""Naive Bayes with entropy cuts in many folds of one table."""

import numpy as np

from foldwise._kernels import mdl_folds as kernel
from foldwise._kernels.column_ranks import rank_columns
from foldwise.learners._factor_table import FactorTable
from foldwise.learners._fold_blocks import BlockwiseFolds, Floats, Ints
from foldwise.learners._training import Training


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
        kernel.predict(folds, first, n_folds, *self._prepared, answers, chances)


def _entries(columns: Floats, y: Ints, n_classes: int) -> tuple[Ints, Floats, Ints, Ints, Ints, Ints, Ints]:
    """Rank numeric columns, and list which values occur in which class how often."""
    m, n = columns.shape
    ascending = np.argsort(columns, axis=1)
    n_values, n_entries = np.empty((2, m), dtype=np.int32)
    values = np.empty((m, n))
    codes, entry_code, entry_class, entry_rows, entry_of = np.empty((5, m, n), dtype=np.int32)
    rank_columns(columns, ascending, np.arange(m), 0.0, codes, values, n_values, np.empty(m, dtype=np.uint8))
    place = np.empty(n_classes, dtype=np.int64)
    kernel.list_entries(codes, ascending, y, place, n_entries, entry_code, entry_class, entry_rows, entry_of)
    return n_values, values, n_entries, entry_code, entry_class, entry_rows, entry_of
