"""How much of what is significant is false, by how often there is nothing to find."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.displays._by_source import colour_of, key_height, style_of, write_key
from foldwise.displays._drawing import caption, frame_axes, new_panels

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.lab import PublicationFilter


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PublicationFilterDisplay:
    """Lines: the share of false among significant results, from no study with nothing to find to all of them.

    Parameters
    ----------
    rates : DataFrame
        One row for each procedure and source with a difference: `level`, `power`, `exaggeration`.
    alpha : float
        The level that was promised.

    See Also
    --------
    foldwise.lab.publication_filter : Measures the rates.

    Examples
    --------
    >>> from foldwise.displays import PublicationFilterDisplay
    >>> from foldwise.lab import publication_filter, sources
    >>> both = [sources.ExchangeableBlocks(n_examples=100, second_shift=shift) for shift in (0.35, 0.1)]
    >>> found = publication_filter("10/kfold_t", both, n_trials=20)
    >>> len(PublicationFilterDisplay.from_filter(found).frame())
    1
    """

    rates: "pd.DataFrame"
    alpha: float

    @classmethod
    def from_filter(cls, result: "PublicationFilter") -> "PublicationFilterDisplay":
        """Take what `publication_filter` found."""
        columns = ["source", "procedure", "difference", "level", "power", "exaggeration"]
        return cls(rates=result.frame().drop_duplicates(["source", "procedure"])[columns], alpha=result.alpha)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 4.0 + key_height(self._names())

    def frame(self) -> "pd.DataFrame":
        """Return the numbers behind the lines: one row for each of them."""
        return self.rates

    def plot(self, ax: "Axes | None" = None, **line_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **line_kw
            Passed to ``Axes.plot`` for all lines, for example ``linewidth=2``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        shares, handles = np.linspace(0, 1, 101), []
        for index, (level, power) in enumerate(self.rates[["level", "power"]].to_numpy(dtype=np.float64)):
            false, true = shares * level, (1 - shares) * power
            with np.errstate(invalid="ignore"):
                among = false / (false + true)
            look: dict[str, Any] = {
                "color": colour_of(index),
                "linestyle": style_of(index),
                "linewidth": 1.6,
                **line_kw,
            }
            handles += ax.plot(shares, among, clip_on=False, **look)
        ax.set_xlim(0, 1)
        ax.set_ylim(0, 1)
        frame_axes(ax, "share of false among significant")
        names = self._names()
        write_key(ax, names, handles)
        only = names[0] if len(names) == 1 else ""
        caption(ax, "share of studies in which there is nothing to find", only)
        return ax

    def _names(self) -> list[str]:
        """Say of each line whose it is, its power, and how many times too large its differences are."""
        return [
            f"{row.procedure}: power {row.power:.2f}, level {row.level:.2f}, {row.exaggeration:.1f} times too large"
            for row in self.rates.itertuples()
        ]
