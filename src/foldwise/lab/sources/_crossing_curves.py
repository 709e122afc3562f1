"""Two learners whose learning curves cross between half of the examples and all of them."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

from foldwise._core import check_integer
from foldwise.lab._source import DataSource, as_known_difference, as_pair, names_of


@dataclass(frozen=True, slots=True)
class CrossingCurves(DataSource):
    """Many correlated attributes: what needs few examples is ahead at half of them, what needs many at all of them.

    Two classes, equally probable. Attributes come in pairs: the mean of the first is plus or minus the shift, by class;
    the second tells nothing by itself, but its noise is correlated with that of the first, so that who knows the
    correlation can take noise away. Naive Bayes does not know it, and has learned all that it can from few examples.
    Linear discriminants must first estimate all correlations. With the defaults their curves cross just before 300
    examples, the size of a dataset, and at 150 they are ten points apart: a test that trains on halves answers another
    question than one that trains on all.

    Parameters
    ----------
    correlation : float, default 0.52
        Of the noise within a pair. More of it lets the discriminants win earlier, and by more in the end.
    n_examples : int, default 300
        Size of every dataset.
    n_attributes : int, default 120
        An even number.
    shift : float, default 0.2
        Of the first attribute of each pair.
    learners : pair of classifiers, optional
        `GaussianNB` and `LinearDiscriminantAnalysis` of scikit-learn if not given.
    difference : float, optional
        True difference in accuracy, if you know it.

    See Also
    --------
    foldwise.lab.learning_curves : Measures the two curves.

    Examples
    --------
    >>> from foldwise.lab import learning_curves
    >>> from foldwise.lab.sources import CrossingCurves
    >>> curves = learning_curves(CrossingCurves(), sizes=[150], n_sets=20)
    >>> curves.frame()[["n_train", "error_a", "error_b"]].round(2).values.tolist()
    [[150.0, 0.12, 0.22], [300.0, 0.09, 0.09]]
    """

    correlation: float = 0.52
    n_examples: int = 300
    n_attributes: int = 120
    shift: float = 0.2
    learners: tuple[Any, Any] = field(default_factory=lambda: (GaussianNB(), LinearDiscriminantAnalysis()))
    difference: float | None = None

    def __post_init__(self) -> None:
        self._set(learners=as_pair(self.learners), difference=as_known_difference(self.difference))
        check_integer(self.n_examples, "n_examples", least=10)
        if check_integer(self.n_attributes, "n_attributes", least=2) % 2:
            raise ValueError(f"n_attributes must be even, for they come in pairs, got {self.n_attributes}.")
        if not -1 < self.correlation < 1:
            raise ValueError(f"correlation must be between -1 and 1, got {self.correlation}.")
        if not np.isfinite(self.shift):
            raise ValueError(f"shift must be a number, such as 0.2, got {self.shift}.")
        if not self.name:
            self._set(name=f"crossing curves, correlation {self.correlation:g}, {names_of(self.learners)}")

    def draw(self, rng: np.random.Generator) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """Draw classes, then the first attributes of all pairs, then the second ones."""
        y = rng.integers(0, 2, self.n_examples)
        noise, own = rng.standard_normal((2, self.n_examples, self.n_attributes // 2))
        first = noise + self.shift * (2 * y - 1)[:, np.newaxis]
        second = self.correlation * noise + np.sqrt(1 - self.correlation**2) * own
        return np.hstack([first, second]), y
