"""Scores on every fold: of several learners, and of one with what they estimate."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise._core import percent, shortened
from foldwise.displays._drawing import (
    BAR_LEVEL,
    BLUE,
    GREY,
    band_height,
    bare,
    caption,
    caption_height,
    dots_words,
    draw_dots,
    draw_interval,
    label,
    name_bands,
    new_panels,
    on_data,
    unit_of,
    write_beside,
)
from foldwise.runs import Metric, Run, as_metric
from foldwise.splits._door import plain_repeats
from foldwise.verdicts import Estimate, Estimates

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoresDisplay:
    """Scores on every fold, the mean of each repeat and the mean of all: one band for each learner.

    Values are on the natural scale of the metric: an error is drawn as an error, not negated.

    Parameters
    ----------
    dataset : str
        Name of the dataset.
    learners : tuple of str
        Names of the learners.
    values : ndarray of shape (n_learners, n_repeats, n_folds)
        The metric on each fold, NaN where a fit failed.
    metric : Metric
        What was scored.
    dot : {'fold', 'split', 'repeat'}, default 'fold'
        What a dot is. A single split has none: they would be the means once more.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.displays import ScoresDisplay
    >>> from foldwise.evaluation import evaluate
    >>> run = evaluate({"stump": DecisionTreeClassifier()}, [[0.0], [1.0]] * 10, [0, 1] * 10, scheme="5x2", seed=1)
    >>> ScoresDisplay.from_run(run).frame()["value"].tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """

    dataset: str
    learners: tuple[str, ...]
    values: "Floats"
    metric: Metric
    dot: str = "fold"

    @classmethod
    def from_run(cls, run: Run, metric: Any = None) -> "ScoresDisplay":
        """Score a run with `metric` (its own when None) and keep the values on the metric's natural scale."""
        chosen = run.metric if metric is None else as_metric(metric, run.data.task)
        scores = run.scores(chosen)
        return cls(
            dataset=run.data.name,
            learners=run.learner_names,
            values=-scores if chosen.lower_is_better else scores,
            metric=chosen,
            dot=unit_of(run),
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        bands = len(self.learners) * band_height(self._labels(), least=0.7)
        return 0.9 + bands + caption_height(self.metric.label, *self._legend())

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per dot, beside the means of its repeat and of its learner."""
        import pandas as pd

        by_repeat, overall = self._means()
        rows = [
            (self.dataset, self.learners[i], repeat, fold, float(value), float(by_repeat[i, repeat]), float(overall[i]))
            for (i, repeat, fold), value in np.ndenumerate(self.values)
        ]
        columns = ["dataset", "learner", "repeat", "fold", "value", "repeat_mean", "mean"]
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
        by_repeat, overall = self._means()
        for index, (values, means, mean) in enumerate(zip(self.values, by_repeat, overall, strict=True)):
            level: float = index
            if self._has_dots:
                draw_dots(ax, index, values, **dot_kw)
                level += BAR_LEVEL
            if self._has_ticks:
                ax.plot(means, np.full(len(means), level), "|", markersize=9, color=BLUE, alpha=0.6, zorder=3)
            _draw_mean(ax, level, mean)
            write_beside(ax, index, _mean_words(mean, has_dots=self._has_dots), BLUE)
        name_bands(ax, self._labels())
        bare(ax)
        _keep_to_range(ax, self.metric, [self.values])
        better = "less" if self.metric.lower_is_better else "more"
        words = f"{shortened(self.metric.label)} on {shortened(self.dataset)} ({better} is better)"
        caption(ax, words, *self._legend())
        return ax

    @property
    def _has_dots(self) -> bool:
        return bool(self.values[0].size > 1)

    @property
    def _has_ticks(self) -> bool:
        """Whether repeats have means that are not those of single scores or of all."""
        return bool(min(self.values.shape[1:]) > 1)

    def _legend(self) -> list[str]:
        if not self._has_dots:
            return []
        ticks = "ticks: means of the repeats; " if self._has_ticks else ""
        return [f"{dots_words(self.dot, self.values.shape[1])}; {ticks}diamond: mean of all"]

    def _labels(self) -> list[str]:
        return [label(shortened(name)) for name in self.learners]

    def _means(self) -> tuple["Floats", "Floats"]:
        """Means over the folds of each repeat, and over all folds, of what is there."""
        there = np.isfinite(self.values)
        filled = np.where(there, self.values, 0.0)
        with np.errstate(invalid="ignore"):
            by_repeat = filled.sum(axis=2) / there.sum(axis=2)
            overall = filled.sum(axis=(1, 2)) / there.sum(axis=(1, 2))
        return by_repeat, overall


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
            scores = run.scores(estimates.metric)[run.learner_names.index(row.learner)]
            values.append(sign * scores[plain_repeats(run.assignment, len(scores))])
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
        bands = len(self.rows) * band_height(self._labels(), least=0.8)
        return 0.9 + bands + caption_height(self.metric.label, *self._legend())

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per dot, beside the mean, interval and spread of its band."""
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
        _keep_to_range(ax, self.metric, self.values)
        better = "less" if self.metric.lower_is_better else "more"
        words = f"{shortened(self.metric.label)} ({better} is better)"
        caption(ax, words, *self._legend())
        return ax

    def _draw_mean(self, ax: "Axes", index: int, row: Estimate) -> None:
        level = index + (BAR_LEVEL if self._has_dots else 0)
        mean, low, high = self._numbers(row)
        words = [_mean_words(mean, has_dots=self._has_dots)]
        if row.interval_name:
            draw_interval(ax, level, low, high, BLUE)
            words.append(f"{percent(1 - self.alpha)} interval\n{low:.4g} to {high:.4g}")
        elif np.isfinite(row.sd_over_folds):
            ends = [mean - row.sd_over_folds, mean + row.sd_over_folds]
            ax.plot(ends, [level, level], color=GREY, linewidth=1, linestyle=":", marker="|", markersize=7, zorder=3)
            words.append(f"spread ±{row.sd_over_folds:.2g}")
        if np.isfinite(mean):
            _draw_mean(ax, level, mean)
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
            parts.append(f"bar: {percent(1 - self.alpha)} interval")
        if any(not row.interval_name and np.isfinite(row.sd_over_folds) for row in self.rows):
            parts.append(f"dotted: ± one standard deviation of the {self.dot}s, not an interval")
        return parts

    def _labels(self) -> list[str]:
        return [label(shortened(row.learner), on_data(row.dataset)) for row in self.rows]


def _draw_mean(ax: "Axes", level: float, mean: float) -> None:
    """Draw the diamond at a mean score."""
    look: dict[str, Any] = {"markersize": 6.5, "color": BLUE, "markeredgecolor": "white", "clip_on": False}
    ax.plot(mean, level, "D", zorder=4, **look)


def _mean_words(mean: float, *, has_dots: bool) -> str:
    """Return a mean score in words; without dots it is a score like any other.

    >>> _mean_words(0.5, has_dots=True), _mean_words(0.5, has_dots=False), _mean_words(np.nan, has_dots=True)
    ('mean 0.5', '0.5', 'no score')
    """
    if not np.isfinite(mean):
        return "no score"
    return f"{'mean ' if has_dots else ''}{mean:.4g}"


def _keep_to_range(ax: "Axes", metric: Metric, values: Sequence["Floats"]) -> None:
    """End the axis of a share at 0 and 1: a margin beyond them would show scores that cannot be."""
    numbers = np.concatenate([np.ravel(each) for each in values])
    numbers = numbers[np.isfinite(numbers)]
    if metric.is_share and numbers.size and numbers.min() >= 0 and numbers.max() <= 1:
        low, high = ax.get_xlim()
        ax.set_xlim(max(low, 0.0), min(high, 1.0))
