"""Significance on every partition, sorted: what the choice of the partition does to the conclusion."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise.displays._drawing import (
    BLUE,
    GREY,
    ORANGE,
    band_height,
    bare,
    caption,
    caption_height,
    name_bands,
    new_panels,
    write_beside,
)
from foldwise.displays._sides import pair_labels, say_which_side, sides, split_words

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats
    from foldwise.replicability import PartitionAnalysis, Partitions


def ranked_partitions(row: "Partitions", alpha: float) -> "tuple[Floats, list[str]]":
    """Return the sorted significances of all partitions, and the colour of each.

    Parameters
    ----------
    row : Partitions
        Of one dataset and pair of learners.
    alpha : float
        Two-sided level of the test of one partition.

    Returns
    -------
    values : ndarray
        Ascending.
    colours : list of str
        Grey where no learner is called better.
    """
    order = np.argsort(row.figure_values, kind="stable")
    values = row.figure_values[order]
    # Where differences do not vary t is infinite and p undefined: no learner is called better.
    is_known = np.isfinite(row.statistics[order])
    half = alpha / 2
    colours = np.select([is_known & (values <= half), is_known & (values >= 1 - half)], [ORANGE, BLUE], GREY)
    return values, colours.tolist()


# What the group says, where there is little room.
_GROUPS: Final = {
    1: "winner changes",
    2: "significance changes",
    3: "never significant",
    4: "no difference",
    5: "always significant",
}
_BAND: Final = 0.72


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SignificanceDisplay:
    """Significance of every partition, sorted: one band for each pair of learners and dataset.

    A dot on the line at one half is a partition without a difference. Dots in the shaded margins are partitions on
    which the test would have called a learner better; grey ones among them have no p-value, as differences do not vary.

    Parameters
    ----------
    rows : tuple of Partitions
        The bands.
    alpha : float
        Two-sided level of the test of one partition.
    test : str
        Its name.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Notes
    -----
    After the figures of Bradford and Brodley [1]_, each of their panels a band.

    References
    ----------
    .. [1] J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on
       significance. Machine Learning 42, 269-286.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.displays import SignificanceDisplay
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import partition_analysis
    >>> from foldwise.evaluation import evaluate
    >>> run = evaluate({"nb": NaiveBayes(), "c45": C45()}, load("wine"), scheme="5x10", seed=1)
    >>> SignificanceDisplay.from_analysis(partition_analysis(run)).frame()["figure_value"].round(3).tolist()
    [0.907, 0.986, 0.993, 0.996, 0.997]
    """

    rows: "tuple[Partitions, ...]"
    alpha: float
    test: str

    @classmethod
    def from_analysis(cls, analysis: "PartitionAnalysis") -> "SignificanceDisplay":
        """Take the partitions of an analysis."""
        return cls(rows=analysis.rows, alpha=analysis.alpha, test=analysis.test)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 1.1 + caption_height(*self._caption()) + band_height(self._labels(), _BAND) * len(self.rows)

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per partition, sorted within each band."""
        import pandas as pd

        parts = [
            pd.DataFrame(
                {
                    "dataset": row.dataset,
                    "a": row.a,
                    "b": row.b,
                    "rank": np.arange(1, row.n_partitions + 1),
                    "figure_value": np.sort(row.figure_values),
                }
            )
            for row in self.rows
        ]
        return pd.concat(parts, ignore_index=True)

    def plot(self, ax: "Axes | None" = None, **dot_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **dot_kw
            Passed to ``Axes.scatter`` for the dots, for example ``s=4``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        for low, high in ((0.0, self.alpha / 2), (1 - self.alpha / 2, 1.0)):
            ax.axvspan(low, high, color="0.9", linewidth=0, zorder=0)
        ax.axvline(0.5, color="0.45", linewidth=1, zorder=1)
        name_bands(ax, self._labels())
        bare(ax)
        for index, row in enumerate(self.rows):
            values, colours = ranked_partitions(row, self.alpha)
            # The least at the bottom, as in a panel whose ranks go up.
            heights = index + 0.36 - 0.72 * (np.arange(values.size) + 0.5) / values.size
            look: dict[str, Any] = {"s": 9, "c": colours, "linewidths": 0, "clip_on": False, "zorder": 3}
            ax.scatter(values, heights, **{**look, **dot_kw})
            write_beside(ax, index, self._words(row), GREY)
        ax.set_xlim(0.0, 1.0)
        say_which_side(ax, self.rows)
        caption(ax, *self._caption())
        return ax

    def _labels(self) -> list[str]:
        return pair_labels(self.rows)

    def _words(self, row: "Partitions") -> str:
        return f"{split_words(row.n_b, row.n_none, row.n_a)}\n{_GROUPS[int(row.group)]}"

    def _caption(self) -> tuple[str, ...]:
        first, second = sides(self.rows)
        what = f"significance of {self.test} on each partition, sorted"
        shaded = f"shaded: significant at {self.alpha:g}"
        return what, shaded, f"at the right: how many for {second} | neither | {first}"
