"""The p-value and the verdict after so many repeats."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise.displays._drawing import FONT_SIZE, GREY, LEAST_P, PLAIN, WIDTH, new_panels
from foldwise.displays._fitted import fitted
from foldwise.displays._sides import LOOK

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.replicability import ByRepeats

# Inches for the names at the right end of the lines.
_ROOM: Final = 1.6


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
        """Give the very numbers `plot` draws: one row per pair and number of repeats."""
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
        ax.spines[["top", "right"]].set_visible(False)
        ax.tick_params(labelsize=FONT_SIZE)
        title = fitted("{}: p after so many repeats", [steps.dataset], WIDTH - 1, size=FONT_SIZE + 1)
        ax.set_title(title, fontsize=FONT_SIZE + 1, loc="left", color=GREY, **PLAIN)
        ax.set_ylabel(f"p of {steps.test}", fontsize=FONT_SIZE, **PLAIN)
        ax.set_xlabel(self._caption(), fontsize=FONT_SIZE, linespacing=1.5, **PLAIN)
        return ax

    def _caption(self) -> str:
        return (
            f"repeats\n▸ the first better; ◂ the second better; ● neither\n"
            f"line: level {self.steps.alpha:g}; p of at most {LEAST_P:g} on the edge"
        )
