"""The range of independent normal variables: tail and quantile."""

import numpy as np
from scipy.special import log_ndtr

from foldwise.stats._batch import Floats

# Where the integrand is summed, around half the range: beyond 12 it is nothing beside what it is at its largest, and
# the sum of equal steps of a smooth function that vanishes at both ends has no error but rounding.
STEP = 1 / 16
STEPS = np.arange(-12 / STEP, 12 / STEP + 1) * STEP
# As many ranges are worked out at once.
AT_ONCE = 4096


def studentized_range_sf(q: Floats, k: int) -> Floats:
    r"""Probability that the range of `k` independent standard normal variables exceeds `q`.

    >>> studentized_range_sf(np.array([0.0, 3.3144932, 30.0]), 3).round(7)
    array([1.  , 0.05, 0.  ])
    """
    flat = np.asarray(q, dtype=np.float64).ravel()
    out = np.empty(flat.shape)
    for start in range(0, len(flat), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        out[part] = _tail(flat[part], k)
    return out.reshape(np.shape(q))


def _tail(q: Floats, k: int) -> Floats:
    """Integrate, over the largest variable, the probability that not all others are within `q` below it.

    With F the distribution function and f the density: k f(z) (F(z)^(k-1) - (F(z) - F(z - q))^(k-1)). The difference is
    taken as a factor, so that the smallest tails keep their digits.
    """
    z = q[:, np.newaxis] / 2 + STEPS
    below = log_ndtr(z)
    with np.errstate(divide="ignore", under="ignore"):
        outside = -np.expm1((k - 1) * np.log1p(-np.exp(log_ndtr(z - q[:, np.newaxis]) - below)))
        density = np.exp((k - 1) * below - z * z / 2)
        total = (density * outside).sum(axis=-1)
    return np.asarray(np.minimum(1.0, total * (k * STEP / np.sqrt(2 * np.pi))))


def studentized_range_critical(alpha: float, k: int) -> float:
    """Value that the range of `k` independent standard normal variables exceeds with probability `alpha`.

    >>> round(studentized_range_critical(0.05, 3), 7)
    3.3144932
    """
    low, high = 0.0, 2.0
    while float(_tail(np.array([high]), k)[0]) > alpha:
        high *= 2
    while True:
        middle = (low + high) / 2
        if not low < middle < high:
            return middle
        if float(_tail(np.array([middle]), k)[0]) > alpha:
            low = middle
        else:
            high = middle
