"""The level of tests against the number of splits, folds or halvings."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from foldwise.displays._by_source import STYLES, caption, colour_of, key_height, names_in, where, write_key
from foldwise.displays._drawing import FONT_SIZE, GREY, new_panels

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.lab import ReplicationCount

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
        """Give the very numbers `plot` draws: one row for each source, test and number."""
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
        ax.spines[["top", "right"]].set_visible(False)
        ax.tick_params(labelsize=FONT_SIZE)
        ax.set_ylabel("Type I error", fontsize=FONT_SIZE)
        handles = [Line2D([], [], color=colour_of(index), marker="o", markersize=4) for index in range(len(tests))]
        if len(sources) > 1:
            handles += [Line2D([], [], color=GREY, linestyle=STYLES[i % len(STYLES)]) for i in range(len(sources))]
        write_key(ax, self._names(), handles)
        lines = f"dashed: the level, {self.alpha:g}; shaded: exact 95% intervals over trials"
        only = _WORDS[tests[0]] if len(tests) == 1 else ""
        caption(ax, "number of splits, folds or halvings", only, lines, where(sources))
        return ax

    def _names(self) -> list[str]:
        """Name the colours of the tests, then the styles of the sources if they are several."""
        sources = names_in(self.rates, "source")
        tests = [_WORDS[test] for test in names_in(self.rates, "test")]
        return tests + (sources if len(sources) > 1 else [])
