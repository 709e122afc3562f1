import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Codes = npt.NDArray[np.int32]
_Kinds = npt.NDArray[np.int8]

def list_neighbors(
    blocks: _Floats,
    least: _Floats,
    most: _Floats,
    kind: _Kinds,
    positions: _Floats,
    queries: _Codes,
    room: int,
    bounds: _Floats,
    begins: npt.NDArray[np.int64],
    neighbors: _Codes,
    distances: _Floats,
    sizes: _Codes,
    horizons: _Floats,
) -> None: ...
def find_changes(
    X: _Floats,
    low: _Floats,
    high: _Floats,
    kind: _Kinds,
    numeric: _Codes,
    ascending: _Codes,
    n_known: _Codes,
    folds: _Codes,
    holders: _Codes,
    ends: _Floats,
    stretch: _Floats,
    starts: _Codes,
    columns: _Codes,
    lows: _Floats,
    highs: _Floats,
) -> None: ...
def by_row(folds: _Codes, order: _Codes, codes: _Codes) -> None: ...
def by_repeat(codes: _Codes, order: _Codes, answers: _Codes) -> None: ...
def look_up(
    X: _Floats,
    positions: _Floats,
    blocks: _Floats,
    kind: _Kinds,
    low: _Floats,
    high: _Floats,
    y: _Codes,
    begins: npt.NDArray[np.int64],
    neighbors: _Codes,
    distances: _Floats,
    sizes: _Codes,
    horizons: _Floats,
    order: _Codes,
    codes: _Codes,
    all_tested: bool,
    stretch: _Floats,
    starts: _Codes,
    columns: _Codes,
    lows: _Floats,
    highs: _Floats,
    begin: int,
    n_steps: int,
    whole: _Floats,
    smallest: _Floats,
    near: _Floats,
    rows: _Codes,
    changed: _Floats,
    unsettled: _Codes,
    counts: _Codes,
    answers: _Codes,
    votes: _Floats,
) -> int: ...
