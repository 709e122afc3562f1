"""What would have been said after fewer repeats: p-values and decisions."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise.displays._drawing import (
    GREY,
    LEAST_P,
    PLAIN,
    caption,
    caption_height,
    fitted,
    frame_axes,
    new_panels,
)
from foldwise.displays._looks import LOOKS, draw_mark, signs_words
from foldwise.displays._page import FONT_SIZE, is_narrow, page_width

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.replicability import ByRepeats

# Inches for the names at the right end of the lines.
_ROOM: Final = 1.9
_NARROW_ROOM: Final = 1.2


def _room() -> float:
    return _NARROW_ROOM if is_narrow() else _ROOM


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
        return 3.4 + caption_height(*self._caption())

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
            for decision, look in LOOKS.items():
                here = (decisions == decision) & np.isfinite(heights)
                if not here.any():
                    # Nothing has no place, and matplotlib would look for it to make room.
                    continue
                draw_mark(ax, steps.n_repeats[here], heights[here], look, 5.0, zorder=3)
            known = np.flatnonzero(np.isfinite(heights))
            if known.size:
                place = steps.n_repeats[known[-1]], heights[known[-1]]
                words = fitted("{} vs {}", [a, b], _room())
                kw: dict[str, Any] = {"textcoords": "offset points", "verticalalignment": "center", **PLAIN}
                ax.annotate(words, place, (8, 0), fontsize=FONT_SIZE, color=GREY, annotation_clip=False, **kw)
        ax.set_xlim(left=steps.n_repeats[0] - 0.5)
        ax.set_ylim(self._least / 1.3, 1.3)
        ax.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
        frame_axes(ax, f"p of {steps.test}")
        title = fitted("{}: p after so many repeats", [steps.dataset], page_width() - 1, size=FONT_SIZE + 1)
        ax.set_title(title, fontsize=FONT_SIZE + 1, loc="left", color=GREY, **PLAIN)
        caption(ax, *self._caption())
        return ax

    @property
    def _least(self) -> float:
        """Where the axis begins: well below the level, and lower only if p-values are."""
        known = self.steps.pvalues[np.isfinite(self.steps.pvalues)]
        return float(np.clip(known.min(initial=1.0) / 2, LEAST_P, self.steps.alpha / 5))

    def _caption(self) -> tuple[str, ...]:
        signs = signs_words({"a": "the first better", "b": "the second better", "none": "neither"})
        return "repeats", signs, f"line: level {self.steps.alpha:g}"
