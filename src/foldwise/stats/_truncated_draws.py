"""Draws from normal and inverse gamma distributions that are cut off."""

import numpy as np
from scipy.special import gammaincc, gammainccinv, log_ndtr, ndtri_exp

from foldwise.stats._batch import Floats


def truncated_normal(rng: np.random.Generator, mean: Floats, sd: Floats, low: Floats, high: Floats) -> Floats:
    """Draw normal numbers between `low` and `high`.

    >>> rng, zero = np.random.default_rng(0), np.zeros(10_000)
    >>> x = truncated_normal(rng, zero, zero + 1, zero + 30, zero + np.inf)
    >>> bool(x.min() >= 30), round(float(x.mean()), 2)
    (True, 30.03)
    """
    x = mean + sd * rng.standard_normal(mean.shape)
    out = (x < low) | (x > high)
    if out.any():
        # Those outside are drawn anew from the tail itself, which leaves the distribution that of those inside.
        mean, sd, low, high = (np.broadcast_to(part, x.shape)[out] for part in (mean, sd, low, high))
        a, b = (low - mean) / sd, (high - mean) / sd
        flip = a > 0
        a, b = np.where(flip, -b, a), np.where(flip, -a, b)
        u = rng.random(len(a))
        top = log_ndtr(b)
        z = ndtri_exp(top + np.log(u + (1 - u) * np.exp(log_ndtr(a) - top)))
        x[out] = np.clip(mean + sd * np.where(flip, -z, z), low, high)
    return np.asarray(x)


def inverse_gamma(rng: np.random.Generator, shape: Floats | float, scale: Floats, high: Floats) -> Floats:
    """Draw numbers up to `high` whose inverse is a gamma variable of that shape, times `scale`.

    >>> x = inverse_gamma(np.random.default_rng(0), 0.5, np.ones(1000), np.full(1000, 2.0))
    >>> bool(0 < x.min() < x.max() <= 2)
    True
    """
    x = scale / rng.standard_gamma(np.broadcast_to(shape, scale.shape))
    out = x > high
    if out.any():
        shape, scale, high = (np.broadcast_to(part, x.shape)[out] for part in (shape, scale, high))
        x[out] = np.minimum(scale / _gamma_beyond(rng, shape, scale / high), high)
    return np.asarray(x)


def _gamma_beyond(rng: np.random.Generator, shape: Floats, low: Floats) -> Floats:
    """Draw gamma variables not below `low`.

    >>> _gamma_beyond(np.random.default_rng(0), np.array([3.0, 3.0]), np.array([1e-3, 1e6])).round(2)
    array([2.15000000e+00, 1.00000002e+06])
    """
    x = gammainccinv(shape, rng.random(len(low)) * gammaincc(shape, low))
    # Far in the tail, whose probability may be too small for a number: an exponential one, rejected where it has more.
    todo = np.flatnonzero(low > shape)
    while len(todo):
        a, c = shape[todo] - 1, low[todo]
        rate = np.maximum(a, 0.0) / c
        beyond = rng.standard_exponential(len(todo)) / (1 - rate)
        x[todo] = c + beyond
        todo = todo[np.log1p(-rng.random(len(todo))) > a * np.log1p(beyond / c) - rate * beyond]
    return np.asarray(x)
