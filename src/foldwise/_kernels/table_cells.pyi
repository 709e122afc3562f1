import numpy as np
import numpy.typing as npt

_Ints = npt.NDArray[np.int32]
_Places = npt.NDArray[np.int64]

def count_cells(
    codes: _Ints, columns: _Places, n_codes: _Ints, y: _Ints, n_classes: int, room: _Ints, n_cells: _Ints
) -> None: ...
def number_cells(
    codes: _Ints,
    columns: _Places,
    n_codes: _Ints,
    y: _Ints,
    n_classes: int,
    room: _Ints,
    first: _Ints,
    by_row: _Ints,
    by_column: _Ints,
    n_known: _Ints,
    code: _Ints,
    info: _Ints,
    place: _Ints,
    code_in_turn: _Ints,
    step_in_turn: _Ints,
    rows: _Ints,
) -> None: ...
