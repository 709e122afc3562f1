"""Every two learners over several datasets: who is better, by how much, and on how many."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import compact, decimals, pvalue_text, shortened, true_minus
from foldwise.displays._drawing import BLUE, ORANGE, POINTS_PER_INCH, caption, caption_height, new_panels, width_of
from foldwise.displays._grid import Grid, draw_cells, draw_gap, draw_lines, write_cell
from foldwise.displays._looks import LOOKS, draw_mark, signs_words
from foldwise.displays._page import FONT_SIZE
from foldwise.runs import Metric
from foldwise.verdicts import Overall, OverallPair

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# Inches: what is neither cells nor names; rows where cells hold a mark alone.
_REST: Final = 0.9
_MARK_ROW: Final = 0.2
# Height of a line of words over that of its letters, and the smallest letters of three lines in points.
_SPACING: Final = 1.3
_LEAST: Final = 5.5
# Words are read on it, light or dark.
_SHADE: Final = 0.4


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PairMatrixDisplay:
    """A row and a column for each learner, by mean rank; in a cell what is said of the row against the column.

    A cell holds the typical difference, wins/ties/losses and the p-value, as far as there is room. It is blue where the
    learner of the row is significantly better, orange where that of the column is, and white where the test does not
    tell them apart. Where there is no room for numbers, a mark says the same.

    Parameters
    ----------
    learners : tuple of str
        Names by mean rank, the best first.
    pairs : tuple of OverallPair
        One for every two of them; cells of others stay empty.
    metric : Metric
        What was scored.
    alpha : float
        Level for all pairs together.
    adjusted : bool, default True
        Whether p-values are adjusted for all pairs.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.displays import PairMatrixDisplay
    >>> from foldwise.learners import C45, NaiveBayes
    >>> datasets = [fw.data.load(name) for name in ("iris", "wine")]
    >>> verdict = fw.compare({"nb": NaiveBayes(), "c45": C45()}, datasets, scheme="5", seed=1)
    >>> frame = PairMatrixDisplay.from_overall(verdict.overall).frame()
    >>> frame[["row", "column", "wins", "losses", "decision"]].values.tolist()
    [['nb', 'c45', 2, 0, 'none'], ['c45', 'nb', 0, 2, 'none']]
    """

    learners: tuple[str, ...]
    pairs: tuple[OverallPair, ...]
    metric: Metric
    alpha: float
    adjusted: bool = True

    @classmethod
    def from_overall(cls, overall: Overall) -> "PairMatrixDisplay":
        """Take the pairs of an answer over datasets."""
        return cls(
            learners=tuple(each.name for each in overall.learners),
            pairs=overall.pairs,
            metric=overall.metric,
            alpha=overall.alpha,
            adjusted=overall.family > 1 and overall.adjust != "none",
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return _REST + self._grid().height + caption_height(*self._caption())

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per cell; the row is ``'a'`` of its decision."""
        import pandas as pd

        drawn = ("n_datasets", "wins", "ties", "losses", "estimate", "adjusted_pvalue", "decision")
        return pd.DataFrame(
            {"row": pair.a, "column": pair.b, **{name: getattr(pair, name) for name in drawn}}
            for _, _, pair in self._cells()
        )

    def plot(self, ax: "Axes | None" = None, **mesh_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **mesh_kw
            Passed to ``Axes.pcolormesh`` for the cells, for example ``alpha=0.5``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        grid, n = self._grid(), len(self.learners)
        for decision, colour in (("a", BLUE), ("b", ORANGE)):
            shades = np.full((n, n), np.nan)
            for i, j, pair in self._cells():
                if pair.decision == decision:
                    shades[i, j] = _SHADE
            draw_cells(ax, shades, colour, **mesh_kw)
        for i in range(n):
            ax.fill_between([i - 0.5, i + 0.5], i - 0.5, i + 0.5, color="0.92", linewidth=0)
        draw_lines(ax, n, n)
        n_lines, size = self._room()
        for i, j, pair in self._cells():
            self._fill(ax, i, j, pair, n_lines, size)
        grid.name(ax)
        caption(ax, *self._caption())
        # Below the cells, where captions stand; the names of the learners have taken the place on top.
        ax.xaxis.set_label_position("bottom")
        return ax

    def _fill(self, ax: "Axes", i: int, j: int, pair: OverallPair, n_lines: int, size: float) -> None:
        """Write the numbers of a cell that there is room for, or draw a mark in it."""
        if pair.decision == "undetermined":
            draw_gap(ax, i, j)
        elif not n_lines:
            draw_mark(ax, j, i, LOOKS[pair.decision], 4.0, colour="black" if pair.winner else "")
        else:
            weight = "bold" if pair.winner else "normal"
            write_cell(ax, i, j, "\n".join(self._words(pair)[:n_lines]), size=size, fontweight=weight, linespacing=1.15)

    def _cells(self) -> list[tuple[int, int, OverallPair]]:
        """Return row, column, and the pair as the learner of the row sees it, for all cells off the diagonal."""
        place = {name: number for number, name in enumerate(self.learners)}
        both = [each for pair in self.pairs for each in (pair, pair.turned)]
        return sorted(((place[pair.a], place[pair.b], pair) for pair in both), key=lambda cell: cell[:2])

    def _words(self, pair: OverallPair) -> tuple[str, ...]:
        text = true_minus(compact(pair.estimate, self._digits()))
        sign = "+" if pair.estimate > 0 and text.strip("0.") else ""
        p = pvalue_text(pair.adjusted_pvalue, self.alpha)
        return f"{sign}{text}", f"{pair.wins}/{pair.ties}/{pair.losses}", f"p {p}"

    def _digits(self) -> int:
        widths = [(pair.high - pair.low) / 2 for pair in self.pairs]
        known = [width for width in widths if 0 < width < np.inf]
        return min(6, decimals(min(known, default=0.001), is_share=self.metric.is_share))

    def _room(self) -> tuple[int, float]:
        """Return how many lines of words fit into a cell, if any do, and with letters of what size."""
        cell = Grid.of(self.learners, self.learners).cell
        words = [self._words(pair) for pair in self.pairs if pair.decision != "undetermined"]
        for n_lines in (3, 2, 1):
            widest = max((width_of(text, weight="bold") for texts in words for text in texts[:n_lines]), default=1.0)
            size = FONT_SIZE * min(1.0, 0.9 * cell / widest)
            if size >= _LEAST:
                return n_lines, size
        return 0, 0.0

    def _grid(self) -> Grid:
        n_lines, size = self._room()
        row = n_lines * _SPACING * size / POINTS_PER_INCH + 0.06 if n_lines else _MARK_ROW
        return Grid.of(self.learners, self.learners, row=max(row, _MARK_ROW))

    def _caption(self) -> tuple[str, ...]:
        n_lines, _ = self._room()
        if not n_lines:
            signs = signs_words({"a": "row better", "b": "column better", "none": "not told apart"})
            # A sign and its words stay together where lines end.
            return "row against column", signs.replace(" ", "\N{NO-BREAK SPACE}").replace(",\N{NO-BREAK SPACE}", ", ")
        less = ", positive where the row has the lower one" if self.metric.lower_is_better else ""
        p = "adjusted p" if self.adjusted else "p"
        below = ("", "below it: wins/ties/losses", f"below it: wins/ties/losses, {p}")[n_lines - 1]
        quantity = f"difference in {shortened(self.metric.label)}, row minus column{less}"
        return quantity, below, "blue: row better, orange: column better (both bold)"
