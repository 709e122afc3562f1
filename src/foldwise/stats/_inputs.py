"""What tests are given, checked: finite numbers, counts, statistics of partitions."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foldwise.stats._batch import Floats, Integers


def as_array(values: ArrayLike, name: str, *, if_masked: str, kinds: str = "iuf") -> NDArray[Any]:
    """Check that `values` are a rectangular array of numbers of certain kinds, none of them masked.

    `if_masked` says why a masked array is refused, and what to do.

    >>> as_array([[1, 2], [3, 4]], "values", if_masked="Pass every value.").shape
    (2, 2)
    """
    if np.ma.is_masked(values):
        raise ValueError(f"{name} must not be masked: {if_masked}")
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must be a rectangular array, got rows of different lengths.") from None
    if array.dtype.kind not in kinds:
        raise TypeError(f"{name} must be an array of numbers, got dtype {array.dtype}.")
    return array


def as_floats(array: NDArray[Any], name: str) -> Floats:
    """Return a copy as floats, all of which must be finite.

    >>> as_floats(np.array([1, 2]), "values")
    array([1., 2.])
    """
    # In C order, so that sums are the same to the last bit however the input lies in memory.
    x = array.astype(np.float64, order="C")
    if not np.isfinite(x).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(x))[0])
        where = place[0] if len(place) == 1 else place
        raise ValueError(f"{name} must be finite, got {x[place]} at index {where}. Nothing is dropped silently.")
    return x


def as_finite(values: ArrayLike, name: str, axis: str, *, least: int = 2) -> Floats:
    """Check that `values` are finite numbers of shape ``(..., axis)``, at least `least` along the last axis.

    >>> as_finite([1, 2], "differences", "n_datasets")
    array([1., 2.])
    """
    array = as_array(values, name, if_masked="a test never drops values. Pass a complete design.")
    if array.ndim == 0:
        raise ValueError(f"{name} must have shape ({axis},), leading axes allowed, got a single number.")
    if array.shape[-1] < least:
        raise ValueError(f"{name} must hold at least {least} values along {axis}, got {array.shape[-1]}.")
    return as_floats(array, name)


# Above this, a float does not hold every integer.
LARGEST = 2**53


def as_counts(named: Mapping[str, ArrayLike]) -> list[Integers]:
    """Check that all are whole numbers (`n_examples` at least 1, others at least 0) and give them one shape.

    >>> as_counts({"a_only": [3, 4], "b_only": 1})
    [array([3, 4]), array([1, 1])]
    """
    counts = [_count(value, name, least=1 if name == "n_examples" else 0) for name, value in named.items()]
    try:
        return [np.array(count) for count in np.broadcast_arrays(*counts)]
    except ValueError:
        shapes = ", ".join(f"{name} {count.shape}" for name, count in zip(named, counts, strict=True))
        raise ValueError(f"counts must have shapes that broadcast together, got {shapes}.") from None


def _count(value: ArrayLike, name: str, *, least: int) -> Integers:
    array = np.asarray(value)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be a count or an array of counts, got dtype {array.dtype}.")
    good = (array >= least) & (array <= LARGEST)
    if array.dtype.kind == "f":
        good &= array == np.floor(array)
    if not good.all():
        raise ValueError(f"{name} must hold whole numbers from {least} to 2**53, got {array[~good].flat[0]}.")
    return array.astype(np.int64)


def as_statistics(values: ArrayLike, *, least: int) -> Floats:
    """Check `values` of shape ``(..., n_partitions)`` with at least `least` partitions; infinity is left in.

    >>> as_statistics([2.9, 1.4], least=1)
    array([2.9, 1.4])
    """
    array = as_array(values, "statistics", if_masked="no partition is dropped silently. Pass all of them.")
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
