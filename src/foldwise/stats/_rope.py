"""The region of practical equivalence: differences too small to matter."""

import math
from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np

from foldwise.stats._batch import Floats


def as_rope(rope: Any) -> tuple[float, float]:
    """Give the limits of `rope`: a number w stands for the region from -w to w.

    >>> as_rope(0.01)
    (-0.01, 0.01)
    """
    limits = (-rope, rope) if isinstance(rope, Real) and not isinstance(rope, bool) else rope
    if not (isinstance(limits, Sequence) and len(limits) == 2 and all(isinstance(limit, Real) for limit in limits)):
        raise TypeError(f"rope must be a number or a pair of numbers, got {rope!r}.")
    low, high = (float(limit) for limit in limits)
    if not (math.isfinite(low) and math.isfinite(high) and low <= high):
        raise ValueError(f"rope must be a number not below 0 or a pair (low, high) with low <= high, got {rope!r}.")
    return low, high


def distances(estimate: Floats, standard_error: Floats, low: float, high: float) -> tuple[Floats, Floats]:
    """Measure how far the limits lie above the estimate, in standard errors; 0 where a limit is the estimate.

    >>> distances(np.array(2.0), np.array(0.0), 1.0, 2.0)
    (array(-inf), array(0.))
    """
    with np.errstate(all="ignore"):
        below, above = (np.where(limit == estimate, 0.0, (limit - estimate) / standard_error) for limit in (low, high))
    return below, above
