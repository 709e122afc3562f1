"""Error rates as curves: by the size of the training set, and example by example."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from foldwise.displays._by_source import STYLES, colour_of, key_height, names_in, style_of, write_key
from foldwise.displays._drawing import caption, frame_axes, new_panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from foldwise.lab import ExampleErrors, LearningCurves
    from foldwise.lab.sources import TwoKinds


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LearningCurvesDisplay:
    """Mean error rate against the number of training examples: two learners, dashed what damage made of one of them.

    Parameters
    ----------
    errors : DataFrame
        One row for each curve and training size: `learner`, `damaged`, `n_train`, `error` and `standard_error`.
    source : str
        Where the training sets came from.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from foldwise.displays import LearningCurvesDisplay
    >>> from foldwise.lab import learning_curves, sources
    >>> curves = learning_curves(sources.Plane(), sizes=[100], n_sets=5)
    >>> LearningCurvesDisplay.from_curves(curves).frame()["learner"].tolist()
    ['C45', 'C45', 'NearestNeighbor', 'NearestNeighbor']
    """

    errors: "pd.DataFrame"
    source: str

    @classmethod
    def from_curves(cls, curves: "LearningCurves | Sequence[LearningCurves]") -> "LearningCurvesDisplay":
        """Take the curves of a source, or of several that differ in how far one learner was damaged."""
        several = list(curves) if isinstance(curves, Iterable) else [curves]
        first = several[0]
        for other in several[1:]:
            if (other.source, other.names) != (first.source, first.names):
                raise ValueError(
                    f"All curves must be of the same source and learners, got {first.source} and {other.source}. Draw "
                    "them one by one."
                )
        parts = [_part(first, name, errors) for name, errors in zip(first.names, first.errors, strict=True)]
        for each in several:
            if each.damaged is not None:
                words = f"{each.damaged.name}, {each.damaged.fraction:.4g} of the way"
                parts.append(_part(each, words, each.damaged.errors, damaged=True))
        return cls(errors=pd.concat(parts, ignore_index=True), source=first.source)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 4.6

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row for each curve and training size."""
        return self.errors

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
        names, handles = names_in(self.errors, "learner"), []
        for index, name in enumerate(names):
            rows = self.errors[self.errors["learner"] == name]
            look: dict[str, Any] = {"color": colour_of(index), "marker": "o", "markersize": 4, "linewidth": 1.6}
            look |= {"linestyle": STYLES[int(rows["damaged"].iloc[0])], "elinewidth": 1.0, "capsize": 2}
            error = 1.96 * rows["standard_error"]
            handles.append(ax.errorbar(rows["n_train"], rows["error"], yerr=error, **{**look, **line_kw}))
        ax.set_xticks(sorted(set(self.errors["n_train"])))
        frame_axes(ax, "error rate")
        write_key(ax, names, handles)
        caption(ax, f"training examples from {self.source}", "bars: 95% intervals over training sets")
        return ax


def _part(curves: "LearningCurves", name: str, errors: Any, *, damaged: bool = False) -> "pd.DataFrame":
    return pd.DataFrame(
        {
            "learner": name,
            "damaged": damaged,
            "n_train": list(curves.sizes),
            "error": errors.mean(axis=-1),
            "standard_error": errors.std(axis=-1, ddof=1) / np.sqrt(curves.n_sets),
        }
    )


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
        """Return the very numbers `plot` draws: one row for each point of a curve."""
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
        frame_axes(ax, "probability of error")
        write_key(ax, names, handles)
        caption(ax, f"share of the examples, {self.order}", names[0] if len(names) == 1 else "")
        return ax
