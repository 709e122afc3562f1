"""P-values of a procedure where there is nothing to be found, against what they should be."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import limits_text, shortened
from foldwise.displays._drawing import (
    BLUE,
    GREEN,
    GREY,
    LEAST_P,
    ORANGE,
    PLAIN,
    caption,
    frame_axes,
    new_panels,
)
from foldwise.displays._page import FONT_SIZE, is_narrow

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats
    from foldwise.lab import Certificate, CertifiedPair

_COLOURS: Final = (BLUE, ORANGE, GREEN, "#7b3294", "#8c6d00", GREY)
# Inches for each line of the legend above the axes.
_LINE: Final = 0.22


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CertificateDisplay:
    """Share of the trials with a p-value as low, against the p-value: one line for each pair of learners.

    A procedure that keeps its level follows the diagonal; above it, it rejects too often. The bar is the exact 95%
    interval of the rate at the level, the diamond the size-adjusted critical value, the triangle the p-value of a
    verdict, if one was judged again.

    Parameters
    ----------
    pairs : tuple of CertifiedPair
        The lines.
    alpha : float
        The level.
    procedure : str
        What was applied.
    n_trials : int
        Number of datasets for each pair.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.displays import CertificateDisplay
    >>> from foldwise.lab import certify
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> certificate = certify(learners, load("iris"), procedure="5x2", n_trials=20, seed=1)
    >>> float(CertificateDisplay.from_certificate(certificate).frame()["share"].iloc[-1])
    1.0
    """

    pairs: "tuple[CertifiedPair, ...]"
    alpha: float
    procedure: str
    n_trials: int

    @classmethod
    def from_certificate(cls, certificate: "Certificate") -> "CertificateDisplay":
        """Take the trials of a certificate."""
        return cls(
            pairs=certificate.pairs,
            alpha=certificate.alpha,
            procedure=certificate.procedure_name,
            n_trials=certificate.n_trials,
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 4.2 + _LINE * len(self.pairs)

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row for each pair and trial, beside bar, diamond and triangle."""
        import pandas as pd

        parts = []
        for pair in self.pairs:
            low, high = pair.interval
            p, share = _steps(pair)
            own = np.nan if pair.readjudged is None else pair.readjudged.pvalue
            marks = {"rate": pair.rate, "low": low, "high": high, "critical_pvalue": pair.critical, "own_pvalue": own}
            parts.append(pd.DataFrame({"a": pair.a, "b": pair.b, "pvalue": p, "share": share, **marks}))
        return pd.concat(parts, ignore_index=True)

    def plot(self, ax: "Axes | None" = None, **line_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **line_kw
            Passed to ``Axes.step`` for the lines, for example ``linewidth=2``.
        """
        from matplotlib.ticker import FuncFormatter

        ax = new_panels([self.height])[0] if ax is None else ax
        ax.set_xscale("log")
        ax.set_yscale("log")
        least = 1 / (2 * self.n_trials)
        left = max(LEAST_P, min([least, *(p for pair in self.pairs for p in _marked(pair))]) / 2)
        ax.plot([left, 1], [left, 1], color="0.6", linewidth=1, zorder=1)
        for edge in (ax.axvline, ax.axhline):
            edge(self.alpha, color="0.6", linestyle="--", linewidth=1, zorder=1)
        for index, pair in enumerate(self.pairs):
            self._draw(ax, pair, _COLOURS[index % len(_COLOURS)], left, line_kw)
        ax.set_xlim(left, 1.0)
        ax.set_ylim(least, 1.0)
        for axis in (ax.xaxis, ax.yaxis):
            axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        frame_axes(ax, "share of the trials with p as low")
        place: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (-0.01, 1.0), "borderaxespad": 0.2}
        legend = ax.legend(**place, frameon=False, fontsize=FONT_SIZE, handlelength=1.6)
        for text in legend.get_texts():
            text.set(**PLAIN)
        caption(ax, *self._caption())
        return ax

    def _draw(self, ax: "Axes", pair: "CertifiedPair", colour: str, left: float, line_kw: dict[str, Any]) -> None:
        p, share = _steps(pair)
        low, high = pair.interval
        most, limits = (12, "") if is_narrow() else (30, f", {limits_text(*pair.interval)}")
        words = f"{shortened(pair.a, most)} vs {shortened(pair.b, most)}: Type I error {pair.rate:.3f}{limits}"
        look = {"where": "post", "color": colour, "linewidth": 1.6, "zorder": 3, "label": words}
        ax.step(np.maximum(p, left), share, **{**look, **line_kw})
        ax.plot([self.alpha, self.alpha], [low, high], color=colour, linewidth=4, alpha=0.35, zorder=2)
        marks: dict[str, Any] = {"color": colour, "markeredgecolor": "white", "clip_on": False, "zorder": 4}
        ax.plot(max(pair.critical, left), self.alpha, "D", markersize=7, **marks)
        own = pair.readjudged
        if own is not None and np.isfinite(own.pvalue):
            ax.plot(max(own.pvalue, left), own.size_adjusted_pvalue, "v", markersize=9, **marks)

    def _caption(self) -> tuple[str, str]:
        own = any(pair.readjudged is not None for pair in self.pairs)
        triangle = "; triangle: the verdict's p-value" if own else ""
        return (
            f"p of {shortened(self.procedure, 60)} where both learners are equally good",
            f"bar: 95% interval at the level; diamond: size-adjusted critical value{triangle}",
        )


def _steps(pair: "CertifiedPair") -> tuple["Floats", "Floats"]:
    """Sorted p-values, undefined ones last, and the shares that are as low."""
    p = np.sort(np.nan_to_num(pair.pvalues, nan=1.0))
    return p, np.arange(1, p.size + 1) / p.size


def _marked(pair: "CertifiedPair") -> list[float]:
    own = pair.readjudged
    return [pair.critical, *([own.pvalue] if own is not None and own.pvalue > 0 else [])]
