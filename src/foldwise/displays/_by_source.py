"""What figures of studies of tests share: bands of bars, one band for each procedure and one bar for each source."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import shortened
from foldwise.displays._drawing import BLUE, GREEN, GREY, ORANGE, band_height, label_width
from foldwise.displays._page import FONT_SIZE, is_narrow

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats

COLOURS: Final = (BLUE, ORANGE, GREEN, "#7b3294", "#8c6d00", GREY, "#a3195b", "#3a7d1c")
STYLES: Final = ("-", "--", ":", "-.")

# How many letters fit side by side in a key, and how many a mark takes with the space around it.
_KEY_LINE: Final = 66
_NARROW_KEY_LINE: Final = 27
_MARK: Final = 6
# Inches of a line of a key.
_KEY_HEIGHT: Final = 0.22
# Share of a band that its bars take together, and inches that a bar needs.
_FILLED: Final = 0.76
_BAR: Final = 0.13


def colour_of(index: int) -> str:
    """Colour of a series; after eight they start again."""
    return COLOURS[index % len(COLOURS)]


def style_of(index: int) -> str:
    """Style of a line: series of the same colour differ in it."""
    return STYLES[index // len(COLOURS) % len(STYLES)]


def procedure_label(name: str) -> str:
    r"""Return the name of a procedure on one line if it fits, else scheme and test below each other.

    >>> procedure_label("5x2/five_by_two_t")
    '5x2/five_by_two_t'
    >>> procedure_label("10x10/uncorrected_repeated_kfold_t")
    '10x10/\nuncorrected_repeated_kfold_t'
    """
    most = label_width()
    text = shortened(name, 2 * most)
    if len(text) <= most:
        return text
    head, slash, tail = name.partition("/")
    if slash:
        return f"{shortened(head + slash, most)}\n{shortened(tail, most)}"
    return shortened(text, most + 8)


def names_in(frame: "pd.DataFrame", column: str) -> list[str]:
    """Names of a column in the order in which they appear."""
    return [str(name) for name in frame[column].unique()]


def table_of(frame: "pd.DataFrame", column: str) -> "Floats":
    """Numbers of a column, procedures by sources, both in the order in which they appear."""
    wide = frame.pivot_table(index="procedure", columns="source", values=column, sort=False, dropna=False)
    return np.asarray(wide.loc[names_in(frame, "procedure"), names_in(frame, "source")], dtype=np.float64)


def bands_height(frame: "pd.DataFrame") -> float:
    """Inches that the bands need, and the key above them."""
    labels = [procedure_label(name) for name in names_in(frame, "procedure")]
    sources = names_in(frame, "source")
    return band_height(labels, max(0.3, (_BAR * len(sources)) / _FILLED)) * len(labels) + key_height(sources)


def bar_places(n_bars: int) -> tuple["Floats", float]:
    """Places of the bars of a band around its middle, and how thick they are.

    >>> bar_places(2)
    (array([-0.19,  0.19]), 0.38)
    """
    thick = _FILLED / n_bars
    return np.round((np.arange(n_bars) - (n_bars - 1) / 2) * thick, 12), thick


def draw_bars(ax: "Axes", values: "Floats", low: "Floats", high: "Floats", **bar_kw: Any) -> None:
    """Draw a bar with its interval for each procedure (row) and source (column)."""
    n_bands, n_bars = values.shape
    places, thick = bar_places(n_bars)
    for index in range(n_bars):
        heights = np.arange(n_bands) + places[index]
        look: dict[str, Any] = {"height": 0.86 * thick, "color": colour_of(index), "alpha": 0.5, "linewidth": 0}
        ax.barh(heights, values[:, index], **{**look, "zorder": 2, **bar_kw})
        ax.hlines(heights, low[:, index], high[:, index], color="black", linewidth=1.1, zorder=3)


def write_key(ax: "Axes", names: Sequence[str], handles: Sequence[Any] | None = None) -> None:
    """Show above the axes which colour is whose; nothing for a single one."""
    from matplotlib.patches import Patch

    if len(names) < 2:
        return
    marks = [Patch(color=colour_of(i), alpha=0.6) for i in range(len(names))] if handles is None else list(handles)
    place: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "borderaxespad": 0.2}
    look: dict[str, Any] = {"frameon": False, "fontsize": FONT_SIZE, "handlelength": 1.4, "columnspacing": 1.2}
    words = [shortened(name, _key_line()) for name in names]
    legend = ax.legend(marks, words, ncols=_columns(names), **place, **look)
    for text in legend.get_texts():
        text.set_parse_math(False)


def key_height(names: Sequence[str]) -> float:
    """Inches that a key needs."""
    return _KEY_HEIGHT * -(-len(names) // _columns(names)) if len(names) > 1 else 0.0


def where(sources: Sequence[str]) -> str:
    """Return the name of the source, if it is the only one and no key does.

    >>> where(["blocks"]), where(["a", "b"])
    ('on blocks', '')
    """
    return f"on {shortened(sources[0], _key_line())}" if len(sources) == 1 else ""


def _columns(names: Sequence[str]) -> int:
    longest = max(len(shortened(name, _key_line())) for name in names)
    return max(1, min(len(names), _key_line() // (longest + _MARK)))


def _key_line() -> int:
    return _NARROW_KEY_LINE if is_narrow() else _KEY_LINE
