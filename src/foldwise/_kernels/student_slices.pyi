import numpy as np
import numpy.typing as npt

_Float64 = npt.NDArray[np.float64]

def move(
    position: _Float64,
    squares: _Float64,
    limits: _Float64,
    prior: _Float64,
    low: float,
    step: float,
    lines: _Float64,
    uniforms: _Float64,
) -> None: ...
