"""What was said while repeats were added: p-values and decisions, and statistics that close in."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise.displays._drawing import (
    BLUE,
    FONT_SIZE,
    GREEN,
    GREY,
    LEAST_P,
    ORANGE,
    PLAIN,
    WIDTH,
    caption,
    fitted,
    frame_axes,
    new_panels,
)
from foldwise.displays._sides import LOOK
from foldwise.verdicts import NEEDS, Comparison, Verdict

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.replicability import ByRepeats

# Inches for the names at the right end of the lines.
_ROOM: Final = 1.6
_WIDE_ROOM: Final = 1.9


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RepeatsDisplay:
    """The p-value against the number of repeats, in the colour of the decision: one line for each pair.

    Parameters
    ----------
    steps : ByRepeats
        What would have been said after each number of repeats.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.displays import RepeatsDisplay
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import by_repeats
    >>> from foldwise.evaluation import evaluate
    >>> run = evaluate({"nb": NaiveBayes(), "c45": C45()}, load("wine"), scheme="3x10", seed=1)
    >>> RepeatsDisplay(steps=by_repeats(run)).frame()["n_repeats"].tolist()
    [1, 2, 3]
    """

    steps: "ByRepeats"

    @classmethod
    def from_steps(cls, steps: "ByRepeats") -> "RepeatsDisplay":
        """Take what `by_repeats` found."""
        return cls(steps=steps)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 3.8

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per pair and number of repeats."""
        return self.steps.frame()

    def plot(self, ax: "Axes | None" = None, **line_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **line_kw
            Passed to ``Axes.plot`` for the lines, for example ``linewidth=2``.
        """
        from matplotlib.ticker import MaxNLocator

        ax = new_panels([self.height])[0] if ax is None else ax
        steps = self.steps
        ax.set_yscale("log")
        ax.axhline(steps.alpha, color="0.45", linewidth=1, zorder=1)
        for (a, b), pvalues, decisions in zip(steps.pairs, steps.pvalues, steps.decisions, strict=True):
            heights = np.maximum(pvalues, LEAST_P)
            ax.plot(steps.n_repeats, heights, **{"color": "0.75", "linewidth": 1.2, "zorder": 2, **line_kw})
            for decision, (colour, marker) in LOOK.items():
                here = (decisions == decision) & np.isfinite(heights)
                if not here.any():
                    # Nothing has no place, and matplotlib would look for it to make room.
                    continue
                look: dict[str, Any] = {"markersize": 5, "color": colour, "markeredgewidth": 0, "clip_on": False}
                ax.plot(steps.n_repeats[here], heights[here], marker, zorder=3, **look)
            known = np.flatnonzero(np.isfinite(heights))
            if known.size:
                place = steps.n_repeats[known[-1]], heights[known[-1]]
                words = fitted("{} vs {}", [a, b], _ROOM)
                kw: dict[str, Any] = {"textcoords": "offset points", "verticalalignment": "center", **PLAIN}
                ax.annotate(words, place, (8, 0), fontsize=FONT_SIZE, color=GREY, annotation_clip=False, **kw)
        ax.set_xlim(left=steps.n_repeats[0] - 0.5)
        ax.set_ylim(LEAST_P / 1.3, 1.3)
        ax.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
        frame_axes(ax, f"p of {steps.test}")
        title = fitted("{}: p after so many repeats", [steps.dataset], WIDTH - 1, size=FONT_SIZE + 1)
        ax.set_title(title, fontsize=FONT_SIZE + 1, loc="left", color=GREY, **PLAIN)
        caption(ax, self._caption())
        return ax

    def _caption(self) -> str:
        return (
            f"repeats\n▸ the first better; ◂ the second better; ● neither\n"
            f"line: level {self.steps.alpha:g}; p of at most {LEAST_P:g} on the edge"
        )


# Past this many pairs, only those that took most repeats are named.
_NAMED: Final = 8
_COLOURS: Final = (BLUE, ORANGE, GREEN, GREY, "#7b3294", "#8c6d00")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SettlingDisplay:
    """The statistic of every pair against the number of repeats, with a band of one standard error over partitions.

    Parameters
    ----------
    comparisons : tuple of Comparison
        The settled rows of a verdict.
    symbol : str
        How the statistic is written.
    sides : tuple of int, default (-1, 1)
        On which sides of zero decisions change.

    See Also
    --------
    foldwise.displays.DifferenceDisplay : What the verdict says.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.data import load
    >>> from foldwise.displays import SettlingDisplay
    >>> from foldwise.verdicts import compare
    >>> verdict = compare({"nb": GaussianNB(), "tree": DecisionTreeClassifier()}, load("wine"), seed=1)
    >>> SettlingDisplay.from_verdict(verdict).frame()["n_repeats"].tolist()
    [10]
    """

    comparisons: tuple[Comparison, ...]
    symbol: str
    sides: tuple[int, ...] = (-1, 1)

    @classmethod
    def from_verdict(cls, verdict: Verdict) -> "SettlingDisplay":
        """Take the looks of a settled verdict; refuses one whose number of repeats was fixed."""
        rows = tuple(row for row in verdict.comparisons if row.settlement is not None and row.settlement.looks)
        if not rows:
            raise ValueError(
                "SettlingDisplay needs a verdict whose repeats were added until it was settled, got one with a fixed "
                "scheme. Use compare(..., scheme=Settled()), or plot(verdict)."
            )
        sides = {"two-sided": (-1, 1), "greater": (1,), "less": (-1,)}[verdict.alternative]
        return cls(comparisons=rows, symbol=NEEDS[verdict.test].symbol, sides=sides)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 3.4

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per pair and look."""
        import pandas as pd

        drawn = ("n_repeats", "statistic", "resampling_error", "critical", "risk", "decision")
        rows = [
            {"dataset": row.dataset, "a": row.a, "b": row.b, **{name: getattr(look, name) for name in drawn}}
            for row in self.comparisons
            for look in (row.settlement.looks if row.settlement is not None else ())
        ]
        return pd.DataFrame(rows)

    def plot(self, ax: "Axes | None" = None, **line_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw. The names at the right of the lines need room beside it; the figure made when `ax` is not
            given has it.
        **line_kw
            Passed to ``Axes.plot`` for the lines, for example ``linewidth=2``.
        """
        from matplotlib.ticker import NullFormatter, ScalarFormatter

        ax = new_panels([self.height])[0] if ax is None else ax
        ax.set_xscale("log")
        for index, row in enumerate(self.comparisons):
            self._draw(ax, row, _COLOURS[index % len(_COLOURS)], line_kw)
        self._name(ax)
        ax.axhline(0.0, color="0.45", linewidth=1, zorder=1)
        ticks = sorted(set(self.frame()["n_repeats"]))
        ax.set_xticks(ticks if len(ticks) <= _NAMED else [ticks[0], *ticks[1:-1:2], ticks[-1]])
        ax.xaxis.set_major_formatter(ScalarFormatter())
        ax.xaxis.set_minor_formatter(NullFormatter())
        ax.set_xlim(ticks[0] / 1.15, ticks[-1] * 1.15)
        frame_axes(ax, self.symbol)
        band = "band: ±1 standard error over partitions, as it is there"
        caption(ax, "repeats of cross-validation", f"dashed: where the decision changes; {band}")
        return ax

    def _draw(self, ax: "Axes", row: Comparison, colour: str, line_kw: dict[str, Any]) -> None:
        assert row.settlement is not None
        looks = row.settlement.looks
        repeats = np.array([look.n_repeats for look in looks], dtype=np.float64)
        t, error, critical = (
            np.array([getattr(look, name) for look in looks], dtype=np.float64)
            for name in ("statistic", "resampling_error", "critical")
        )
        # One look has no width: its band gets some.
        wide = np.array([repeats[0] / 1.05, *repeats, repeats[-1] * 1.05])
        low, high = (np.pad(t + side * error, 1, mode="edge") for side in (-1, 1))
        ax.fill_between(wide, low, high, color=colour, alpha=0.18, linewidth=0, zorder=2)
        ax.plot(repeats, t, **{"color": colour, "linewidth": 1.4, "zorder": 3, **line_kw})
        _, marker = LOOK["none" if row.is_unsettled else row.decision]
        ax.plot(repeats[-1], t[-1], marker, color=colour, markersize=6.5, zorder=4, clip_on=False)
        for side in self.sides:
            edge = np.pad(side * critical, 1, mode="edge")
            ax.plot(wide, edge, color="0.45", linestyle="--", linewidth=0.8, zorder=1)

    def _name(self, ax: "Axes") -> None:
        """Draw the pairs at the ends of their lines, those that took most repeats first where there are many."""
        rows = sorted(enumerate(self.comparisons), key=lambda item: -_last(item[1]).n_repeats)[:_NAMED]
        places = sorted((_last(row).statistic, index) for index, row in rows if np.isfinite(_last(row).statistic))
        many = len({row.dataset for row in self.comparisons}) > 1
        for place, (statistic, index) in enumerate(places):
            row = self.comparisons[index]
            words = fitted("{} vs {} ({})", [row.a, row.b, row.dataset], _WIDE_ROOM) if many else None
            kw: dict[str, Any] = {"verticalalignment": "center", "fontsize": FONT_SIZE, "annotation_clip": False}
            ax.annotate(
                words or fitted("{} vs {}", [row.a, row.b], _WIDE_ROOM),
                (1.0, statistic),
                # Evenly apart, in the order of the lines, so that none covers another.
                (1.03, (place + 0.5) / len(places)),
                xycoords=ax.get_yaxis_transform(),
                textcoords="axes fraction",
                color=_COLOURS[index % len(_COLOURS)],
                **kw,
                **PLAIN,
            )


def _last(row: Comparison) -> Any:
    assert row.settlement is not None
    return row.settlement.looks[-1]
