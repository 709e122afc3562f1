"""Rows of one line each under headings: names at the left, words at the right, all of them in columns."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from foldwise.displays._drawing import PLAIN, POINTS_PER_INCH, bare, width_of
from foldwise.displays._page import FONT_SIZE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TICK_PAD: Final = 4.0
# Points between axes and words, and between columns of words.
_GAP: Final = 9.0


def names_room(names: Sequence[str], **font: Any) -> float:
    """Points that names at the left of rows take, however wide the viewer's letters are."""
    return 1.06 * POINTS_PER_INCH * max(width_of(name, **font) for name in names) + _TICK_PAD


def name_rows(ax: "Axes", levels: Sequence[float], names: Sequence[str], left: float, **font: Any) -> None:
    """Draw the names of rows, which begin `left` points before the axes, at these levels."""
    ax.set_yticks(levels, names, **PLAIN)
    ax.set_ylim(levels[-1] + 0.7, -0.6)
    bare(ax)
    ax.tick_params(axis="y", pad=left, labelsize=font.get("size", FONT_SIZE))
    for tick in ax.get_yticklabels():
        tick.set(horizontalalignment="left", **font)


def draw_heading(ax: "Axes", level: float, words: str, left: float) -> None:
    """Draw a heading where the names of its rows begin."""
    look: dict[str, Any] = {"fontsize": FONT_SIZE, "fontweight": "bold", "verticalalignment": "center", **PLAIN}
    place: dict[str, Any] = {"xycoords": ax.get_yaxis_transform(), "textcoords": "offset points"}
    text = ax.annotate(words, (0.0, level + 0.1), (-left, 0), zorder=5, **place, **look)
    # Nothing else stands on its line, so a long one may run on there instead of making the axes narrower.
    text.set_in_layout(False)


def draw_ground(ax: "Axes", top: float, bottom: float, rope: float | None) -> None:
    """Draw the line at zero and the rope beside the rows of one heading; both pause for the next one."""
    if rope is not None:
        ax.fill_betweenx([top, bottom], -rope, rope, color="0.92", linewidth=0, zorder=0)
    ax.plot([0.0, 0.0], [top, bottom], color="0.45", linewidth=1, zorder=1)


def write_columns(ax: "Axes", levels: Sequence[float], rows: Sequence[Sequence[str]], colours: Sequence[str]) -> None:
    """Write words at the right of the rows, each column where the widest words of the one before it end."""
    kw: dict[str, Any] = {"xycoords": ax.get_yaxis_transform(), "textcoords": "offset points", "fontsize": FONT_SIZE}
    kw |= {"verticalalignment": "center", "annotation_clip": False, **PLAIN}
    left = _GAP
    for column in zip(*rows, strict=True):
        for level, words, colour in zip(levels, column, colours, strict=True):
            ax.annotate(words, (1.0, level), (left, 0), color=colour, **kw)
        left += 1.04 * POINTS_PER_INCH * max(map(width_of, column)) + _GAP
