"""Between which ranks each learner lies over several datasets."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import counted, fixed, percent
from foldwise.displays._drawing import BLUE, GREY, caption, caption_height, draw_interval, fitted_apart, new_panels
from foldwise.displays._looks import LOOKS, Look, draw_mark
from foldwise.displays._page import is_narrow
from foldwise.displays._rows import name_rows, names_room, write_columns
from foldwise.verdicts import Overall, OverallLearner

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# Inches of a row where there are few learners and where there are many, and of the longest name at its left.
_ROW: Final = 0.27
_LOW_ROW: Final = 0.2
_MANY: Final = 12
_NAMES: Final = 2.7
_NARROW_NAMES: Final = 1.4

# Filled where nobody is better, hollow where somebody is.
_MAY_BE_BEST: Final = Look(BLUE, "o", "full", "\N{BLACK CIRCLE}")
_NOT_BEST: Final = LOOKS["none"]

# Adjustments under which all intervals hold together with the probability that they say.
_TOGETHER: Final = ("holm", "bonferroni", "sidak", "hommel")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RankIntervalsDisplay:
    """Mean ranks of learners over datasets, and the ranks that the tests leave open: a row for each learner.

    A rank is left open unless the learner is significantly better or worse than too many others for it. Blue and filled
    are those that nobody is significantly better than.

    Parameters
    ----------
    learners : tuple of OverallLearner
        By mean rank, the best first.
    n_datasets : int
        How many datasets there are.
    alpha : float
        Intervals have level ``1 - alpha``.
    together : bool, default True
        Whether all intervals hold together with that probability.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from foldwise.displays import RankIntervalsDisplay
    >>> from foldwise.verdicts import OverallLearner
    >>> tree = OverallLearner(name="tree", n_datasets=9, mean_score=0.8, mean_rank=1.1, rank_low=1, rank_high=1,
    ...                       better_than=("rule",), worse_than=())
    >>> rule = OverallLearner(name="rule", n_datasets=9, mean_score=0.7, mean_rank=1.9, rank_low=2, rank_high=2,
    ...                       better_than=(), worse_than=("tree",))
    >>> display = RankIntervalsDisplay(learners=(tree, rule), n_datasets=9, alpha=0.05)
    >>> display.frame()[["learner", "rank_low", "rank_high"]].values.tolist()
    [['tree', 1, 1], ['rule', 2, 2]]
    """

    learners: tuple[OverallLearner, ...]
    n_datasets: int
    alpha: float
    together: bool = True

    @classmethod
    def from_overall(cls, overall: Overall) -> "RankIntervalsDisplay":
        """Take the learners of an answer over datasets."""
        return cls(
            learners=overall.learners,
            n_datasets=len(overall.datasets),
            alpha=overall.alpha,
            together=overall.family == 1 or overall.adjust in _TOGETHER,
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        row = _LOW_ROW if len(self.learners) > _MANY else _ROW
        return 1.1 + row * len(self.learners) + caption_height(*self._caption())

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per learner."""
        import pandas as pd

        rows = [
            (each.name, each.mean_rank, each.rank_low, each.rank_high, _may_be_best(each)) for each in self.learners
        ]
        return pd.DataFrame(rows, columns=["learner", "mean_rank", "rank_low", "rank_high", "may_be_best"])

    def plot(self, ax: "Axes | None" = None, **mark_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw. The words at the right of the rows need room beside it; the figure made when `ax` is not
            given has it.
        **mark_kw
            Passed to ``Axes.plot`` for the mean ranks, for example ``markersize=5``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        levels = [float(level) for level in range(len(self.learners))]
        looks = [_MAY_BE_BEST if self._has_intervals and _may_be_best(each) else _NOT_BEST for each in self.learners]
        for level, each, look in zip(levels, self.learners, looks, strict=True):
            self._draw_row(ax, level, each, look, mark_kw)
        names = fitted_apart([each.name for each in self.learners], _NARROW_NAMES if is_narrow() else _NAMES)
        name_rows(ax, levels, names, names_room(names))
        n = len(self.learners)
        # Half a rank of room on both sides, where the ticks at the ends of bars are seen whole.
        ax.set_xlim(0.5, n + 0.5)
        step = int(np.ceil(n / (10 if is_narrow() else 20)))
        ax.set_xticks(range(1, n + 1, step))
        words = [self._headings(), *(self._words(each) for each in self.learners)]
        write_columns(ax, [-1.0, *levels], words, [GREY, *(look.colour for look in looks)])
        caption(ax, *self._caption())
        return ax

    @property
    def _has_intervals(self) -> bool:
        return all(each.rank_low is not None for each in self.learners)

    def _draw_row(self, ax: "Axes", level: float, each: OverallLearner, look: Look, mark_kw: dict[str, Any]) -> None:
        ax.axhline(level, color="0.93", linewidth=0.6, zorder=0)
        if each.rank_low is not None and each.rank_high is not None:
            draw_interval(ax, level, each.rank_low, each.rank_high, look.colour)
            # Of a single rank the ticks are all there is to see.
            ends = [each.rank_low, each.rank_high]
            ax.plot(ends, [level] * 2, "|", color=look.colour, markersize=9, markeredgewidth=2.0, zorder=3)
        if np.isfinite(each.mean_rank):
            draw_mark(ax, each.mean_rank, level, look, 6.5, **mark_kw)

    def _headings(self) -> tuple[str, ...]:
        return ("rank",) if is_narrow() and self._has_intervals else ("mean rank", "rank")[: 1 + self._has_intervals]

    def _words(self, each: OverallLearner) -> tuple[str, ...]:
        mean = fixed(each.mean_rank, 2) if np.isfinite(each.mean_rank) else "none"
        if each.rank_low is None:
            return (mean,)
        ranks = f"{each.rank_low}" if each.rank_low == each.rank_high else f"{each.rank_low} to {each.rank_high}"
        # In a narrow figure the mark alone tells the mean rank.
        return (ranks,) if is_narrow() else (mean, ranks)

    def _caption(self) -> tuple[str, ...]:
        quantity = f"rank over {counted(self.n_datasets, 'dataset')}, 1 is the best"
        if not self._has_intervals:
            return quantity, "mark: mean rank; no intervals where only one direction is asked about"
        level = percent(1 - self.alpha)
        how = ", all together" if self.together else ", each by itself"
        bar = f"bar: the ranks that the tests leave open ({level}{how})"
        return quantity, bar, "mark: mean rank, filled where nobody is better"


def _may_be_best(each: OverallLearner) -> bool:
    return not each.worse_than
