"""How well one learner does, with an interval only where there is one."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise._core import shortened
from foldwise.displays._drawing import (
    BAR_LEVEL,
    BLUE,
    FONT_SIZE,
    GREY,
    PLAIN,
    band_height,
    bare,
    dots_words,
    draw_dots,
    draw_interval,
    draw_mean,
    label,
    level_words,
    mean_words,
    name_bands,
    new_panels,
    unit_of,
    write_beside,
)
from foldwise.displays._shares import keep_to_range
from foldwise.runs import Metric
from foldwise.verdicts import Estimate, Estimates

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EstimatesDisplay:
    """Scores of one learner on every fold, their mean, and its interval or, where there is none, their spread.

    Values are on the natural scale of the metric: an error is drawn as an error, not negated.

    Parameters
    ----------
    rows : tuple of Estimate
        Mean, interval and spread of each band.
    values : tuple of ndarray of shape (n_repeats, n_folds)
        The metric on each fold, NaN where a fit failed; one array per row.
    metric : Metric
        What was scored.
    alpha : float
        The intervals have level ``1 - alpha``.
    dot : {'fold', 'split', 'repeat'}, default 'fold'
        What a dot is. A single split has none: they would be the means once more.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.displays import EstimatesDisplay
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.verdicts import judge
    >>> run = evaluate({"stump": DecisionTreeClassifier()}, [[0.0], [1.0]] * 10, [0, 1] * 10, scheme="5x2", seed=1)
    >>> EstimatesDisplay.from_estimates(judge(run)).frame()["value"].tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """

    rows: tuple[Estimate, ...]
    values: tuple["Floats", ...]
    metric: Metric
    alpha: float
    dot: str = "fold"

    @classmethod
    def from_estimates(cls, estimates: Estimates) -> "EstimatesDisplay":
        """Take the numbers of the estimates and of the runs behind them."""
        runs = {run.data.name: run for run in estimates.runs}
        sign = -1.0 if estimates.metric.lower_is_better else 1.0
        values = []
        for row in estimates.rows:
            run = runs[row.dataset]
            values.append(sign * run.scores(estimates.metric)[run.learner_names.index(row.learner)])
        return cls(
            rows=estimates.rows,
            values=tuple(values),
            metric=estimates.metric,
            alpha=estimates.alpha,
            dot=unit_of(estimates.runs[0]),
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 1.25 + len(self.rows) * band_height(self._labels(), least=0.8)

    def frame(self) -> "pd.DataFrame":
        """Give the very numbers `plot` draws: one row per dot, beside the mean, interval and spread of its band."""
        import pandas as pd

        columns = ["dataset", "learner", "repeat", "fold", "value", "mean", "low", "high", "sd_over_folds"]
        rows = [
            (row.dataset, row.learner, *place, float(value), *self._numbers(row), row.sd_over_folds)
            for row, values in zip(self.rows, self.values, strict=True)
            for place, value in np.ndenumerate(values)
        ]
        return pd.DataFrame(rows, columns=columns)

    def plot(self, ax: "Axes | None" = None, **dot_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **dot_kw
            Passed to ``Axes.plot`` for the dots, for example ``markersize=2``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        for index, (row, values) in enumerate(zip(self.rows, self.values, strict=True)):
            if self._has_dots:
                draw_dots(ax, index, values, **dot_kw)
            self._draw_mean(ax, index, row)
        name_bands(ax, self._labels())
        bare(ax)
        keep_to_range(ax, self.metric, self.values)
        better = "less" if self.metric.lower_is_better else "more"
        caption = f"{shortened(self.metric.label)} ({better} is better)"
        ax.set_xlabel("\n".join([caption, *self._legend()]), fontsize=FONT_SIZE, linespacing=1.5, **PLAIN)
        return ax

    def _draw_mean(self, ax: "Axes", index: int, row: Estimate) -> None:
        level = index + (BAR_LEVEL if self._has_dots else 0)
        mean, low, high = self._numbers(row)
        words = [mean_words(mean, has_dots=self._has_dots)]
        if row.interval_name:
            draw_interval(ax, level, low, high, BLUE)
            words.append(f"{level_words(self.alpha)} interval\n{low:.4g} to {high:.4g}")
        elif np.isfinite(row.sd_over_folds):
            ends = [mean - row.sd_over_folds, mean + row.sd_over_folds]
            ax.plot(ends, [level, level], color=GREY, linewidth=1, linestyle=":", marker="|", markersize=7, zorder=3)
            words.append(f"spread ±{row.sd_over_folds:.2g},\nnot an interval")
        if np.isfinite(mean):
            draw_mean(ax, level, mean)
        write_beside(ax, index, "\n".join(words), BLUE if row.interval_name else GREY)

    def _numbers(self, row: Estimate) -> tuple[float, float, float]:
        """Mean and interval on the natural scale, the lower end first."""
        if self.metric.lower_is_better:
            return -row.score, -row.high, -row.low
        return row.score, row.low, row.high

    @property
    def _has_dots(self) -> bool:
        return any(values.size > 1 for values in self.values)

    def _legend(self) -> list[str]:
        parts = [f"{dots_words(self.dot, len(self.values[0]))}; diamond: their mean"] if self._has_dots else []
        if any(row.interval_name for row in self.rows):
            parts.append(f"bar: {level_words(self.alpha)} interval")
        if any(not row.interval_name and np.isfinite(row.sd_over_folds) for row in self.rows):
            parts.append(f"dotted: ± one standard deviation of the {self.dot}s, a spread, not an interval")
        return parts

    def _labels(self) -> list[str]:
        return [label(shortened(row.learner), f"({shortened(row.dataset, 28)})") for row in self.rows]
