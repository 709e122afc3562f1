"""Damage of nearest neighbours: a metric with bad weights."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import cdist

from foldwise.lab._damage import Codes, Damage, splits_of
from foldwise.learners import NearestNeighbor

Floats = npt.NDArray[np.float64]


class BadMetric(Damage):
    r"""Nearest neighbour whose metric counts some columns too little.

    Dietterich (1998) made nearest neighbour as bad as C4.5 in this way, by a Euclidean metric with bad weights. Here
    the first column keeps weight 1, the last one has 1 - `level`, and the others lie between.

    Parameters
    ----------
    learner : NearestNeighbor
        The one that is made worse: of one neighbour, without `widen_ranges`.
    level : float, or mapping of int to float, default 0.0
        How bad the weights are, from 0 (all columns count alike) to 1 (only the first one counts). A mapping gives it
        for training sets of a size; those of other sizes get that of the nearest one.

    Attributes
    ----------
    classes_ : ndarray
        The labels, sorted.

    See Also
    --------
    foldwise.lab.NoisyAnswers : Damage of any learner.
    foldwise.lab.matched : Finds the level that makes two learners equal.

    Notes
    -----
    All columns must be numbers, none missing. Column :math:`j` of :math:`0, \dots, p - 1` is divided by its range in
    training and multiplied by :math:`(1 - \text{level})^{j/(p-1)}`. Training examples at the same, least distance vote,
    as they do with `NearestNeighbor`, whose predictions are those at level 0. With one column there are no bad weights.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.lab import BadMetric
    >>> from foldwise.learners import NearestNeighbor
    >>> X, y = np.array([[0.0, 0.0], [1.0, 1.0]]), ["low", "high"]
    >>> [str(BadMetric(NearestNeighbor(), level).fit(X, y).predict([[0.4, 0.7]])[0]) for level in (0, 0.5)]
    ['high', 'low']
    """

    def fit(self, X: Any, y: Any) -> Self:
        """Keep the examples."""
        self._check_learner()
        self._level = self.level_for(len(y))
        self._X = _numbers(X)
        self.classes_, self._y = np.unique(np.asarray(y), return_inverse=True)
        return self

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the label of the nearest training example."""
        labels: npt.NDArray[Any] = self.classes_[_nearest(self._X, self._y, _numbers(X), self._level)]
        return labels

    def predict_folds(self, X: Any, y: Any, folds: Codes) -> npt.NDArray[Any]:
        """Predict all folds at once, as if fitted fold by fold."""
        self._check_learner()
        numbers = _numbers(X)
        labels, codes = np.unique(np.asarray(y), return_inverse=True)
        said = np.zeros(folds.shape, dtype=np.intp)
        for repeat, train, test in splits_of(folds):
            said[repeat, test] = _nearest(numbers[train], codes[train], numbers[test], self.level_for(len(train)))
        return np.asarray(labels[said])

    def _check_learner(self) -> None:
        learner = self.learner
        if not isinstance(learner, NearestNeighbor) or learner.n_neighbors != 1 or learner.widen_ranges:
            raise TypeError(f"BadMetric damages NearestNeighbor() only, got {learner!r}. Use NoisyAnswers.")


def _numbers(X: Any) -> Floats:
    try:
        numbers = np.asarray(X, dtype=np.float64)
    except (TypeError, ValueError):
        numbers = np.full((1, 1), np.nan)
    if np.isnan(numbers).any():
        raise ValueError("BadMetric needs columns of numbers, none of them missing. Use NoisyAnswers.")
    return numbers


def _nearest(X: Floats, y: npt.NDArray[np.intp], asked: Floats, level: float) -> npt.NDArray[np.intp]:
    """Class of the nearest example of each row; of equally near ones the most frequent class, of those the first."""
    low, extent = X.min(axis=0), np.ptp(X, axis=0)
    # A column that is constant in training says nothing.
    extent[extent == 0] = np.inf
    weight = (1 - level) ** (np.arange(X.shape[1]) / max(X.shape[1] - 1, 1))
    distances = cdist((asked - low) / extent * weight, (X - low) / extent * weight, "sqeuclidean")
    nearest = distances.argmin(axis=1)
    answers = y[nearest]
    near = distances == distances[np.arange(len(asked)), nearest, np.newaxis]
    tied = np.flatnonzero(near.sum(axis=1) > 1)
    votes = near[tied].astype(np.float64) @ np.eye(int(y.max()) + 1)[y]
    answers[tied] = votes.argmax(axis=1)
    return np.asarray(answers)
