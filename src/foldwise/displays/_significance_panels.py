"""Significance on every partition, sorted: a small panel for each dataset, as Bradford and Brodley drew it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise.displays._drawing import PLAIN, new_panels
from foldwise.displays._fitted import fitted
from foldwise.displays._panel_grid import SMALL, PanelGrid
from foldwise.displays._ranked_partitions import ranked_partitions
from foldwise.displays._sides import sides
from foldwise.displays._significance import SignificanceDisplay

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.replicability import PartitionAnalysis, Partitions

_COLUMNS: Final = 5
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
        """Give the very numbers `plot` draws: one row per partition, sorted within each panel."""
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
        for number, (row, panel) in enumerate(zip(self.rows, grid.panels(ax, self._caption()), strict=True)):
            self._draw_panel(panel, row, **dot_kw)
            if number % _COLUMNS:
                panel.set_yticklabels([])
            if not grid.is_lowest(number):
                panel.set_xticklabels([])
        return ax

    @property
    def _grid(self) -> PanelGrid:
        # A second pair needs a second line in each title.
        gap = 0.4 + 0.14 * self._has_pairs
        return PanelGrid(n_panels=len(self.rows), columns=_COLUMNS, panel=1.0, gap=gap, between=0.22)

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
        pair = f"\n{fitted('{} v {}', [row.a, row.b], room, size=SMALL)}" if self._has_pairs else ""
        panel.set_title(f"{name}{pair}\n{row.n_b} | {row.n_none} | {row.n_a}", fontsize=SMALL, pad=3, **PLAIN)

    def _caption(self) -> str:
        first, second = sides(self.rows)
        return (
            f"rank of the partition against the significance of {self.test} (one half: no difference)\n"
            f"above: {first} ahead; below: {second} ahead; shaded and coloured: significant at {self.alpha:g}\n"
            f"over each panel: partitions for {second} | neither | {first}"
        )
