"""A fitted naive Bayes model as arrays, and what both naive Bayes learners share."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._kernels import naive_bayes as kernel
from foldwise.learners._table_classifier import TableClassifier
from foldwise.learners._training import Training

Floats = npt.NDArray[np.float64]
Longs = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class BayesModel:
    """Parameters of every attribute and class, as the kernel reads them.

    Numeric values are counted in steps from the origin, which is itself a number of steps from zero.

    Parameters
    ----------
    n_values : ndarray of int32, shape (n_attributes,)
        Number of values of a nominal attribute, 0 for a numeric one.
    start : ndarray of int64, shape (n_attributes,)
        Where the values of a nominal attribute begin in `chance`.
    step, origin : ndarray of float, shape (n_attributes,)
        Width of a bin, and number of the first one.
    n_bins : ndarray of int64, shape (n_attributes,)
        Number of bins that the training values span.
    prior : ndarray of float, shape (n_classes,)
        Probability of each class.
    mean, sd : ndarray of float, shape (n_attributes, n_classes)
        Normal distributions, in bins.
    chance : ndarray of float
        Probability of each value of each nominal attribute, class by class.
    """

    n_values: npt.NDArray[np.int32]
    start: Longs
    step: Floats
    origin: Floats
    n_bins: Longs
    prior: Floats
    mean: Floats
    sd: Floats
    chance: Floats

    def probabilities(self, X: Floats) -> Floats:
        """Return the probability of each class for each row."""
        largest = self.n_bins[self.n_bins <= 2 * len(X)].max(initial=0)
        table = np.empty(max(1, largest * len(self.prior)))
        out = np.empty((len(X), len(self.prior)))
        kernel.predict(
            X,
            self.n_values,
            self.start,
            self.step,
            self.origin,
            self.n_bins,
            self.prior,
            self.mean,
            self.sd,
            self.chance,
            table,
            np.empty(out.shape, dtype=np.int32),
            out,
        )
        return out

    @property
    def means(self) -> Floats:
        """Means in the units of the data, of shape (n_classes, n_attributes), NaN where nominal."""
        return self._numeric(((self.origin[:, np.newaxis] + self.mean) * self.step[:, np.newaxis]).T)

    @property
    def sds(self) -> Floats:
        """Standard deviations in the units of the data, of shape (n_classes, n_attributes), NaN where nominal."""
        return self._numeric((self.sd * self.step[:, np.newaxis]).T)

    @property
    def precision(self) -> Floats:
        """Steps, NaN where nominal."""
        return self._numeric(self.step)

    def value_probabilities(self, classes: npt.NDArray[np.intp]) -> list[Floats | None]:
        """Arrays of shape (n_classes, n_values), for the classes in the given order; None where numeric."""
        k = len(self.prior)
        return [
            self.chance[start : start + k * n].reshape(k, n)[classes] if n else None
            for start, n in zip(self.start.tolist(), self.n_values.tolist(), strict=True)
        ]

    def _numeric(self, numbers: Floats) -> Floats:
        return np.where(self.n_values == 0, numbers, np.nan)


def fit_bayes_model(training: Training) -> BayesModel:
    """Take the sums of all examples and turn them into parameters."""
    n_values, k = training.n_values, training.n_classes
    n_attributes = len(n_values)
    ends = np.cumsum(k * n_values.astype(np.int64))
    start = ends - k * n_values
    step, origin, n_bins = np.ones(n_attributes), np.zeros(n_attributes), np.zeros(n_attributes, dtype=np.int64)
    numeric = np.flatnonzero(n_values == 0).astype(np.int32)
    if len(numeric):
        columns = np.sort(training.X.T[numeric], axis=1)
        kernel.steps(columns, numeric, step, origin, n_bins)
    # One number more, so that there is an address to give when no attribute is nominal.
    class_weight, counts = np.zeros(k), np.zeros(ends[-1] + 1)
    sums = np.zeros((n_attributes, k, 3))
    kernel.add(training.X, training.y, training.weight, n_values, start, step, origin, class_weight, sums, counts)
    prior, chance = np.empty(k), np.empty_like(counts)
    mean, sd = np.zeros((2, n_attributes, k))
    kernel.finish(class_weight, sums, counts, n_values, start, step, origin, prior, mean, sd, chance)
    return BayesModel(n_values, start, step, origin, n_bins, prior, mean, sd, chance)


class BayesClassifier(TableClassifier):
    """Classifier by a naive Bayes model, which a subclass sets in `_learn`."""

    _model: BayesModel

    def __init__(self, *, categorical_features: Any = "from_dtype") -> None:
        self.categorical_features = categorical_features

    @property
    def class_prior_(self) -> Floats:
        """Probability of each class before anything is known of an example."""
        return self._model.prior[self._sorted]

    @property
    def value_probabilities_(self) -> list[Floats | None]:
        """Probability of each value or interval in each class, one array per attribute; None for a density."""
        return self._model.value_probabilities(self._sorted)
