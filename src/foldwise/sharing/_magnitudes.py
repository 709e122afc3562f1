"""Whether numbers can be squared, summed and divided without leaving the range of double precision."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

# Sums of squares overflow beyond 1e154 and lose digits below 1e-154, differences of neighbours sixteen powers earlier.
_LEAST: Final = 1e-100
_GREATEST: Final = 1e100


def are_moderate(values: npt.NDArray[Any]) -> bool:
    """Say whether all numbers are 0 or of a magnitude from 1e-100 to 1e100: what is not moderate is not shared.

    >>> are_moderate(np.array([0.0, -1e-100, 1e100])), are_moderate(np.array([1e-101])), are_moderate(np.array([1e101]))
    (True, False, False)
    """
    sizes = np.abs(values)
    return bool(((sizes >= _LEAST) & (sizes <= _GREATEST) | (sizes == 0)).all())
