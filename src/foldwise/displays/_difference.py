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
    dots_words,
    draw_dots,
    draw_interval,
    name_bands,
    new_panels,
    unit_of,
    write_beside,
)
from foldwise.displays._sides import (
    LOOK,
    decision_text,
    draw_rope_and_zero,
    has_interval,
    limits,
    pair_labels,
    quantity,
    say_which_side,
)
from foldwise.runs import Metric
from foldwise.verdicts import NEEDS, Comparison, Verdict, probability_words

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats

# Past this many bands, each gets one line of words and less height.
_MANY: Final = 12

# Letters that a line of words beside a band may have.
_LINE: Final = 16


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

    @property
    def height(self) -> float:
        """Inches that the figure needs: a little less for each band when there are many."""
        caption = 1.25 + 0.2 * self._caption().count("\n") - 0.2
        return caption + len(self.comparisons) * band_height(self._labels(), least=0.42 if self._is_long else 0.8)

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
        draw_rope_and_zero(ax, self.rope)
        for index, (row, values) in enumerate(zip(self.comparisons, self.differences, strict=True)):
            self._draw_band(ax, index, row, values, dot_kw)
        name_bands(ax, self._labels())
        ends = [end for row in self.comparisons for end in (row.estimate, row.low, row.high)]
        ax.set_xlim(*limits(np.concatenate([ends, *(values.ravel() for values in self.differences)]), self.rope))
        bare(ax)
        say_which_side(ax, self.comparisons)
        caption(ax, self._caption())
        return ax

    @property
    def _is_long(self) -> bool:
        return len(self.comparisons) > _MANY

    @property
    def _has_dots(self) -> bool:
        return any(values.size > 1 for values in self.differences)

    def _draw_band(self, ax: "Axes", index: int, row: Comparison, values: "Floats", dot_kw: dict[str, Any]) -> None:
        colour, marker = LOOK["none" if row.is_unsettled else row.decision]
        level: float = index
        if self._has_dots:
            draw_dots(ax, index, values, **{**({"markersize": 2.8} if self._is_long else {}), **dot_kw})
            level += BAR_LEVEL
        if has_interval(row):
            draw_interval(ax, level, row.low, row.high, colour)
        if np.isfinite(row.estimate):
            look: dict[str, Any] = {"markersize": 8, "color": colour, "markeredgecolor": "white", "zorder": 4}
            ax.plot(row.estimate, level, marker, clip_on=False, **look)
        symbol = "adjusted p" if self.adjusted and not self._is_long else "p"
        decision, p = decision_text(row), probability_words(row.adjusted_pvalue, self.alpha, symbol)
        if row.winner is None and not self._is_long:
            # Three short lines fit beside a band, and leave the axes their width.
            decision = "\n".join(wrap(decision, _LINE))
        words = [decision, p] if self._is_long else [decision, p, *_agreement(row)]
        write_beside(ax, index, (", " if self._is_long else "\n").join(words), colour)

    def _labels(self) -> list[str]:
        return pair_labels(self.comparisons)

    def _caption(self) -> str:
        legend = [dots_words(self.dot, len(self.differences[0]))] if self._has_dots else []
        if any(has_interval(row) for row in self.comparisons):
            legend.append(f"bar: estimate with {percent(1 - self.alpha)} interval")
        else:
            legend.append(f"{'below them' if self._has_dots else 'mark'}: the estimate (the test has no interval)")
        if self._is_long and self.adjusted:
            legend.append("p: adjusted")
        lines = ["; ".join(legend)]
        below = [] if self.rope is None else [f"shaded: ±{self.rope:g} counts as equivalent"]
        if not self._is_long and any(_agreement(row) for row in self.comparisons):
            below.append("agrees: how probably another execution decides the same")
        if below:
            lines.append("; ".join(below))
        return "\n".join([quantity(self.metric, self.comparisons), *lines])


def _agreement(row: Comparison) -> list[str]:
    """Return how probably another execution agrees, if that is known."""
    if row.forecast is None or not row.forecast.is_known:
        return []
    return [f"agrees {'>99' if row.forecast.agreement > 0.99 else format(100 * row.forecast.agreement, '.0f')}%"]
