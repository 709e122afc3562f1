"""What all displays of differences share: words of a decision, which side is whose, and how far the axis reaches."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from foldwise._core import one_line, shortened
from foldwise.displays._drawing import BLUE, ORANGE, PLAIN, fitted, label, on_data
from foldwise.displays._page import FONT_SIZE, is_narrow
from foldwise.runs import Metric
from foldwise.verdicts import Comparison, decision_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ORDINALS: Final = ("the first", "the second")

# Inches that a name may take where there is little room.
_ROOM: Final = 1.6
_NARROW_ROOM: Final = 0.8


class Compared(Protocol):
    """Anything that is about two learners."""

    @property
    def a(self) -> str:
        """The name of the first."""

    @property
    def b(self) -> str:
        """The name of the second."""


class ComparedOnData(Compared, Protocol):
    """Anything that is about two learners on a dataset."""

    @property
    def dataset(self) -> str:
        """The name of the dataset."""


def short_names(row: Compared) -> tuple[str, str]:
    """Names of the learners where there is little room, unless cutting makes them the same."""
    room = _NARROW_ROOM if is_narrow() else _ROOM
    short = fitted("{}", [row.a], room), fitted("{}", [row.b], room)
    return short if short[0] != short[1] else _ORDINALS


def pair_labels(rows: Iterable[ComparedOnData]) -> list[str]:
    """Return who is compared on what, a label for each band; of one pair, which figures name elsewhere, on what."""
    rows = list(rows)
    if len(rows) > 1 and len({(row.a, row.b) for row in rows}) == 1 and are_short(rows):
        return [label(shortened(row.dataset)) for row in rows]
    return [label(shortened(row.a), f"vs {shortened(row.b)}", on_data(row.dataset)) for row in rows]


def are_short(rows: Iterable[Compared]) -> bool:
    """Whether no learner's name has to be cut, so that all can be called by their names."""
    return all(short_names(row) == (one_line(row.a), one_line(row.b)) for row in rows)


def sides(rows: Sequence[Compared], *, named: bool = True) -> tuple[str, str]:
    """Return what to call the learners of all bands at once."""
    return short_names(rows[0]) if named and len({(row.a, row.b) for row in rows}) == 1 else _ORDINALS


def decision_text(row: Comparison, *, named: bool = True) -> str:
    """Return the outcome where there is little room; while it is open, who is ahead."""
    names = short_names(row) if named else _ORDINALS
    if row.outcome == "open":
        return decision_words("none" if row.ahead is None else "a", names[row.ahead == row.b], is_unsettled=True)
    return decision_words(row.decision, names[row.decision == "b"])


def split_words(n_second: int, n_neither: int, n_first: int) -> str:
    """Return how many are for each side, in the order of the sides: the second learner's at the left.

    >>> split_words(3, 7, 0)
    '3 | 7 | 0'
    """
    return f"{n_second} | {n_neither} | {n_first}"


def has_interval(row: Comparison) -> bool:
    """Whether the test gave an interval that can be drawn."""
    return bool(np.isfinite([row.low, row.high]).all())


def quantity(metric: Metric, rows: Sequence[Compared], *, named: bool = True) -> str:
    """Return what the horizontal axis shows; above the axes stands which side is whose."""
    first, second = sides(rows, named=named)
    name = shortened(metric.label)
    return f"{name} of {second} minus {first}" if metric.lower_is_better else f"difference in {name}"


def draw_rope_and_zero(ax: "Axes", rope: float | None) -> None:
    """Shade the region of practical equivalence and draw the line where neither is ahead."""
    if rope is not None:
        ax.axvspan(-rope, rope, color="0.92", linewidth=0, zorder=0)
    ax.axvline(0.0, color="0.45", linewidth=1, zorder=1)


def say_which_side(ax: "Axes", rows: Sequence[Compared]) -> None:
    """Show above the axes which learner is better on the left and which on the right."""
    if is_narrow():
        say_which_side_of_zero(ax, rows)
        return
    first, second = sides(rows)
    kw: dict[str, Any] = {"transform": ax.transAxes, "verticalalignment": "bottom", "fontsize": FONT_SIZE, **PLAIN}
    ax.text(0.0, 1.01, f"← {second} better", horizontalalignment="left", color=ORANGE, **kw)
    ax.text(1.0, 1.01, f"{first} better →", horizontalalignment="right", color=BLUE, **kw)


def say_which_side_of_zero(ax: "Axes", rows: Sequence[Compared], *, named: bool = True) -> None:
    """Show the same beside the line at zero, where axes are too narrow for both but have words at their sides."""
    first, second = sides(rows, named=named)
    kw: dict[str, Any] = {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points", "fontsize": FONT_SIZE}
    kw |= {"verticalalignment": "bottom", **PLAIN}
    ax.annotate(f"← {second} better", (0.0, 1.0), (-6, 3), horizontalalignment="right", color=ORANGE, **kw)
    ax.annotate(f"{first} better →", (0.0, 1.0), (6, 3), horizontalalignment="left", color=BLUE, **kw)


def limits(drawn: Iterable[float], rope: float | None) -> tuple[float, float]:
    """Room for everything drawn, with zero well inside so that both sides can be seen.

    >>> limits([0.0, 1.0], None)
    (-0.15, 1.05)
    """
    everything = np.array([0.0, *drawn, *([] if rope is None else [-rope, rope])])
    everything = everything[np.isfinite(everything)]
    low, high = everything.min(), everything.max()
    width = (high - low) or 1.0
    return float(min(low - 0.05 * width, -0.15 * width)), float(max(high + 0.05 * width, 0.15 * width))
