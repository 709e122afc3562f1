import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]

def moments(
    rows: _Floats,
    largest: _Floats,
    exponent: npt.NDArray[np.int32],
    mean: _Floats,
    squares: _Floats,
    spread: _Floats,
) -> None: ...
