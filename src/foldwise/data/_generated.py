"""Data sets that follow from their definition: no file, no download, no error."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pandas as pd

from foldwise.data._dataset import Dataset
from foldwise.data._from_frame import from_frame

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
