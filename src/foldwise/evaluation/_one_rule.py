"""The rule that looks at one attribute alone."""

from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise.learners._door import TableClassifier, Training

Floats = npt.NDArray[np.float64]
# Holte's SMALL: groups of fewer examples are no evidence.
_FEWEST = 6
_MOST_BINS = 10


class OneRule(TableClassifier):
    """The commonest class in each group of values of one attribute, the one that errs least in training.

    A missing value is a value, and so are those of a nominal attribute; those with fewer than six examples are one
    group together. Numbers are put into at most ten bins that hold about as many examples each, six at least.
    """

    def __init__(self, *, categorical_features: Any = "from_dtype") -> None:
        self.categorical_features = categorical_features

    def _learn(self, training: Training) -> None:
        best = -1
        for position, (values, n_values) in enumerate(zip(training.X.T, training.n_values, strict=True)):
            cuts = None if n_values else _cuts(values)
            groups = _groups(values, cuts, int(n_values))
            n_groups = int(n_values) + 1 if cuts is None else len(cuts) + 2
            counts = np.bincount(groups * training.n_classes + training.y, minlength=n_groups * training.n_classes)
            counts = counts.reshape(n_groups, training.n_classes)
            sizes = counts.sum(axis=1)
            rare = (sizes < _FEWEST) & (cuts is None)
            together = counts[rare].sum(axis=0)
            hits = counts[~rare].max(axis=1).sum() + together.max()
            if hits > best:
                best, self._position, self._cuts = int(hits), position, cuts
                # No example says anything about a group that has none.
                usual = counts.sum(axis=0)
                counts[rare] = together if together.any() else usual
                counts[~rare & (sizes == 0)] = usual
                self._rule = counts.argmax(axis=1)

    def _probabilities(self, X: Floats) -> Floats:
        answers = np.zeros((len(X), len(self.declared_classes_)))
        answers[np.arange(len(X)), self._rule[_groups(X[:, self._position], self._cuts, len(self._rule) - 1)]] = 1
        return answers


def _cuts(values: Floats) -> Floats:
    """Return the borders of bins: quantiles of the known values, each once."""
    known = values[~np.isnan(values)]
    n_bins = min(_MOST_BINS, len(known) // _FEWEST)
    if n_bins < 2:
        return np.empty(0)
    cuts: Floats = np.unique(np.quantile(known, np.arange(1, n_bins) / n_bins))
    return cuts


def _groups(values: Floats, cuts: Floats | None, n_values: int) -> npt.NDArray[np.intp]:
    """Return the number of the group of each value; the last one is that of missing values."""
    if cuts is None:
        return np.where(np.isnan(values), n_values, np.nan_to_num(values)).astype(np.intp)
    return np.where(np.isnan(values), len(cuts) + 1, np.searchsorted(cuts, values))
