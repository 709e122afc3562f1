"""Cells with Monte Carlo limits, and whether a number lies within wide ones."""

from typing import Any

import numpy.typing as npt

import foldwise as fw
from foldwise.reports import ComparedValue

# A condition on a random number should not fail by chance alone: once in a thousand times.
WIDE = 0.999

Limits = tuple[float, float]


def mean_limits(values: npt.NDArray[Any], level: float = 0.95) -> Limits:
    """Student's limits of a mean of independent values."""
    low, high = fw.stats.kfold_t(values).confidence_interval(level)
    return float(low), float(high)


def share_limits(hits: npt.NDArray[Any], level: float = 0.95) -> Limits:
    """Exact limits of a probability, from independent trials that are hits or not."""
    interval = fw.stats.clopper_pearson(int(hits.sum()), len(hits), level=level)
    return float(interval.low), float(interval.high)


def mean_cell(values: npt.NDArray[Any], printed: float | None = None, *, digits: int = 3) -> ComparedValue:
    """Make a cell of a mean."""
    low, high = mean_limits(values)
    return ComparedValue(measured=float(values.mean()), printed=printed, low=low, high=high, digits=digits)


def share_cell(hits: npt.NDArray[Any], printed: float | None = None, *, digits: int = 3) -> ComparedValue:
    """Make a cell of a share."""
    low, high = share_limits(hits)
    return ComparedValue(measured=float(hits.mean()), printed=printed, low=low, high=high, digits=digits)


def in_words(limits: Limits, digits: int = 3) -> str:
    """Return limits.

    >>> in_words((0.25, 0.5), 2)
    '0.25 to 0.50'
    """
    return f"{limits[0]:.{digits}f} to {limits[1]:.{digits}f}"
