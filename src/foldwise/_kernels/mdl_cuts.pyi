import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int32]
_Longs = npt.NDArray[np.int64]
_Bytes = npt.NDArray[np.uint8]

def mark_candidates(values: _Floats, y: _Ints, mark: _Bytes) -> None: ...
def mdl_cuts(
    values: _Floats,
    y: _Ints,
    weight: _Floats,
    table: _Floats,
    mark: _Bytes,
    class_weight: _Floats,
    class_rows: _Longs,
    cuts: _Floats,
) -> int: ...
def place(X: _Floats, cuts: _Floats, start: _Longs, stop: _Longs, out: _Floats) -> None: ...
