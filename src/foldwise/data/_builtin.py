"""The data sets that need no file and no network."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from foldwise._core import check_integer, check_seed
from foldwise.data._as_dataset import from_frame
from foldwise.data._dataset import Dataset

WAVEFORM_SEED = 21
Robot = tuple[int, ...]
# The three MONK's problems (Thrun et al. 1991), without the class noise of the third one's training set.
CONCEPTS: dict[str, Callable[[Robot], bool]] = {
    "monk1-full": lambda a: a[0] == a[1] or a[4] == 1,
    "monk2": lambda a: a.count(1) == 2,
    "monk3-full": lambda a: (a[4] == 3 and a[3] == 1) or (a[4] != 4 and a[1] != 3),
}
DOMAINS = (3, 3, 2, 3, 4, 2)
SQUARES = tuple(map("-".join, product(("top", "middle", "bottom"), ("left", "middle", "right"), ("square",))))
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
# Centres of the two triangular waves that each class mixes; the numbering of the classes is that of UCI's file.
CENTRES = ((7, 15), (7, 11), (11, 15))


def make_waveform(n: int, *, seed: int) -> Dataset:
    r"""Draw examples of the waveform problem [1]_: three classes, 21 noisy attributes.

    Parameters
    ----------
    n : int
        Number of examples.
    seed : int
        The same seed gives the same examples, and fewer of them are a prefix of more.

    Returns
    -------
    Dataset
        Attributes ``x1`` to ``x21``, rounded to two decimals as in the UCI file, and labels ``'0'``, ``'1'``, ``'2'``.

    Notes
    -----
    With the triangular waves :math:`h_c(i) = \max(6 - |i - c|, 0)` centred at 7, 11 and 15,

    .. math:: x_i = u\, h_a(i) + (1 - u)\, h_b(i) + \varepsilon_i, \quad i = 1, \dots, 21,

    where :math:`u` is uniform on (0, 1), :math:`\varepsilon_i` is standard normal, and (a, b) is (7, 15), (7, 11)
    or (11, 15) for the three equally probable classes. The best possible accuracy is about 86%.

    References
    ----------
    .. [1] L. Breiman, J. H. Friedman, R. A. Olshen and C. J. Stone (1984). Classification and Regression
       Trees. Wadsworth. Pages 49-55.

    Examples
    --------
    >>> from foldwise.data import make_waveform
    >>> make_waveform(300, seed=1)
    Dataset('waveform-21': 300 examples, 21 attributes (21 numeric, 0 nominal), 0 missing values, classes 0, 1, 2)
    """
    check_integer(n, "n", least=1)
    # RandomState's streams are frozen by NumPy, those of Generator are not; the data must stay what they are.
    random = np.random.RandomState(np.random.MT19937(np.random.SeedSequence(check_seed(seed))))
    position = np.arange(1, 22)
    waves = {centre: np.maximum(6 - np.abs(position - centre), 0) for centre in (7, 11, 15)}
    labels = np.empty(n, dtype=np.int64)
    values = np.empty((n, 21))
    for row in range(n):
        labels[row] = random.randint(3)
        first, second = CENTRES[labels[row]]
        share = random.uniform()
        values[row] = share * waves[first] + (1 - share) * waves[second] + random.normal(size=21)
    # Rounding also hides the last bits, in which mathematical libraries differ; adding 0 removes negative zeros.
    frame = pd.DataFrame(values.round(2) + 0.0, columns=[f"x{i}" for i in position])
    return Dataset(frame, labels.astype(str), "waveform-21", target_names=("0", "1", "2"))


def monks(name: str) -> Dataset:
    """All 432 robots in lexicographic order, with the concept of the named problem as class."""
    robots = list(product(*(range(1, size + 1) for size in DOMAINS)))
    columns: dict[str, Any] = {
        f"a{position + 1}": pd.Categorical([str(robot[position]) for robot in robots], _numerals(1, size))
        for position, size in enumerate(DOMAINS)
    }
    columns["class"] = pd.Categorical([str(int(CONCEPTS[name](robot))) for robot in robots], ["0", "1"])
    return from_frame(pd.DataFrame(columns), None, name=name, where=name)


def tic_tac_toe() -> Dataset:
    """Board at the end of every game in which x moves first; positive if x has won."""
    # In UCI's order: wins of x, then of o, then draws; squares compared in reading order with x < o < b.
    ends = sorted(_end_boards(), key=lambda board: (not _wins("x", board), not _wins("o", board), _rank(board)))
    columns: dict[str, Any] = {
        square: pd.Categorical([board[i] for board in ends], list("box")) for i, square in enumerate(SQUARES)
    }
    labels = ["positive" if _wins("x", board) else "negative" for board in ends]
    columns["Class"] = pd.Categorical(labels, ["negative", "positive"])
    return from_frame(pd.DataFrame(columns), None, name="tic-tac-toe", where="tic-tac-toe")


def balance_scale() -> Dataset:
    """All 625 settings of a scale: to which side it tips, from weight times distance left and right."""
    settings = list(product(range(1, 6), repeat=4))
    names = ("left-weight", "left-distance", "right-weight", "right-distance")
    frame = pd.DataFrame(settings, columns=list(names), dtype="float64")
    tips = ["LBR"[(w * d <= v * e) + (w * d < v * e)] for w, d, v, e in settings]
    frame["class"] = pd.Categorical(tips, list("LBR"))
    return from_frame(frame, None, name="balance-scale", where="balance-scale")


def _numerals(first: int, last: int) -> list[str]:
    return [str(number) for number in range(first, last + 1)]


def _end_boards() -> set[str]:
    ends: set[str] = set()
    reached = {"b" * 9}
    for turn in range(9):
        player = "xo"[turn % 2]
        moves = {board[:i] + player + board[i + 1 :] for board in reached for i in range(9) if board[i] == "b"}
        over = {board for board in moves if _wins(player, board) or "b" not in board}
        ends |= over
        reached = moves - over
    return ends


def _wins(player: str, board: str) -> bool:
    return any(board[i] == board[j] == board[k] == player for i, j, k in LINES)


def _rank(board: str) -> list[int]:
    return ["xob".index(mark) for mark in board]


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """How to make a built-in set, and what can be said of it without making it."""

    make: Callable[[], Dataset]
    rows: int
    numeric: int
    nominal: int
    classes: int
    note: str


def _from_sklearn(loader: str, name: str) -> Dataset:
    import sklearn.datasets

    bunch: Any = getattr(sklearn.datasets, loader)(as_frame=True)
    labels = pd.Index([str(label) for label in bunch.target_names])
    y: Any = pd.Categorical.from_codes(bunch.target.to_numpy(), categories=labels)
    return Dataset(bunch.data, y, name)


BUILT_IN = {
    "balance-scale": BuiltIn(balance_scale, 625, 4, 0, 3, "generated: all settings; 288 L, 49 B, 288 R"),
    "digits": BuiltIn(lambda: _from_sklearn("load_digits", "digits"), 1797, 64, 0, 10, "scikit-learn's 8x8 digits"),
    "iris": BuiltIn(lambda: _from_sklearn("load_iris", "iris"), 150, 4, 0, 3, "scikit-learn's copy of Fisher's iris"),
    "monk1-full": BuiltIn(lambda: monks("monk1-full"), 432, 0, 6, 2, "generated: all cases; 216 positive"),
    "monk2": BuiltIn(lambda: monks("monk2"), 432, 0, 6, 2, "generated: all cases; 142 positive"),
    "monk3-full": BuiltIn(lambda: monks("monk3-full"), 432, 0, 6, 2, "generated: all cases, no noise; 228 positive"),
    "tic-tac-toe": BuiltIn(tic_tac_toe, 958, 0, 9, 2, "generated: all end boards; 626 won by x"),
    "waveform-21": BuiltIn(
        lambda: make_waveform(5000, seed=WAVEFORM_SEED), 5000, 21, 0, 3, "Breiman's generator, fixed seed"
    ),
    "wdbc": BuiltIn(lambda: _from_sklearn("load_breast_cancer", "wdbc"), 569, 30, 0, 2, "scikit-learn's breast cancer"),
    "wine": BuiltIn(lambda: _from_sklearn("load_wine", "wine"), 178, 13, 0, 3, "scikit-learn's wine"),
}
