import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int32]
_Bytes = npt.NDArray[np.uint8]

class TreeGrower:
    def __init__(
        self,
        codes: _Ints,
        keys: npt.NDArray[np.uint64],
        bits: int,
        y: _Ints,
        weight: _Floats,
        unit: bool,
        n_values: _Ints,
        n_codes: _Ints,
        list_of: _Ints,
        n_eager: int,
        short_of: _Ints,
        cells: _Ints,
        cell_of: _Ints,
        first_cell: _Ints,
        n_known_cells: _Ints,
        cell_info: _Ints,
        cell_code: _Ints,
        cell_place: _Ints,
        code_in_turn: _Ints,
        step_in_turn: _Ints,
        tally: _Ints,
        has_missing: _Bytes,
        is_tight: _Bytes,
        values: _Floats,
        value_start: npt.NDArray[np.int64],
        n_classes: int,
        min_leaf: float,
        confidence: float,
        z: float,
        prune: bool,
        raising: bool,
        collapse: bool,
    ) -> None: ...
    def grow(
        self, ascending: _Ints, rows_up_to: _Ints, is_used: _Bytes
    ) -> tuple[_Ints, _Floats, _Ints, _Ints, _Floats, _Floats]: ...
    def answer_folds(
        self,
        ascending: _Ints,
        rows_up_to: _Ints,
        folds: _Ints,
        first: int,
        n_folds: int,
        is_used: _Bytes,
        labels: _Ints,
        probabilities: _Floats,
    ) -> None: ...
