"""Intervals for a normal mean of unknown variance that hold at all sample sizes at once."""

import numpy as np

from foldwise.stats._batch import Floats


def half_width(n: Floats | float, error: float) -> Floats:
    r"""Half the width of the interval after `n` observations, in standard deviations; infinite while `n` is small.

    The t likelihood ratio, mixed over standardized effects from N(0, 1), against the true mean is

    .. math:: (1 + n)^{-1/2} \Big(\frac{1 + t^2 / (n - 1)}{1 + t^2 / ((n - 1)(1 + n))}\Big)^{n/2},

    a martingale of mean 1, so it ever exceeds ``1 / error`` with probability at most `error`: solve for t.

    >>> half_width(np.array([4.0, 5.0, 100.0]), 0.05).round(3)
    array([  inf, 3.78 , 0.335])
    """
    n = np.asarray(n, dtype=np.float64)
    # Minus one at once: for large n the base comes close to 1.
    excess = np.expm1((np.log1p(n) - 2 * np.log(error)) / n)
    room = n - excess
    with np.errstate(all="ignore"):
        return np.where(room > 0, np.sqrt((n - 1) / n * excess * (1 + n) / room), np.inf)


def looks_needed(distance: Floats, error: float) -> Floats:
    """Least number of observations whose half-width is below `distance` standard deviations; infinite beyond 2**50.

    >>> looks_needed(np.array([0.0, 0.336, 1.0, np.inf]), 0.05)
    array([ inf, 100.,  14.,   5.])
    """
    low, high = np.full(distance.shape, 1.0), np.full(distance.shape, 2.0**50)
    reachable = half_width(high, error) < distance
    for _ in range(50):
        middle = np.floor((low + high) / 2)
        enough = half_width(middle, error) < distance
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return np.where(reachable, high, np.inf)
