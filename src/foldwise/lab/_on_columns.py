"""A learner that sees some of the columns."""

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, clone

from foldwise.lab._given_folds import given_folds
from foldwise.sharing._door import predict_folds


class OnColumns(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Train a classifier on some columns of an array, and predict from the same ones.

    Parameters
    ----------
    learner : classifier
        Cloned before it is fitted.
    start, stop : int
        First column that it sees, and the first behind the last one.
    """

    def __init__(self, learner: Any, start: int, stop: int) -> None:
        self.learner, self.start, self.stop = learner, start, stop

    def fit(self, X: npt.NDArray[Any], y: npt.NDArray[Any]) -> "OnColumns":
        """Fit a clone of the learner to its columns."""
        self.learner_ = clone(self.learner)
        self.learner_.fit(self._seen(X), y)
        self.classes_ = self.learner_.classes_
        return self

    def predict(self, X: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Predict from the same columns."""
        return np.asarray(self.learner_.predict(self._seen(X)))

    def predict_folds(self, X: npt.NDArray[Any], y: npt.NDArray[Any], folds: npt.NDArray[np.int32]) -> npt.NDArray[Any]:
        """Predict all folds at once, as if fitted fold by fold; the learner's folds share work where they can."""
        labels = np.unique(y)
        assignment = given_folds(folds)
        codes = predict_folds(self.learner, self._seen(X), np.asarray(y), assignment, name="on columns", seed=0)
        return np.asarray(labels[np.maximum(codes, 0)])

    def _seen(self, X: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return np.ascontiguousarray(X[:, self.start : self.stop])
