"""Naive Bayes in many folds of one table."""

import numpy as np

from foldwise._kernels import bayes_folds as kernel
from foldwise.learners._factor_table import FactorTable
from foldwise.learners._fold_blocks import BlockwiseFolds, Floats, Ints
from foldwise.learners._numeric_columns import NumericColumns
from foldwise.learners._training import Training

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
        super().__init__(k, per_fold=10.0 * len(table.counts) + 5.0 * n * len(numeric), per_repeat=20.0 * X.size * k)

    def _answer(self, folds: Ints, first: int, n_folds: int, answers: Ints, chances: Floats) -> None:
        kernel.predict(folds, first, n_folds, *self._prepared, answers, chances)
