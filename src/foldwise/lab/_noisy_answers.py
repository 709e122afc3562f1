"""Damage by chance: some answers are replaced by wrong guesses."""

from hashlib import blake2b
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.base import clone

from foldwise.lab._damage import Codes, Damage, splits_of
from foldwise.lab._given_folds import given_folds
from foldwise.sharing._door import predict_folds


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
        """Ask the learner, and replace some of its answers."""
        places = np.searchsorted(self.classes_, np.asarray(self.learner_.predict(X)))
        labels: npt.NDArray[Any] = self.classes_[self._replaced(places, len(self.classes_), self._level, self._key)]
        return labels

    def predict_folds(self, X: Any, y: Any, folds: Codes) -> npt.NDArray[Any]:
        """Predict all folds at once, as if fitted fold by fold; the learner's folds share work where they can."""
        labels, codes = np.unique(np.asarray(y), return_inverse=True)
        marks = _marks(X, y)
        said = predict_folds(self.learner, X, np.asarray(y), given_folds(folds), name="noisy answers", seed=0)
        for repeat, train, test in splits_of(folds):
            present = np.unique(codes[train])
            places = np.searchsorted(present, said[repeat, test])
            replaced = self._replaced(places, len(present), self.level_for(len(train)), _key(marks[train]))
            said[repeat, test] = present[replaced]
        return np.asarray(labels[np.maximum(said, 0)])

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
