import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Codes = npt.NDArray[np.int32]
_Bytes = npt.NDArray[np.int8]

SURE: int
LABEL_ONLY: int
TIED: int
EXHAUSTED: int
SQUARES: int
SUM: int
GREATEST: int

def select(block: _Floats, queries: _Codes, neighbors: _Codes, distances: _Floats) -> None: ...
def measure(
    X: _Floats,
    queries: _Codes,
    groups: _Codes,
    weights: _Floats,
    kind: int,
    neighbors: _Codes,
    distances: _Floats,
) -> None: ...
def vote(
    queries: _Codes,
    neighbors: _Codes,
    distances: _Floats,
    horizon: _Floats,
    relative: float,
    slack: _Floats,
    folds: _Codes,
    y: _Codes,
    weights: _Floats,
    k: int,
    chosen: _Codes,
    spare: _Floats,
    votes: _Floats,
    doubt: _Bytes,
) -> None: ...
def average(
    queries: _Codes,
    neighbors: _Codes,
    distances: _Floats,
    horizon: _Floats,
    relative: float,
    slack: _Floats,
    folds: _Codes,
    y: _Floats,
    weights: _Floats,
    k: int,
    chosen: _Codes,
    means: _Floats,
    doubt: _Bytes,
) -> None: ...
