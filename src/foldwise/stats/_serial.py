"""Differences in the order of time: deviations from their mean, their autocovariances, and variances from these."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Floats, Mask
from foldwise.stats._differences import Differences


def deviations(values: ArrayLike, d: Differences) -> Floats:
    """Return each difference less the mean of its experiment, in units of ``2**d.exponent``.

    >>> from foldwise.stats._differences import as_differences
    >>> d = as_differences([1.0, 2.0, 6.0], ("n_periods",))
    >>> np.ldexp(deviations([1.0, 2.0, 6.0], d), d.exponent)
    array([-2., -1.,  3.])
    """
    x = np.ascontiguousarray(values, dtype=np.float64)
    scaled = np.ldexp(x, -d.exponent[..., np.newaxis])
    return np.where(d.variance[..., np.newaxis] > 0, scaled - d.mean[..., np.newaxis], 0.0)


def autocovariance(centered: Floats, lag: int) -> Floats:
    """Return the sum of products `lag` periods apart over the number of periods, along the last axis.

    >>> autocovariance(np.array([-2.0, -1.0, 3.0]), 1)
    np.float64(-0.3333333333333333)
    """
    n = centered.shape[-1]
    products = centered[..., lag:] * centered[..., : n - lag]
    return np.asarray(products.sum(axis=-1) / n)[()]


def long_run_variance(centered: Floats, weights: Floats) -> Floats:
    """Return the variance plus twice the weighted autocovariances; ``weights[j - 1]`` is that of lag j.

    >>> long_run_variance(np.array([-2.0, -1.0, 3.0]), np.array([0.5]))
    array(4.33333333)
    """
    total = np.asarray(autocovariance(centered, 0), dtype=np.float64)
    for lag, weight in enumerate(weights, start=1):
        total = total + 2 * weight * autocovariance(centered, lag)
    return np.asarray(total)


def bartlett(lags: int) -> Floats:
    """Return the weights ``1 - j / (lags + 1)`` of the lags 1, 2, ..., with which no variance is negative.

    >>> bartlett(3)
    array([0.75, 0.5 , 0.25])
    """
    return 1 - np.arange(1, lags + 1) / (lags + 1)


def without_variance(d: Differences, long_run: Floats) -> Differences:
    """Count experiments as constant whose variance over time is nothing but rounding, though differences vary.

    >>> from foldwise.stats._differences import as_differences
    >>> without_variance(as_differences([1.0, 2.0], ("n_periods",)), np.array(0.0)).constant
    np.True_
    """
    nothing: Mask = np.asarray((long_run <= np.square(d.rounding)) & ~d.identical)
    return replace(d, constant=d.constant | nothing)
