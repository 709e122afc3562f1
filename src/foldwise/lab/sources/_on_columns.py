"""A learner that sees some columns of a table only."""

from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.utils.metaestimators import available_if

from foldwise.lab._designs import given_folds
from foldwise.sharing._door import predict_folds

Array = npt.NDArray[Any]


def _offers(method: str) -> Any:
    return available_if(lambda self: hasattr(self.learner, method))


class _OnColumns(BaseEstimator):  # type: ignore[misc]
    """What classifiers and regressors on some columns have in common."""

    _task: Literal["classification", "regression"]

    def __init__(self, learner: Any, start: int, stop: int) -> None:
        self.learner, self.start, self.stop = learner, start, stop

    def fit(self, X: Array, y: Array) -> Self:
        """Fit a clone of the learner to its columns."""
        self.learner_ = clone(self.learner)
        self.learner_.fit(self._seen(X), y)
        if hasattr(self.learner_, "classes_"):
            self.classes_ = self.learner_.classes_
        return self

    def predict(self, X: Array) -> Array:
        """Predict from the same columns."""
        return np.asarray(self.learner_.predict(self._seen(X)))

    @_offers("predict_proba")  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Array) -> Array:
        """Probabilities of the classes, from the same columns; if the learner has them."""
        return np.asarray(self.learner_.predict_proba(self._seen(X)))

    @_offers("decision_function")  # type: ignore[untyped-decorator]
    def decision_function(self, X: Array) -> Array:
        """Decision values, from the same columns; if the learner has them."""
        return np.asarray(self.learner_.decision_function(self._seen(X)))

    def predict_folds(self, X: Array, y: Array, folds: npt.NDArray[np.int32], *, method: str = "predict") -> Array:
        """Answer for all folds at once, as if fitted fold by fold; the learner's folds share work where they can."""
        answers = predict_folds(
            self.learner,
            self._seen(X),
            np.asarray(y),
            given_folds(folds),
            name="on columns",
            seed=0,
            method=method,
            task=self._task,
        )
        if method != "predict" or self._task == "regression":
            return answers
        return np.asarray(np.unique(y)[np.maximum(answers, 0)])

    def _seen(self, X: Array) -> Array:
        return np.ascontiguousarray(X[:, self.start : self.stop])


class OnColumns(ClassifierMixin, _OnColumns):  # type: ignore[misc]
    """Train a classifier on some columns of an array, and predict from the same ones.

    Parameters
    ----------
    learner : classifier
        Cloned before it is fitted.
    start, stop : int
        First column that it sees, and the first behind the last one.
    """

    _task = "classification"


class RegressorOnColumns(RegressorMixin, _OnColumns):  # type: ignore[misc]
    """Train a regressor on some columns of an array, and predict from the same ones.

    Parameters
    ----------
    learner : regressor
        Cloned before it is fitted.
    start, stop : int
        First column that it sees, and the first behind the last one.
    """

    _task = "regression"


class TiltedRegressor(RegressorOnColumns):
    """Train a regressor on all columns of an array, some of them multiplied by a factor and the others divided by it.

    Parameters
    ----------
    learner : regressor
        Cloned before it is fitted.
    start, stop : int
        First column that is multiplied, and the first behind the last one.
    tilt : float
        The factor.
    """

    def __init__(self, learner: Any, start: int, stop: int, tilt: float) -> None:
        super().__init__(learner, start, stop)
        self.tilt = tilt

    def _seen(self, X: Array) -> Array:
        own = slice(self.start, self.stop)
        # First in the table, whichever they are: solvers go from column to column and stop near the optimum.
        return np.ascontiguousarray(np.hstack([X[:, own] * self.tilt, np.delete(X, own, axis=1) / self.tilt]))
