"""P-values against uniform ones, and statistics against the distribution they are referred to."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import shortened
from foldwise.displays._by_source import colour_of, key_height, names_in, style_of, where, write_key
from foldwise.displays._drawing import caption, frame_axes, new_panels

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.lab import Calibration

# More points than these cannot be told apart, and make heavy files.
_POINTS: Final = 250
_ENDS: Final = 25
# A quantile at 0 or 1 is infinite, or has no value.
_EDGE: Final = 1e-15


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PPDisplay:
    """P-values of true nulls against uniform ones, on logarithmic axes: above the diagonal a test rejects too often.

    Parameters
    ----------
    points : DataFrame
        Columns `procedure`, `source`, the same for all, `pvalue` and `share`, the share of p-values so low: at rank i
        ``(i - 0.5) / n_trials``. Of many trials some are left out, none of the lowest ones.
    alpha : float
        Where a line helps to read the usual level.
    band : float
        Half-width of the band that uniform p-values leave in at most 5% of studies.

    See Also
    --------
    foldwise.displays.QQDisplay : The statistics instead of the p-values.

    Examples
    --------
    >>> from foldwise.displays import PPDisplay
    >>> from foldwise.lab import calibration, sources
    >>> found = calibration(["10/kfold_t"], sources.TwoKinds(0.4), n_trials=100)
    >>> PPDisplay.from_calibration(found).frame()["share"].head(2).tolist()
    [0.005, 0.015]
    """

    points: "pd.DataFrame"
    alpha: float
    band: float

    @classmethod
    def from_calibration(cls, result: "Calibration", source: str | None = None) -> "PPDisplay":
        """Take the p-values of one source, the same for all procedures.

        If none is named, of that where a procedure has most p-values that are too small.
        """
        import pandas as pd

        frame = result.frame()
        name = str(frame["source"].iloc[int(frame["excess"].argmax())]) if source is None else source
        parts = []
        for procedure in names_in(frame, "procedure"):
            share, pvalue = result.pvalues(procedure, name)
            ranks = _thinned(share.size)
            columns = {"procedure": procedure, "source": name, "pvalue": pvalue[ranks], "share": share[ranks]}
            parts.append(pd.DataFrame(columns))
        return cls(points=pd.concat(parts, ignore_index=True), alpha=result.alpha, band=result.band(name))

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 4.6 + key_height(self._names())

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row for each point."""
        return self.points

    def plot(self, ax: "Axes | None" = None, **line_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **line_kw
            Passed to ``Axes.plot`` for the lines, for example ``linewidth=2``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        least = max(float(self.points["share"].min()), 1e-4)
        grid = np.geomspace(least, 1.0, 200)
        ax.fill_between(
            grid, np.maximum(grid - self.band, least), np.minimum(grid + self.band, 1), color="0.9", zorder=0
        )
        ax.plot([least, 1], [least, 1], color="0.45", linewidth=1, zorder=1)
        ax.axvline(self.alpha, color="black", linewidth=1, linestyle="--", zorder=1)
        handles, names = [], self._names()
        for index, (_, rows) in enumerate(self.points.groupby("procedure", sort=False)):
            # On logarithmic axes zero has no place: it stands at the edge.
            values = np.maximum(rows["pvalue"], least)
            look: dict[str, Any] = {"color": colour_of(index), "linestyle": style_of(index), "linewidth": 1.5}
            handles += ax.plot(values, rows["share"], **{**look, "drawstyle": "steps-post", "zorder": 3, **line_kw})
        ax.set(xscale="log", yscale="log", xlim=(least, 1.0), ylim=(least, 1.0))
        frame_axes(ax, "share of p-values so low")
        write_key(ax, names, handles)
        above, shaded = "above the diagonal: too many small p-values", "shaded: where uniform ones stay"
        caption(ax, f"p-value {where(names_in(self.points, 'source'))}", above, shaded, f"dashed: {self.alpha:g}")
        return ax

    def _names(self) -> list[str]:
        return names_in(self.points, "procedure")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QQDisplay:
    """Statistics of true nulls against the distribution that a test refers them to: one series for each source.

    Parameters
    ----------
    points : DataFrame
        Columns `source`, `expected` (quantile at ``(rank - 0.5) / n``), `observed`, and `low` and `high`, between which
        statistics that follow the distribution stay in 95% of studies. Of many trials some are left out, none at the
        ends; infinite statistics are not drawn.
    procedure : str
        Whose statistic.
    reference : str
        The distribution, in words.

    See Also
    --------
    foldwise.displays.PPDisplay : P-values, of all procedures.

    Examples
    --------
    >>> from foldwise.displays import QQDisplay
    >>> from foldwise.lab import calibration, sources
    >>> found = calibration(["5x2/five_by_two_t"], sources.TwoKinds(0.4), n_trials=100)
    >>> QQDisplay.from_calibration(found).reference
    't, 5 df'
    """

    points: "pd.DataFrame"
    procedure: str
    reference: str

    @classmethod
    def from_calibration(cls, result: "Calibration", procedure: str | None = None) -> "QQDisplay":
        """Take the statistics of one procedure; if none is named, of the first whose distribution is known."""
        import pandas as pd

        if procedure is None:
            frame = result.frame()
            known = frame.loc[frame["reference"] != "", "procedure"]
            if known.empty:
                raise ValueError("No statistic is referred to a distribution known here. Draw the p-values: PPDisplay.")
            procedure = str(known.iloc[0])
        parts, name = [], ""
        for source in (trials.source.name for trials in result.trials):
            expected, observed, reference = result.statistics(procedure, source)
            name = reference.name
            ranks = (np.arange(observed.size) + 0.5) / observed.size
            low, high = (
                reference.quantile(np.clip(ranks + step * result.band(source), _EDGE, 1 - _EDGE))
                for step in (-1.0, 1.0)
            )
            ranks_drawn = _thinned(observed.size)
            columns = {"expected": expected, "observed": observed, "low": low, "high": high}
            parts.append(pd.DataFrame({"source": source, **{key: each[ranks_drawn] for key, each in columns.items()}}))
        return cls(points=pd.concat(parts, ignore_index=True), procedure=procedure, reference=name)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 4.6 + key_height(names_in(self.points, "source"))

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row for each point."""
        return self.points

    def plot(self, ax: "Axes | None" = None, **dot_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **dot_kw
            Passed to ``Axes.plot`` for the points, for example ``markersize=2``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        finite = self.points[np.isfinite(self.points["observed"])]
        ends = finite["expected"].min(), finite["expected"].max()
        ax.plot(ends, ends, color="0.45", linewidth=1, zorder=1)
        handles, names = [], []
        for index, (source, rows) in enumerate(finite.groupby("source", sort=False)):
            look: dict[str, Any] = {"color": colour_of(index), "markersize": 3.2, "markeredgewidth": 0, "linestyle": ""}
            handles += ax.plot(rows["expected"], rows["observed"], "o", **{**look, "zorder": 3, **dot_kw})
            names.append(str(source))
        first = finite[finite["source"] == names[0]]
        limits = ax.get_ylim()
        # The band is infinite at the ends, where one study shows only a few values.
        ax.fill_between(
            first["expected"],
            np.maximum(first["low"], limits[0]),
            np.minimum(first["high"], limits[1]),
            color="0.9",
            zorder=0,
        )
        ax.set_ylim(limits)
        frame_axes(ax, f"statistic of {shortened(self.procedure, 40)}")
        write_key(ax, names, handles)
        band = "shaded: where such statistics stay in 95% of studies"
        caption(ax, f"quantile of {self.reference} {where(names)}", band)
        return ax


def _thinned(n: int) -> "np.ndarray[Any, np.dtype[np.int64]]":
    """Ranks to draw of n: all at both ends, some between."""
    if n <= _POINTS:
        return np.arange(n)
    between = np.linspace(_ENDS, n - 1 - _ENDS, _POINTS - 2 * _ENDS).round().astype(np.int64)
    return np.concatenate([np.arange(_ENDS), between, np.arange(n - _ENDS, n)])
