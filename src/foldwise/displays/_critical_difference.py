"""Mean ranks on a line, and bars that join learners which the tests do not tell apart."""

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import counted, shortened
from foldwise.displays._drawing import BLUE, GREY, PLAIN, caption, caption_height, fitted_apart, new_panels
from foldwise.displays._page import FONT_SIZE, is_narrow
from foldwise.verdicts import Overall, OverallLearner, OverallPair

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# Inches of a name, of a bar, and from the line of ranks to the first bar.
_ROW: Final = 0.2
_BAR: Final = 0.1
_GAP: Final = 0.12
# Inches that names at either side may take.
_NAMES: Final = 2.0
_NARROW_NAMES: Final = 1.15
# Steps between ranks that are numbered.
_TICKS: Final = 10
_NARROW_TICKS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CriticalDifferenceDisplay:
    """Demsar's diagram of mean ranks, whose bars are checked: none joins two learners that the tests tell apart.

    Bars join neighbours by mean rank, while who is told apart is decided by tests of every pair, which read more than
    ranks. So learners that the tests do not tell apart may stand with one between them that is told from either. No
    bar is then drawn, for it would say too much, and the caption names such a pair; `PairMatrixDisplay` shows them all.

    Parameters
    ----------
    learners : tuple of OverallLearner
        By mean rank, the best first; those without one are left out.
    pairs : tuple of OverallPair
        One for every two of them, or for one of them and each other.
    n_datasets : int
        How many datasets there are.
    one_sided : bool, default False
        Whether only one direction was asked about: nothing then says who cannot be told apart.
    against : str, optional
        The learner that each other was compared with, if not all pairs were: one bar joins its neighbours that cannot
        be told from it, and says nothing of these among themselves.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.
    foldwise.displays.RankIntervalsDisplay : The ranks that the tests leave open.

    References
    ----------
    J. Demsar (2006). Statistical comparisons of classifiers over multiple data sets. Journal of Machine Learning
    Research 7, 1-30.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.displays import CriticalDifferenceDisplay
    >>> from foldwise.learners import C45, NaiveBayes
    >>> datasets = [fw.data.load(name) for name in ("iris", "wine")]
    >>> verdict = fw.compare({"nb": NaiveBayes(), "c45": C45()}, datasets, scheme="5", seed=1)
    >>> CriticalDifferenceDisplay.from_overall(verdict.overall).bars()
    [('nb', 'c45')]
    """

    learners: tuple[OverallLearner, ...]
    pairs: tuple[OverallPair, ...]
    n_datasets: int
    one_sided: bool = False
    against: str | None = None

    @classmethod
    def from_overall(cls, overall: Overall) -> "CriticalDifferenceDisplay":
        """Take mean ranks and pairs of an answer over datasets."""
        ranked = tuple(each for each in overall.learners if np.isfinite(each.mean_rank))
        return cls(
            learners=ranked,
            pairs=overall.pairs,
            n_datasets=len(overall.datasets),
            one_sided=overall.alternative != "two-sided",
            against=overall.against,
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 1.0 + self._depth() + caption_height(*self._caption())

    def bars(self) -> list[tuple[str, ...]]:
        """Return who stands under each bar, by mean rank."""
        return [tuple(self.learners[i].name for i in range(first, last + 1)) for first, last in self._runs()]

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per learner, with the numbers of the bars it stands under."""
        import pandas as pd

        runs = self._runs()
        rows = [
            (each.name, each.mean_rank, tuple(n for n, (first, last) in enumerate(runs, 1) if first <= i <= last))
            for i, each in enumerate(self.learners)
        ]
        return pd.DataFrame(rows, columns=["learner", "mean_rank", "bars"])

    def plot(self, ax: "Axes | None" = None, **bar_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw. The names at both sides need room beside it; the figure made when `ax` is not given has it.
        **bar_kw
            Passed to ``Axes.plot`` for the bars, for example ``color="black"``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        low, high = self._ends()
        look: dict[str, Any] = {"color": BLUE, "linewidth": 4.0, "solid_capstyle": "round", "zorder": 3}
        for level, (first, last) in zip(self._levels(), self._runs(), strict=True):
            ends = [self.learners[place].mean_rank for place in (first, last)]
            y = [_GAP + _BAR * level] * 2
            ax.plot([ends[0] - self._reach, ends[1] + self._reach], y, **{**look, **bar_kw})
        self._draw_names(ax)
        ax.set_xlim(low - 2 * self._reach, high + 2 * self._reach)
        ax.set_ylim(self._depth(), 0)
        ax.set_xticks(range(low, high + 1, max(1, -(-(high - low) // (_NARROW_TICKS if is_narrow() else _TICKS)))))
        ax.xaxis.tick_top()
        ax.spines[["left", "right", "bottom"]].set_visible(False)
        ax.tick_params(axis="x", labelsize=FONT_SIZE)
        ax.set_yticks([])
        caption(ax, *self._caption())
        # Below the names, where captions stand; the ranks have taken the place on top.
        ax.xaxis.set_label_position("bottom")
        return ax

    def _ends(self) -> tuple[int, int]:
        """Return the ranks between which all mean ranks lie."""
        ranks = [each.mean_rank for each in self.learners]
        low = int(np.floor(min(ranks)))
        return low, max(int(np.ceil(max(ranks))), low + 1)

    @property
    def _reach(self) -> float:
        """By how much ends of bars reach beyond the mean ranks, so that it is seen whom they join."""
        low, high = self._ends()
        return 0.015 * (high - low)

    def _draw_names(self, ax: "Axes") -> None:
        """Name the better half at the left, the best on top, and the others at the right, the worst on top."""
        room = _NARROW_NAMES if is_narrow() else _NAMES
        names = fitted_apart([each.name for each in self.learners], room)
        n_left = (len(names) + 1) // 2
        top = self._depth() - _ROW * n_left + 0.5 * _ROW
        kw: dict[str, Any] = {"textcoords": "offset points", "verticalalignment": "center", "fontsize": FONT_SIZE}
        for place, (each, name) in enumerate(zip(self.learners, names, strict=True)):
            is_left = place < n_left
            level = top + _ROW * (place if is_left else len(names) - 1 - place)
            side = 0.0 if is_left else 1.0
            # From the line down to the level of the name, then to its side.
            ax.plot([each.mean_rank] * 2, [0.0, level], color=GREY, linewidth=0.9, zorder=2)
            edge = ax.get_yaxis_transform()
            ax.annotate(
                "",
                (each.mean_rank, level),
                (side, level),
                xycoords="data",
                textcoords=edge,
                arrowprops={"arrowstyle": "-", "color": GREY, "linewidth": 0.9, "shrinkA": 0, "shrinkB": 0},
            )
            words = f"{name}  {each.mean_rank:.2f}" if is_left else f"{each.mean_rank:.2f}  {name}"
            align = "right" if is_left else "left"
            offset = (-3 if is_left else 3, 0)
            ax.annotate(words, (side, level), offset, xycoords=edge, horizontalalignment=align, **kw, **PLAIN)

    def _depth(self) -> float:
        """Inches from the line of ranks to below the last name."""
        n_levels = max(self._levels(), default=-1) + 1
        return _GAP + _BAR * n_levels + _ROW * ((len(self.learners) + 1) // 2) + 0.05

    def _apart(self) -> list[list[bool]]:
        """Whether each two learners are told apart, or were never tested, by mean rank."""
        place = {each.name: number for number, each in enumerate(self.learners)}
        apart = [[False] * len(place) for _ in place]
        for pair in self.pairs:
            if pair.a in place and pair.b in place:
                i, j = place[pair.a], place[pair.b]
                apart[i][j] = apart[j][i] = pair.decision != "none"
        return apart

    def _runs(self) -> list[tuple[int, int]]:
        """Return the first and the last of every longest run of neighbours of which no two are told apart."""
        if self.one_sided:
            return []
        apart, n = self._apart(), len(self.learners)
        if self.against is not None:
            return self._run_beside(apart)
        lasts = []
        for first in range(n):
            last = first
            while last + 1 < n and not any(apart[each][last + 1] for each in range(first, last + 1)):
                last += 1
            lasts.append(last)
        return [(i, last) for i, last in enumerate(lasts) if last > i and (i == 0 or lasts[i - 1] < last)]

    def _run_beside(self, apart: list[list[bool]]) -> list[tuple[int, int]]:
        """Return the first and the last of the neighbours that cannot be told from the one of all comparisons."""
        names = [each.name for each in self.learners]
        if self.against not in names:
            return []
        first = last = place = names.index(self.against)
        while first > 0 and not apart[place][first - 1]:
            first -= 1
        while last + 1 < len(names) and not apart[place][last + 1]:
            last += 1
        return [(first, last)] if first < last else []

    def _levels(self) -> list[int]:
        """Return below each other which bars stand: on the first level where none is in the way."""
        taken: list[float] = []
        levels = []
        for first, last in self._runs():
            start, end = (self.learners[place].mean_rank for place in (first, last))
            # Room for the ends of both, and a gap between them.
            level = next((number for number, other in enumerate(taken) if other + 4 * self._reach < start), len(taken))
            taken[level : level + 1] = [end]
            levels.append(level)
        return levels

    def _hidden(self) -> list[tuple[int, int]]:
        """Return learners that are not told apart, and that no bar joins."""
        apart, runs = self._apart(), self._runs()
        return [
            (i, j)
            for i, j in combinations(range(len(self.learners)), 2)
            if not apart[i][j]
            and self.against in (None, self.learners[i].name, self.learners[j].name)
            and not any(first <= i and j <= last for first, last in runs)
        ]

    def _caption(self) -> tuple[str, ...]:
        quantity = f"mean rank over {counted(self.n_datasets, 'dataset')}, 1 is the best"
        if self.one_sided:
            return quantity, "no bars where only one direction is asked about"
        bar = "bar: no two of these are told apart by the tests" if self._runs() else ""
        if self.against is not None:
            name = shortened(self.against, 24)
            bar = f"bar: not told from {name}, with which each was compared" if bar else f"each compared with {name}"
        return quantity, bar, self._hidden_words(), self._against_words()

    def _hidden_words(self) -> str:
        """Say why there is no bar for some learners that are not told apart, naming two."""
        hidden = self._hidden()
        if not hidden:
            return ""
        apart = self._apart()
        i, j = hidden[0]
        first, second = next((k, m) for k, m in combinations(range(i, j + 1), 2) if apart[k][m])
        others = f"; so with {counted(len(hidden) - 1, 'other pair')}" if len(hidden) > 1 else ""
        return (
            f"no bar for {self._short(i)} and {self._short(j)}, though not told apart: it would also join "
            f"{self._short(first)} and {self._short(second)}, which the tests tell apart{others}"
        )

    def _against_words(self) -> str:
        """Name a pair of which the tests prefer the learner with the worse mean rank."""
        place = {each.name: number for number, each in enumerate(self.learners)}
        for pair in self.pairs:
            if pair.winner is not None and {pair.a, pair.b} <= set(place):
                other = pair.b if pair.winner == pair.a else pair.a
                if place[pair.winner] > place[other]:
                    better, worse = self._short(place[pair.winner]), self._short(place[other])
                    return f"by the tests {better} is better than {worse}, against the mean ranks"
        return ""

    def _short(self, place: int) -> str:
        return shortened(self.learners[place].name, 24)
