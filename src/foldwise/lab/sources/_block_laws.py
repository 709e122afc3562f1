"""Laws of the attributes of a block, and of the classes that shift them."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, Literal, get_args

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

Law = Literal["normal", "heavy", "outliers", "chain", "correlated"]
LAWS: Final[tuple[str, ...]] = get_args(Law)

_CORRELATION: Final = 0.8
# Of the rows of a dataset; how far they are thrown.
_OUTLIERS, _AWAY = 0.03, 8.0
# Of eight classes.
_FREQUENT, _RARE = (0.225,) * 4, (0.04, 0.03, 0.02, 0.01)


def draw_classes(rng: np.random.Generator, n: int, n_classes: int, prior: float) -> Ints:
    """Draw two classes, the second with the probability `prior`, or four equal ones, or eight of which four are rare.

    >>> draw_classes(np.random.default_rng(1), 10, 8, 0.5).tolist()
    [2, 5, 0, 5, 1, 1, 3, 1, 2, 0]
    """
    if n_classes == 2:
        return rng.integers(0, 2, n) if prior == 0.5 else (rng.random(n) < prior).astype(np.int64)
    return rng.choice(n_classes, size=n, p=None if n_classes == 4 else (*_FREQUENT, *_RARE))


def corner_signs(y: Ints, n_classes: int, n_columns: int) -> Ints:
    """Return for each example the corner of a cube that its class is centred on: its bits, over and over.

    >>> corner_signs(np.array([0, 1, 2]), 4, 3).tolist()
    [[-1, -1, -1], [1, -1, 1], [-1, 1, -1]]
    """
    n_bits = n_classes.bit_length() - 1
    return np.asarray(2 * (y[:, np.newaxis] >> (np.arange(n_columns) % n_bits) & 1) - 1)


@cache
def chain_table(n_columns: int) -> Floats:
    """Probabilities of a one, by column, class and value of the column before, from .15 to .85; the same everywhere.

    >>> chain_table(1).round(3).tolist()
    [[[0.568, 0.359], [0.382, 0.634]]]
    """
    state, table = 7, np.empty((n_columns, 2, 2))
    for place in np.ndindex(table.shape):
        state = (1103515245 * state + 12345) % 2**31
        table[place] = 0.15 + 0.7 * state / 2**31
    return table


def draw_chains(rng: np.random.Generator, y: Ints, n_columns: int) -> Floats:
    """Draw two blocks of binary columns, each column a chance of the class and of the column before."""
    X = np.empty((len(y), 2 * n_columns))
    for block in range(2):
        before = np.zeros(len(y), dtype=np.int64)
        for column, table in enumerate(chain_table(n_columns)):
            before = (rng.random(len(y)) < table[y, before]).astype(np.int64)
            X[:, block * n_columns + column] = before
    return X


def heavy_rows(rng: np.random.Generator, n: int, n_columns: int) -> Floats:
    """Draw rows of Student's distribution with two degrees of freedom: all columns of a row are far out together."""
    return np.asarray(rng.normal(size=(n, n_columns)) / np.sqrt(rng.exponential(size=(n, 1))))


def _correlated_rows(rng: np.random.Generator, n: int, n_columns: int) -> Floats:
    own = np.sqrt(1 - _CORRELATION) * rng.normal(size=(n, n_columns))
    return np.asarray(own + np.sqrt(_CORRELATION) * rng.normal(size=(n, 1)))


_ROWS: Final[dict[str, Callable[..., Floats]]] = {"heavy": heavy_rows, "correlated": _correlated_rows}


def draw_noise(rng: np.random.Generator, law: str, signs: Ints) -> Floats:
    """Draw both blocks around zero; `signs` say, for each column, on which side of it the class of an example is.

    Of an outlier, either block has a random half of the columns, on the other side, where the other block has not.
    """
    n, n_columns = signs.shape
    if law in _ROWS:
        return np.hstack([_ROWS[law](rng, n, n_columns) for _ in range(2)])
    noise: Any = rng.normal(size=(n, 2 * n_columns))
    if law == "outliers":
        hit = rng.random((n, 1)) < _OUTLIERS
        first = rng.random((n, n_columns)) < 0.5
        noise -= _AWAY * np.hstack([signs * (hit & first), signs * (hit & ~first)])
    return np.asarray(noise)
