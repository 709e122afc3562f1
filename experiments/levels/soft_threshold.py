"""A Lasso for columns that are nearly orthogonal: in closed form, so that a thousand data sets take seconds."""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin


class SoftThreshold(RegressorMixin, BaseEstimator):
    """Coefficient of each column by itself, drawn towards zero by `penalty`; columns have mean 0 and variance 1.

    With orthonormal columns this is the Lasso of the same penalty.
    """

    def __init__(self, penalty=0.1):
        self.penalty = penalty

    def fit(self, X, y):
        """Find the mean and all coefficients."""
        self.mean_ = y.mean()
        self.coef_ = self._shrunk((y - self.mean_) @ X / len(y))
        return self

    def predict(self, X):
        """Return the mean and what the columns add."""
        return self.mean_ + X @ self.coef_

    def predict_folds(self, X, y, folds, *, method="predict"):
        """Predict all folds of all repeats from sums that they share."""
        del method
        inside = folds[:, np.newaxis] == np.arange(folds.max() + 1)[:, np.newaxis]
        trained = ((folds > -2)[:, np.newaxis] & ~inside).astype(float)
        n = trained.sum(axis=2, keepdims=True)
        # Of y and of the columns, so that means can be taken off afterwards.
        means = trained @ y[:, np.newaxis] / n
        coefs = self._shrunk((trained @ (X * y[:, np.newaxis]) - means * (trained @ X)) / n)
        predicted = means + coefs @ X.T
        return np.take_along_axis(predicted, np.maximum(folds, 0)[:, np.newaxis], axis=1)[:, 0]

    def _shrunk(self, coefs):
        return np.sign(coefs) * np.maximum(np.abs(coefs) - self.penalty, 0)
