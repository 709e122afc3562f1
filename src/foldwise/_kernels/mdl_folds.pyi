import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int32]
_Longs = npt.NDArray[np.int64]

def list_entries(
    codes: _Ints,
    ascending: _Longs,
    y: _Ints,
    place: _Longs,
    n_entries: _Ints,
    entry_code: _Ints,
    entry_class: _Ints,
    entry_rows: _Ints,
    entry_of: _Ints,
) -> None: ...
def predict(
    folds: _Ints,
    first: int,
    n_folds: int,
    rows: _Ints,
    y: _Ints,
    n_rows: _Ints,
    attributes: _Ints,
    offsets: _Ints,
    nominal: _Ints,
    counts: _Ints,
    logs: _Floats,
    n_values: _Ints,
    values: _Floats,
    n_entries: _Ints,
    entry_code: _Ints,
    entry_class: _Ints,
    entry_rows: _Ints,
    entry_of: _Ints,
    answers: _Ints,
    chances: _Floats,
) -> None: ...
