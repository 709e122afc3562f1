"""Naive Bayes in many folds of one table."""

import numpy as np
import numpy.typing as npt

from foldwise._kernels import bayes_folds as kernel
from foldwise.learners._factor_table import FactorTable
from foldwise.learners._fold_blocks import fold_blocks
from foldwise.learners._numeric_columns import NumericColumns
from foldwise.learners._training import Training

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
# A numeric attribute has few values if there are this many examples for each.
FEW = 32


class BayesFolds:
    """`SharedFolds` of `NaiveBayes`: the model of a fold is what the whole table gives less the rows of the fold.

    Parameters
    ----------
    training : Training
        The whole table.
    """

    def __init__(self, training: Training) -> None:
        n, k = len(training.y), training.n_classes
        self._n_classes = k
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
        self._per_fold = 10.0 * len(table.counts) + 5.0 * n * len(numeric)
        self._per_repeat = 20.0 * X.size * k

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
        for repeats, first, n_folds in fold_blocks(folds, per_fold=self._per_fold, per_repeat=self._per_repeat):
            kernel.predict(folds[repeats], first, n_folds, *self._prepared, answers[repeats], chances[repeats])
