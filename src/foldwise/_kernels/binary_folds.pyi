import numpy as np
import numpy.typing as npt

_Ints = npt.NDArray[np.int32]
_Longs = npt.NDArray[np.int64]
_Words = npt.NDArray[np.uint64]
_Floats = npt.NDArray[np.float64]

def bayes_folds(
    folds: _Ints,
    bit_of: _Ints,
    patterns: _Words,
    fours: _Words,
    having: _Words,
    second: _Words,
    start: _Ints,
    order: _Ints,
    codes: _Ints,
    probabilities: _Floats,
) -> None: ...
def tree_folds(
    folds: _Ints,
    bit_of: _Ints,
    patterns: _Words,
    fours: _Words,
    having: _Words,
    second: _Words,
    xlogx: _Longs,
    estimates: _Floats,
    min_leaf: int,
    prune: bool,
    raising: bool,
    collapse: bool,
    start: _Ints,
    order: _Ints,
    codes: _Ints,
    probabilities: _Floats,
    room: npt.NDArray[np.int8],
) -> None: ...
def tree_room(n: int, n_attributes: int, n_fours: int) -> int: ...
def fill_tables(confidence: float, z: float, xlogx: _Longs, estimates: _Floats) -> None: ...
