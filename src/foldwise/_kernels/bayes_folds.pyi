import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int32]
_Longs = npt.NDArray[np.int64]

def list_values(
    codes: _Ints,
    y: _Ints,
    n_values: _Ints,
    values: _Floats,
    step: _Floats,
    origin: _Floats,
    place: _Longs,
    up_to: _Ints,
    bins: _Floats,
    pair_start: _Longs,
    pair_code: _Ints,
    pair_rows: _Floats,
) -> None: ...
def predict(
    folds: _Ints,
    first: int,
    n_folds: int,
    rows: _Ints,
    y: _Ints,
    n_rows: _Ints,
    tabled: _Ints,
    offsets: _Ints,
    nominal: _Ints,
    counts: _Ints,
    numeric: _Ints,
    codes: _Ints,
    n_values: _Ints,
    values: _Floats,
    bins: _Floats,
    ascending: _Longs,
    up_to: _Ints,
    is_exact: npt.NDArray[np.uint8],
    step: _Floats,
    origin: _Floats,
    sums: _Floats,
    pair_start: _Longs,
    pair_code: _Ints,
    pair_rows: _Floats,
    answers: _Ints,
    chances: _Floats,
) -> None: ...
