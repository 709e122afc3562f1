"""Products of columns, summed over what every fold is trained on, and equations with such matrices."""

from itertools import pairwise

import numpy as np
from scipy.linalg.lapack import dpocon, dpotrf, dpotrs

from foldwise.sharing._fold_sums import Labels, count_folds, sum_of_others
from foldwise.sharing._shared import Codes, Floats

# A product of matrices of so many values takes some ten milliseconds at most.
_VALUES_AT_ONCE = 1 << 18


def training_products(folds: Codes, values: Floats, y: Labels, n_classes: int) -> Floats:
    """Sum v v' over the training rows v of every fold, class by class: (n_repeats, n_folds, n_classes, p, p)."""
    n_folds, p = count_folds(folds), values.shape[1]
    sums = np.empty((len(folds), n_folds, n_classes, p, p))
    at_once = max(_VALUES_AT_ONCE // max(p, 1), 1)
    for repeat, codes in enumerate(folds):
        # Cell by cell, after the rows that are left out: those that are never tested, then fold after fold.
        cells = (codes.astype(np.intp) + 1) * n_classes + y
        order = np.argsort(cells, kind="stable")
        ends = np.searchsorted(cells, np.arange((n_folds + 1) * n_classes + 1), sorter=order).tolist()
        ordered = values[order]
        parts = np.zeros((1, n_folds + 1, n_classes, p, p))
        for cell, (start, end) in enumerate(pairwise(ends)):
            fold, label = divmod(cell, n_classes)
            for begin in range(start, end, at_once):
                rows = ordered[begin : min(begin + at_once, end)]
                parts[0, fold - 1, label] += rows.T @ rows
        sums[repeat] = sum_of_others(parts)[0]
    return sums


def factors(matrices: Floats) -> tuple[Floats, Floats]:
    """Factor symmetric matrices (..., p, p) after Cholesky and bound their eigenvalues from below.

    Returns
    -------
    lower : ndarray of shape (..., p, p)
        L with L L' the matrix; NaN if it is not positive definite.
    least : ndarray of shape (...)
        What no eigenvalue is below, up to LAPACK's estimate of a norm; 0 if the matrix is not positive definite.
    """
    lower = np.empty(matrices.shape)
    least = np.zeros(matrices.shape[:-2])
    for at in np.ndindex(least.shape):
        norm = float(np.abs(matrices[at]).sum(axis=0).max())
        factor, failed = dpotrf(matrices[at].T, lower=True, clean=True)
        if failed or not np.isfinite(norm):
            lower[at] = np.nan
        else:
            lower[at] = factor
            # The reciprocal of the largest sum of a column of the inverse, in units of that of the matrix.
            least[at] = dpocon(factor, norm, uplo="L")[0] * norm
    return lower, least


def solutions(lower: Floats, right: Floats) -> Floats:
    """Solve L L' b = r for `lower` (..., p, p) and `right` (..., p, m)."""
    solved = np.empty(right.shape)
    for at in np.ndindex(lower.shape[:-2]):
        solved[at] = dpotrs(lower[at], right[at], lower=True)[0]
    return solved
