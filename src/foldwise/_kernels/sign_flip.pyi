import numpy as np
import numpy.typing as npt

_Int64 = npt.NDArray[np.int64]
_Float64 = npt.NDArray[np.float64]

def count_drawn(sizes: _Int64, flips: npt.NDArray[np.uint64], bounds: _Int64, both: bool, counts: _Int64) -> None: ...
def count_all(
    sizes: _Int64, lengths: _Int64, bounds: _Int64, left: _Int64, right: _Int64, spare: _Int64, counts: _Int64
) -> None: ...
def tail(sizes: _Int64, bounds: _Int64, chances: _Float64, out: _Float64) -> None: ...
