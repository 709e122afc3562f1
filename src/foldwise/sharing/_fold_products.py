"""Products of columns over what every fold is trained on, also from the means of classes, and equations with them."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Self

import numpy as np
from scipy.linalg.lapack import dpocon, dpotrf, dpotrs

from foldwise.sharing._fold_sums import Labels, are_moderate, count_folds, sum_of_others
from foldwise.sharing._shared import Codes, Examples, Floats

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


# Equations that are solved all in one call, which for larger ones takes longer than one call for each.
_MOST_AT_ONCE: Final = 40


def solved(matrices: Floats, right: Floats) -> tuple[Floats, Floats]:
    """Solve symmetric equations (..., p, p), and bound the eigenvalues of their matrices, as `factors` does."""
    if matrices.shape[-1] <= _MOST_AT_ONCE:
        try:
            inverse = np.linalg.inv(matrices)
        except np.linalg.LinAlgError:
            pass
        else:
            # Of a matrix that is near a singular one this says nothing, but then the bound is near 0 as well.
            return inverse @ right, 1 / np.abs(inverse).sum(axis=-1).max(axis=-1)
    lower, least = factors(matrices)
    return solutions(lower, right), least


_MOST_COLUMNS: Final = 400


@dataclass(frozen=True, slots=True, eq=False)
class ClassCentred:
    """Columns in units of their standard deviation within classes, about their mean.

    Parameters
    ----------
    X : ndarray of shape (n_examples, n_columns)
    norms : ndarray of shape (n_examples,)
        Lengths of its rows.
    means : ndarray of shape (n_classes, n_columns)
    deviations : ndarray of shape (n_examples, n_columns)
        Of every row from the mean of its class.
    units : ndarray of shape (n_columns,)
        What one is, in the columns as they came.
    far : float
        No row was farther from the origin, in these units, before the mean was taken away.
    """

    X: Floats
    norms: Floats
    means: Floats
    deviations: Floats
    units: Floats
    far: float

    @classmethod
    def of(cls, examples: Examples) -> Self | None:
        """Look at a table this way; None if columns are too many, numbers not moderate, or classes fewer than two."""
        X, y, k = examples.X, examples.y, examples.n_classes
        if k < 2 or not 0 < X.shape[1] <= _MOST_COLUMNS or not are_moderate(X):
            return None
        X = X - X.mean(axis=0)
        counts = np.bincount(y, minlength=k)
        means = np.zeros((k, X.shape[1]))
        np.add.at(means, y, X)
        means /= np.maximum(counts, 1)[:, np.newaxis]
        deviations = X - means[y]
        units = np.sqrt(np.square(deviations).mean(axis=0))
        # A column that is constant within classes keeps its own unit.
        largest = np.abs(examples.X).max(axis=0)
        units[units <= 1e-12 * largest] = 1.0
        X /= units
        far = float(np.sqrt(np.square(largest / units).sum()))
        return cls(X, np.sqrt(np.square(X).sum(axis=1)), means / units, deviations / units, units, far)

    @property
    def ratio(self) -> float:
        """How much larger the largest unit is than the smallest."""
        return float(self.units.max() / self.units.min())


def checked_priors(priors: Any, n_classes: int) -> Floats | None:
    """Return given priors as an array, equal ones for None; None if they are not positive or do not add up to 1."""
    if priors is None:
        return np.full(n_classes, 1 / max(n_classes, 1))
    try:
        values = np.asarray(priors, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    fine = values.shape == (n_classes,) and bool((values > 0).all()) and abs(values.sum() - 1) < 1e-6
    return values if fine else None
