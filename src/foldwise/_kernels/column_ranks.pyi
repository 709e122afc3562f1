import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int32]
_Longs = npt.NDArray[np.int64]

def rank_columns(
    X: _Floats,
    order: _Longs,
    columns: _Longs,
    gap: float,
    codes: _Ints,
    distinct: _Floats,
    n_distinct: _Ints,
    is_tight: npt.NDArray[np.uint8],
) -> None: ...
def sort_keys(
    codes: _Ints, columns: _Longs, n_codes: _Ints, y: _Ints, bits: int, place: _Ints, keys: npt.NDArray[np.uint64]
) -> None: ...
