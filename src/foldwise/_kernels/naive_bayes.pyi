import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int32]
_Longs = npt.NDArray[np.int64]

def steps(columns: _Floats, attribute: _Ints, step: _Floats, origin: _Floats, n_bins: _Longs) -> None: ...
def add(
    X: _Floats,
    y: _Ints,
    weight: _Floats,
    n_values: _Ints,
    start: _Longs,
    step: _Floats,
    origin: _Floats,
    class_weight: _Floats,
    sums: _Floats,
    counts: _Floats,
) -> None: ...
def finish(
    class_weight: _Floats,
    sums: _Floats,
    counts: _Floats,
    n_values: _Ints,
    start: _Longs,
    step: _Floats,
    origin: _Floats,
    prior: _Floats,
    mean: _Floats,
    sd: _Floats,
    chance: _Floats,
) -> None: ...
def predict(
    X: _Floats,
    n_values: _Ints,
    start: _Longs,
    step: _Floats,
    origin: _Floats,
    n_bins: _Longs,
    prior: _Floats,
    mean: _Floats,
    sd: _Floats,
    chance: _Floats,
    table: _Floats,
    units: _Ints,
    out: _Floats,
) -> None: ...
