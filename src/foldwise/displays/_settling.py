"""How a verdict was settled: statistics that close in while repeats are added."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise.displays._by_source import COLOURS
from foldwise.displays._drawing import PLAIN, caption, caption_height, fitted, frame_axes, new_panels
from foldwise.displays._looks import draw_mark, look_of
from foldwise.displays._page import FONT_SIZE, is_narrow
from foldwise.verdicts import NEEDS, Comparison, Verdict

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# Inches for the names at the right end of the lines.
_ROOM: Final = 1.9
_NARROW_ROOM: Final = 1.2
# Past this many pairs, only those that took most repeats are named.
_NAMED: Final = 8
# Lines that end together are named so far apart, as a share of the height.
_APART: Final = 0.075


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
    [5, 10]
    """

    comparisons: tuple[Comparison, ...]
    symbol: str
    sides: tuple[int, ...] = (-1, 1)

    @classmethod
    def from_verdict(cls, verdict: Verdict) -> "SettlingDisplay":
        """Take the looks of a settled verdict; refuses one whose number of repeats was fixed."""
        rows = _settled_rows(verdict)
        if not rows:
            raise ValueError(
                "SettlingDisplay needs a verdict whose repeats were added until it was settled, got one with a fixed "
                "scheme. Use compare(..., scheme=Settled()), or plot(verdict)."
            )
        sides = {"two-sided": (-1, 1), "greater": (1,), "less": (-1,)}[verdict.alternative]
        return cls(comparisons=rows, symbol=NEEDS[verdict.test].symbol, sides=sides)

    @staticmethod
    def shows(verdict: Verdict) -> bool:
        """Whether there is something to see: a verdict that was settled at its first look is a point, not a line."""
        return any(len(row.settlement.looks) > 1 for row in _settled_rows(verdict) if row.settlement is not None)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 3.2 + caption_height(*_CAPTION)

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
            self._draw(ax, row, COLOURS[index % len(COLOURS)], line_kw)
        ax.axhline(0.0, color="0.45", linewidth=1, zorder=1)
        ticks = sorted(set(self.frame()["n_repeats"]))
        ax.set_xticks(ticks if len(ticks) <= _NAMED else [ticks[0], *ticks[1:-1:2], ticks[-1]])
        ax.xaxis.set_major_formatter(ScalarFormatter())
        ax.xaxis.set_minor_formatter(NullFormatter())
        ax.set_xlim(ticks[0] / 1.15, ticks[-1] * 1.15)
        frame_axes(ax, self.symbol)
        self._name(ax)
        caption(ax, *_CAPTION)
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
        draw_mark(ax, repeats[-1], t[-1], look_of(row), 6.5, colour=colour)
        for side in self.sides:
            edge = np.pad(side * critical, 1, mode="edge")
            ax.plot(wide, edge, color="0.45", linestyle="--", linewidth=0.8, zorder=1)

    def _name(self, ax: "Axes") -> None:
        """Draw the pairs at the ends of their lines, those that took most repeats first where there are many."""
        rows = sorted(enumerate(self.comparisons), key=lambda item: -_last(item[1]).n_repeats)[:_NAMED]
        places = sorted((_last(row).statistic, index) for index, row in rows if np.isfinite(_last(row).statistic))
        many = len({row.dataset for row in self.comparisons}) > 1
        room = _NARROW_ROOM if is_narrow() else _ROOM
        low, high = ax.get_ylim()
        heights = _apart([(statistic - low) / (high - low) for statistic, _ in places])
        kw: dict[str, Any] = {"verticalalignment": "center", "fontsize": FONT_SIZE, "annotation_clip": False, **PLAIN}
        for height, (_, index) in zip(heights, places, strict=True):
            row = self.comparisons[index]
            names = [row.a, row.b, row.dataset] if many else [row.a, row.b]
            words = fitted("{} vs {} ({})" if many else "{} vs {}", names, room)
            colour = COLOURS[index % len(COLOURS)]
            ax.annotate(words, (1.03, height), xycoords="axes fraction", color=colour, **kw)


_CAPTION: Final = (
    "repeats of cross-validation",
    "dashed: where the decision changes",
    "band: ±1 standard error over random splits",
)


def _settled_rows(verdict: Verdict) -> tuple[Comparison, ...]:
    return tuple(row for row in verdict.comparisons if row.settlement is not None and row.settlement.looks)


def _apart(heights: Sequence[float]) -> list[float]:
    """Move ascending heights as little as needed for words beside them not to meet.

    >>> [round(height, 3) for height in _apart([0.5, 0.5, 0.98])]
    [0.463, 0.537, 0.98]
    """
    places: list[list[float]] = []
    for height in heights:
        places.append([height])
        # Neighbours that meet share the middle of where they would be.
        while len(places) > 1 and _middle(places[-1]) - _middle(places[-2]) < _APART * sum(map(len, places[-2:])) / 2:
            places[-2:] = [places[-2] + places[-1]]
    return [
        _middle(group) + _APART * (number - (len(group) - 1) / 2) for group in places for number in range(len(group))
    ]


def _middle(group: Sequence[float]) -> float:
    return sum(group) / len(group)


def _last(row: Comparison) -> Any:
    assert row.settlement is not None
    return row.settlement.looks[-1]
