"""One difference per dataset, checked, with what the rounding of scores can explain."""

import math
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Floats
from foldwise.stats._differences import ROUNDINGS, SCORES_OVER_DIFFERENCES, rounding_of_each
from foldwise.stats._inputs import as_finite


def as_dataset_differences(
    differences: ArrayLike, limits: tuple[float, float], score_magnitude: ArrayLike | None
) -> tuple[Floats, Floats]:
    """Return differences of shape ``(..., n_datasets)`` and how far rounding may move them from `limits`.

    >>> d, rounding = as_dataset_differences([0.02, -0.5], (-0.01, 0.01), None)
    >>> rounding
    array([8.8817842e-12])
    """
    d = as_finite(differences, "differences", "n_datasets")
    if score_magnitude is not None:
        return d, np.asarray(rounding_of_each(score_magnitude, d))
    size = np.maximum(np.abs(d).max(axis=-1, keepdims=True), max(map(abs, limits)))
    return d, ROUNDINGS * np.finfo(np.float64).eps * SCORES_OVER_DIFFERENCES * size


def check_prior_strength(strength: Any) -> float:
    """Return `strength` as a finite float not below 0, else raise.

    >>> check_prior_strength(1)
    1.0
    """
    if isinstance(strength, bool) or not isinstance(strength, Real):
        raise TypeError(f"prior_strength must be a number, got {strength!r} of type {type(strength).__name__}.")
    value = float(strength)
    if not (math.isfinite(value) and value >= 0):
        raise ValueError(f"prior_strength must be finite and not negative, got {strength}.")
    return value
