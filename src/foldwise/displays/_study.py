"""The scores of a study: datasets by learners, cell by cell."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import score_text, shortened
from foldwise.displays._drawing import BLUE, GREY, caption, new_panels
from foldwise.displays._grid import DEEPEST, SMALLEST, Grid, draw_cells, draw_gap, draw_lines, write_cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats
    from foldwise.studies import ScoreTable, StudyResults

# Inches of what is neither cells nor names.
_REST: Final = 1.15


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StudyDisplay:
    """Mean scores of all learners on all datasets, deeper in colour where better; a row for each dataset.

    The colour is the difference to the mean of the row, so that hard and easy datasets look alike: on one scale for
    all rows if the metric is a share of one, else on a scale of its own for each row. Cells without a score are hatched
    and say why. Values are on the natural scale of the metric: an error is written as an error, not negated.

    Parameters
    ----------
    table : ScoreTable
        Scores, and reasons where there are none.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.displays import StudyDisplay
    >>> from foldwise.runs import as_metric
    >>> from foldwise.studies import Gap, ScoreTable
    >>> table = ScoreTable(metric=as_metric("accuracy", "classification"), datasets=("iris",), learners=("nb", "c45"),
    ...                    scores=np.array([[0.96, np.nan]]), gaps={(0, 1): Gap(label="failed", reason="no memory")})
    >>> StudyDisplay(table=table).frame()[["learner", "value", "gap"]].values.tolist()
    [['nb', 0.96, ''], ['c45', nan, 'no memory']]
    """

    table: "ScoreTable"

    @classmethod
    def from_results(cls, results: "StudyResults", metric: str | None = None) -> "StudyDisplay":
        """Take the scores of a study by the metric of this name, or by the first that it was judged by."""
        from foldwise.studies import score_tables

        tables = {table.metric.name: table for table in score_tables(results)}
        if metric is not None and metric not in tables:
            raise ValueError(f"metric must be one that the study was judged by, {', '.join(tables)}, got {metric!r}.")
        return cls(table=next(iter(tables.values())) if metric is None else tables[metric])

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return _REST + self._grid().height

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per cell, beside the average rank of its learner."""
        import pandas as pd

        table = self.table
        values, differences = self._values(), self._differences()
        best, ranks, average = table.best, table.ranks, table.average_ranks
        rows = [
            {
                "dataset": dataset,
                "learner": learner,
                "value": values[i, j],
                "difference": differences[i, j],
                "is_best": bool(best[i, j]),
                "rank": ranks[i, j],
                "average_rank": average[j],
                "gap": table.gaps[i, j].reason if (i, j) in table.gaps else "",
            }
            for i, dataset in enumerate(table.datasets)
            for j, learner in enumerate(table.learners)
        ]
        return pd.DataFrame(rows)

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
        grid, shades = self._grid(), self._shades()
        draw_cells(ax, shades, BLUE, **mesh_kw)
        for i, j in self.table.gaps:
            draw_gap(ax, i, j)
        draw_lines(ax, *shades.shape)
        self._write_values(ax, grid)
        self._write_ranks(ax, grid)
        self._name(ax, grid)
        return ax

    def _write_values(self, ax: "Axes", grid: Grid) -> None:
        best, gaps = self.table.best, self.table.gaps
        numbers = {
            place: score_text(value, 3, is_share=self.table.metric.is_share)
            for place, value in np.ndenumerate(self._values())
            if place not in gaps
        }
        words = {place: f"{text}★" if best[place] else text for place, text in numbers.items()}
        size = grid.size(words.values())
        if size < SMALLEST:
            words, size = {place: "★" for place in words if best[place]}, grid.size("★")
        for (i, j), text in words.items():
            weight = "bold" if best[i, j] else "normal"
            write_cell(ax, i, j, text, size=size, color="black", fontweight=weight)
        for (i, j), gap in gaps.items():
            ground = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
            small = min(size, grid.size([gap.label]))
            write_cell(ax, i, j, gap.label, size=small, color=GREY, fontstyle="italic", bbox=ground)

    def _write_ranks(self, ax: "Axes", grid: Grid) -> None:
        if not self._has_ranks:
            return
        words = ["none" if np.isnan(rank) else f"{rank:.2f}" for rank in self.table.average_ranks]
        for j, text in enumerate(words):
            write_cell(ax, len(self.table.datasets), j, text, size=grid.size(words), color=GREY)

    def _name(self, ax: "Axes", grid: Grid) -> None:
        grid.name(ax)
        if self._has_ranks:
            ax.get_yticklabels()[-1].set(color=GREY, fontstyle="italic")
        caption(ax, *self._caption())
        # Below the cells, where captions stand; the names of the learners have taken the place on top.
        ax.xaxis.set_label_position("bottom")

    def _caption(self) -> tuple[str, ...]:
        metric = self.table.metric
        better = "less" if metric.lower_is_better else "more"
        largest = np.fmax.reduce(np.abs(self._differences()), axis=None, initial=0.0)
        reach = f", by up to {largest:.2g}" if metric.is_share else ", each row on a scale of its own"
        what = f"{shortened(metric.label)}, mean of all folds ({better} is better)"
        shade = f"deeper: better than its mean{reach}" if largest else ""
        best = "★: best of its row" if largest else ""
        return what, best, shade, "hatched: no score" if self.table.gaps else ""

    def _values(self) -> "Floats":
        # Not the negative, which of zero would be written "-0".
        return np.asarray(0.0 - self.table.scores) if self.table.metric.lower_is_better else self.table.scores

    def _differences(self) -> "Floats":
        """Scores minus the mean of what is there of their row: positive is better."""
        there = np.isfinite(self.table.scores)
        sums = np.where(there, self.table.scores, 0.0).sum(axis=1, keepdims=True)
        return np.asarray(self.table.scores - sums / np.maximum(there.sum(axis=1, keepdims=True), 1))

    def _shades(self) -> "Floats":
        """Differences on the scale of the colours: the lightest 0, the mean of a row in the middle."""
        differences = self._differences()
        axis = None if self.table.metric.is_share else 1
        largest = np.fmax.reduce(np.abs(differences), axis=axis, keepdims=True)
        # Rows of equal scores have the colour of the mean.
        reach = np.where(largest > 0, largest, 1.0)
        return np.asarray(DEEPEST * (0.5 + differences / reach / 2))

    @property
    def _has_ranks(self) -> bool:
        return len(self.table.learners) > 1

    def _grid(self) -> Grid:
        n_complete, n_all = int(self.table.complete.sum()), len(self.table.datasets)
        last = f"average rank ({n_complete} of {n_all})" if n_complete < n_all else "average rank"
        return Grid.of(self.table.datasets, self.table.learners, last=[last] if self._has_ranks else [])
