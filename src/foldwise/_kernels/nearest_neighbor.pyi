import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Codes = npt.NDArray[np.int32]
_Kinds = npt.NDArray[np.int8]

BLOCK_ROWS: int

def arrange(
    X: _Floats,
    low: _Floats,
    high: _Floats,
    extent: _Floats,
    keys: _Floats,
    waiting: _Codes,
    order: _Codes,
) -> None: ...
def pack(
    X: _Floats,
    low: _Floats,
    high: _Floats,
    kind: _Kinds,
    order: _Codes,
    blocks: _Floats,
    least: _Floats,
    most: _Floats,
) -> None: ...
def vote(
    blocks: _Floats,
    least: _Floats,
    most: _Floats,
    kind: _Kinds,
    y: _Codes,
    weight: _Floats,
    low: _Floats,
    high: _Floats,
    X: _Floats,
    query: _Floats,
    bounds: _Floats,
    smallest: _Floats,
    near: _Floats,
    rows: _Codes,
    votes: _Floats,
) -> None: ...
