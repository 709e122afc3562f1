"""One experiment or a whole batch: the types that every test shares."""

from typing import Literal, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]

# The largest finite number.
LARGEST = float(np.finfo(np.float64).max)

Batch: TypeAlias = float | Floats
Counts: TypeAlias = int | Integers

Alternative: TypeAlias = Literal["two-sided", "greater", "less"]
ALTERNATIVES = ("two-sided", "greater", "less")


@overload
def unwrapped(values: Floats) -> Batch: ...
@overload
def unwrapped(values: Integers) -> Counts: ...
def unwrapped(values: Floats | Integers) -> Batch | Counts:
    """Give a Python number for a single experiment, the array itself for a batch.

    >>> unwrapped(np.array(0.5)), unwrapped(np.array([0.5]))
    (0.5, array([0.5]))
    """
    return values if values.ndim else values.item()
