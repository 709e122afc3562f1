"""How often procedures reject, against the level they promise."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

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
from foldwise.displays._drawing import bare, name_bands, new_panels

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.lab import TypeOneError


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RatesDisplay:
    """Rejection rates with exact 95% intervals and a line at the level: one band for each procedure.

    Parameters
    ----------
    rates : DataFrame
        One row for each source and procedure, with `rate`, `low` and `high`.
    alpha : float
        The level.
    words : str
        What a rate is.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from foldwise.displays import RatesDisplay
    >>> from foldwise.lab import sources, type_one_error
    >>> found = type_one_error(["10/kfold_t", "5x2/five_by_two_t"], sources.TwoKinds(0.4), n_trials=100)
    >>> RatesDisplay.from_type_one_error(found).frame()["procedure"].tolist()
    ['10/kfold_t', '5x2/five_by_two_t']
    """

    rates: "pd.DataFrame"
    alpha: float
    words: str

    @classmethod
    def from_type_one_error(cls, result: "TypeOneError") -> "RatesDisplay":
        """Take what `type_one_error` found."""
        return cls(
            rates=result.frame(), alpha=result.alpha, words="Type I error: share of true nulls that are rejected"
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 1.2 + bands_height(self.rates)

    def frame(self) -> "pd.DataFrame":
        """Give the very numbers `plot` draws: one row for each source and procedure."""
        return self.rates

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
        sources = names_in(self.rates, "source")
        name_bands(ax, [procedure_label(name) for name in names_in(self.rates, "procedure")])
        bare(ax)
        low, high = table_of(self.rates, "low"), table_of(self.rates, "high")
        draw_bars(ax, table_of(self.rates, "rate"), low, high, **bar_kw)
        ax.axvline(self.alpha, color="black", linewidth=1, linestyle="--", zorder=4)
        ax.set_xlim(0.0, min(1.0, 1.06 * max(float(np.nanmax(high)), 2 * self.alpha)))
        write_key(ax, sources)
        lines = f"dashed: the level, {self.alpha:g}; black: exact 95% intervals over trials"
        caption(ax, self.words, lines, where(sources))
        return ax
