"""Tails of a mean over its error by Bartlett weights, of independent normal differences: exact for any lag."""

from functools import lru_cache

import numpy as np
from scipy.special import expit

from foldwise.stats._batch import Alternative, Floats

# With more periods the tails depend on the share of periods that the lags reach over, and no longer on their number.
_MOST = 300
# Points of the double exponential rule: dense at both ends, where small statistics bend the integrand.
_STEPS = np.linspace(-3.2, 3.2, 161)
_ANGLES = np.pi / 2 * expit(np.pi * np.sinh(_STEPS))
_SHARES = np.cosh(_STEPS) / np.square(np.cosh(np.pi / 2 * np.sinh(_STEPS)))
_SHARES = _SHARES / _SHARES.sum()
# Statistics that are referred at a time.
_BLOCK = 256


@lru_cache(maxsize=512)
def error_weights(n: int, lags: int) -> Floats:
    """Return the weights of independent chi-squares that the squared error of the mean is made of, its mean being 1.

    >>> error_weights(3, 0)
    array([0.33333333, 0.33333333])
    """
    m = min(n, _MOST)
    reach = max((lags + 1) * m / n, 1.0)
    apart = np.abs(np.subtract.outer(np.arange(m), np.arange(m)))
    kernel = np.clip(1 - apart / reach, 0, None)
    kernel = kernel - kernel.mean(axis=0)
    kernel = kernel - kernel.mean(axis=1)[:, np.newaxis]
    weights = np.clip(np.linalg.eigvalsh(kernel)[1:], 0, None) / m
    weights.setflags(write=False)
    return weights


def fixed_b_pvalue(t: Floats, n: int, lags: int, alternative: Alternative) -> Floats:
    r"""P-value of the mean of n independent normal differences over its error by Bartlett weights.

    The error is independent of the mean, a sum of chi-squares with weights w, and two normal tails are an integral
    over an angle (Craig's form), so that

    .. math:: P(|T| > t) = \frac{2}{\pi} \int_0^{\pi/2} \prod_i (1 + t^2 w_i / \sin^2 u)^{-1/2} du.

    >>> fixed_b_pvalue(np.array([2.2621571627982055]), 10, 0, "two-sided").round(8)  # 2.146 with 9 df
    array([0.06042167])
    """
    flat = np.square(np.minimum(np.abs(np.asarray(t, dtype=np.float64)), 1e150)).ravel()
    sines = np.square(np.sin(_ANGLES))
    ratios = error_weights(n, lags)[:, np.newaxis] / sines
    both = np.empty(len(flat))
    for start in range(0, len(flat), _BLOCK):
        part = flat[start : start + _BLOCK, np.newaxis]
        logs = np.zeros((len(part), len(sines)))
        for ratio in ratios:
            logs += np.log1p(part * ratio)
        both[start : start + _BLOCK] = (np.exp(-logs / 2) * _SHARES).sum(axis=1)
    pvalue = both.reshape(np.shape(t))
    if alternative == "two-sided":
        return pvalue
    ahead = np.asarray(t) > 0 if alternative == "greater" else np.asarray(t) < 0
    return np.where(ahead, pvalue / 2, 1 - pvalue / 2)


@lru_cache(maxsize=64)
def fixed_b_critical(level: float, n: int, lags: int) -> float:
    """Value that the size of the statistic stays below with probability `level`.

    >>> round(fixed_b_critical(0.95, 10, 0) * (9 / 10) ** 0.5, 9)  # Student's, 9 df
    2.262157163
    """
    from scipy.optimize import brentq

    def excess(log_t: float) -> float:
        p = fixed_b_pvalue(np.array([np.exp(log_t)]), n, lags, "two-sided")[0]
        return float(np.log(max(p, 1e-300)) - np.log(1 - level))

    return float(np.exp(brentq(excess, np.log(1e-9), np.log(1e9), xtol=1e-14)))
