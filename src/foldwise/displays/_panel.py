"""All applicable tests on the same scores, side by side."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import percent
from foldwise.displays._drawing import (
    FONT_SIZE,
    PLAIN,
    POINTS_PER_INCH,
    WIDTH,
    bare,
    caption,
    draw_interval,
    fitted,
    new_panels,
    width_of,
)
from foldwise.displays._sides import (
    LOOK,
    are_short,
    decision_text,
    has_interval,
    limits,
    quantity,
    say_which_side_of_zero,
)
from foldwise.runs import Metric
from foldwise.verdicts import NEEDS, Comparison, Panel, probability_words

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# Pale beside the colours of the advised tests, and still dark enough to be read.
MUTED: Final = "#767676"

# Tests are called by the names that ``judge(test=...)`` takes, and look like them.
_NAME: Final[dict[str, Any]] = {"family": "monospace", "size": FONT_SIZE - 1}
_TICK_PAD: Final = 4.0

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
        return 1.4 + inches * (len(self.rows) + n_headings)

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
        ax = new_panels([self.height])[0] if ax is None else ax
        rows = [row for _, row in self.rows]
        named = are_short(rows)
        # Tests and headings begin at the same place, however wide the viewer's letters are.
        left = 1.06 * POINTS_PER_INCH * max(width_of(test, **_NAME) for test, _ in self.rows) + _TICK_PAD
        headings = self._headings()
        ticks: list[float] = []
        level = -1.0
        for index, (test, row) in enumerate(self.rows):
            level += 1
            if index in headings:
                words, n_rows = headings[index]
                self._draw_heading(ax, level, words, left)
                self._draw_ground(ax, level + 0.5, level + 0.5 + n_rows)
                level += 1
            ticks.append(level)
            self._draw_row(ax, level, test, row, named, point_kw)
        ax.set_yticks(ticks, [test for test, _ in self.rows], **PLAIN)
        ax.set_ylim(level + 0.7, -0.6)
        bare(ax)
        ax.tick_params(axis="y", pad=left)
        for tick, (test, _) in zip(ax.get_yticklabels(), self.rows, strict=True):
            tick.set(horizontalalignment="left", **_NAME)
            if not NEEDS[test].advisable:
                tick.set(color=MUTED, fontstyle="italic")
        # The words on both sides leave little room between them.
        ax.locator_params(axis="x", nbins=6)
        ax.set_xlim(*limits([end for row in rows for end in (row.estimate, row.low, row.high)], self.rope))
        say_which_side_of_zero(ax, rows, named=named)
        caption(ax, self._caption(named))
        return ax

    def _headings(self) -> dict[int, tuple[str, int]]:
        """Index of the first row of each comparison, what to write above it, and how many rows it has."""
        indices: dict[tuple[str, str, str], list[int]] = {}
        for index, (_, row) in enumerate(self.rows):
            indices.setdefault((row.dataset, row.a, row.b), []).append(index)
        return {
            group[0]: (fitted("{} vs {} ({})", [a, b, dataset], WIDTH - 0.4, weight="bold"), len(group))
            for (dataset, a, b), group in indices.items()
        }

    def _draw_heading(self, ax: "Axes", level: float, words: str, left: float) -> None:
        look: dict[str, Any] = {"fontsize": FONT_SIZE, "fontweight": "bold", "verticalalignment": "center", **PLAIN}
        place: dict[str, Any] = {"xycoords": ax.get_yaxis_transform(), "textcoords": "offset points"}
        text = ax.annotate(words, (0.0, level + 0.1), (-left, 0), zorder=5, **place, **look)
        # Nothing else stands on its line, so a long one may run on there instead of making the axes narrower.
        text.set_in_layout(False)

    def _draw_ground(self, ax: "Axes", top: float, bottom: float) -> None:
        """Draw the line at zero and the rope beside the rows of one comparison; both pause for the next heading."""
        if self.rope is not None:
            ax.fill_betweenx([top, bottom], -self.rope, self.rope, color="0.92", linewidth=0, zorder=0)
        ax.plot([0.0, 0.0], [top, bottom], color="0.45", linewidth=1, zorder=1)

    def _draw_row(
        self, ax: "Axes", level: float, test: str, row: Comparison, named: bool, point_kw: dict[str, Any]
    ) -> None:
        colour, marker = LOOK[row.decision]
        advisable = NEEDS[test].advisable
        shown = colour if advisable else MUTED
        if has_interval(row):
            draw_interval(ax, level, row.low, row.high, shown, width=3.2 if advisable else 1.4)
        if np.isfinite(row.estimate):
            face = shown if advisable else "white"
            edge = "white" if advisable else shown
            look: dict[str, Any] = {"markersize": 6.5 if self._is_long else 7.5, "color": face}
            look |= {"markeredgecolor": edge, "markeredgewidth": 0.6 if self._is_long else 1.0}
            ax.plot(row.estimate, level, marker, clip_on=False, **{**look, "zorder": 4, **point_kw})
        words = f"{decision_text(row, named=named)}, {probability_words(row.adjusted_pvalue, self.alpha)}"
        kw: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "verticalalignment": "center", **PLAIN}
        ax.text(1.02, level, words, fontsize=FONT_SIZE, color=shown, **kw)

    def _caption(self, named: bool) -> str:
        legend = [f"point: estimate; bar: {percent(1 - self.alpha)} interval, where the test has one"]
        if not all(NEEDS[test].advisable for test, _ in self.rows):
            legend.append("pale, open, in italics: not advised for this design")
        if self.adjusted:
            legend.append("p: adjusted for the number of comparisons")
        if self.rope is not None:
            legend.append(f"shaded: ±{self.rope:g} counts as equivalent")
        lines = [legend[0], "; ".join(legend[1:])] if legend[1:] else legend
        return "\n".join([quantity(self.metric, [row for _, row in self.rows], named=named), *lines])
