import numpy as np
import numpy.typing as npt

_Int64 = npt.NDArray[np.int64]
_Float64 = npt.NDArray[np.float64]

def shares(weights: _Float64, order: _Int64, ends: _Int64, running: _Float64, out: _Float64) -> None: ...
