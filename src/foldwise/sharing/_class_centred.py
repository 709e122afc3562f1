"""A table seen from the means of its classes, which is where covariances within classes lose no digits."""

from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np

from foldwise.sharing._magnitudes import are_moderate
from foldwise.sharing._shared import Examples, Floats

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
