"""Level against power of all procedures."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import shortened
from foldwise.displays._drawing import BLUE, GREY, PLAIN, caption, frame_axes, new_panels
from foldwise.displays._page import FONT_SIZE, refuse_narrow

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.lab import Ranking

# Inches of a line of the list at the right.
_LINE: Final = 0.2
# Words are read on the deepest colour, light or dark.
_DEEPEST: Final = 0.55


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RankingDisplay:
    """Worst level against power, a numbered point for each procedure, in the colour of its replicability.

    Parameters
    ----------
    table : DataFrame
        One row for each procedure, as `Ranking.frame` gives them.
    alpha, tolerance : float
        The level, and how many times it counts as kept.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from foldwise.displays import RankingDisplay
    >>> from foldwise.lab import rank, sources
    >>> null, other = sources.ExchangeableBlocks(), sources.ExchangeableBlocks(second_shift=0.1)
    >>> found = rank(["10", "5x2/five_by_two_f"], null, other, n_trials=10, n_executions=2)
    >>> RankingDisplay.from_ranking(found).frame()["rank"].tolist()
    [1, 2]
    """

    table: "pd.DataFrame"
    alpha: float
    tolerance: float

    @classmethod
    def from_ranking(cls, result: "Ranking") -> "RankingDisplay":
        """Take what `rank` found."""
        return cls(table=result.frame(), alpha=result.alpha, tolerance=result.tolerance)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return max(4.6, 1.4 + _LINE * len(self.table))

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row for each procedure."""
        return self.table

    def plot(self, ax: "Axes | None" = None, **dot_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **dot_kw
            Passed to ``Axes.scatter`` for the points, for example ``s=100``.
        """
        refuse_narrow("A ranking")
        ax = new_panels([self.height])[0] if ax is None else ax
        # The best is drawn last, and lies on top.
        table = self.table.iloc[::-1]
        ax.hlines(table["power"], table["level_low"], table["level_high"], color="0.75", linewidth=1, zorder=2)
        ax.vlines(table["level"], table["power_low"], table["power_high"], color="0.75", linewidth=1, zorder=2)
        # On paper of its own, so that nothing shines through; then bluer the more replicable.
        places: dict[str, Any] = {"s": 170, "zorder": 3, "clip_on": False, **dot_kw}
        ax.scatter(table["level"], table["power"], c="white", linewidths=0, **places)
        shades = _DEEPEST * np.clip(2 * table["replicability"] - 1, 0.0, 1.0)
        look: dict[str, Any] = {"facecolors": [(BLUE, shade) for shade in shades], "edgecolors": "black"}
        look["linewidths"] = np.where(table["holds"], 1.6, 0.4)
        ax.scatter(table["level"], table["power"], **{**look, **places})
        for row in table.to_dict("records"):
            kw: dict[str, Any] = {"horizontalalignment": "center", "verticalalignment": "center_baseline", "zorder": 4}
            ax.text(row["level"], row["power"], str(row["rank"]), color="black", fontsize=FONT_SIZE - 1.5, **kw)
        self._list_names(ax)
        ax.axvline(self.alpha, color="black", linewidth=1, linestyle="--", zorder=1)
        limit = self.alpha * self.tolerance
        ax.axvspan(0.0, limit, color="0.95", linewidth=0, zorder=0)
        # Levels near alpha matter most, and zero must have a place.
        ax.set_xscale("function", functions=(lambda x: np.sqrt(np.maximum(x, 0)), np.square))
        ax.set_xlim(0.0, min(1.0, 1.1 * max(float(table["level_high"].max()), 2 * limit)))
        ticks = [tick for tick in (0.0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0) if tick <= ax.get_xlim()[1]]
        ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        frame_axes(ax, "power: mean rejection rate over the alternatives")
        kept = f"shaded: up to {limit:g}; thick edge: kept"
        agree = "R: pairs of splits that agree"
        caption(ax, "level: worst rejection rate over the nulls", kept, agree)
        return ax

    def _list_names(self, ax: "Axes") -> None:
        """List the procedures at the right, best first."""
        step = min(_LINE / max(self.height - 1.4, 1.0), 1 / len(self.table))
        kw: dict[str, Any] = {"transform": ax.transAxes, "verticalalignment": "top", "fontsize": FONT_SIZE, **PLAIN}
        for place, row in enumerate(self.table.to_dict("records")):
            words = f"{row['rank']}  {shortened(row['procedure'], 38)}  R {row['replicability']:.2f}"
            ax.text(1.03, 1 - place * step, words, color="black" if row["holds"] else GREY, **kw)
