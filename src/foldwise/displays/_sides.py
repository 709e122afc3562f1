"""What all displays of differences share: how a decision looks, which side is whose, and how far the axis reaches."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise.displays._drawing import BLUE, FONT_SIZE, GREEN, GREY, ORANGE, PLAIN, shortened
from foldwise.runs import Metric
from foldwise.verdicts import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Shape says the same as colour, for those who print in grey.
LOOK: Final = {
    "a": (BLUE, ">"),
    "b": (ORANGE, "<"),
    "equivalent": (GREEN, "s"),
    "none": (GREY, "o"),
    "undetermined": (GREY, "X"),
}

_ORDINALS: Final = ("the first", "the second")

# Letters of a name that fit where the words on both sides leave little between them.
_NARROW: Final = 14


def short_names(row: Comparison, *, narrow: bool = False) -> tuple[str, str]:
    """Names of the learners where there is little room, unless cutting makes them the same; `narrow`: none is cut."""
    if narrow and max(len(row.a), len(row.b)) > _NARROW:
        return _ORDINALS
    short = shortened(row.a, 22), shortened(row.b, 22)
    return short if short[0] != short[1] else _ORDINALS


def sides(rows: Sequence[Comparison], *, narrow: bool = False) -> tuple[str, str]:
    """Choose what to call the learners of all bands at once."""
    return short_names(rows[0], narrow=narrow) if len({(row.a, row.b) for row in rows}) == 1 else _ORDINALS


def decision_words(row: Comparison, rope: float | None, *, narrow: bool = False) -> str:
    """Say the decision where there is little room."""
    if row.winner is not None:
        return f"{short_names(row, narrow=narrow)[row.decision == 'b']} better"
    if row.decision == "equivalent":
        return f"equivalent within ±{rope:g}"
    return "no difference shown" if row.decision == "none" else "undetermined"


def probability_words(value: float, symbol: str = "p") -> str:
    """Write a p-value after its symbol.

    >>> probability_words(0.04), probability_words(1e-9, "adjusted p"), probability_words(float("nan"))
    ('p = 0.04', 'adjusted p < 0.0001', 'p undefined')
    """
    if np.isnan(value):
        return f"{symbol} undefined"
    return f"{symbol} < 0.0001" if value < 1e-4 else f"{symbol} = {value:.3g}"


def has_interval(row: Comparison) -> bool:
    """Whether the test gave an interval that can be drawn."""
    return bool(np.isfinite([row.low, row.high]).all())


def quantity(metric: Metric, rows: Sequence[Comparison], *, narrow: bool = False) -> str:
    """Name what the horizontal axis shows, and which sign means what."""
    first, second = sides(rows, narrow=narrow)
    name = shortened(metric.label)
    what = f"{name} of {second} minus {first}" if metric.lower_is_better else f"difference in {name}"
    return f"{what} (positive: {first} is ahead)"


def draw_rope_and_zero(ax: "Axes", rope: float | None) -> None:
    """Shade the region of practical equivalence and draw the line where neither is ahead."""
    if rope is not None:
        ax.axvspan(-rope, rope, color="0.92", linewidth=0, zorder=0)
    ax.axvline(0.0, color="0.45", linewidth=1, zorder=1)


def say_which_side(ax: "Axes", rows: Sequence[Comparison], *, narrow: bool = False) -> None:
    """Write above the axes which learner is better on the left and which on the right."""
    first, second = sides(rows, narrow=narrow)
    kw: dict[str, Any] = {"transform": ax.transAxes, "verticalalignment": "bottom", "fontsize": FONT_SIZE, **PLAIN}
    ax.text(0.0, 1.01, f"← {second} better", horizontalalignment="left", color=ORANGE, **kw)
    ax.text(1.0, 1.01, f"{first} better →", horizontalalignment="right", color=BLUE, **kw)


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
