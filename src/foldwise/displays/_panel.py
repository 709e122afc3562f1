"""All applicable tests on the same scores, side by side."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import percent
from foldwise.displays._drawing import caption, caption_height, draw_interval, fitted, new_panels
from foldwise.displays._looks import draw_mark, look_of
from foldwise.displays._page import FONT_SIZE, page_width, refuse_narrow
from foldwise.displays._rows import draw_ground, draw_heading, name_rows, names_room, write_columns
from foldwise.displays._sides import are_short, decision_text, has_interval, limits, quantity, say_which_side_of_zero
from foldwise.runs import Metric
from foldwise.verdicts import NEEDS, Comparison, Panel, probability_words

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# Pale beside the colours of the advised tests, and still dark enough to be read.
MUTED: Final = "#767676"

# Tests are called by the names that ``judge(test=...)`` takes, and look like them.
_NAME: Final[dict[str, Any]] = {"family": "monospace", "size": FONT_SIZE - 1}

# Past this many rows, each takes less height.
_MANY: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PanelDisplay:
    """What every test says about the same scores: one row for each test, under a heading for each comparison.

    Parameters
    ----------
    rows : tuple of (str, Comparison)
        Name of the test and what it says, grouped by comparison.
    metric : Metric
        What was scored.
    alpha : float
        Level of the tests; the intervals have level ``1 - alpha``.
    rope : float or None
        Half-width of the region of practical equivalence.
    adjusted : bool, default False
        Whether the p-values are adjusted for a family of comparisons.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.displays import PanelDisplay
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.verdicts import judge
    >>> learners = {"stump": DecisionTreeClassifier(max_depth=1), "majority": DummyClassifier()}
    >>> run = evaluate(learners, [[0.0], [1.0]] * 10, [0, 1] * 10, scheme="10", seed=1)
    >>> frame = PanelDisplay.from_panel(judge(run, test="all")).frame()
    >>> frame.loc[frame["test"] == "binomial", ["a", "estimate", "decision"]].values.tolist()
    [['stump', 0.5, 'a']]
    """

    rows: tuple[tuple[str, Comparison], ...]
    metric: Metric
    alpha: float
    rope: float | None
    adjusted: bool = False

    @classmethod
    def from_panel(cls, panel: Panel) -> "PanelDisplay":
        """Take the rows of all verdicts, those on the same pair and dataset together."""
        groups: dict[tuple[str, str, str], list[tuple[str, Comparison]]] = {}
        for verdict in panel.verdicts:
            for row in verdict.comparisons:
                groups.setdefault((row.dataset, row.a, row.b), []).append((verdict.test, row))
        first = panel.advised
        rows = tuple(row for group in groups.values() for row in group)
        adjusted = first.adjust != "none" and any(verdict.family > 1 for verdict in panel.verdicts)
        return cls(rows=rows, metric=first.metric, alpha=first.alpha, rope=first.rope, adjusted=adjusted)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        inches = 0.18 if self._is_long else 0.24
        n_headings = len({(row.dataset, row.a, row.b) for _, row in self.rows})
        return 1.1 + inches * (len(self.rows) + n_headings) + caption_height(*self._caption(named=True))

    @property
    def _is_long(self) -> bool:
        return len(self.rows) > _MANY

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per test and comparison."""
        import pandas as pd

        drawn = ("dataset", "a", "b", "estimate", "low", "high", "adjusted_pvalue", "decision")
        rows = [
            {"test": test, "advisable": NEEDS[test].advisable, **{name: getattr(row, name) for name in drawn}}
            for test, row in self.rows
        ]
        return pd.DataFrame(rows)

    def plot(self, ax: "Axes | None" = None, **point_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw. The words at the right of the rows need room beside it; the figure made when `ax` is not
            given has it.
        **point_kw
            Passed to ``Axes.plot`` for the points, for example ``markersize=5``.
        """
        refuse_narrow("A panel of tests")
        ax = new_panels([self.height])[0] if ax is None else ax
        rows = [row for _, row in self.rows]
        tests = [test for test, _ in self.rows]
        named = are_short(rows)
        left = names_room(tests, **_NAME)
        headings = self._headings()
        levels: list[float] = []
        level = -1.0
        for index, (test, row) in enumerate(self.rows):
            level += 1
            if index in headings:
                words, n_rows = headings[index]
                draw_heading(ax, level, words, left)
                draw_ground(ax, level + 0.5, level + 0.5 + n_rows, self.rope)
                level += 1
            levels.append(level)
            self._draw_row(ax, level, test, row, point_kw)
        name_rows(ax, levels, tests, left, **_NAME)
        for tick, test in zip(ax.get_yticklabels(), tests, strict=True):
            if not NEEDS[test].advisable:
                tick.set(color=MUTED, fontstyle="italic")
        # The words on both sides leave little room between them.
        ax.locator_params(axis="x", nbins=6)
        ax.set_xlim(*limits([end for row in rows for end in (row.estimate, row.low, row.high)], self.rope))
        words_of = [self._words(row, named=named) for row in rows]
        write_columns(ax, levels, words_of, [_colour(test, row) for test, row in self.rows])
        say_which_side_of_zero(ax, rows, named=named)
        caption(ax, *self._caption(named=named))
        return ax

    def _headings(self) -> dict[int, tuple[str, int]]:
        """Index of the first row of each comparison, what to write above it, and how many rows it has."""
        indices: dict[tuple[str, str, str], list[int]] = {}
        for index, (_, row) in enumerate(self.rows):
            indices.setdefault((row.dataset, row.a, row.b), []).append(index)
        return {
            group[0]: (fitted("{} vs {} ({})", [a, b, dataset], page_width() - 0.4, weight="bold"), len(group))
            for (dataset, a, b), group in indices.items()
        }

    def _draw_row(self, ax: "Axes", level: float, test: str, row: Comparison, point_kw: dict[str, Any]) -> None:
        colour, advisable = _colour(test, row), NEEDS[test].advisable
        if has_interval(row):
            draw_interval(ax, level, row.low, row.high, colour, width=2.4 if advisable else 1.2)
        if np.isfinite(row.estimate):
            size = (6.0 if self._is_long else 7.0) - 1.5 * (not advisable)
            draw_mark(ax, row.estimate, level, look_of(row), size, colour=colour, **point_kw)

    def _words(self, row: Comparison, *, named: bool) -> tuple[str, ...]:
        return probability_words(row.adjusted_pvalue, self.alpha), decision_text(row, named=named)

    def _caption(self, *, named: bool) -> tuple[str, ...]:
        pale = "" if all(NEEDS[test].advisable for test, _ in self.rows) else "pale: not advised for this design"
        adjusted = "p: adjusted" if self.adjusted else ""
        rope = "" if self.rope is None else f"shaded: ±{self.rope:g} counts as equivalent"
        axis = quantity(self.metric, [row for _, row in self.rows], named=named)
        return axis, f"bar: {percent(1 - self.alpha)} interval", pale, adjusted, rope


def _colour(test: str, row: Comparison) -> str:
    """Return the colour of the outcome, or a pale one if the test is not advised."""
    return look_of(row).colour if NEEDS[test].advisable else MUTED
