"""Executions of a procedure: the p-value of each, and how often two on the same data agree."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from foldwise._core import check_choice
from foldwise.displays._by_source import (
    bands_height,
    draw_bars,
    names_in,
    procedure_label,
    table_of,
    where,
    write_key,
)
from foldwise.displays._drawing import (
    GREY,
    LEAST_P,
    PLAIN,
    band_height,
    bare,
    caption,
    caption_height,
    fitted,
    name_bands,
    new_panels,
    write_beside,
)
from foldwise.displays._looks import LOOKS, draw_mark, signs_words
from foldwise.displays._page import FONT_SIZE
from foldwise.displays._sides import pair_labels, sides, split_words

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats
    from foldwise.lab import Replications
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
    unsettled : ndarray of bool, shape (n_bands, n_executions), optional
        Which executions ended before their verdict was settled; None if that cannot be.

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
    unsettled: np.ndarray[tuple[Any, ...], np.dtype[np.bool_]] | None = None

    @classmethod
    def from_replicability(cls, result: "Replicability") -> "SeedDisplay":
        """Take the executions of a procedure."""
        executions, n_bands = result.executions, len(result.agreements)
        return cls(
            agreements=result.agreements,
            pvalues=executions.pvalues.reshape(n_bands, -1),
            decisions=executions.decisions.reshape(n_bands, -1),
            alpha=result.alpha,
            procedure=result.procedure.short_name,
            unsettled=executions.unsettled.reshape(n_bands, -1),
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 1.1 + caption_height(*self._caption()) + band_height(self._labels(), _BAND) * len(self.agreements)

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per execution."""
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
            for outcome, look in LOOKS.items():
                here = (self._outcomes[index] == outcome) & np.isfinite(self.pvalues[index])
                if not here.any():
                    # Nothing has no place, and matplotlib would look for it to make room.
                    continue
                places = np.clip(self.pvalues[index, here], LEAST_P, 1.0), index + heights[here]
                draw_mark(ax, *places, look, 4.8, **{"zorder": 3, **dot_kw})
            write_beside(ax, index, self._words(index, row), GREY)
        kw: dict[str, Any] = {"transform": ax.get_xaxis_transform(), "verticalalignment": "bottom", **PLAIN}
        level = f"level {self.alpha:g}"
        ax.text(self.alpha, 1.01, level, horizontalalignment="center", fontsize=FONT_SIZE, color=GREY, **kw)
        caption(ax, *self._caption())
        return ax

    @property
    def _outcomes(self) -> np.ndarray[tuple[Any, ...], np.dtype[np.str_]]:
        """Decisions, but of executions that ended before they were settled that they are open."""
        return self.decisions if self.unsettled is None else np.where(self.unsettled, "open", self.decisions)

    def _labels(self) -> list[str]:
        return pair_labels(self.agreements)

    def _words(self, index: int, row: "Agreement") -> str:
        counts = Counter(self._outcomes[index].tolist())
        n_open = f", {counts['open']} open" if counts["open"] else ""
        neither = sum(counts[outcome] for outcome in ("none", "equivalent", "undetermined"))
        return f"{split_words(counts['b'], neither, counts['a'])}{n_open}\nR = {row.replicability:.2f}"

    def _caption(self) -> tuple[str, ...]:
        first, second = sides(self.agreements)
        signs = {"b": f"{second} better", "none": "neither", "a": f"{first} better"}
        if (self._outcomes == "open").any():
            signs["open"] = "open"
        what = fitted("p of each of {} executions of {}", [str(self.pvalues.shape[1]), self.procedure], _CAPTION)
        return what, signs_words(signs), "at the right: how many of each"


_MEASURES = {
    "replicability": ("low", "high", "R: share of pairs of executions on the same data that agree"),
    "consistent": ("consistent_low", "consistent_high", "share of datasets on which all executions agree"),
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReplicationsDisplay:
    """Replicability with 95% intervals: one band for each procedure, its rejection rates beside it.

    Parameters
    ----------
    table : DataFrame
        One row for each source and procedure, as `Replications.frame` gives them.
    alpha : float
        The level at which procedures reject.
    measure : {'replicability', 'consistent'}
        What is drawn.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from foldwise.displays import ReplicationsDisplay
    >>> from foldwise.lab import replicability, sources
    >>> found = replicability(["5x2/five_by_two_t", "10"], sources.TwoKinds(), n_trials=20)
    >>> ReplicationsDisplay.from_replications(found).frame()["n_executions"].tolist()
    [10, 10]
    """

    table: "pd.DataFrame"
    alpha: float
    measure: Literal["replicability", "consistent"]

    @classmethod
    def from_replications(
        cls, result: "Replications", measure: Literal["replicability", "consistent"] = "replicability"
    ) -> "ReplicationsDisplay":
        """Take what `replicability` found; draw R, or the share of datasets on which all executions agree."""
        check_choice(measure, "measure", _MEASURES)
        return cls(table=result.frame(), alpha=result.alpha, measure=measure)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 1.2 + bands_height(self.table)

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row for each source and procedure."""
        return self.table

    def plot(self, ax: "Axes | None" = None, **bar_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **bar_kw
            Passed to ``Axes.barh`` for the bars, for example ``alpha=1``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        sources = names_in(self.table, "source")
        name_bands(ax, [procedure_label(name) for name in names_in(self.table, "procedure")])
        bare(ax)
        low, high, words = _MEASURES[self.measure]
        draw_bars(
            ax, table_of(self.table, self.measure), table_of(self.table, low), table_of(self.table, high), **bar_kw
        )
        ax.set_xlim(0.0, 1.0)
        levels = table_of(self.table, "type_one_error")
        known = np.isfinite(levels).any()
        for index, row in enumerate(levels):
            if np.isfinite(row).any():
                write_beside(ax, index, f"{np.nanmax(row):.3f}", GREY)
        write_key(ax, sources)
        beside = f"at the right: worst Type I error at level {self.alpha:g}"
        caption(ax, f"{words} {where(sources)}", "lines: 95% intervals", beside if known else "")
        return ax
