"""Learners made worse, as much as wanted: by chance, or by a bad metric."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator, ClassifierMixin, clone

from foldwise.lab._designs import given_folds
from foldwise.learners import NearestNeighbor
from foldwise.sharing._door import predict_folds

Codes = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


class Damage(ClassifierMixin, BaseEstimator, ABC):  # type: ignore[misc]
    """A classifier that is made worse: not at all at level 0, beyond use at level 1.

    The kinds say how; `foldwise.lab.matched` finds the level at which the learner is as bad as another one. A kind of
    one's own takes the same two parameters first and defines `fit` and `predict`, which ask `level_for`.

    Parameters
    ----------
    learner : classifier
        The one that is made worse.
    level : float, or mapping of int to float, default 0.0
        How much, from 0 to 1. A mapping gives the level for training sets of a size; those of other sizes get that of
        the nearest one.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.lab import BadMetric, Damage
    >>> from foldwise.learners import NearestNeighbor
    >>> issubclass(BadMetric, Damage)
    True
    >>> iris = load("iris")
    >>> for level in (0.0, 1.0):
    ...     print(round(BadMetric(NearestNeighbor(), level).fit(iris.X, iris.y).score(iris.X, iris.y), 2))
    1.0
    0.77
    """

    def __init__(self, learner: Any, level: Any = 0.0) -> None:
        self.learner, self.level = learner, level

    @abstractmethod
    def fit(self, X: Any, y: Any) -> Self:
        """Learn from examples."""

    @abstractmethod
    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Predict a label for each row."""

    def level_for(self, n_train: int) -> float:
        """Return the level for a training set of so many examples."""
        levels = dict(self.level) if isinstance(self.level, Mapping) else {n_train: self.level}
        if not levels:
            raise ValueError("level must be a number from 0 to 1, or map training sizes to such numbers, got no size.")
        # Of two sizes that are equally near the smaller one, whatever the order of the mapping.
        level = float(levels[min(levels, key=lambda size: (abs(size - n_train), size))])
        if not 0 <= level <= 1:
            raise ValueError(f"level must be from 0 (no damage) to 1, got {level:g}.")
        return level


def splits_of(folds: Codes) -> list[tuple[int, npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
    """List repeat, training rows and test rows of every fold that tests something."""
    return [
        (repeat, np.flatnonzero((row >= -1) & (row != fold)), np.flatnonzero(row == fold))
        for repeat, row in enumerate(folds)
        for fold in np.unique(row[row >= 0])
    ]


class NoisyAnswers(Damage):
    """A learner some of whose answers are replaced by another class, drawn at random.

    Dietterich (1998) made C4.5 as bad as nearest neighbour on the Pima data in this way.

    Parameters
    ----------
    learner : classifier
        The one that is made worse; cloned before it is fitted.
    level : float, or mapping of int to float, default 0.0
        Probability that an answer is replaced. A mapping gives it for training sets of a size; those of other sizes get
        that of the nearest one.
    random_state : int, default 0
        Which answers are replaced is a pure function of this and of the training set: it differs between folds,
        repeats and datasets, and is the same whenever the same examples are trained on. The answers that are replaced
        at a level are replaced at all higher ones.

    Attributes
    ----------
    classes_ : ndarray
        The labels, sorted.

    See Also
    --------
    foldwise.lab.BadMetric : Damage of nearest neighbours.
    foldwise.lab.matched : Finds the level that makes two learners equal.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from foldwise.lab import NoisyAnswers
    >>> from foldwise.learners import C45
    >>> X, y = load_iris(return_X_y=True)
    >>> [float((NoisyAnswers(C45(), level).fit(X, y).predict(X) != y).mean().round(2)) for level in (0, 0.25, 0.5)]
    [0.02, 0.25, 0.48]
    """

    def __init__(self, learner: Any, level: Any = 0.0, *, random_state: int = 0) -> None:
        super().__init__(learner, level)
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Fit a clone of the learner."""
        self._level = self.level_for(len(y))
        self.classes_ = np.unique(np.asarray(y))
        self._key = _key(_marks(X, y))
        self.learner_ = clone(self.learner)
        self.learner_.fit(X, y)
        return self

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Predict by the learner, and replace some of its answers."""
        places = np.searchsorted(self.classes_, np.asarray(self.learner_.predict(X)))
        labels: npt.NDArray[Any] = self.classes_[self._replaced(places, len(self.classes_), self._level, self._key)]
        return labels

    def predict_folds(self, X: Any, y: Any, folds: Codes) -> npt.NDArray[Any]:
        """Predict all folds at once, as if fitted fold by fold; the learner's folds share work where they can."""
        labels, codes = np.unique(np.asarray(y), return_inverse=True)
        marks = _marks(X, y)
        predicted = predict_folds(self.learner, X, np.asarray(y), given_folds(folds), name="noisy answers", seed=0)
        for repeat, train, test in splits_of(folds):
            present = np.unique(codes[train])
            places = np.searchsorted(present, predicted[repeat, test])
            replaced = self._replaced(places, len(present), self.level_for(len(train)), _key(marks[train]))
            predicted[repeat, test] = present[replaced]
        return np.asarray(labels[np.maximum(predicted, 0)])

    def _replaced(self, places: npt.NDArray[np.intp], n_classes: int, level: float, key: int) -> npt.NDArray[np.intp]:
        rng = np.random.default_rng([self.random_state, key])
        hit = rng.random(len(places)) < level
        # With one class there is no other.
        steps = rng.integers(1, max(n_classes, 2), len(places))
        return np.where(hit, (places + steps) % n_classes, places)


def _marks(X: Any, y: Any) -> npt.NDArray[np.uint64]:
    """Return a number for each example, made from its values and its label."""
    frame = X if isinstance(X, pd.DataFrame) else pd.DataFrame(np.asarray(X))
    rows = pd.util.hash_pandas_object(frame, index=False).to_numpy()
    labels = pd.util.hash_array(np.asarray(y).astype(object))
    return np.asarray(rows * np.uint64(3) + labels)


def _key(marks: npt.NDArray[np.uint64]) -> int:
    return int.from_bytes(blake2b(marks.tobytes(), digest_size=8).digest())


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
        predicted = np.zeros(folds.shape, dtype=np.intp)
        for repeat, train, test in splits_of(folds):
            predicted[repeat, test] = _nearest(numbers[train], codes[train], numbers[test], self.level_for(len(train)))
        return np.asarray(labels[predicted])

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


def _nearest(X: Floats, y: npt.NDArray[np.intp], points: Floats, level: float) -> npt.NDArray[np.intp]:
    """Class of the nearest example of each row; of equally near ones the most frequent class, of those the first."""
    low, extent = X.min(axis=0), np.ptp(X, axis=0)
    # A column that is constant in training says nothing.
    extent[extent == 0] = np.inf
    weight = (1 - level) ** (np.arange(X.shape[1]) / max(X.shape[1] - 1, 1))
    distances = cdist((points - low) / extent * weight, (X - low) / extent * weight, "sqeuclidean")
    nearest = distances.argmin(axis=1)
    answers = y[nearest]
    near = distances == distances[np.arange(len(points)), nearest, np.newaxis]
    tied = np.flatnonzero(near.sum(axis=1) > 1)
    votes = near[tied].astype(np.float64) @ np.eye(int(y.max()) + 1)[y]
    answers[tied] = votes.argmax(axis=1)
    return np.asarray(answers)
