"""Tries on a dataset against what survives of them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from foldwise.displays._drawing import BLUE, ORANGE, caption, frame_axes, new_panels, write_title_and_key

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.verdicts import DataTries, Recount


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TriesDisplay:
    """Steps: how many p-values were at most alpha after so many tries, and how many of them survived then.

    Parameters
    ----------
    name : str
        Of the data.
    counts : DataFrame
        Numbers of `tries`, of `small` p-values and of the `surviving` ones, as the ledger grew.
    procedure : str
        By what survival is judged.
    alpha : float
        At what level.

    See Also
    --------
    foldwise.verdicts.recount : Counts the tries.

    Examples
    --------
    >>> from foldwise.displays import TriesDisplay
    >>> from foldwise.tuning import Ledger, Try
    >>> from foldwise.verdicts import DataTries
    >>> tried = {"dataset": "wine", "fingerprint": "f00"}
    >>> good = Try(kind="comparison", what="nb and c45 by accuracy", pvalue=0.004, **tried)
    >>> more = Try(kind="declared", what="grids in a notebook", number=40, **tried)
    >>> data = DataTries(
    ...     dataset="wine", ledger=Ledger(kept=(good, more)), procedure="holm", alpha=0.05, bounds=(), survives=()
    ... )
    >>> TriesDisplay.from_data(data).frame().to_numpy().tolist()
    [[0, 0, 0], [1, 1, 1], [41, 1, 0]]
    """

    name: str
    counts: "pd.DataFrame"
    procedure: str
    alpha: float

    @classmethod
    def from_recount(cls, recount: "Recount") -> "TriesDisplay":
        """Take what `recount` found on one dataset."""
        if len(recount.datasets) != 1:
            raise ValueError(
                f"a figure of tries is about one dataset, and there are {len(recount.datasets)}: name it in recount, "
                "or plot a list, recount.datasets."
            )
        return cls.from_data(recount.datasets[0])

    @classmethod
    def from_data(cls, data: "DataTries") -> "TriesDisplay":
        """Take the tries on a dataset."""
        return cls(name=data.dataset, counts=data.growth(), procedure=data.procedure, alpha=data.alpha)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 3.4

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws."""
        return self.counts

    def plot(self, ax: "Axes | None" = None, **line_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **line_kw
            Passed to ``Axes.step`` for both lines, for example ``linewidth=2``.
        """
        from matplotlib.ticker import MaxNLocator

        ax = new_panels([self.height])[0] if ax is None else ax
        look: dict[str, Any] = {"where": "post", "linewidth": 1.8, "clip_on": False, **line_kw}
        tries = self.counts["tries"]
        ax.step(tries, self.counts["small"], color=ORANGE, linestyle="--", label=f"p at most {self.alpha:g}", **look)
        survive = f"survive ({self.procedure})"
        ax.step(tries, self.counts["surviving"], color=BLUE, label=survive, zorder=3, **look)
        ax.set_xlim(0, max(1, int(tries.max())))
        ax.set_ylim(0, 1.08 * max(1, int(self.counts["small"].max())))
        ax.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
        ax.yaxis.set_major_locator(MaxNLocator("auto", integer=True))
        frame_axes(ax, "p-values")
        write_title_and_key(ax, "Tries on {}", self.name)
        caption(ax, "tries so far, in the order in which they were counted")
        return ax
