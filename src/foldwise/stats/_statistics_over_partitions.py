"""Statistics of one test on many partitions of the same data, checked."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Floats


def as_statistics(values: ArrayLike, *, least: int) -> Floats:
    """Check `values` of shape ``(..., n_partitions)`` with at least `least` partitions; infinity is left in.

    >>> as_statistics([2.9, 1.4], least=1)
    array([2.9, 1.4])
    """
    if np.ma.is_masked(values):
        raise ValueError("statistics must not be masked: no partition is dropped silently. Pass all of them.")
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError("statistics must be a rectangular array, got rows of different lengths.") from None
    if array.dtype.kind not in "iuf":
        raise TypeError(f"statistics must be an array of numbers, got dtype {array.dtype}.")
    if array.ndim == 0:
        raise ValueError(
            "statistics must have shape (n_partitions,), leading axes allowed, got (). Pass one per partition."
        )
    if array.shape[-1] < least:
        raise ValueError(f"at least {least} partitions are needed, got {array.shape[-1]} (shape {array.shape}).")
    # In C order, so that sums are the same to the last bit however the input lies in memory.
    t = array.astype(np.float64, order="C")
    if np.isnan(t).any():
        *experiment, place = (int(i) for i in np.argwhere(np.isnan(t))[0])
        of = f" of experiment {experiment[0] if len(experiment) == 1 else tuple(experiment)}" if experiment else ""
        raise ValueError(f"statistics must not be NaN, got one at partition {place}{of} (counted from 0).")
    return t
