"""Differences between learners, fold by fold, with what the test made of them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise.displays._drawing import (
    BAR_LEVEL,
    BLUE,
    FONT_SIZE,
    GREEN,
    GREY,
    ORANGE,
    PLAIN,
    band_height,
    bare,
    draw_dots,
    label,
    name_bands,
    new_panels,
    shortened,
    write_beside,
)
from foldwise.runs import Metric
from foldwise.verdicts import Comparison, Verdict

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats

# Shape says the same as colour, for those who print in grey.
_LOOK: Final = {
    "a": (BLUE, ">"),
    "b": (ORANGE, "<"),
    "equivalent": (GREEN, "s"),
    "none": (GREY, "o"),
    "undetermined": (GREY, "X"),
}

_ORDINALS: Final = ("the first", "the second")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DifferenceDisplay:
    """Per-fold differences, their mean and its interval: one band for each pair of learners and dataset.

    Parameters
    ----------
    comparisons : tuple of Comparison
        The rows of the verdict: estimate, interval, p-value and decision of each band.
    differences : tuple of ndarray of shape (n_repeats, n_folds)
        ``score(a) - score(b)`` on each fold, NaN where a fit failed; one array per comparison.
    metric : Metric
        What was scored.
    alpha : float
        Level of the test; the intervals have level ``1 - alpha``.
    rope : float or None
        Half-width of the region of practical equivalence.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.displays import DifferenceDisplay
    >>> from foldwise.verdicts import compare
    >>> learners = {"stump": DecisionTreeClassifier(max_depth=1), "majority": DummyClassifier()}
    >>> verdict = compare(learners, [[0.0], [1.0]] * 10, [0, 1] * 10, scheme="10", seed=1)
    >>> DifferenceDisplay.from_verdict(verdict).frame()["difference"].tolist()[:3]
    [0.5, 0.5, 0.5]
    """

    comparisons: tuple[Comparison, ...]
    differences: tuple["Floats", ...]
    metric: Metric
    alpha: float
    rope: float | None

    @classmethod
    def from_verdict(cls, verdict: Verdict) -> "DifferenceDisplay":
        """Take the numbers of a verdict and of the runs behind it."""
        scores = {run.data.name: (run.learner_names, run.scores(verdict.metric)) for run in verdict.runs}
        differences = []
        for row in verdict.comparisons:
            names, values = scores[row.dataset]
            differences.append(values[names.index(row.a)] - values[names.index(row.b)])
        return cls(
            comparisons=verdict.comparisons,
            differences=tuple(differences),
            metric=verdict.metric,
            alpha=verdict.alpha,
            rope=verdict.rope,
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs: a little less for each band when there are many."""
        rows = len(self.comparisons)
        caption = 1.25 if self.rope is None else 1.45
        return caption + rows * band_height(self._labels(), least=0.8 if rows <= 12 else 0.6)

    def frame(self) -> "pd.DataFrame":
        """Give the very numbers `plot` draws: one row per dot, beside the mean and the interval of its band."""
        import pandas as pd

        columns = ["dataset", "a", "b", "repeat", "fold", "difference", "estimate", "low", "high", "decision"]
        rows = [
            (row.dataset, row.a, row.b, *place, float(value), row.estimate, row.low, row.high, row.decision)
            for row, values in zip(self.comparisons, self.differences, strict=True)
            for place, value in np.ndenumerate(values)
        ]
        return pd.DataFrame(rows, columns=columns)

    def plot(self, ax: "Axes | None" = None, **dot_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw. The words at the right of the bands need room beside it; the figure made
            when `ax` is not given has it.
        **dot_kw
            Passed to ``Axes.plot`` for the dots, for example ``markersize=2``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        if self.rope is not None:
            ax.axvspan(-self.rope, self.rope, color="0.92", linewidth=0, zorder=0)
        ax.axvline(0.0, color="0.45", linewidth=1, zorder=1)
        for index, (row, values) in enumerate(zip(self.comparisons, self.differences, strict=True)):
            self._draw_band(ax, index, row, values, dot_kw)
        name_bands(ax, self._labels())
        ax.set_xlim(*self._limits())
        bare(ax)
        self._say_which_side(ax)
        ax.set_xlabel(self._caption(), fontsize=FONT_SIZE, linespacing=1.5, **PLAIN)
        return ax

    def _draw_band(self, ax: "Axes", index: int, row: Comparison, values: "Floats", dot_kw: dict[str, Any]) -> None:
        colour, marker = _LOOK[row.decision]
        draw_dots(ax, index, values, **dot_kw)
        level = index + BAR_LEVEL
        if np.isfinite([row.low, row.high]).all():
            ax.plot([row.low, row.high], [level, level], color=colour, linewidth=3.2, solid_capstyle="butt", zorder=3)
        if np.isfinite(row.estimate):
            ax.plot(
                row.estimate,
                level,
                marker,
                markersize=8,
                color=colour,
                markeredgecolor="white",
                zorder=4,
                clip_on=False,
            )
        write_beside(ax, index, f"{self._words(row)}\n{self._probability(row)}", colour)

    def _labels(self) -> list[str]:
        return [
            label(shortened(row.a), f"vs {shortened(row.b)}", f"({shortened(row.dataset, 28)})")
            for row in self.comparisons
        ]

    def _words(self, row: Comparison) -> str:
        if row.winner is not None:
            return f"{_short_names(row)[row.decision == 'b']} better"
        if row.decision == "equivalent":
            return f"equivalent within ±{self.rope:g}"
        return "no difference shown" if row.decision == "none" else "undetermined"

    def _probability(self, row: Comparison) -> str:
        symbol = "p" if len(self.comparisons) == 1 else "adjusted p"
        value = row.adjusted_pvalue
        if np.isnan(value):
            return f"{symbol} undefined"
        return f"{symbol} < 0.0001" if value < 1e-4 else f"{symbol} = {value:.3g}"

    def _limits(self) -> tuple[float, float]:
        """Room for everything drawn, with zero well inside so that both sides can be seen."""
        drawn = [0.0, *(end for row in self.comparisons for end in (row.estimate, row.low, row.high))]
        drawn += [] if self.rope is None else [-self.rope, self.rope]
        everything = np.concatenate([drawn, *(values.ravel() for values in self.differences)])
        everything = everything[np.isfinite(everything)]
        low, high = everything.min(), everything.max()
        width = (high - low) or 1.0
        return float(min(low - 0.05 * width, -0.15 * width)), float(max(high + 0.05 * width, 0.15 * width))

    def _sides(self) -> tuple[str, str]:
        """Choose what to call the learners of all bands at once."""
        pairs = {(row.a, row.b) for row in self.comparisons}
        return _short_names(self.comparisons[0]) if len(pairs) == 1 else _ORDINALS

    def _say_which_side(self, ax: "Axes") -> None:
        first, second = self._sides()
        kw: dict[str, Any] = {"transform": ax.transAxes, "verticalalignment": "bottom", "fontsize": FONT_SIZE, **PLAIN}
        ax.text(0.0, 1.01, f"← {second} better", horizontalalignment="left", color=ORANGE, **kw)
        ax.text(1.0, 1.01, f"{first} better →", horizontalalignment="right", color=BLUE, **kw)

    def _caption(self) -> str:
        first, second = self._sides()
        quantity = shortened(self.metric.label)
        what = f"{quantity} of {second} minus {first}" if self.metric.lower_is_better else f"difference in {quantity}"
        legend = f"dots: folds, by repeat; bar: estimate with {100 * (1 - self.alpha):g}% interval"
        if self.rope is not None:
            legend += f"\nshaded: ±{self.rope:g} counts as equivalent"
        return f"{what} (positive: {first} is ahead)\n{legend}"


def _short_names(row: Comparison) -> tuple[str, str]:
    """Names of the learners where there is little room, unless cutting makes them the same."""
    short = shortened(row.a, 22), shortened(row.b, 22)
    return short if short[0] != short[1] else _ORDINALS
