"""Power of tests as functions of how much there is, and the least that has the power wished."""

import math
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.special import bdtr, chdtri, ndtr, ndtri

from foldwise.stats import clopper_pearson
from foldwise.stats._door import student_quantile

# The band is about what the pilot knows: how much differences vary.
BAND: Final = 0.9

# From so many degrees of freedom on, Student's distribution is the normal one for all that is planned here.
_NORMAL_FROM: Final = 20_000
_NODES: Final = 200
# How many numbers of disagreements are looked at.
_PLACES: Final = 2000
# Where the share of disagreements lies, in standard deviations: what is beyond has no weight.
_TAIL: Final = 8.0


def student_power(shift: float, df: float, alpha: float) -> float:
    r"""Return how often a two-sided t test rejects if the true difference is so many standard errors.

    .. math:: P(T_{\nu,\delta} > t_{\nu,1-\alpha/2}) + P(T_{\nu,\delta} < -t_{\nu,1-\alpha/2})

    with noncentral `T`. Infinite degrees of freedom are the normal distribution.

    >>> round(student_power(2.8016, math.inf, 0.05), 3), round(student_power(0.0, 9, 0.05), 3)
    (0.8, 0.05)
    """
    if df >= _NORMAL_FROM:
        critical = -float(ndtri(alpha / 2))
        return float(ndtr(shift - critical) + ndtr(-shift - critical))
    critical = -float(student_quantile(df, alpha / 2))
    # Given the denominator it is a normal probability; SciPy's noncentral t is undefined for some large shifts.
    at, weights = _denominators(df)
    return float(weights @ (ndtr(shift - critical * at) + ndtr(-shift - critical * at)))


@lru_cache(maxsize=4096)
def _denominators(df: float) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return places and weights for means over the square root of chi-square over its degrees of freedom."""
    nodes, weights = _legendre()
    return np.sqrt(chdtri(df, (1 - nodes) / 2) / df), weights / 2


@cache
def _legendre() -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return places and weights of the quadrature: an eigenvalue problem, solved once."""
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    return np.asarray(nodes), np.asarray(weights)


def disagreement_power(n: int, disagree: float, difference: float, alpha: float, *, mid: bool = False) -> float:
    r"""Return how often the binomial test of disagreements rejects: summed over all their numbers.

    Of `n` items, :math:`D \sim B(n, \psi)` are right for one learner only, and of these :math:`B(D, (\psi + \delta) /
    2 \psi)` for the first. The test rejects if the smaller number has a two-sided probability of at most `alpha`;
    with `mid` half of that of the number itself counts (mid-p).

    >>> round(disagreement_power(200, 0.2, 0.1, 0.05), 3), round(disagreement_power(200, 0.2, 0.1, 0.05, mid=True), 3)
    (0.875, 0.903)
    """
    reach = _TAIL * math.sqrt(n * disagree * (1 - disagree)) + 1
    low, high = max(0, math.floor(n * disagree - reach)), min(n, math.ceil(n * disagree + reach))
    # Of very many disagreements neighbours are alike: one stands for a few.
    step = 1 + (high - low) // _PLACES
    edges = np.arange(low - 1, high + 1 + step, step)
    counts = np.minimum(edges[:-1] + (step + 1) // 2, n)
    weights = np.diff(_at_most(edges, n, disagree))
    critical = critical_count(counts, alpha, mid=mid)
    ahead = min(1.0, (disagree + difference) / (2 * disagree))
    # As few as that for either learner.
    found = _at_most(critical, counts, ahead) + _at_most(critical, counts, 1 - ahead)
    return float(weights @ found)


def critical_count(counts: npt.ArrayLike, alpha: float, *, mid: bool = False) -> npt.NDArray[np.float64]:
    """Return up to which smaller number of so many disagreements the test rejects; -1: at none.

    >>> critical_count([5, 6, 20], 0.05).tolist(), critical_count([5, 6, 20], 0.05, mid=True).tolist()
    ([-1.0, 0.0, 5.0], [0.0, 0.0, 5.0])
    """
    n = np.asarray(counts, dtype=np.int64)
    critical = np.maximum(-1.0, np.floor(n / 2 + float(ndtri(alpha / 2)) * np.sqrt(n) / 2) - 3)
    while True:
        larger = critical + 1
        tail = _at_most(larger, n, 0.5)
        p = tail + (_at_most(critical, n, 0.5) if mid else tail)
        grows = (p <= alpha) & (larger <= n)
        if not grows.any():
            return np.asarray(critical)
        critical = np.where(grows, larger, critical)


def _at_most(k: npt.ArrayLike, n: npt.ArrayLike, p: float) -> npt.NDArray[np.float64]:
    """Return the probability of at most `k` of `n`; none if `k` is below 0."""
    k, n = np.broadcast_arrays(np.asarray(k, dtype=np.float64), np.asarray(n, dtype=np.int64))
    return np.where(k < 0, 0.0, bdtr(np.clip(k, 0, n), n, p))


def variance_df(values: npt.NDArray[np.float64]) -> float:
    r"""Return with how many degrees of freedom the variance of a sample is known.

    It is :math:`n - 1` for the normal law; where a few values are far from all others the variance of a variance is
    larger, :math:`2 / (n - 1) + \kappa / n` of its square with the excess :math:`\kappa` of the kurtosis.

    >>> round(variance_df(np.array([1.0, 2.0, 3.0, 4.0])), 1), round(variance_df(np.array([0.0] * 19 + [1.0])), 1)
    (3.0, 2.3)
    """
    n, d = len(values), values - values.mean()
    excess = float((d**4).mean() / (d**2).mean() ** 2) - 3
    return 2 / (2 / (n - 1) + max(excess, 0.0) / n)


def sd_interval(sd: float, df: float, level: float = BAND) -> tuple[float, float]:
    r"""Return between which standard deviations the true one lies, by the chi-square distribution.

    .. math:: s \sqrt{\nu / \chi^2_{\nu, (1 \pm c)/2}}

    >>> [round(end, 3) for end in sd_interval(1.0, 9)]
    [0.729, 1.645]
    """
    tail = (1 - level) / 2
    return sd * math.sqrt(df / float(chdtri(df, tail))), sd * math.sqrt(df / float(chdtri(df, 1 - tail)))


def share_interval(count: int, n: int, level: float = BAND) -> tuple[float, float]:
    """Return between which shares the true one lies: Clopper and Pearson's limits."""
    ends = clopper_pearson(count, n, level=level)
    return float(ends.low), float(ends.high)


def least(power_at: Callable[[int], float], wish: float, *, start: int, most: int) -> float:
    """Return the least number with a power, which grows with it; infinite if `most` has less.

    >>> least(lambda n: 1 - 0.9**n, 0.8, start=2, most=100), least(lambda n: 0.5, 0.8, start=2, most=100)
    (16.0, inf)
    """
    if power_at(start) >= wish:
        return float(start)
    low, high = start, start
    while high < most:
        high = min(2 * high, most)
        if power_at(high) >= wish:
            break
        low = high
    else:
        return math.inf
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if power_at(middle) >= wish else (middle, high)
    return float(high)


def numbers_around(*marks: float, least_number: int, most: int, n_points: int = 25) -> list[int]:
    """Return numbers for a curve, on a logarithmic scale, around those that matter, which are among them."""
    known = sorted(int(mark) for mark in marks if math.isfinite(mark) and mark >= least_number)
    top = min(most, max(2 * known[-1] if known else 4 * least_number, 4 * least_number))
    bottom = max(least_number, (known[0] if known else least_number) // 4)
    grid = np.geomspace(bottom, max(top, bottom + 2), n_points).round().astype(int)
    return sorted({*grid.tolist(), *(mark for mark in known if mark <= top)})
