"""What a methodology reports on labels that mean nothing, beside what it reported on the real ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise._core import shortened
from foldwise.displays._drawing import BLUE, ORANGE, PLAIN, frame_axes, new_panels, write_title_and_key
from foldwise.displays._page import FONT_SIZE, is_narrow
from foldwise.verdicts import LabelRandomization, probability_words

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReferenceDisplay:
    """Histogram of the scores on permuted labels, with lines at the observed score and at chance.

    Parameters
    ----------
    name : str
        The methodology.
    metric_label : str
        What the scores are.
    observed : float
        Score on the labels as they are.
    chance : float or None
        What the best fixed rule, which looks at no example, would score.
    bias : float or None
        Mean score on permuted labels minus `chance`.
    pvalue : float
        Of the observed score.
    counts : ndarray of shape (n_bins,)
        Number of permutations in each bin.
    edges : ndarray of shape (n_bins + 1,)
        Limits of the bins.
    mean : float
        Mean score on permuted labels.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.displays import ReferenceDisplay
    >>> from foldwise.verdicts import label_randomization
    >>> tree = DecisionTreeClassifier(random_state=0)
    >>> result = label_randomization(tree, [[0.0], [1.0]] * 10, [0, 1] * 10, n_permutations=19, seed=1)
    >>> int(ReferenceDisplay.from_randomization(result).counts.sum())
    19
    """

    name: str
    metric_label: str
    observed: float
    chance: float | None
    bias: float | None
    pvalue: float
    counts: "Floats"
    edges: "Floats"
    mean: float

    @classmethod
    def from_randomization(cls, result: LabelRandomization) -> "ReferenceDisplay":
        """Count the scores on permuted labels."""
        # Sums in another order differ in the last bits, and belong in the same bin.
        reference = np.round(np.asarray(result.reference, dtype=float), 12)
        lines = [result.observed, *([] if result.chance is None else [result.chance])]
        edges = bin_edges(reference, lines)
        return cls(
            name=result.name,
            metric_label=result.metric_label,
            observed=result.observed,
            chance=result.chance,
            bias=result.bias,
            pvalue=result.pvalue,
            counts=np.histogram(reference, edges)[0].astype(float),
            edges=edges,
            mean=float(reference.mean()),
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 3.9

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per bin, beside the places of the lines."""
        import pandas as pd

        chance = np.nan if self.chance is None else self.chance
        lines = {"observed": self.observed, "chance": chance, "mean": self.mean}
        bins = {"low": self.edges[:-1], "high": self.edges[1:], "count": self.counts.astype(int)}
        return pd.DataFrame({**bins, **lines})

    def plot(self, ax: "Axes | None" = None, **bar_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **bar_kw
            Passed to ``Axes.stairs`` for the histogram, for example ``color="black"``.
        """
        from matplotlib.ticker import MaxNLocator

        ax = new_panels([self.height])[0] if ax is None else ax
        n = int(self.counts.sum())
        look = {"fill": True, "color": "0.78", "label": f"on permuted labels (mean {self.mean:.3g})"}
        ax.stairs(self.counts, self.edges, **{**look, **bar_kw})
        if self.chance is not None:
            ax.axvline(self.chance, color=ORANGE, linestyle="--", linewidth=1.4, label=f"chance {self.chance:.3g}")
        ax.axvline(self.observed, color=BLUE, linewidth=2.2, label=f"on the labels as they are {self.observed:.3g}")
        ax.margins(x=0.04)
        ax.set_ylim(0, 1.08 * float(self.counts.max()))
        frame_axes(ax, "permutations")
        ax.yaxis.set_major_locator(MaxNLocator("auto", integer=True))
        bias = "" if self.bias is None else f", bias {self.bias:+.3f}"
        permutations = "" if is_narrow() else f" ({n} permutations)"
        write_title_and_key(ax, f"{{}}: {probability_words(self.pvalue)}{bias}{permutations}", self.name)
        ax.set_xlabel(shortened(self.metric_label), fontsize=FONT_SIZE, **PLAIN)
        return ax


def bin_edges(values: "Floats", lines: Sequence[float] = ()) -> "Floats":
    """Limits of bins, each as wide as a whole number of steps between scores.

    Accuracies on n examples are multiples of 1/n; bins of any other width would show a comb that is not there. Few
    scores get few bins, and none is so narrow, on axes that also reach to the `lines`, that it could not be seen.

    >>> bin_edges(np.array([0.5, 0.6, 0.8])).round(3).tolist()
    [0.45, 0.55, 0.65, 0.75, 0.85]
    """
    places = np.unique(values)
    everything = [*places, *lines]
    extent = max(everything) - min(everything)
    if len(places) == 1:
        half = extent / 60 or abs(places[0]) / 100 or 0.01
        return np.array([places[0] - half, places[0] + half])
    step = float(np.diff(places).min())
    # The cube root of the number of scores, twice (Rice's rule), but a dozen where scores are few.
    most = max(12.0, 2 * np.cbrt(len(values)))
    reach = places[-1] - places[0]
    width = step * np.ceil(max(reach / most, extent / 80) / step - 1e-9)
    n_bins = int(np.floor(reach / width + 0.5)) + 1
    return np.asarray(places[0] - step / 2 + width * np.arange(n_bins + 1))
