"""The difference of two learners at several sizes of the training set."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from foldwise.displays._drawing import BLUE, GREEN, GREY, ORANGE, PLAIN, PURPLE, caption, fitted, frame_axes, new_panels
from foldwise.displays._page import FONT_SIZE, page_width

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.planning import OrderBySize

_COLOURS: Final = (BLUE, ORANGE, GREEN, PURPLE)
# How far points of one size are set apart, as a share of the sizes.
_APART: Final = 0.012


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OrderDisplay:
    """Differences by training size, with intervals, one line for each pair; one that crosses zero changes its order.

    Parameters
    ----------
    differences : DataFrame
        One row for each pair and size: `pair`, `n_train`, `difference`, `low`, `high`, `is_measured`.
    unit : str
        What the differences are of.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> import foldwise as fw
    >>> learners = {"bayes": fw.learners.NaiveBayes(), "tree": fw.learners.C45()}
    >>> found = fw.planning.order_by_size(learners, fw.data.load("wine"), seed=1)
    >>> fw.displays.OrderDisplay.from_order(found).frame()["n_train"].tolist()
    [89, 119, 160, 178]
    """

    differences: "pd.DataFrame"
    unit: str

    @classmethod
    def from_order(cls, found: "OrderBySize") -> "OrderDisplay":
        """Take the first pairs, as many as there are colours."""
        frame = found.frame()
        frame["pair"] = frame["a"] + " less " + frame["b"]
        shown = list(dict.fromkeys(frame["pair"]))[: len(_COLOURS)]
        columns = ["pair", "n_train", "difference", "low", "high", "is_measured"]
        return cls(differences=frame.loc[frame["pair"].isin(shown), columns], unit=found.metric.label)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 3.2 + 0.18 * self.differences["pair"].nunique()

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row for each pair and size."""
        return self.differences

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
        ax.axhline(0, color="0.6", linewidth=1, zorder=1)
        groups = list(self.differences.groupby("pair", sort=False))
        for number, (name, rows) in enumerate(groups):
            colour = _COLOURS[number]
            x = rows["n_train"] * (1 + _APART * (number - (len(groups) - 1) / 2))
            label = fitted("{}", [str(name)], page_width() - 1.5)
            ax.plot(
                x, rows["difference"], **{"color": colour, "linewidth": 1.4, "zorder": 3, "label": label, **line_kw}
            )
            ax.vlines(x, rows["low"], rows["high"], color=colour, linewidth=1.4, zorder=3)
            for is_measured, face in ((True, colour), (False, "white")):
                part = rows["is_measured"] == is_measured
                look: dict[str, Any] = {"color": colour, "markerfacecolor": face, "markersize": 5, "zorder": 4}
                ax.plot(x[part], rows.loc[part, "difference"], "o", **look)
        ax.set_xticks(sorted(set(self.differences["n_train"])))
        frame_axes(ax, f"difference in {self.unit}")
        place: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (-0.01, 1.0), "borderaxespad": 0.2}
        legend = ax.legend(**place, frameon=False, fontsize=FONT_SIZE, handlelength=1.6)
        for text in legend.get_texts():
            text.set(color=GREY, **PLAIN)
        caption(
            ax,
            "training examples",
            "bars: intervals over examples",
            "open: fitted curves, with a 90% band",
        )
        return ax
