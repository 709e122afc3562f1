"""What two factors of a factorial study do together."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from foldwise._core import one_line
from foldwise.displays._by_source import colour_of, names_in, write_key
from foldwise.displays._drawing import caption, frame_axes, new_panels

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.lab import FactorialStudy


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class InteractionDisplay:
    """Mean scores by the levels of two factors: lines that are not parallel are an interaction.

    Parameters
    ----------
    means : DataFrame
        One row for each pair of levels: `line`, `level`, `mean_score` and `standard_error`.
    factors : tuple of two str
        That of the axis, and that of the lines; the second is empty where there is one factor.
    metric : str
        What was scored.

    See Also
    --------
    foldwise.lab.factorial : Makes such studies.

    Examples
    --------
    >>> from foldwise.displays import InteractionDisplay
    >>> from foldwise.lab import factorial, sources
    >>> from foldwise.learners import C45
    >>> def cell(min_leaf, n_examples):
    ...     return sources.ExchangeableBlocks(C45(min_leaf=min_leaf), n_examples)
    >>> study = factorial({"min_leaf": (2, 20), "n_examples": (50, 200)}, cell, n_replicates=3)
    >>> InteractionDisplay.from_study(study).frame()["line"].tolist()
    ['n_examples 50', 'n_examples 200', 'n_examples 50', 'n_examples 200']
    """

    means: "pd.DataFrame"
    factors: tuple[str, str]
    metric: str

    @classmethod
    def from_study(cls, study: "FactorialStudy", *, factors: tuple[str, str] | None = None) -> "InteractionDisplay":
        """Take two factors of a study; by default those that depend on one another most."""
        names = list(study.factors)
        if factors is None:
            pairs = {effect: place for place, effect in enumerate(study.anova.effects) if len(effect) == 2}
            best = max(pairs, key=lambda effect: study.anova.statistic[pairs[effect]]) if pairs else (0,)
            chosen = [names[place] for place in best]
        else:
            chosen = list(factors)
        table = study.means(*chosen)
        line = "" if len(chosen) == 1 else chosen[1] + " " + table[chosen[1]].map(str)
        means = table.rename(columns={chosen[0]: "level"}).assign(line=line)
        kept = ["line", "level", "mean_score", "standard_error"]
        return cls(means=means[kept], factors=(chosen[0], chosen[1] if len(chosen) > 1 else ""), metric=study.metric)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 4.2

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws."""
        return self.means

    def plot(self, ax: "Axes | None" = None, **line_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **line_kw
            Passed to ``Axes.errorbar``, for example ``linewidth=2``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        levels = list(dict.fromkeys(self.means["level"].map(str)))
        names, handles = names_in(self.means, "line"), []
        for index, name in enumerate(names):
            rows = self.means[self.means["line"] == name]
            look: dict[str, Any] = {"color": colour_of(index), "marker": "o", "markersize": 4, "linewidth": 1.6}
            look |= {"elinewidth": 1.0, "capsize": 2}
            # Beside one another, for intervals on the same place hide each other.
            places = [levels.index(str(level)) + 0.06 * (index - (len(names) - 1) / 2) for level in rows["level"]]
            error = 1.96 * rows["standard_error"]
            handles.append(ax.errorbar(places, rows["mean_score"], yerr=error, **{**look, **line_kw}))
        ax.set_xticks(range(len(levels)), levels)
        frame_axes(ax, f"mean {self.metric}")
        if self.factors[1]:
            write_key(ax, names, handles)
        caption(ax, one_line(self.factors[0]), "bars: 95% intervals")
        return ax
