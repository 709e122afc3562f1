"""Many comparisons in one figure: a thin line for each, its interval and its mark, grouped under headings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from foldwise.displays._drawing import draw_interval, fitted
from foldwise.displays._looks import draw_mark, look_of
from foldwise.displays._page import is_narrow, page_width
from foldwise.displays._rows import draw_ground, draw_heading, name_rows, names_room, write_columns
from foldwise.displays._sides import are_short, decision_text, has_interval, limits, say_which_side_of_zero
from foldwise.verdicts import Comparison, probability_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Inches of a row, and of the longest name at its left.
_ROW: Final = 0.2
_NAMES: Final = 2.7
_NARROW_NAMES: Final = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Forest:
    """Rows of a verdict, one line each.

    Parameters
    ----------
    rows : tuple of Comparison
        What is drawn, those of a dataset under its name. Of a single pair of learners each row is called by its
        dataset.
    alpha : float
        Level of the test.
    rope : float or None
        Half-width of the region of practical equivalence.
    """

    rows: tuple[Comparison, ...]
    alpha: float
    rope: float | None

    @property
    def height(self) -> float:
        """Inches that rows and headings need."""
        return _ROW * (len(self.rows) + len(self._groups()))

    def draw(self, ax: "Axes") -> None:
        """Draw all of it but the caption."""
        levels, names, rows, headings = [], [], [], []
        level = -1.0
        for heading, members in self._groups():
            level += 1
            headings.append((level, heading))
            draw_ground(ax, level + 0.5, level + 0.5 + len(members), self.rope)
            for name, row in members:
                level += 1
                self._draw_row(ax, level, row)
                levels.append(level)
                names.append(name)
                rows.append(row)
        left = names_room(names)
        name_rows(ax, levels, names, left)
        for place, words in headings:
            draw_heading(ax, place, words, left)
        ends = [end for row in rows for end in (row.estimate, row.low, row.high)]
        ax.set_xlim(*limits(ends, self.rope))
        ax.locator_params(axis="x", nbins=4 if is_narrow() else 6)
        write_columns(ax, levels, [self._words(row) for row in rows], [look_of(row).colour for row in rows])
        say_which_side_of_zero(ax, rows, named=are_short(rows))

    def _groups(self) -> list[tuple[str, list[tuple[str, Comparison]]]]:
        """Return headings, and names and comparisons of the rows below each."""
        whole, room = page_width() - 0.4, _NARROW_NAMES if is_narrow() else _NAMES
        if len({(row.a, row.b) for row in self.rows}) == 1:
            heading = fitted("{} vs {}", [self.rows[0].a, self.rows[0].b], whole, weight="bold")
            return [(heading, [(fitted("{}", [row.dataset], room), row) for row in self.rows])]
        groups: dict[str, list[tuple[str, Comparison]]] = {}
        for row in self.rows:
            groups.setdefault(row.dataset, []).append((fitted("{} vs {}", [row.a, row.b], room), row))
        return [(fitted("{}", [dataset], whole, weight="bold"), rows) for dataset, rows in groups.items()]

    def _draw_row(self, ax: "Axes", level: float, row: Comparison) -> None:
        look = look_of(row)
        ax.axhline(level, color="0.93", linewidth=0.6, zorder=0)
        if has_interval(row):
            draw_interval(ax, level, row.low, row.high, look.colour, width=1.4)
        if np.isfinite(row.estimate):
            draw_mark(ax, row.estimate, level, look, 6.0)

    def _words(self, row: Comparison) -> Sequence[str]:
        # In a narrow figure the mark alone tells the outcome.
        p = probability_words(row.adjusted_pvalue, self.alpha)
        return (p,) if is_narrow() else (p, decision_text(row, named=are_short(self.rows)))
