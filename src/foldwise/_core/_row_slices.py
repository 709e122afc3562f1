"""Large tables some rows at a time, so that what is computed on the way stays in the caches."""

from collections.abc import Iterator
from typing import Any


def row_slices(table: Any, at_once: int = 1 << 16) -> Iterator[slice]:
    """Yield the rows of an array in runs of about so many values.

    >>> import numpy as np
    >>> list(row_slices(np.empty((5, 3)), 6))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 6, None)]
    """
    n_rows = len(table)
    step = max(at_once * n_rows // max(table.size, 1), 1)
    return (slice(start, start + step) for start in range(0, n_rows, step))
