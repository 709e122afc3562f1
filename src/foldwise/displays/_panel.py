"""All applicable tests on the same scores, side by side."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise.displays._drawing import FONT_SIZE, PLAIN, bare, new_panels, shortened
from foldwise.displays._sides import (
    LOOK,
    decision_words,
    draw_rope_and_zero,
    has_interval,
    limits,
    probability_words,
    quantity,
    say_which_side,
)
from foldwise.runs import Metric
from foldwise.verdicts import NEEDS, Comparison, Panel

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# Pale beside the colours of the advised tests, and still dark enough to be read.
MUTED: Final = "#767676"

_ROW_HEIGHT: Final = 0.27


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

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.displays import PanelDisplay
    >>> from foldwise.runs import evaluate
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

    @classmethod
    def from_panel(cls, panel: Panel) -> "PanelDisplay":
        """Take the rows of all verdicts, those on the same pair and dataset together."""
        groups: dict[tuple[str, str, str], list[tuple[str, Comparison]]] = {}
        for verdict in panel.verdicts:
            for row in verdict.comparisons:
                groups.setdefault((row.dataset, row.a, row.b), []).append((verdict.test, row))
        first = panel.advised
        rows = tuple(row for group in groups.values() for row in group)
        return cls(rows=rows, metric=first.metric, alpha=first.alpha, rope=first.rope)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return (1.65 if self.rope is None else 1.85) + _ROW_HEIGHT * (len(self.rows) + len(self._headings()))

    def frame(self) -> "pd.DataFrame":
        """Give the very numbers `plot` draws: one row per test and comparison."""
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
        draw_rope_and_zero(ax, self.rope)
        headings = self._headings()
        ticks: list[float] = []
        level = -1.0
        for index, (test, row) in enumerate(self.rows):
            level += 1
            if index in headings:
                self._draw_heading(ax, level, headings[index])
                level += 1
            ticks.append(level)
            self._draw_row(ax, level, test, row, point_kw)
        ax.set_yticks(ticks, [shortened(NEEDS[test].label, 42) for test, _ in self.rows], **PLAIN)
        ax.set_ylim(level + 0.7, -0.6)
        bare(ax)
        for tick, (test, _) in zip(ax.get_yticklabels(), self.rows, strict=True):
            if not NEEDS[test].advisable:
                tick.set_color(MUTED)
                tick.set_fontstyle("italic")
        # The words on both sides leave little room between them.
        ax.locator_params(axis="x", nbins=6)
        ax.set_xlim(*limits([end for _, row in self.rows for end in (row.estimate, row.low, row.high)], self.rope))
        say_which_side(ax, [row for _, row in self.rows], narrow=True)
        ax.set_xlabel(self._caption(), fontsize=FONT_SIZE, linespacing=1.5, **PLAIN)
        return ax

    def _headings(self) -> dict[int, str]:
        """Index of the first row of each comparison, and what to write above it."""
        found: dict[tuple[str, str, str], int] = {}
        for index, (_, row) in enumerate(self.rows):
            found.setdefault((row.dataset, row.a, row.b), index)
        return {
            index: f"{shortened(a, 15)} vs {shortened(b, 15)} ({shortened(dataset, 15)})"
            for (dataset, a, b), index in found.items()
        }

    def _draw_heading(self, ax: "Axes", level: float, words: str) -> None:
        if level > 0:
            ax.axhline(level - 0.5, color="0.85", linewidth=0.8, zorder=0)
        look: dict[str, Any] = {"fontsize": FONT_SIZE, "fontweight": "bold", "verticalalignment": "center", **PLAIN}
        # A white ground lets the words cross the line at zero.
        ground = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
        text = ax.text(0.0, level, words, transform=ax.get_yaxis_transform(), bbox=ground, zorder=5, **look)
        # Nothing stands at its right, so a long one may run on there instead of making the axes narrower.
        text.set_in_layout(False)

    def _draw_row(self, ax: "Axes", level: float, test: str, row: Comparison, point_kw: dict[str, Any]) -> None:
        colour, marker = LOOK[row.decision]
        advisable = NEEDS[test].advisable
        shown = colour if advisable else MUTED
        if has_interval(row):
            width = 3.2 if advisable else 1.4
            ends = [row.low, row.high]
            ax.plot(ends, [level, level], color=shown, linewidth=width, solid_capstyle="butt", zorder=3)
        if np.isfinite(row.estimate):
            face = shown if advisable else "white"
            edge = "white" if advisable else shown
            look: dict[str, Any] = {"markersize": 8 if advisable else 7, "color": face, "markeredgecolor": edge}
            ax.plot(row.estimate, level, marker, clip_on=False, **{**look, "zorder": 4, **point_kw})
        words = f"{decision_words(row, self.rope, narrow=True)}, {probability_words(row.adjusted_pvalue)}"
        kw: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "verticalalignment": "center", **PLAIN}
        ax.text(1.02, level, words, fontsize=FONT_SIZE, color=shown, **kw)

    def _caption(self) -> str:
        legend = [f"point: estimate; bar: {100 * (1 - self.alpha):g}% interval, where the test has one"]
        if not all(NEEDS[test].advisable for test, _ in self.rows):
            legend.append("pale, open, in italics: not advised for this design")
        if len(self._headings()) > 1:
            legend.append("p: adjusted for the number of comparisons")
        if self.rope is not None:
            legend.append(f"shaded: ±{self.rope:g} counts as equivalent")
        lines = [legend[0], "; ".join(legend[1:])] if legend[1:] else legend
        return "\n".join([quantity(self.metric, [row for _, row in self.rows], narrow=True), *lines])
