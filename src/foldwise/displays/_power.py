"""How often tests reject, against the true difference."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from foldwise.displays._by_source import STYLES, caption, colour_of, key_height, names_in, style_of, write_key
from foldwise.displays._drawing import FONT_SIZE, GREY, new_panels

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.lab import Power

_MARKERS: Final = ("o", "s", "^", "D", "v", "P")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PowerDisplay:
    """Share of trials that reject against the true difference: a line for each procedure, with exact 95% intervals.

    Parameters
    ----------
    rates : DataFrame
        One row for each source and procedure, with `difference`, `rate`, `low` and `high`, and the `family` of the
        source if there are several: only sources of one family are joined.
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
    def from_power(cls, result: "Power") -> "PowerDisplay":
        """Take what `power` found."""
        rates = result.frame()
        n_procedures = len(rates) // len(result.trials)
        families = [name for name in result.families for _ in range(n_procedures)]
        return cls(rates=rates.assign(family=families), alpha=result.alpha)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        families = names_in(self.rates, "family") if "family" in self.rates else []
        return 4.6 + (key_height(families) if len(families) > 1 else 0.0)

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
        names = names_in(self.rates, "procedure")
        families = names_in(self.rates, "family") if "family" in self.rates else [""]
        handles: list[Any] = []
        for index, name in enumerate(names):
            for number, each in enumerate(families):
                rows = self.rates[self.rates["procedure"] == name]
                rows = rows[rows["family"] == each] if each else rows
                look = _look(number, colour_of(index), style_of(index) if len(families) == 1 else None)
                drawn = _draw_line(ax, rows, {**look, **line_kw})
                handles += [] if number else [drawn]
        if len(families) > 1:
            from matplotlib.lines import Line2D

            handles += [Line2D([], [], **_look(number, GREY, None)) for number in range(len(families))]
            names = [*names, *families]
        ax.axhline(self.alpha, color="black", linewidth=1, linestyle="--", zorder=2)
        ax.set_ylim(0.0, 1.0)
        ax.set_xlim(left=0.0)
        ax.spines[["top", "right"]].set_visible(False)
        ax.tick_params(labelsize=FONT_SIZE)
        ax.set_ylabel("share of trials that reject", fontsize=FONT_SIZE)
        write_key(ax, names, handles)
        lines = f"dashed: the level, {self.alpha:g}; bars: exact 95% intervals over trials"
        only = names[0] if len(names) == 1 else ""
        lines += "; a line for each kind of source" if len(families) > 1 else ""
        caption(ax, "true difference in accuracy, in percentage points", only, lines)
        return ax


def _look(family: int, colour: str, style: str | None) -> dict[str, Any]:
    """Look of the line of a family: its style says which one, unless it is needed to tell procedures apart."""
    own = STYLES[family % len(STYLES)] if style is None else style
    return {"color": colour, "linestyle": own, "marker": _MARKERS[family % len(_MARKERS)], "markersize": 4}


def _draw_line(ax: "Axes", rows: "pd.DataFrame", look: dict[str, Any]) -> Any:
    # Rounding may put an end of an interval on the wrong side of the rate itself.
    arms = [(rows["rate"] - rows["low"]).clip(lower=0), (rows["high"] - rows["rate"]).clip(lower=0)]
    usual: dict[str, Any] = {"linewidth": 1.6, "elinewidth": 1.0, "capsize": 2, "clip_on": False, "zorder": 3}
    return ax.errorbar(100 * rows["difference"].abs(), rows["rate"], yerr=arms, **{**usual, **look})
