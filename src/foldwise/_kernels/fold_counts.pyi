import numpy as np
import numpy.typing as npt

_Int64 = npt.NDArray[np.int64]

def fold_counts(
    folds: npt.NDArray[np.int32],
    right: npt.NDArray[np.uint8],
    room: npt.NDArray[np.uint64],
    counts: _Int64,
    n_used: _Int64,
) -> None: ...
