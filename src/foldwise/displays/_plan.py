"""How much is needed: power against examples, repeats, datasets or items; and learning curves drawn out."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise.displays._drawing import BLUE, GREEN, GREY, ORANGE, PLAIN, PURPLE, caption, fitted, frame_axes, new_panels
from foldwise.displays._page import FONT_SIZE, page_width

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.planning import Extrapolation, Plan

_COLOURS: Final = (BLUE, ORANGE, GREEN, PURPLE)
# More curves than colours are no longer told apart: those that need most are drawn.
_MOST: Final = len(_COLOURS)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlanDisplay:
    """Power against how much there is, with the band that the pilot leaves, the power wished and the ceiling.

    Parameters
    ----------
    curves : DataFrame
        One row for each pair and point: `pair`, `number`, `power`, `low`, `high`, `ceiling`.
    unit, given : str
        What the horizontal axis counts, and what stays as it is.
    wish : float
        The power wished.
    now : float
        How much there is; NaN if that is not known or differs.
    difference : float
        What is to be found.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> import foldwise as fw
    >>> plan = fw.plan(of="examples", sd=0.06, n_examples=300, difference=0.02)
    >>> fw.displays.PlanDisplay.from_plan(plan).unit, fw.displays.PlanDisplay.ceilings_of(plan).unit
    ('example', 'repeat')
    """

    curves: "pd.DataFrame"
    unit: str
    given: str
    wish: float
    now: float
    difference: float

    @classmethod
    def from_plan(cls, plan: "Plan") -> "PlanDisplay":
        """Take power against what the plan is about."""
        return cls._of(plan, 0)

    @classmethod
    def ceilings_of(cls, plan: "Plan") -> "PlanDisplay":
        """Take power against what has a ceiling, repeats or answers, where a plan has such a curve."""
        return cls._of(plan, len(plan.pairs[0].curves) - 1)

    @classmethod
    def _of(cls, plan: "Plan", which: int) -> "PlanDisplay":
        import pandas as pd

        hardest = sorted(plan.pairs, key=lambda pair: -pair.spread)[:_MOST]
        parts = []
        for pair in hardest:
            curve = pair.curves[which]
            where = f" on {pair.dataset}" if len({each.dataset for each in plan.pairs}) > 1 else ""
            parts.append(
                pd.DataFrame(
                    {
                        "pair": f"{pair.a} vs {pair.b}{where}" if pair.a else "assumed",
                        "number": curve.numbers,
                        "power": curve.power,
                        "low": curve.low,
                        "high": curve.high,
                        "ceiling": curve.ceiling,
                    }
                )
            )
        first = hardest[0].curves[which]
        givens = {pair.curves[which].given for pair in hardest}
        return cls(
            curves=pd.concat(parts, ignore_index=True),
            unit=first.unit,
            given=first.given if len(givens) == 1 else "",
            wish=plan.wish,
            now=_now(plan, which),
            difference=plan.difference,
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 3.4 + 0.18 * self.curves["pair"].nunique()

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row for each pair and point."""
        return self.curves

    def plot(self, ax: "Axes | None" = None, **line_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **line_kw
            Passed to ``Axes.plot`` for the curves, for example ``linewidth=2``.
        """
        from matplotlib.ticker import FuncFormatter, NullFormatter

        ax = new_panels([self.height])[0] if ax is None else ax
        ax.set_xscale("log")
        ax.axhline(self.wish, color="0.6", linestyle="--", linewidth=1, zorder=1)
        if np.isfinite(self.now):
            ax.axvline(self.now, color="0.6", linestyle=":", linewidth=1.2, zorder=1)
        has_band = bool(np.isfinite(self.curves["low"]).any())
        has_ceiling = bool(np.isfinite(self.curves["ceiling"]).any())
        for index, (name, rows) in enumerate(self.curves.groupby("pair", sort=False)):
            colour = _COLOURS[index]
            words = fitted("{}", [str(name)], page_width() - 1.5)
            look: dict[str, Any] = {"color": colour, "linewidth": 1.8, "zorder": 3, "label": words}
            ax.plot(rows["number"], rows["power"], **{**look, **line_kw})
            ax.fill_between(rows["number"], rows["low"], rows["high"], color=colour, alpha=0.15, linewidth=0, zorder=2)
            if np.isfinite(rows["ceiling"].iloc[0]):
                ax.axhline(rows["ceiling"].iloc[0], color=colour, linestyle="-.", linewidth=1.2, zorder=2)
        ax.set_ylim(0, 1.02)
        ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        numbers = self.curves["number"]
        few_decades = numbers.max() / numbers.min() < 30
        minor = FuncFormatter(lambda value, _: f"{value:,.0f}" if _leads(value) else "")
        ax.xaxis.set_minor_formatter(minor if few_decades else NullFormatter())
        ax.tick_params(axis="x", which="minor", labelsize=FONT_SIZE)
        frame_axes(ax, "power")
        place: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (-0.01, 1.0), "borderaxespad": 0.2}
        legend = ax.legend(**place, frameon=False, fontsize=FONT_SIZE, handlelength=1.6)
        for text in legend.get_texts():
            text.set(color=GREY, **PLAIN)
        caption(
            ax,
            " ".join(filter(None, [f"{self.unit}s to find a difference of {self.difference:g}", self.given])),
            "dashed: power wished",
            "dotted: what there is" if np.isfinite(self.now) else "",
            "dash-dotted: ceiling" if has_ceiling else "",
            "band: 90% interval of the spread" if has_band else "",
        )
        return ax


def _leads(value: float) -> bool:
    """Whether a number begins with 2 or 5, and so is written between powers of ten."""
    return f"{value:.0e}"[0] in "25"


def _now(plan: "Plan", which: int) -> float:
    """Return how much there is, where it is the same for all pairs."""
    numbers = {pair.curves[which].now for pair in plan.pairs}
    return numbers.pop() if len(numbers) == 1 else np.nan


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ExtrapolationDisplay:
    """The difference of two learners against the size of the training set, drawn out beyond the data.

    Parameters
    ----------
    extrapolation : Extrapolation
        What was measured and fitted.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> import foldwise as fw
    >>> learners = {"bayes": fw.learners.NaiveBayes(), "tree": fw.learners.C45()}
    >>> plan = fw.plan(learners, fw.data.load("wine"), scheme="2x5", difference=0.02, seed=1)
    >>> int(fw.displays.ExtrapolationDisplay(extrapolation=plan.extrapolations[0]).frame()["measured"].count())
    5
    """

    extrapolation: "Extrapolation"

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 3.4

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row for each training size."""
        return self.extrapolation.frame()

    def plot(self, ax: "Axes | None" = None, **line_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **line_kw
            Passed to ``Axes.plot`` for the curve, for example ``linewidth=2``.
        """
        from matplotlib.ticker import FuncFormatter

        ax = new_panels([self.height])[0] if ax is None else ax
        each = self.extrapolation
        ax.set_xscale("log")
        ax.axhline(0, color="0.6", linewidth=1, zorder=1)
        ax.axvline(each.sizes[-1], color="0.6", linestyle=":", linewidth=1.2, zorder=1)
        ax.fill_between(each.grid, each.fitted_low, each.fitted_high, color=BLUE, alpha=0.15, linewidth=0, zorder=2)
        ax.plot(each.grid, each.fitted, **{"color": BLUE, "linewidth": 1.8, "zorder": 3, **line_kw})
        d, low, high = map(np.asarray, (each.differences, each.low, each.high))
        ax.vlines(each.sizes, low, high, color=ORANGE, linewidth=1.4, zorder=3)
        ax.plot(each.sizes, d, "o", color=ORANGE, markersize=4.5, zorder=4)
        ax.set_xticks([*each.sizes, each.twice, each.grid[-1]])
        ax.minorticks_off()
        ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        frame_axes(ax, "difference")
        title = fitted("{} ahead above zero, {} below", [each.a, each.b], page_width() - 1.5)
        ax.set_title(title, fontsize=FONT_SIZE, loc="left", color=GREY, **PLAIN)
        caption(
            ax,
            "training examples",
            "dots: measured, with 90% bands",
            "line: fitted curves",
            "dotted: all that there are",
        )
        return ax
