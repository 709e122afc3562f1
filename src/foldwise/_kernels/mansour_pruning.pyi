import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int32]

def find_critical(
    first_child: _Ints,
    n_children: _Ints,
    parent: _Ints,
    weight: _Floats,
    leaf_errors: _Floats,
    errors: _Floats,
    leaves: _Ints,
    live: _Ints,
    gone: npt.NDArray[np.uint8],
    critical: _Floats,
) -> None: ...
def count_losses(
    X: _Floats,
    y: _Ints,
    row_weight: _Floats,
    n_values: _Ints,
    attribute: _Ints,
    threshold: _Floats,
    first_child: _Ints,
    n_children: _Ints,
    weight: _Floats,
    counts: _Floats,
    label: _Ints,
    place: _Ints,
    waiting: _Ints,
    shares: _Floats,
    answer: _Floats,
    losses: _Floats,
) -> None: ...
