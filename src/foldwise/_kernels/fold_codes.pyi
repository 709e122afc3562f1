import numpy as np
import numpy.typing as npt

_Int32 = npt.NDArray[np.int32]

def words(key: int, repeat: int, out: npt.NDArray[np.uint32]) -> None: ...
def permutations(key: int, first: int, out: _Int32) -> None: ...
def deal(members: _Int32, starts: _Int32, key: int, first: int, labels: _Int32, order: _Int32, out: _Int32) -> None: ...
def deal_halves(
    members: _Int32, starts: _Int32, key: int, first: int, left_out: int, labels: _Int32, order: _Int32, out: _Int32
) -> None: ...
def draw(
    members: _Int32,
    starts: _Int32,
    counts: _Int32,
    codes: _Int32,
    rest: int,
    key: int,
    first: int,
    order: _Int32,
    out: _Int32,
) -> None: ...
def deal_groups(
    shares: npt.NDArray[np.float64], orders: _Int32, labels: _Int32, filled: npt.NDArray[np.float64], out: _Int32
) -> None: ...
