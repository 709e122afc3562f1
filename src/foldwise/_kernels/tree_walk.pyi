import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int32]

def walk_tree(
    X: _Floats,
    n_values: _Ints,
    attribute: _Ints,
    threshold: _Floats,
    first_child: _Ints,
    n_children: _Ints,
    weight: _Floats,
    counts: _Floats,
    waiting: _Ints,
    shares: _Floats,
    probabilities: _Floats,
) -> None: ...
def first_largest(probabilities: _Floats, labels: _Ints) -> None: ...
