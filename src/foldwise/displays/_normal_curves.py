"""Values of partitions and normal curves in small panels, as Bradford and Brodley drew them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from scipy.special import ndtri

from foldwise.displays._drawing import BLUE, GREY, LEAST_P, ORANGE, PLAIN, fitted, new_panels
from foldwise.displays._partition_panels import SMALL, PanelGrid
from foldwise.stats._door import student_quantile
from foldwise.verdicts import probability_words

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats
    from foldwise.replicability import Normality, Partitions

_UNITS: Final[tuple[Literal["t", "p"], ...]] = ("t", "p")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NormalCurvesDisplay:
    """Sorted values of all partitions and the normal curve fitted to them: for each dataset in units of t and of p.

    Parameters
    ----------
    rows : tuple of Partitions
        A row of two panels for each.
    student : bool, default False
        Whether Student's distribution, shifted and stretched, is fitted to t as well.

    See Also
    --------
    foldwise.displays.SignificancePanelsDisplay : The values in units of p alone, of many datasets.

    Notes
    -----
    After Figure 5 of Bradford and Brodley [1]_. The curve at rank i of n is the quantile ``(i - 0.5) / n`` of the
    normal distribution with mean and standard deviation of the values; p is the distribution function at t. There is
    no curve if all values are the same, or some are infinite; the latter are not drawn. The dashed curve has quantiles
    of the distribution that `foldwise.replicability.fit_student` finds.

    References
    ----------
    .. [1] J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on
       significance. Machine Learning 42, 269-286.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.displays import NormalCurvesDisplay
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import partition_analysis
    >>> from foldwise.evaluation import evaluate
    >>> run = evaluate({"nb": NaiveBayes(), "c45": C45()}, load("wine"), scheme="3x10", seed=1)
    >>> display = NormalCurvesDisplay.from_partitions(partition_analysis(run).rows)
    >>> display.frame()[["unit", "rank", "value", "normal"]].round(2).head(3).values.tolist()
    [['t', 1, 3.02, 3.05], ['t', 2, 3.39, 3.35], ['t', 3, 3.63, 3.64]]
    """

    rows: "tuple[Partitions, ...]"
    student: bool = False

    @classmethod
    def from_partitions(cls, rows: "Sequence[Partitions]", *, student: bool = False) -> "NormalCurvesDisplay":
        """Take some rows of an analysis of partitions.

        Parameters
        ----------
        rows : sequence of Partitions
            Which.
        student : bool, default False
            Whether Student's distribution is fitted to t as well.
        """
        return cls(rows=tuple(rows), student=student)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return self._grid.height

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per dataset, unit and partition.

        `normal` is the curve; `student` the dashed one, if it was asked for.
        """
        import pandas as pd

        parts = []
        for row in self.rows:
            for unit in _UNITS:
                values = np.sort(_values(row, unit))
                ranks = np.arange(1, values.size + 1)
                names = {"dataset": row.dataset, "a": row.a, "b": row.b, "unit": unit}
                curves = {"normal": _curve(values)}
                if self.student:
                    curves["student"] = self._student_curve(values, unit)
                parts.append(pd.DataFrame({**names, "rank": ranks, "value": values, **curves}))
        return pd.concat(parts, ignore_index=True)

    def plot(self, ax: "Axes | None" = None, **dot_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes, which hold the panels as ``ax.child_axes``.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **dot_kw
            Passed to ``Axes.scatter`` for the dots, for example ``s=3``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        grid = self._grid
        panels = grid.panels(ax)
        for number, panel in enumerate(panels):
            row, unit = self.rows[number // 2], _UNITS[number % 2]
            _draw_panel(panel, row, unit, grid.room, self._student_curve(np.sort(_values(row, unit)), unit), **dot_kw)
            if not grid.is_lowest(number):
                panel.set_xticklabels([])
        return ax

    def _student_curve(self, values: "Floats", unit: Literal["t", "p"]) -> "Floats":
        """Return quantiles of the fitted Student's distribution; NaN where none was asked for or can be fitted."""
        return _student(values) if self.student and unit == "t" else np.full(values.size, np.nan)

    @property
    def _grid(self) -> PanelGrid:
        words = (*_CAPTION[:2], _STUDENT_CAPTION, *_CAPTION[2:]) if self.student else _CAPTION
        return PanelGrid(n_panels=2 * len(self.rows), columns=2, panel=1.5, gap=0.36, between=0.45, words=words)


_CAPTION: Final = (
    "t of each partition, and p, the distribution function at t, against its rank",
    "line: the normal curve fitted to the dots",
    "on top: Shapiro and Wilk's test of normality",
)
_STUDENT_CAPTION: Final = "dashed: Student's distribution fitted to t"


def _values(row: "Partitions", unit: Literal["t", "p"]) -> "Floats":
    return row.statistics if unit == "t" else row.figure_values


def _curve(values: "Floats") -> "Floats":
    """Return normal quantiles at the ranks of the values; NaN where nothing can be fitted."""
    if not np.isfinite(values).all() or np.ptp(values) <= 1e-12 * np.abs(values).max():
        return np.full(values.size, np.nan)
    n = values.size
    return np.asarray(values.mean() + values.std(ddof=1) * ndtri((np.arange(n) + 0.5) / n))


def _student(values: "Floats") -> "Floats":
    """Return quantiles of the fitted Student's distribution at the ranks of the values; NaN if nothing is fitted."""
    from foldwise.replicability import fit_student

    fit, n = fit_student(values), values.size
    shares = (np.arange(n) + 0.5) / n
    standard = ndtri(shares) if fit.is_normal else student_quantile(fit.df, shares)
    return np.asarray(fit.location + fit.scale * standard)


def _draw_panel(
    panel: "Axes", row: "Partitions", unit: Literal["t", "p"], room: float, student: "Floats", **dot_kw: Any
) -> None:
    values = np.sort(_values(row, unit))
    ranks = np.arange(1, values.size + 1)
    finite = np.isfinite(values)
    look: dict[str, Any] = {"s": 8, "c": BLUE, "linewidths": 0, "alpha": 0.8, "zorder": 3}
    panel.scatter(ranks[finite], values[finite], **{**look, **dot_kw})
    curve = _curve(values)
    if np.isfinite(curve).all():
        panel.plot(ranks, curve, color=ORANGE, linewidth=1.3, zorder=2)
    if np.isfinite(student).all():
        panel.plot(ranks, student, color=GREY, linewidth=1.3, linestyle="--", zorder=2)
    if unit == "p":
        for edge in (0.0, 1.0):
            panel.axhline(edge, color="0.75", linewidth=0.8, linestyle="--", zorder=0)
    panel.axhline(0.0 if unit == "t" else 0.5, color="0.45", linewidth=0.8, zorder=1)
    panel.set(xlim=(0, values.size + 1), xticks=(1, values.size))
    panel.set_ylabel(unit, fontsize=SMALL, color=GREY, labelpad=1)
    normality = row.normality_of_t if unit == "t" else row.normality_of_p
    words = _normality_words(normality, n_infinite=int((~finite).sum()))
    title = fitted("{} ({} vs {}): ", [row.dataset, row.a, row.b], room - 1.2, size=SMALL) + words
    panel.set_title(title, fontsize=SMALL, pad=3, **PLAIN)


def _normality_words(normality: "Normality", *, n_infinite: int) -> str:
    """Return in words whether values look normal.

    >>> from foldwise.replicability import Normality
    >>> _normality_words(Normality(statistic=0.98, pvalue=0.41, skewness=0.0), n_infinite=0)
    'normal? p = 0.41'
    >>> _normality_words(Normality(statistic=0.5, pvalue=1e-9, skewness=0.0), n_infinite=0)
    'normal? p < 0.0001'
    """
    if n_infinite:
        return f"{n_infinite} infinite"
    if np.isnan(normality.pvalue):
        return "all the same"
    words = probability_words(normality.pvalue) if normality.pvalue >= LEAST_P else f"p < {LEAST_P:g}"
    return f"normal? {words}"
