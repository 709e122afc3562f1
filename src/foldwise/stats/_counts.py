"""Counts of examples, checked."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Integers

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
