"""Significances of partitions in small panels, a dataset each, as Bradford and Brodley drew them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise.displays._drawing import PLAIN, caption_lines, fitted, new_panels
from foldwise.displays._page import FONT_SIZE, is_narrow, page_width
from foldwise.displays._sides import sides, split_words
from foldwise.displays._significance import SignificanceDisplay, ranked_partitions

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.replicability import PartitionAnalysis, Partitions

SMALL: Final = FONT_SIZE - 1.5
# Inches below the last row, for its ticks and the words about all panels.
_FOOT: Final = 0.72
_LINE: Final = 0.18


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelGrid:
    """Where the panels are, in inches.

    Parameters
    ----------
    n_panels, columns : int
        How many there are, and how many stand side by side.
    panel : float
        Height of a panel.
    gap : float
        Room above each for its title.
    between : float
        Room at the left of each for its ticks.
    words : tuple of str
        What to write below all of them.
    """

    n_panels: int
    columns: int
    panel: float
    gap: float
    between: float
    words: tuple[str, ...]

    @property
    def height(self) -> float:
        """Inches that all of them need."""
        return self._rows * (self.panel + self.gap) + _FOOT + _LINE * (len(self._lines) - 2)

    def panels(self, ax: "Axes") -> list["Axes"]:
        """Make the panels, row by row, in place of `ax`, and write what they are below all of them."""
        ax.set_axis_off()
        width = page_width() / self.columns
        panels: list[Axes] = []
        for number in range(self.n_panels):
            row, column = divmod(number, self.columns)
            top = (row + 1) * (self.panel + self.gap)
            left, wide = column * width + self.between, width - self.between
            place = left / page_width(), 1 - top / self.height, wide / page_width(), self.panel / self.height
            panels.append(ax.inset_axes(place, zorder=1))
            panels[-1].tick_params(labelsize=SMALL, length=2.5, pad=2)
            panels[-1].spines[["top", "right"]].set_visible(False)
        kw: dict[str, Any] = {"transform": ax.transAxes, "fontsize": FONT_SIZE, "linespacing": 1.4, **PLAIN}
        ax.text(0.5, 0.0, "\n".join(self._lines), horizontalalignment="center", verticalalignment="bottom", **kw)
        return panels

    def is_lowest(self, number: int) -> bool:
        """Whether no panel is below this one."""
        return number + self.columns >= self.n_panels

    @property
    def room(self) -> float:
        """Inches that the title of a panel may take."""
        return page_width() / self.columns - self.between

    @property
    def _lines(self) -> list[str]:
        return caption_lines(*self.words)

    @property
    def _rows(self) -> int:
        return -(-self.n_panels // self.columns)


_COLUMNS: Final = 5
_NARROW_COLUMNS: Final = 2
# Dots at 0 and 1 are to be seen whole.
_MARGIN: Final = 0.04


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SignificancePanelsDisplay:
    """Significance of every partition against its rank: a panel for each dataset, and for each pair of learners.

    A dot on the line at one half is a partition without a difference. Coloured dots, in the shaded margins, are
    partitions on which the test would have called a learner better; above each panel stands how many these are. A grey
    dot in a margin is a partition whose differences do not vary, so that there is no p-value.

    Parameters
    ----------
    rows : tuple of Partitions
        The panels.
    alpha : float
        Two-sided level of the test of one partition.
    test : str
        Its name.

    See Also
    --------
    foldwise.displays.SignificanceDisplay : The same as bands below each other, for few datasets.

    Notes
    -----
    After Figures 1 to 4 of Bradford and Brodley [1]_.

    References
    ----------
    .. [1] J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on
       significance. Machine Learning 42, 269-286.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.displays import SignificancePanelsDisplay
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import partition_analysis
    >>> from foldwise.evaluation import evaluate
    >>> run = evaluate({"nb": NaiveBayes(), "c45": C45()}, load("wine"), scheme="5x10", seed=1)
    >>> SignificancePanelsDisplay.from_analysis(partition_analysis(run)).frame()["rank"].tolist()
    [1, 2, 3, 4, 5]
    """

    rows: "tuple[Partitions, ...]"
    alpha: float
    test: str

    @classmethod
    def from_analysis(cls, analysis: "PartitionAnalysis") -> "SignificancePanelsDisplay":
        """Take the partitions of an analysis, in its order."""
        return cls(rows=analysis.rows, alpha=analysis.alpha, test=analysis.test)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return self._grid.height

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per partition, sorted within each panel."""
        return SignificanceDisplay(rows=self.rows, alpha=self.alpha, test=self.test).frame()

    def plot(self, ax: "Axes | None" = None, **dot_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes, which hold the panels as ``ax.child_axes``.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **dot_kw
            Passed to ``Axes.scatter`` for the dots, for example ``s=3``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        grid = self._grid
        for number, (row, panel) in enumerate(zip(self.rows, grid.panels(ax), strict=True)):
            self._draw_panel(panel, row, **dot_kw)
            if number % grid.columns:
                panel.set_yticklabels([])
            if not grid.is_lowest(number):
                panel.set_xticklabels([])
        return ax

    @property
    def _grid(self) -> PanelGrid:
        # A second pair needs a second line in each title.
        gap = 0.4 + 0.14 * self._has_pairs
        columns = _NARROW_COLUMNS if is_narrow() else _COLUMNS
        words = self._caption()
        return PanelGrid(n_panels=len(self.rows), columns=columns, panel=1.0, gap=gap, between=0.22, words=words)

    @property
    def _has_pairs(self) -> bool:
        return len({(row.a, row.b) for row in self.rows}) > 1

    def _draw_panel(self, panel: "Axes", row: "Partitions", **dot_kw: Any) -> None:
        half, n = self.alpha / 2, row.n_partitions
        for low, high in ((-_MARGIN, half), (1 - half, 1 + _MARGIN)):
            panel.axhspan(low, high, color="0.88", linewidth=0, zorder=0)
        panel.axhline(0.5, color="0.45", linewidth=0.8, zorder=1)
        values, colours = ranked_partitions(row, self.alpha)
        look: dict[str, Any] = {"s": 6, "c": colours, "linewidths": 0, "zorder": 3}
        panel.scatter(np.arange(1, n + 1), values, **{**look, **dot_kw})
        panel.set(xlim=(0, n + 1), ylim=(-_MARGIN, 1 + _MARGIN), xticks=(1, n))
        panel.set_yticks((0.0, 0.5, 1.0), ("0", ".5", "1"))
        room = self._grid.room
        name = fitted("{}", [row.dataset], room, size=SMALL + 0.5)
        pair = f"\n{fitted('{} vs {}', [row.a, row.b], room, size=SMALL)}" if self._has_pairs else ""
        panel.set_title(f"{name}{pair}\n{split_words(row.n_b, row.n_none, row.n_a)}", fontsize=SMALL, pad=3, **PLAIN)

    def _caption(self) -> tuple[str, ...]:
        first, second = sides(self.rows)
        what = f"significance of {self.test} against the rank of the partition: {first} ahead above, {second} below"
        return what, f"shaded: significant at {self.alpha:g}", f"on top: how many for {second} | neither | {first}"
