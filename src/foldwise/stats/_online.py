"""What all procedures for an open-ended sequence of hypotheses share: their result, their sequences, their checks."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_fraction
from foldwise.stats._batch import Counts, Floats, Integers, Mask, unwrapped

# Javanmard and Montanari's constant. The sum of all terms with it is 0.976: at most 1, as is needed.
_SLOW_CONSTANT: Final = 0.07720838
# 1 / zeta(1.6), so that the sum is 1.
_POWER_CONSTANT: Final = 0.4374901657744737
_ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OnlineResult:
    """What an online procedure decides on hypotheses in the order in which they came.

    Attributes
    ----------
    levels : ndarray
        The level of each test, known before its p-value is: it hangs on those before it alone.
    rejected : ndarray of bool
        Which hypotheses are rejected; what comes later changes none of it.
    alpha : float
        The false discovery rate that is kept.

    Examples
    --------
    >>> from foldwise.stats import lond
    >>> result = lond([0.0001, 0.2, 0.0005])
    >>> result.levels.round(6), result.rejected, result.count
    (array([0.002676, 0.001164, 0.000991]), array([ True, False,  True]), 2)
    """

    levels: Floats
    rejected: Mask
    alpha: float

    @property
    def count(self) -> Counts:
        """How many are rejected; of a batch, for each of its members."""
        counts: Integers = np.asarray(self.rejected.sum(axis=-1))
        return unwrapped(counts)


def slow_gamma(n: int) -> Floats:
    """Return the sequence of Javanmard and Montanari (2018, equation 31), which is also that of LORD++.

    >>> slow_gamma(3).round(5)
    array([0.05352, 0.01164, 0.00991])
    """
    t = np.arange(1, n + 1, dtype=np.float64)
    return np.asarray(_SLOW_CONSTANT * np.log(np.maximum(t, 2)) / (t * np.exp(np.sqrt(np.log(t)))))


def power_gamma(n: int) -> Floats:
    """Return the sequence of SAFFRON, which falls as the power 1.6 of the place.

    >>> power_gamma(3).round(5)
    array([0.43749, 0.14432, 0.07544])
    """
    return np.asarray(_POWER_CONSTANT * np.arange(1, n + 1, dtype=np.float64) ** -1.6)


def as_gamma(gamma: ArrayLike | None, default: Floats, *, falls: bool) -> Floats:
    """Check a sequence that was given, and cut it to as many terms as there are hypotheses."""
    if gamma is None:
        return default
    given = np.asarray(gamma, dtype=np.float64)
    n = default.size
    if given.ndim != 1 or given.size < n:
        raise ValueError(f"gamma must have a term for each of {n} hypotheses, got an array of shape {given.shape}.")
    if not np.isfinite(given).all() or (given < 0).any() or given.sum() > 1 + _ROUNDING:
        raise ValueError(f"gamma must be non-negative and add up to at most 1, got the sum {given.sum():g}.")
    if falls and (np.diff(given) > 0).any():
        raise ValueError("gamma must not rise from one term to the next.")
    return given[:n]


def as_wealth(wealth: float | None, alpha: float, share: float) -> float:
    """Check the part of alpha that is there before anything is rejected; by default a share of it."""
    if wealth is None:
        return share * alpha
    if not 0 < check_fraction(wealth, "wealth") <= alpha:
        raise ValueError(f"wealth must be positive and at most alpha, {alpha:g}, got {wealth:g}.")
    return float(wealth)
