"""How often tests reject: against the level they promise, the true difference, the number of splits."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise.displays._by_source import (
    STYLES,
    bands_height,
    colour_of,
    draw_bars,
    key_height,
    names_in,
    procedure_label,
    style_of,
    table_of,
    where,
    write_key,
)
from foldwise.displays._drawing import GREY, bare, caption, frame_axes, name_bands, new_panels

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.lab import Power, ReplicationCount, TypeOneError


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
        """Return the very numbers `plot` draws: one row for each source and procedure."""
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
        lines = f"dashed: the level, {self.alpha:g}; lines: exact 95% intervals over trials"
        caption(ax, f"{self.words} {where(sources)}", lines)
        return ax


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
        """Return the numbers that `plot` draws, differences with their signs: one row for each source and procedure."""
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
        frame_axes(ax, "share of trials that reject")
        write_key(ax, names, handles)
        lines = f"dashed: the level, {self.alpha:g}; bars: exact 95% intervals over trials"
        only = f", {names[0]}" if len(names) == 1 else ""
        lines += "; a line for each kind of source" if len(families) > 1 else ""
        caption(ax, f"true difference in accuracy, in percentage points{only}", lines)
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


_WORDS = {"resampled_t": "random splits, t test", "kfold_t": "folds, t test", "halvings_t": "halvings, Dietterich's t"}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReplicationCountDisplay:
    """Type I error against the number of splits, folds and halvings, with exact 95% bands and a line at the level.

    Parameters
    ----------
    rates : DataFrame
        One row for each source, test and number, with `rate`, `low` and `high`.
    alpha : float
        The level.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from foldwise.displays import ReplicationCountDisplay
    >>> from foldwise.lab import replication_count, sources
    >>> found = replication_count(sources.TwoKinds(), splits=[5, 30], folds=[5], halvings=[], n_trials=50)
    >>> ReplicationCountDisplay.from_replication_count(found).frame()["number"].tolist()
    [5, 30, 5]
    """

    rates: "pd.DataFrame"
    alpha: float

    @classmethod
    def from_replication_count(cls, result: "ReplicationCount") -> "ReplicationCountDisplay":
        """Take what `replication_count` found."""
        return cls(rates=result.frame(), alpha=result.alpha)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 4.2 + key_height(self._names())

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row for each source, test and number."""
        return self.rates

    def plot(self, ax: "Axes | None" = None, **line_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **line_kw
            Passed to ``Axes.plot`` for the lines, for example ``linewidth=2``.
        """
        from matplotlib.lines import Line2D
        from matplotlib.ticker import NullLocator

        ax = new_panels([self.height])[0] if ax is None else ax
        sources, tests = names_in(self.rates, "source"), names_in(self.rates, "test")
        for (test, source), rows in self.rates.groupby(["test", "source"], sort=False):
            index = sources.index(str(source))
            look: dict[str, Any] = {"color": colour_of(tests.index(str(test))), "marker": "o", "markersize": 4}
            look["linestyle"] = STYLES[index % len(STYLES)]
            ax.plot(rows["number"], rows["rate"], **{**look, "linewidth": 1.6, "zorder": 3, **line_kw})
            ax.fill_between(rows["number"], rows["low"], rows["high"], color=look["color"], alpha=0.15, linewidth=0)
        ax.axhline(self.alpha, color="black", linewidth=1, linestyle="--", zorder=2)
        ax.set_xscale("log")
        numbers = sorted({int(number) for number in self.rates["number"]})
        ax.set_xticks(numbers, [str(number) for number in numbers])
        ax.xaxis.set_minor_locator(NullLocator())
        ax.set_ylim(0.0, 1.06 * max(float(self.rates["high"].max()), 2 * self.alpha))
        frame_axes(ax, "Type I error")
        handles = [Line2D([], [], color=colour_of(index), marker="o", markersize=4) for index in range(len(tests))]
        if len(sources) > 1:
            handles += [Line2D([], [], color=GREY, linestyle=STYLES[i % len(STYLES)]) for i in range(len(sources))]
        write_key(ax, self._names(), handles)
        lines = f"dashed: the level, {self.alpha:g}; shaded: exact 95% intervals over trials"
        what = _WORDS[tests[0]] if len(tests) == 1 else "splits, folds or halvings"
        caption(ax, f"number of {what} {where(sources)}", lines)
        return ax

    def _names(self) -> list[str]:
        """Return the names of the colours of the tests, then the styles of the sources if they are several."""
        sources = names_in(self.rates, "source")
        tests = [_WORDS[test] for test in names_in(self.rates, "test")]
        return tests + (sources if len(sources) > 1 else [])
