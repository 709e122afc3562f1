"""What makes scores of one dataset vary: folds that go together, and the random partition."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from foldwise._core import check_choice, shortened
from foldwise.displays._by_source import (
    bands_height,
    bar_places,
    colour_of,
    names_in,
    procedure_label,
    table_of,
    where,
    write_key,
)
from foldwise.displays._drawing import (
    GREY,
    band_height,
    bare,
    caption,
    draw_interval,
    label,
    name_bands,
    new_panels,
    write_beside,
)
from foldwise.verdicts import probability_words

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.lab import FoldCorrelation, PartitionNoise


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FoldCorrelationDisplay:
    """Correlations between folds with 95% intervals, beside what corrected t tests assume: one band for each.

    Parameters
    ----------
    table : DataFrame
        One row for each source and kind of pair, as `FoldCorrelation.frame` gives them.
    words : str
        What was measured.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from foldwise.displays import FoldCorrelationDisplay
    >>> from foldwise.lab import fold_correlation, sources
    >>> found = fold_correlation(sources.TwoKinds(), "5", n_trials=50)
    >>> FoldCorrelationDisplay.from_fold_correlation(found).frame()["assumed"].tolist()
    [0.2, 0.2, 0.0]
    """

    table: "pd.DataFrame"
    words: str

    @classmethod
    def from_fold_correlation(cls, result: "FoldCorrelation") -> "FoldCorrelationDisplay":
        """Take what `fold_correlation` found."""
        return cls(table=result.frame(), words=result.title)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 1.2 + band_height(self._labels(), 0.5) * len(self.table)

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row for each source and kind of pair."""
        return self.table

    def plot(self, ax: "Axes | None" = None, **dot_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **dot_kw
            Passed to ``Axes.plot`` for the correlations, for example ``markersize=8``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        sources, pairs = names_in(self.table, "source"), names_in(self.table, "pair")
        name_bands(ax, self._labels())
        bare(ax)
        ax.axvline(0.0, color="0.45", linewidth=1, zorder=1)
        for index, row in enumerate(self.table.to_dict("records")):
            colour = colour_of(pairs.index(row["pair"]))
            draw_interval(ax, index, row["low"], row["high"], colour)
            look: dict[str, Any] = {"color": colour, "markersize": 6.5, "markeredgecolor": "white"}
            ax.plot(row["correlation"], index, "D", **{**look, "zorder": 4, **dot_kw})
            ax.plot([row["assumed"]] * 2, [index - 0.32, index + 0.32], color="black", linewidth=1.2, linestyle="--")
            write_beside(ax, index, f"{row['correlation']:.3f}\n{probability_words(row['pvalue'])}", GREY)
        lines = "dashed: what corrected t tests assume; bars: 95% intervals over datasets"
        caption(ax, f"{self.words} {where(sources)}", lines)
        return ax

    def _labels(self) -> list[str]:
        sources = names_in(self.table, "source")
        beyond = [f"({shortened(name, 50)})" if len(sources) > 1 else "" for name in self.table["source"]]
        return [label(*filter(None, parts)) for parts in zip(self.table["pair"], beyond, strict=True)]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PartitionNoiseDisplay:
    """Shares of partition and data in the variance of one execution, stacked: one band for each procedure.

    Parameters
    ----------
    table : DataFrame
        One row for each source and procedure, with `share`, `low` and `high`.
    quantity : {'statistic', 'estimate'}
        Whose variance it is.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from foldwise.displays import PartitionNoiseDisplay
    >>> from foldwise.lab import partition_noise, sources
    >>> found = partition_noise(["5x2/five_by_two_t", "10"], sources.TwoKinds(), n_trials=20)
    >>> PartitionNoiseDisplay.from_partition_noise(found).frame()["quantity"].tolist()
    ['statistic', 'statistic']
    """

    table: "pd.DataFrame"
    quantity: Literal["statistic", "estimate"]

    @classmethod
    def from_partition_noise(
        cls, result: "PartitionNoise", quantity: Literal["statistic", "estimate"] = "statistic"
    ) -> "PartitionNoiseDisplay":
        """Take what `partition_noise` found about the statistics, or about the estimated differences."""
        check_choice(quantity, "quantity", ("statistic", "estimate"))
        frame = result.frame()
        return cls(table=frame[frame["quantity"] == quantity].reset_index(drop=True), quantity=quantity)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 1.2 + bands_height(self.table)

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row for each source and procedure."""
        return self.table

    def plot(self, ax: "Axes | None" = None, **bar_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **bar_kw
            Passed to ``Axes.barh`` for the shares of the partition, for example ``alpha=1``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        sources = names_in(self.table, "source")
        labels = [procedure_label(name) for name in names_in(self.table, "procedure")]
        name_bands(ax, labels)
        bare(ax)
        shares, low, high = (table_of(self.table, column) for column in ("share", "low", "high"))
        places, thick = bar_places(len(sources))
        for index in range(len(sources)):
            heights = np.arange(len(labels)) + places[index]
            look: dict[str, Any] = {"height": 0.86 * thick, "linewidth": 0, "zorder": 2}
            ours: dict[str, Any] = {"color": colour_of(index), "alpha": 0.7}
            ax.barh(heights, shares[:, index], **{**look, **ours, **bar_kw})
            rest = {"left": shares[:, index], "color": colour_of(index), "alpha": 0.15}
            ax.barh(heights, 1 - shares[:, index], **{**look, **rest})
            ax.hlines(heights, low[:, index], high[:, index], color="black", linewidth=1.1, zorder=3)
        ax.set_xlim(0.0, 1.0)
        write_key(ax, sources)
        words = f"share in the variance of the {self.quantity} {where(sources)}"
        caption(ax, words, "deep: the random partition", "pale: the draw of the data", "lines: 95% intervals")
        return ax
