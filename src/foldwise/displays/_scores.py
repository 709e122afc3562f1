"""Scores of each learner, fold by fold."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise._core import shortened
from foldwise.displays._drawing import (
    BAR_LEVEL,
    BLUE,
    FONT_SIZE,
    PLAIN,
    band_height,
    bare,
    dots_words,
    draw_dots,
    draw_mean,
    label,
    mean_words,
    name_bands,
    new_panels,
    unit_of,
    write_beside,
)
from foldwise.displays._shares import keep_to_range
from foldwise.runs import Metric, Run, as_metric

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
        return 1.0 + len(self.learners) * band_height(self._labels(), least=0.7)

    def frame(self) -> "pd.DataFrame":
        """Give the very numbers `plot` draws: one row per dot, beside the means of its repeat and of its learner."""
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
            draw_mean(ax, level, mean)
            write_beside(ax, index, mean_words(mean, has_dots=self._has_dots), BLUE)
        name_bands(ax, self._labels())
        bare(ax)
        keep_to_range(ax, self.metric, [self.values])
        better = "less" if self.metric.lower_is_better else "more"
        caption = f"{shortened(self.metric.label)} on {shortened(self.dataset)} ({better} is better)"
        ax.set_xlabel("\n".join([caption, *self._legend()]), fontsize=FONT_SIZE, linespacing=1.5, **PLAIN)
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
        return [f"{dots_words(self.dot, self.values.shape[1])}; {ticks}diamond: mean of all {self.dot}s"]

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
