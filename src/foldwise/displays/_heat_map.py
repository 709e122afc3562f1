"""Ranks of learners on every dataset, cell by cell."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import fixed
from foldwise.displays._drawing import BLUE, GREY, caption, caption_height, new_panels
from foldwise.displays._grid import DEEPEST, SMALLEST, Grid, draw_cells, draw_gap, draw_lines, write_cell
from foldwise.verdicts import Cells, Overall, OverallLearner

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats

# Inches of what is neither cells nor names.
_REST: Final = 0.9


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HeatMapDisplay:
    """Ranks within each dataset, deeper in colour where better: a row for each dataset, learners by mean rank.

    Ranks are among the learners that have a score on the dataset, ties share the mean of theirs; they are written where
    there is room. Cells without a score are hatched. The last row has the mean ranks.

    Parameters
    ----------
    cells : Cells
        Mean scores, greater is better, NaN where there is none.
    learners : tuple of OverallLearner
        By mean rank, the best first.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.
    foldwise.displays.StudyDisplay : Scores instead of ranks.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.displays import HeatMapDisplay
    >>> from foldwise.learners import C45, NaiveBayes
    >>> datasets = [fw.data.load(name) for name in ("iris", "wine")]
    >>> verdict = fw.compare({"nb": NaiveBayes(), "c45": C45()}, datasets, scheme="5", seed=1)
    >>> HeatMapDisplay.from_overall(verdict.overall).frame()[["dataset", "learner", "rank"]].values.tolist()
    [['iris', 'nb', 1.0], ['iris', 'c45', 2.0], ['wine', 'nb', 1.0], ['wine', 'c45', 2.0]]
    """

    cells: Cells
    learners: tuple[OverallLearner, ...]

    @classmethod
    def from_overall(cls, overall: Overall) -> "HeatMapDisplay":
        """Take the scores of an answer over datasets, those that were not used too."""
        return cls(cells=overall.cells, learners=overall.learners)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return _REST + self._grid().height + caption_height(*self._caption())

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per cell, NaN where there is no score."""
        import pandas as pd

        scores, ranks = self._scores(), self._ranks()
        rows = [
            (dataset, each.name, scores[i, j], ranks[i, j], each.mean_rank)
            for i, dataset in enumerate(self.cells.datasets)
            for j, each in enumerate(self.learners)
        ]
        return pd.DataFrame(rows, columns=["dataset", "learner", "score", "rank", "mean_rank"])

    def plot(self, ax: "Axes | None" = None, **mesh_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **mesh_kw
            Passed to ``Axes.pcolormesh`` for the cells, for example ``cmap="Greys"``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        grid, ranks = self._grid(), self._ranks()
        there = np.isfinite(ranks)
        worst = np.maximum(there.sum(axis=1, keepdims=True) - 1, 1)
        draw_cells(ax, DEEPEST * (1 - (ranks - 1) / worst), BLUE, **mesh_kw)
        for i, j in np.argwhere(~there).tolist():
            draw_gap(ax, i, j)
        draw_lines(ax, len(ranks), len(self.learners), width=0.8)
        words = {place: f"{rank:g}" for place, rank in np.ndenumerate(ranks) if np.isfinite(rank)}
        size = grid.size(words.values())
        for (i, j), text in words.items():
            write_cell(ax, i, j, text, size=size)
        means = self._means()
        grid.name(ax)
        last = ax.get_yticklabels()[-1]
        last.set(color=GREY, fontstyle="italic", visible=grid.size(means) >= SMALLEST)
        for j, text in enumerate(means):
            write_cell(ax, len(self.cells.datasets), j, text, size=grid.size(means), color=GREY)
        caption(ax, *self._caption())
        # Below the cells, where captions stand; the names of the learners have taken the place on top.
        ax.xaxis.set_label_position("bottom")
        return ax

    def _scores(self) -> "Floats":
        """Scores on datasets by learners, in the order that is drawn."""
        order = [self.cells.learners.index(each.name) for each in self.learners]
        return self.cells.scores[order].T

    def _ranks(self) -> "Floats":
        """Ranks within each dataset, 1 for the highest score."""
        from scipy.stats import rankdata

        return np.asarray(rankdata(-self._scores(), axis=1, nan_policy="omit"))

    def _means(self) -> list[str]:
        # Of many learners a decimal is enough, and two have no room.
        n = 2 if len(self.learners) < 10 else 1
        return [fixed(each.mean_rank, n) if np.isfinite(each.mean_rank) else "none" for each in self.learners]

    def _grid(self) -> Grid:
        return Grid.of(self.cells.datasets, [each.name for each in self.learners], last=["mean rank"])

    def _caption(self) -> tuple[str, ...]:
        missing = "hatched: no score" if not self.cells.present.all() else ""
        return "rank within the dataset, 1 is the best", "deeper: better", missing
