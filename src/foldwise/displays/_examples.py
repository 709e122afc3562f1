"""Examples by how often they are wrong, and how often partitions disagree on them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.displays._drawing import BLUE, ORANGE, caption, frame_axes, new_panels, write_title_and_key

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.replicability import ExampleAnalysis


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ExamplesDisplay:
    """A point for each example: to the right the more often it is wrong, up the more partitions disagree on it.

    Parameters
    ----------
    name : str
        Of the data.
    points : DataFrame
        `wrong`, `changes` and `suspected` of each example.
    n_partitions : int
        In how many partitions it was tested.

    See Also
    --------
    foldwise.replicability.example_analysis : Counts the answers.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.displays import ExamplesDisplay
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.replicability import example_analysis
    >>> run = evaluate({"bayes": NaiveBayes(), "tree": C45()}, load("iris"), scheme="10x10", seed=1)
    >>> int(ExamplesDisplay.from_analysis(example_analysis(run)).frame()["suspected"].sum())
    4
    """

    name: str
    points: "pd.DataFrame"
    n_partitions: int

    @classmethod
    def from_analysis(cls, analysis: "ExampleAnalysis") -> "ExamplesDisplay":
        """Take what `example_analysis` found."""
        points = analysis.frame()[["example", "wrong", "changes", "suspected"]]
        return cls(name=analysis.dataset, points=points, n_partitions=analysis.n_repeats)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 3.4

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws."""
        return self.points

    def plot(self, ax: "Axes | None" = None, **marker_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **marker_kw
            Passed to ``Axes.scatter`` for all points, for example ``alpha=0.3``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        suspected = self.points["suspected"].to_numpy(dtype=bool)
        groups = (("label not suspect", BLUE, "o", ~suspected), ("label suspect", ORANGE, "D", suspected))
        for label, colour, marker, among in groups:
            places = self.points[among].groupby(["wrong", "changes"]).size().reset_index(name="n")
            # Where examples lie on one another, the area says how many.
            sizes = 14 * np.sqrt(places["n"].to_numpy(dtype=np.float64))
            look: dict[str, Any] = {"color": colour, "marker": marker, "alpha": 0.7, "clip_on": False, **marker_kw}
            ax.scatter(places["wrong"], places["changes"], s=sizes, label=label, linewidths=0, **look)
        ax.set_xlim(0, 1)
        ax.set_ylim(0, 1.05 * max(0.1, float(self.points["changes"].max())))
        frame_axes(ax, "partitions disagree")
        write_title_and_key(ax, "Examples of {}", self.name)
        caption(ax, f"share of wrong answers, over learners and {self.n_partitions} partitions", "suspect is no proof")
        return ax
