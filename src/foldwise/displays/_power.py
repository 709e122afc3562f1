"""How often tests reject, against the true difference."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from foldwise.displays._by_source import caption, colour_of, names_in, style_of, write_key
from foldwise.displays._drawing import FONT_SIZE, new_panels
from foldwise.lab import Power

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PowerDisplay:
    """Share of trials that reject against the true difference: a line for each procedure, with exact 95% intervals.

    Parameters
    ----------
    rates : DataFrame
        One row for each source and procedure, with `difference`, `rate`, `low` and `high`.
    alpha : float
        The level.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from foldwise.displays import PowerDisplay
    >>> from foldwise.lab import power, sources
    >>> blocks = [sources.ExchangeableBlocks(n_examples=50, second_shift=shift) for shift in (0.1, 0.35)]
    >>> found = power("10/kfold_t", blocks, differences={blocks[0].name: 0.15}, n_trials=10)
    >>> PowerDisplay.from_power(found).frame()["difference"].tolist()
    [0.0, 0.15]
    """

    rates: "pd.DataFrame"
    alpha: float

    @classmethod
    def from_power(cls, result: Power) -> "PowerDisplay":
        """Take what `power` found."""
        return cls(rates=result.frame(), alpha=result.alpha)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 4.6

    def frame(self) -> "pd.DataFrame":
        """Give the numbers that `plot` draws, differences with their signs: one row for each source and procedure."""
        return self.rates

    def plot(self, ax: "Axes | None" = None, **line_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **line_kw
            Passed to ``Axes.errorbar``, for example ``linewidth=2``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        names, handles = names_in(self.rates, "procedure"), []
        for index, name in enumerate(names):
            rows = self.rates[self.rates["procedure"] == name]
            # Rounding may put an end of an interval on the wrong side of the rate itself.
            arms = [(rows["rate"] - rows["low"]).clip(lower=0), (rows["high"] - rows["rate"]).clip(lower=0)]
            look: dict[str, Any] = {"color": colour_of(index), "linestyle": style_of(index), "marker": "o"}
            look |= {"markersize": 4, "linewidth": 1.6, "elinewidth": 1.0, "capsize": 2, "clip_on": False, "zorder": 3}
            handles.append(ax.errorbar(100 * rows["difference"].abs(), rows["rate"], yerr=arms, **{**look, **line_kw}))
        ax.axhline(self.alpha, color="black", linewidth=1, linestyle="--", zorder=2)
        ax.set_ylim(0.0, 1.0)
        ax.set_xlim(left=0.0)
        ax.spines[["top", "right"]].set_visible(False)
        ax.tick_params(labelsize=FONT_SIZE)
        ax.set_ylabel("share of trials that reject", fontsize=FONT_SIZE)
        write_key(ax, names, handles)
        lines = f"dashed: the level, {self.alpha:g}; bars: exact 95% intervals over trials"
        only = names[0] if len(names) == 1 else ""
        caption(ax, "true difference in accuracy, in percentage points", only, lines)
        return ax
