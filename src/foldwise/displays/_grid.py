"""Tables of cells that have colours: names around them, words in them, and what is missing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import shortened
from foldwise.displays._drawing import PLAIN, POINTS_PER_INCH, fitted_apart, width_of
from foldwise.displays._page import FONT_SIZE, is_narrow, page_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats

# Inches: the longest names at the left and, turned, on top; a row; what is not cells, in width.
_LEFT: Final = 2.2
_NARROW_LEFT: Final = 1.2
_TOP: Final = 1.7
_ROW: Final = 0.26
_MARGIN: Final = 0.35

# Past so many rows, each is lower.
_MANY: Final = 40
_LOW_ROW: Final = 0.14

# Only the depth of one colour tells more from less, so that nothing is lost in grey. It lies on the page like a glass,
# so that words of the page's own colour are read on the deepest, light or dark.
DEEPEST: Final = 0.55

# Points: what no eye reads is not written.
SMALLEST: Final = 4.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """What is written around the cells, and how much room that leaves them in a figure of the usual width."""

    rows: list[str]
    columns: list[str]
    is_turned: bool
    cell: float
    row: float

    @classmethod
    def of(cls, rows: Sequence[str], columns: Sequence[str], *, last: Sequence[str] = (), row: float = 0.0) -> "Grid":
        """Lay out names of rows, those below the cells (`last`) uncut, and of columns; rows as high as asked."""
        low = row or (_LOW_ROW if len(rows) > _MANY else _ROW)
        names = [*fitted_apart(rows, _NARROW_LEFT if is_narrow() else _LEFT, size=_size(low)), *last]
        cell = (page_width() - _MARGIN - max(width_of(name, size=_size(low)) for name in names)) / len(columns)
        titles = [shortened(name) for name in columns]
        is_turned = max(map(width_of, titles)) > 0.92 * cell
        if is_turned:
            titles = fitted_apart(columns, _TOP)
        return cls(rows=names, columns=titles, is_turned=is_turned, cell=cell, row=low)

    @property
    def top(self) -> float:
        """Inches that the names of the columns take."""
        return max(map(width_of, self.columns)) if self.is_turned else 0.2

    @property
    def height(self) -> float:
        """Inches that all rows take, with the names on top."""
        return self.top + self.row * len(self.rows)

    def size(self, words: Iterable[str]) -> float:
        """Points at which the longest of some words fits into a cell, in a row that may be low."""
        longest = max(words, key=len, default="")
        if not longest:
            return FONT_SIZE
        return min(_size(self.row), FONT_SIZE * 0.88 * self.cell / width_of(longest, weight="bold"))

    def name(self, ax: "Axes") -> None:
        """Write the names around the cells, the first row on top."""
        ax.set_yticks(range(len(self.rows)), self.rows, **PLAIN)
        ax.set_ylim(len(self.rows) - 0.5, -0.5)
        ax.set_xlim(-0.5, len(self.columns) - 0.5)
        turned: dict[str, Any] = {"rotation": 90, "verticalalignment": "bottom"} if self.is_turned else {}
        ax.set_xticks(range(len(self.columns)), self.columns, **turned, **PLAIN)
        ax.xaxis.tick_top()
        ax.tick_params(axis="x", length=0, labelsize=FONT_SIZE)
        ax.tick_params(axis="y", length=0, labelsize=_size(self.row))
        ax.spines[:].set_visible(False)


def _size(row: float) -> float:
    """Points of words that fit into a row of so many inches."""
    return min(FONT_SIZE, 0.66 * row * POINTS_PER_INCH)


def draw_cells(ax: "Axes", shades: "Floats", colour: str, **mesh_kw: Any) -> None:
    """Colour cells the deeper the nearer their shade is to 1; NaN leaves a cell as it is."""
    from matplotlib.colors import LinearSegmentedColormap, to_rgba

    edges = [np.arange(n + 1) - 0.5 for n in shades.shape]
    glass = LinearSegmentedColormap.from_list("glass", [to_rgba(colour, 0.0), to_rgba(colour, 1.0)])
    look = {"cmap": glass, "vmin": 0.0, "vmax": 1.0}
    ax.pcolormesh(edges[1], edges[0], np.ma.masked_invalid(shades), **{**look, **mesh_kw})


def draw_lines(ax: "Axes", n_rows: int, n_columns: int, width: float = 1.5) -> None:
    """Draw white lines between cells, for neighbours may have the same colour."""
    ax.hlines(np.arange(n_rows + 1) - 0.5, -0.5, n_columns - 0.5, color="white", linewidth=width)
    ax.vlines(np.arange(n_columns + 1) - 0.5, -0.5, n_rows - 0.5, color="white", linewidth=width)


def draw_gap(ax: "Axes", row: int, column: int) -> None:
    """Hatch a cell that holds nothing."""
    from matplotlib.patches import Rectangle

    look: dict[str, Any] = {"facecolor": "none", "edgecolor": "0.6", "hatch": "//////", "linewidth": 0}
    ax.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, **look))


def write_cell(ax: "Axes", row: float, column: float, text: str, *, size: float, **look: Any) -> None:
    """Write into a cell, if that can be read."""
    if size >= SMALLEST:
        kw: dict[str, Any] = {"horizontalalignment": "center", "verticalalignment": "center", **PLAIN}
        ax.text(column, row, text, fontsize=size, **kw, **look)
