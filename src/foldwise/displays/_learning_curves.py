"""Error rates of two learners by the size of the training set, as they are and as they were made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from foldwise.displays._by_source import STYLES, caption, colour_of, names_in, write_key
from foldwise.displays._drawing import FONT_SIZE, new_panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from foldwise.lab import LearningCurves


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
        """Give the very numbers `plot` draws: one row for each curve and training size."""
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
        ax.spines[["top", "right"]].set_visible(False)
        ax.tick_params(labelsize=FONT_SIZE)
        ax.set_ylabel("error rate", fontsize=FONT_SIZE)
        write_key(ax, names, handles)
        caption(ax, "training examples", "bars: 95% intervals over training sets", f"source: {self.source}")
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
