"""Differences between learners, fold by fold, with what the test made of them."""

from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import percent
from foldwise.displays._drawing import (
    BAR_LEVEL,
    band_height,
    bare,
    caption,
    caption_height,
    dots_words,
    draw_dots,
    draw_interval,
    name_bands,
    new_panels,
    unit_of,
    write_beside,
)
from foldwise.displays._forest import Forest
from foldwise.displays._looks import draw_mark, look_of
from foldwise.displays._page import is_narrow
from foldwise.displays._sides import (
    decision_text,
    draw_rope_and_zero,
    has_interval,
    limits,
    pair_labels,
    quantity,
    say_which_side,
)
from foldwise.runs import Metric
from foldwise.verdicts import NEEDS, Comparison, ItemVerdict, Verdict, probability_words

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats

# Past this many comparisons, each gets a line instead of a band.
_MANY: Final = 10

# Letters that a line of words beside a band may have, and points of the mark.
_LINE: Final = 20
_MARK: Final = 8.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DifferenceDisplay:
    """Per-fold differences, their mean and its interval: one band for each pair of learners and dataset.

    More than ten comparisons have a line each, without the folds.

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
    adjusted : bool, default False
        Whether the p-values are adjusted for a family of comparisons.
    dot : {'fold', 'split', 'repeat', 'dataset'}, default 'fold'
        What a dot is. A test over datasets reads the mean difference on each of them: one repeat, a dataset per column.
        A single split has no dots: they would be the estimates once more.

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
    adjusted: bool = False
    dot: str = "fold"

    @classmethod
    def from_verdict(cls, verdict: Verdict) -> "DifferenceDisplay":
        """Take the numbers of a verdict and of the runs behind it."""
        over_datasets = NEEDS[verdict.test].reads == "datasets"
        scores = {run.data.name: (run.learner_names, run.scores(verdict.metric)) for run in verdict.runs}
        differences = []
        for row in verdict.comparisons:
            arrays = [
                values[names.index(row.a)] - values[names.index(row.b)]
                for dataset, (names, values) in scores.items()
                if over_datasets or dataset == row.dataset
            ]
            differences.append(np.array([[np.nanmean(each) for each in arrays]]) if over_datasets else arrays[0])
        return cls(
            comparisons=verdict.comparisons,
            differences=tuple(differences),
            metric=verdict.metric,
            alpha=verdict.alpha,
            rope=verdict.rope,
            adjusted=verdict.family > 1 and verdict.adjust != "none",
            dot="dataset" if over_datasets else unit_of(verdict.runs[0]),
        )

    @classmethod
    def from_items(cls, verdict: ItemVerdict) -> "DifferenceDisplay":
        """Take the numbers of a verdict on scores of items, which are too many to be dots."""
        return cls(
            comparisons=verdict.comparisons,
            differences=tuple(np.array([[row.estimate]]) for row in verdict.comparisons),
            metric=verdict.metric,
            alpha=verdict.alpha,
            rope=verdict.rope,
            adjusted=verdict.family > 1 and verdict.adjust != "none",
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs: a band for each comparison or, where there are many, a line."""
        if self._is_long:
            return 1.0 + self._forest.height + caption_height(*self._caption())
        bands = len(self.comparisons) * band_height(self._labels(), least=0.8)
        return 1.0 + bands + caption_height(*self._caption())

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per dot, beside the mean and the interval of its band."""
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
        if self._is_long:
            self._forest.draw(ax)
        else:
            self._draw_bands(ax, dot_kw)
        caption(ax, *self._caption())
        return ax

    def _draw_bands(self, ax: "Axes", dot_kw: dict[str, Any]) -> None:
        draw_rope_and_zero(ax, self.rope)
        for index, (row, values) in enumerate(zip(self.comparisons, self.differences, strict=True)):
            self._draw_band(ax, index, row, values, dot_kw)
        name_bands(ax, self._labels())
        ends = [end for row in self.comparisons for end in (row.estimate, row.low, row.high)]
        ax.set_xlim(*limits(np.concatenate([ends, *(values.ravel() for values in self.differences)]), self.rope))
        ax.locator_params(axis="x", nbins=4 if is_narrow() else 8)
        bare(ax)
        say_which_side(ax, self.comparisons)

    @property
    def _is_long(self) -> bool:
        return len(self.comparisons) > _MANY

    @property
    def _forest(self) -> Forest:
        return Forest(rows=self.comparisons, alpha=self.alpha, rope=self.rope)

    @property
    def _has_dots(self) -> bool:
        return not self._is_long and any(values.size > 1 for values in self.differences)

    def _draw_band(self, ax: "Axes", index: int, row: Comparison, values: "Floats", dot_kw: dict[str, Any]) -> None:
        look = look_of(row)
        level: float = index
        if self._has_dots:
            draw_dots(ax, index, values, **dot_kw)
            level += BAR_LEVEL
        if has_interval(row):
            draw_interval(ax, level, row.low, row.high, look.colour)
        if np.isfinite(row.estimate):
            draw_mark(ax, row.estimate, level, look, _MARK)
        symbol = "adjusted p" if self.adjusted else "p"
        p = probability_words(row.adjusted_pvalue, self.alpha, symbol)
        # Short lines fit beside a band, and leave the axes their width.
        words = [line for text in (decision_text(row), p, *_agreement(row)) for line in wrap(text, _LINE)]
        write_beside(ax, index, "\n".join(words), look.colour)

    def _labels(self) -> list[str]:
        return pair_labels(self.comparisons)

    def _caption(self) -> tuple[str, ...]:
        dots = dots_words(self.dot, len(self.differences[0])) if self._has_dots else ""
        has_intervals = any(has_interval(row) for row in self.comparisons)
        interval = f"bar: {percent(1 - self.alpha)} interval" if has_intervals else "mark: the estimate, no interval"
        adjusted = "p: adjusted" if self._is_long and self.adjusted else ""
        rope = "" if self.rope is None else f"shaded: ±{self.rope:g} counts as equivalent"
        return quantity(self.metric, self.comparisons), dots, interval, adjusted, rope


def _agreement(row: Comparison) -> list[str]:
    """Return how many of other random splits would agree, if that is known."""
    if row.forecast is None or not row.forecast.is_known:
        return []
    share = ">99" if row.forecast.agreement > 0.99 else format(100 * row.forecast.agreement, ".0f")
    return [f"{share}% of splits agree"]
