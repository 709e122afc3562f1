"""Two learners on every dataset, one below the other, and over all of them."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import compact, counted, decimals, percent, true_minus
from foldwise.displays._drawing import GREY, caption, caption_height, draw_interval, fitted_apart, new_panels
from foldwise.displays._looks import LOOKS, Look, draw_mark
from foldwise.displays._page import FONT_SIZE, is_narrow, page_width
from foldwise.displays._rows import draw_ground, draw_heading, name_rows, names_room, write_columns
from foldwise.displays._sides import are_short, limits, quantity, say_which_side_of_zero
from foldwise.runs import Metric
from foldwise.verdicts import Overall, OverallPair, Verdict, probability_words

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# Inches of a row, of one among many, and of the longest name at its left; points of the names of many.
_ROW: Final = 0.2
_LOW_ROW: Final = 0.14
_MANY: Final = 40
_NAMES: Final = 2.7
_NARROW_NAMES: Final = 1.4
_LOW_SIZE: Final = 6.5

# Differences of which no test of the dataset says anything.
_UNTESTED: Final = Look(GREY, "o", "full", "\N{BLACK CIRCLE}")


@dataclass(frozen=True, slots=True, kw_only=True)
class OnDataset:
    """What one dataset says about two learners.

    Parameters
    ----------
    dataset : str
        Its name.
    estimate, low, high : float
        Difference with its interval; NaN where there is none.
    look : str
        What the test of the dataset came to, as the looks of figures are called; empty without a test.
    """

    dataset: str
    estimate: float
    low: float = float("nan")
    high: float = float("nan")
    look: str = ""

    @property
    def turned(self) -> "OnDataset":
        """The same with the learners in the other order."""
        look = {"a": "b", "b": "a"}.get(self.look, self.look)
        return replace(self, estimate=-self.estimate, low=-self.high, high=-self.low, look=look)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DatasetForestDisplay:
    """The difference of two learners on every dataset, the largest on top, and the typical difference below them.

    The typical difference is Hodges and Lehmann's estimate, with the interval of Wilcoxon's signed rank test.

    Parameters
    ----------
    rows : tuple of OnDataset
        The datasets that have both learners.
    pair : OverallPair
        The answer over them.
    metric : Metric
        What was scored.
    alpha : float
        Intervals have level ``1 - alpha``.
    rope : float or None
        Differences up to this size are ties.
    adjusted : bool, default False
        Whether the p-value is adjusted for all pairs.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.displays import DatasetForestDisplay
    >>> from foldwise.learners import C45, NaiveBayes
    >>> datasets = [fw.data.load(name) for name in ("iris", "wine")]
    >>> verdict = fw.compare({"nb": NaiveBayes(), "c45": C45()}, datasets, scheme="5", seed=1)
    >>> DatasetForestDisplay.from_verdict(verdict, "nb", "c45").frame()["dataset"].tolist()
    ['wine', 'iris', 'over 2 datasets']
    """

    rows: tuple[OnDataset, ...]
    pair: OverallPair
    metric: Metric
    alpha: float
    rope: float | None
    adjusted: bool = False

    @classmethod
    def from_overall(cls, overall: Overall, a: str | None = None, b: str | None = None) -> "DatasetForestDisplay":
        """Take the differences of learners `a` and `b`, of the two best mean ranks by default.

        If each was compared with one learner only: of that one and the best of the others.
        """
        pair, number = _asked(overall, a, b)
        side = 1 if overall.pairs[number].a == pair.a else -1
        where = {name: place for place, name in enumerate(overall.cells.datasets)}
        differences = [(name, side * overall.cells.differences[number, where[name]]) for name in overall.datasets]
        rows = [OnDataset(dataset=name, estimate=float(d)) for name, d in differences if np.isfinite(d)]
        return cls._of(rows, pair, overall)

    @classmethod
    def from_verdict(cls, verdict: Verdict, a: str | None = None, b: str | None = None) -> "DatasetForestDisplay":
        """Take the comparisons of learners `a` and `b`, with their intervals; of the two best mean ranks by default."""
        if verdict.overall is None:
            raise ValueError("A forest over datasets needs a verdict on several, judged one by one.")
        pair, _ = _asked(verdict.overall, a, b)
        rows = []
        for row in verdict.comparisons:
            if {row.a, row.b} == {pair.a, pair.b}:
                look: str = "open" if row.outcome == "open" else row.decision
                said = OnDataset(dataset=row.dataset, estimate=row.estimate, low=row.low, high=row.high, look=look)
                rows.append(said if row.a == pair.a else said.turned)
        return cls._of(rows, pair, verdict.overall)

    @classmethod
    def _of(cls, rows: list[OnDataset], pair: OverallPair, overall: Overall) -> "DatasetForestDisplay":
        return cls(
            rows=tuple(sorted(rows, key=lambda row: -np.nan_to_num(row.estimate))),
            pair=pair,
            metric=overall.metric,
            alpha=overall.alpha,
            rope=overall.rope,
            adjusted=overall.family > 1 and overall.adjust != "none",
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        row = _LOW_ROW if self._is_long else _ROW
        return 1.15 + row * (len(self.rows) + 3) + caption_height(*self._caption())

    @property
    def _is_long(self) -> bool:
        return len(self.rows) > _MANY

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per dataset, the last one for all of them."""
        import pandas as pd

        rows = [(row.dataset, row.estimate, row.low, row.high) for row in self.rows]
        rows.append((self._over(), self.pair.estimate, self.pair.low, self.pair.high))
        return pd.DataFrame(rows, columns=["dataset", "estimate", "low", "high"])

    def plot(self, ax: "Axes | None" = None, **mark_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw. The words at the right of the rows need room beside it; the figure made when `ax` is not
            given has it.
        **mark_kw
            Passed to ``Axes.plot`` for the marks, for example ``markersize=4``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        size = _LOW_SIZE if self._is_long else FONT_SIZE
        room = _NARROW_NAMES if is_narrow() else _NAMES
        names = [*fitted_apart([row.dataset for row in self.rows], room, size=size), self._over()]
        # A heading above the rows, and a gap before the last.
        levels = [*(float(level) for level in range(1, len(self.rows) + 1)), len(self.rows) + 2.0]
        looks = [LOOKS[row.look] if row.look else _UNTESTED for row in self.rows]
        for level, row, look in zip(levels[:-1], self.rows, looks, strict=True):
            ax.axhline(level, color="0.93", linewidth=0.6, zorder=0)
            self._draw(ax, level, (row.estimate, row.low, row.high), look, 1.4, 4.5 if self._is_long else 6.0, mark_kw)
        whole = LOOKS[self.pair.decision]
        ax.axhline(levels[-1] - 1.0, color="0.6", linewidth=0.8, zorder=0)
        self._draw(ax, levels[-1], (self.pair.estimate, self.pair.low, self.pair.high), whole, 2.8, 9.0, mark_kw)
        draw_ground(ax, 0.5, levels[-1] + 0.6, self.rope)
        left = max(names_room(names[:-1], size=size), names_room(names[-1:], weight="bold"))
        name_rows(ax, levels, names, left, size=size)
        ax.get_yticklabels()[-1].set(fontweight="bold", fontsize=FONT_SIZE)
        heading = " vs ".join(fitted_apart([self.pair.a, self.pair.b], (page_width() - 0.8) / 2, weight="bold"))
        # Where rows are low, letters of the usual size need more than one.
        draw_heading(ax, -0.5 if self._is_long else 0.0, heading, left)
        ax.set_ylim(levels[-1] + 0.7, -1.3 if self._is_long else -0.6)
        ends = [end for row in self.rows for end in (row.estimate, row.low, row.high)]
        ax.set_xlim(*limits([*ends, self.pair.estimate, self.pair.low, self.pair.high], self.rope))
        ax.locator_params(axis="x", nbins=4 if is_narrow() else 6)
        p = probability_words(self.pair.adjusted_pvalue, self.alpha)
        write_columns(ax, levels[-1:], [(p,) if is_narrow() else (self._value(), p)], [whole.colour])
        say_which_side_of_zero(ax, [self.pair], named=are_short([self.pair]))
        caption(ax, *self._caption())
        return ax

    @staticmethod
    def _draw(
        ax: "Axes",
        level: float,
        values: tuple[float, float, float],
        look: Look,
        width: float,
        size: float,
        mark_kw: dict[str, Any],
    ) -> None:
        estimate, low, high = values
        if np.isfinite([low, high]).all():
            draw_interval(ax, level, low, high, look.colour, width=width)
        if np.isfinite(estimate):
            draw_mark(ax, estimate, level, look, size, **mark_kw)

    def _value(self) -> str:
        """Return the typical difference, with as many decimals as its interval is worth."""
        width = (self.pair.high - self.pair.low) / 2
        scale = width if 0 < width < np.inf else abs(self.pair.estimate) or 0.001
        text = true_minus(compact(self.pair.estimate, min(6, decimals(scale, is_share=self.metric.is_share))))
        return f"+{text}" if self.pair.estimate > 0 and text.strip("0.") else text

    def _over(self) -> str:
        return f"over {counted(self.pair.n_datasets, 'dataset')}"

    def _caption(self) -> tuple[str, ...]:
        has_intervals = any(np.isfinite([row.low, row.high]).all() for row in self.rows)
        level = percent(1 - self.alpha)
        bar = f"bar: {level} interval" if has_intervals else f"dots: datasets; bar: {level} interval"
        last = "last row: typical difference"
        adjusted = "p: adjusted" if self.adjusted else ""
        rope = "" if self.rope is None else f"shaded: ±{self.rope:g} counts as a tie"
        return quantity(self.metric, [self.pair], named=are_short([self.pair])), bar, last, adjusted, rope


def _asked(overall: Overall, a: str | None, b: str | None) -> tuple[OverallPair, int]:
    """Return the pair of two learners, the first of them first, and its number."""
    if (a is None) != (b is None):
        raise ValueError(f"A forest over datasets needs two learners or none, got a={a!r} and b={b!r}.")
    first, second = (each.name for each in overall.learners[:2])
    if overall.against not in (None, first, second):
        # Of the learners that were compared with one, the best.
        second = str(overall.against)
    a, b = a or first, b or second
    pair = overall.pair(a, b)
    return (pair if pair.a == a else pair.turned), overall.pairs.index(pair)
