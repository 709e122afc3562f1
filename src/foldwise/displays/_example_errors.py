"""How often each example is misclassified, from the easiest to the hardest."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from foldwise.displays._by_source import caption, colour_of, key_height, names_in, style_of, write_key
from foldwise.displays._drawing import FONT_SIZE, new_panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from foldwise.lab import ExampleErrors
    from foldwise.lab.sources import TwoKinds

# More points than these cannot be told apart, and make heavy files.
_POINTS: Final = 400


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ExampleErrorsDisplay:
    """Share of the classifiers that misclassify an example, against the examples: one curve for each population.

    Parameters
    ----------
    points : DataFrame
        Columns `curve`, `place` (between 0 and 1, among all examples) and `error`, the share there.
    order : str
        How the examples are ordered, in words.

    See Also
    --------
    foldwise.lab.example_errors : Measures it.

    Examples
    --------
    >>> from foldwise.displays import ExampleErrorsDisplay
    >>> from foldwise.lab.sources import TwoKinds
    >>> ExampleErrorsDisplay.from_designed(TwoKinds(0.1)).frame()["error"].round(3).tolist()
    [0.05, 0.05, 0.15, 0.15, 0.15, 0.15, 0.05, 0.05]
    """

    points: pd.DataFrame
    order: str

    @classmethod
    def from_example_errors(cls, results: "ExampleErrors | Sequence[ExampleErrors]") -> "ExampleErrorsDisplay":
        """Take what `example_errors` found on one population or on several, each sorted by itself.

        Of many examples some are left out: those at evenly spaced places are drawn.
        """
        several = list(results) if isinstance(results, Iterable) else [results]
        names = [f"{each.source}: {each.learner}, trained on {each.train_size}" for each in several]
        if len(set(names)) < len(names):
            raise ValueError(
                f"Every curve must have a name of its own, got {names}. Draw those of one name one by one."
            )
        parts = []
        for name, result in zip(names, several, strict=True):
            errors = np.sort(result.errors[result.counted > 0])
            ranks = np.unique(np.linspace(0, errors.size - 1, min(errors.size, _POINTS)).round().astype(int))
            parts.append(pd.DataFrame({"curve": name, "place": (ranks + 0.5) / errors.size, "error": errors[ranks]}))
        return cls(points=pd.concat(parts, ignore_index=True), order="from the easiest to the hardest")

    @classmethod
    def from_designed(cls, source: "TwoKinds") -> "ExampleErrorsDisplay":
        """Take what a population of two kinds of points is designed to have, for each of the two algorithms."""
        places = [0.0, 0.5, 0.5, 1.0]
        parts = []
        for which, letter in enumerate("ab"):
            first, second = (kind[which] for kind in source.chances)
            error = [first, first, second, second]
            parts.append(pd.DataFrame({"curve": f"{source.name}: {letter}", "place": places, "error": error}))
        return cls(points=pd.concat(parts, ignore_index=True), order="the first kind before the second")

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 3.8 + key_height(names_in(self.points, "curve"))

    def frame(self) -> pd.DataFrame:
        """Give the very numbers `plot` draws: one row for each point of a curve."""
        return self.points

    def plot(self, ax: "Axes | None" = None, **line_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **line_kw
            Passed to ``Axes.plot`` for the curves, for example ``linewidth=2``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        names, handles = names_in(self.points, "curve"), []
        for index, name in enumerate(names):
            rows = self.points[self.points["curve"] == name]
            look: dict[str, Any] = {"color": colour_of(index), "linestyle": style_of(index), "linewidth": 1.6}
            handles += ax.plot(rows["place"], rows["error"], **{**look, **line_kw})
        ax.set(xlim=(0.0, 1.0), ylim=(0.0, 1.0 if self.points["error"].max() > 0.5 else None))
        ax.spines[["top", "right"]].set_visible(False)
        ax.tick_params(labelsize=FONT_SIZE)
        ax.set_ylabel("probability of error", fontsize=FONT_SIZE)
        write_key(ax, names, handles)
        caption(ax, f"share of the examples, {self.order}", names[0] if len(names) == 1 else "")
        return ax
