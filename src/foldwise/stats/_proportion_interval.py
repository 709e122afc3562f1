"""An interval for the accuracy of one classifier."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Batch, Counts, Floats, Integers, unwrapped
from foldwise.stats._counts import as_counts


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ProportionInterval:
    """Accuracy of a classifier on a test set, with an interval.

    Fields are Python numbers for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    estimate : float or ndarray
        Share of examples classified rightly.
    low, high : float or ndarray
        Limits of the interval.
    level : float
        Nominal coverage.
    n_right, n_examples : int or ndarray
        Examples classified rightly, and all.

    Examples
    --------
    >>> from foldwise.stats import wilson
    >>> interval = wilson(81, 100)
    >>> interval.estimate, round(interval.low, 4), round(interval.high, 4)
    (0.81, 0.7222, 0.8749)
    """

    estimate: Batch
    low: Batch
    high: Batch
    level: float
    n_right: Counts
    n_examples: Counts


def as_right(n_right: ArrayLike, n_examples: ArrayLike) -> tuple[Integers, Integers]:
    """Check the counts and give them one shape."""
    right, n = as_counts({"n_right": n_right, "n_examples": n_examples})
    if (right > n).any():
        first = tuple(np.argwhere(right > n)[0])
        raise ValueError(f"n_right must not exceed n_examples, got {right[first]} of {n[first]}.")
    return right, n


def proportion_interval(right: Integers, n: Integers, low: Floats, high: Floats, level: float) -> ProportionInterval:
    """Assemble the result."""
    return ProportionInterval(
        estimate=unwrapped(np.asarray(right / n)),
        low=unwrapped(np.asarray(low)),
        high=unwrapped(np.asarray(high)),
        level=level,
        n_right=unwrapped(right),
        n_examples=unwrapped(n),
    )
