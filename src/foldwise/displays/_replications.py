"""How often two executions of a procedure on the same data agree."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from foldwise._core import check_choice
from foldwise.displays._by_source import (
    bands_height,
    caption,
    draw_bars,
    names_in,
    procedure_label,
    table_of,
    where,
    write_key,
)
from foldwise.displays._drawing import GREY, bare, name_bands, new_panels, write_beside

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.lab import Replications

_MEASURES = {
    "replicability": ("low", "high", "R: share of pairs of executions on the same data that agree"),
    "consistent": ("consistent_low", "consistent_high", "share of datasets on which all executions agree"),
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReplicationsDisplay:
    """Replicability with 95% intervals: one band for each procedure, its rejection rates beside it.

    Parameters
    ----------
    table : DataFrame
        One row for each source and procedure, as `Replications.frame` gives them.
    alpha : float
        The level at which procedures reject.
    measure : {'replicability', 'consistent'}
        What is drawn.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from foldwise.displays import ReplicationsDisplay
    >>> from foldwise.lab import replicability, sources
    >>> found = replicability(["5x2/five_by_two_t", "10"], sources.TwoKinds(), n_trials=20)
    >>> ReplicationsDisplay.from_replications(found).frame()["n_executions"].tolist()
    [10, 10]
    """

    table: "pd.DataFrame"
    alpha: float
    measure: Literal["replicability", "consistent"]

    @classmethod
    def from_replications(
        cls, result: "Replications", measure: Literal["replicability", "consistent"] = "replicability"
    ) -> "ReplicationsDisplay":
        """Take what `replicability` found; draw R, or the share of datasets on which all executions agree."""
        check_choice(measure, "measure", _MEASURES)
        return cls(table=result.frame(), alpha=result.alpha, measure=measure)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 1.4 + bands_height(self.table)

    def frame(self) -> "pd.DataFrame":
        """Give the very numbers `plot` draws: one row for each source and procedure."""
        return self.table

    def plot(self, ax: "Axes | None" = None, **bar_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **bar_kw
            Passed to ``Axes.barh`` for the bars, for example ``alpha=1``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        sources = names_in(self.table, "source")
        name_bands(ax, [procedure_label(name) for name in names_in(self.table, "procedure")])
        bare(ax)
        low, high, words = _MEASURES[self.measure]
        draw_bars(
            ax, table_of(self.table, self.measure), table_of(self.table, low), table_of(self.table, high), **bar_kw
        )
        ax.set_xlim(0.0, 1.0)
        levels = table_of(self.table, "type_one_error")
        known = np.isfinite(levels).any()
        for index, row in enumerate(levels):
            if np.isfinite(row).any():
                write_beside(ax, index, f"{np.nanmax(row):.3f}", GREY)
        write_key(ax, sources)
        beside = f"at the right: worst Type I error at level {self.alpha:g}; replicability is not validity"
        caption(ax, words, "black: 95% intervals over datasets", beside if known else "", where(sources))
        return ax
