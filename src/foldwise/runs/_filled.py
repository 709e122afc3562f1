"""Arrays that may be larger than memory."""

from tempfile import TemporaryFile
from typing import Any, Final

import numpy as np
import numpy.typing as npt

# Past this size an array lives in a file, of which the system keeps in memory what is used.
_LARGE: Final = 1 << 28


def filled(shape: tuple[int, ...], value: float, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Make an array filled with one value; a large one in a temporary file, which vanishes with it.

    >>> filled((2, 3), -1, np.dtype(np.int8)).tolist()
    [[-1, -1, -1], [-1, -1, -1]]
    """
    n_bytes = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    if n_bytes <= _LARGE:
        return np.full(shape, value, dtype=dtype)
    with TemporaryFile() as file:
        array = np.asarray(np.memmap(file, dtype=dtype, mode="w+", shape=shape))
    array[...] = value
    return array
