"""The p-value of every execution: what the seed does to the conclusion."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import shortened
from foldwise.displays._drawing import (
    FONT_SIZE,
    GREY,
    LEAST_P,
    PLAIN,
    band_height,
    bare,
    label,
    name_bands,
    new_panels,
    write_beside,
)
from foldwise.displays._fitted import fitted
from foldwise.displays._sides import LOOK, sides

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats
    from foldwise.replicability import Agreement, Replicability

_BAND: Final = 0.62
# Inches that the name of the procedure may take.
_CAPTION: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeedDisplay:
    """The p-value of every execution, in its colour of the decision: one band for each pair of learners and dataset.

    Parameters
    ----------
    agreements : tuple of Agreement
        The bands.
    pvalues : ndarray of shape (n_bands, n_executions)
        One for each execution; NaN where undefined, which is not drawn.
    decisions : ndarray of str, shape (n_bands, n_executions)
        What each execution decided.
    alpha : float
        Level of the test.
    procedure : str
        What was executed.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.displays import SeedDisplay
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import replicate
    >>> from foldwise.verdicts import Procedure
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> result = replicate(learners, load("wine"), procedure=Procedure("5x2"), n=4, seed=1)
    >>> SeedDisplay.from_replicability(result).frame()["decision"].tolist()
    ['none', 'a', 'none', 'none']
    """

    agreements: "tuple[Agreement, ...]"
    pvalues: "Floats"
    decisions: np.ndarray[tuple[Any, ...], np.dtype[np.str_]]
    alpha: float
    procedure: str

    @classmethod
    def from_replicability(cls, result: "Replicability") -> "SeedDisplay":
        """Take the executions of a procedure."""
        found, n_bands = result.executions, len(result.agreements)
        return cls(
            agreements=result.agreements,
            pvalues=found.pvalues.reshape(n_bands, -1),
            decisions=found.decisions.reshape(n_bands, -1),
            alpha=result.alpha,
            procedure=str(result.procedure),
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 1.7 + band_height(self._labels(), _BAND) * len(self.agreements)

    def frame(self) -> "pd.DataFrame":
        """Give the very numbers `plot` draws: one row per execution."""
        import pandas as pd

        band, execution = (index.ravel() for index in np.indices(self.pvalues.shape))
        return pd.DataFrame(
            {
                "dataset": [self.agreements[i].dataset for i in band],
                "a": [self.agreements[i].a for i in band],
                "b": [self.agreements[i].b for i in band],
                "execution": execution,
                "pvalue": self.pvalues.ravel(),
                "decision": self.decisions.ravel().astype(object),
            }
        )

    def plot(self, ax: "Axes | None" = None, **dot_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **dot_kw
            Passed to ``Axes.plot`` for the dots, for example ``markersize=3``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        ax.set_xscale("log")
        ax.set_xlim(LEAST_P, 1.0)
        ax.axvline(self.alpha, color="0.45", linewidth=1, zorder=1)
        name_bands(ax, self._labels())
        bare(ax)
        n = self.pvalues.shape[1]
        heights = -0.36 + 0.72 * (np.arange(n) + 0.5) / n
        for index, row in enumerate(self.agreements):
            for decision, (colour, marker) in LOOK.items():
                here = (self.decisions[index] == decision) & np.isfinite(self.pvalues[index])
                if not here.any():
                    # Nothing has no place, and matplotlib would look for it to make room.
                    continue
                look: dict[str, Any] = {"markersize": 4.6, "color": colour, "alpha": 0.75, "markeredgewidth": 0}
                places = np.clip(self.pvalues[index, here], LEAST_P, 1.0), index + heights[here]
                ax.plot(*places, marker, **{**look, "clip_on": False, "zorder": 3, **dot_kw})
            write_beside(ax, index, self._words(row), GREY)
        kw: dict[str, Any] = {"transform": ax.get_xaxis_transform(), "verticalalignment": "bottom", **PLAIN}
        level = f"level {self.alpha:g}"
        ax.text(self.alpha, 1.01, level, horizontalalignment="center", fontsize=FONT_SIZE, color=GREY, **kw)
        ax.set_xlabel(self._caption(), fontsize=FONT_SIZE, linespacing=1.5, **PLAIN)
        return ax

    def _labels(self) -> list[str]:
        return [
            label(shortened(row.a), f"vs {shortened(row.b)}", f"({shortened(row.dataset, 28)})")
            for row in self.agreements
        ]

    def _words(self, row: "Agreement") -> str:
        neither = row.n_none + row.n_equivalent + row.n_undetermined
        return f"{row.n_a} | {neither} | {row.n_b}\nR = {row.replicability:.2f}"

    def _caption(self) -> str:
        first, second = sides(self.agreements)
        lines = [
            f"p of each of {self.pvalues.shape[1]} executions, the first on top; at most {LEAST_P:g}: on the edge",
            f"▸ {first} better; ◂ {second} better; ● neither",
            "at the right: how many for the first | neither | the second",
            fitted("{}", [self.procedure], _CAPTION),
        ]
        return "\n".join(lines)
