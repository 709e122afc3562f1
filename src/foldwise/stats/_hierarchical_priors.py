"""What the hierarchical model takes for plausible before the data."""

import math
from typing import Any, Final

import numpy as np

from foldwise.stats._batch import Floats
from foldwise.stats._fold_summaries import FoldSummaries

# Corani et al. (2017): limits of the uniform shape and rate of the gamma prior of nu - 1.
DF_PRIOR: Final = ((0.5, 5.0), (0.05, 0.15))
# Corani et al. (2017): the limit of a standard deviation over its estimate; it matters little when it is large.
TIMES: Final = 1000.0


def check_df_prior(prior: Any) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return limits of shape and rate as floats, else raise.

    >>> check_df_prior([(1, 2), (0.01, 0.1)])
    ((1.0, 2.0), (0.01, 0.1))
    """
    try:
        (a, b), (c, d) = prior
        shape, rate = (float(a), float(b)), (float(c), float(d))
    except (TypeError, ValueError):
        raise TypeError(f"df_prior must be two pairs of numbers, for shape and rate, got {prior!r}.") from None
    if not all(0 < low < high and math.isfinite(high) for low, high in (shape, rate)):
        raise ValueError(f"df_prior must be pairs (low, high) with 0 < low < high, got {prior!r}.")
    return shape, rate


def prior_limits(limits: Any, folds: FoldSummaries) -> tuple[Floats, Floats, Floats]:
    """Return the limits of delta_0, s_0 and sigma in the units of `folds`, with one more axis than the batch.

    >>> from foldwise.stats._fold_summaries import summarize_folds
    >>> folds = summarize_folds([[[1.0, 3.0]], [[2.0, 4.0]]], None, (-1.0, 1.0), None)
    >>> [np.ldexp(limit, folds.exponent).item() for limit in prior_limits(None, folds)]
    [4.0, 1500.0, 1500.0]
    """
    if limits is None:
        spread = np.sqrt(folds.variance.mean(axis=-1) + folds.mean.var(axis=-1))[..., np.newaxis]
        return folds.largest[..., np.newaxis], TIMES * spread, TIMES * spread
    try:
        first, second, third = (float(limit) for limit in limits)
    except (TypeError, ValueError):
        raise TypeError(f"limits must be three numbers, for delta_0, s_0 and sigma, got {limits!r}.") from None
    if not all(0 < limit < math.inf for limit in (first, second, third)):
        raise ValueError(f"limits must be positive and finite, got {limits!r}.")
    centre, spread, sigma = (np.ldexp(limit, -folds.exponent)[..., np.newaxis] for limit in (first, second, third))
    return centre, spread, sigma
