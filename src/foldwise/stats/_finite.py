"""Numbers along one or more axes of each experiment, checked."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Floats


def as_finite(values: ArrayLike, name: str, axis: str, *, least: int = 2) -> Floats:
    """Check that `values` are finite numbers of shape ``(..., axis)``, at least `least` along the last axis.

    >>> as_finite([1, 2], "differences", "n_datasets")
    array([1., 2.])
    """
    if np.ma.is_masked(values):
        raise ValueError(f"{name} must not be masked: a test never drops values. Pass a complete design.")
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must be a rectangular array, got rows of different lengths.") from None
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be an array of numbers, got dtype {array.dtype}.")
    if array.ndim == 0:
        raise ValueError(f"{name} must have shape ({axis},), leading axes allowed, got a single number.")
    if array.shape[-1] < least:
        raise ValueError(f"{name} must hold at least {least} values along {axis}, got {array.shape[-1]}.")
    # In C order, so that sums are the same to the last bit however the input lies in memory.
    x = array.astype(np.float64, order="C")
    if not np.isfinite(x).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(x))[0])
        where = place[0] if len(place) == 1 else place
        raise ValueError(f"{name} must be finite, got {x[place]} at index {where}. Nothing is dropped silently.")
    return x
