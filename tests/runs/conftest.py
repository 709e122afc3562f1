"""A learner that misbehaves in one way or another."""

import os

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin


def make_odd():
    """A class made in a function travels to worker processes by value: they cannot import this file."""

    class Odd(ClassifierMixin, BaseEstimator):
        """Predicts the first class, unless `how` says otherwise."""

        def __init__(self, how="", random_state=None):
            self.how = how
            self.random_state = random_state

        def fit(self, X, y):
            self.classes_ = np.unique(y)
            if self.how == "raise":
                raise RuntimeError("no luck\nsecond line")
            if self.how == "exit":
                raise SystemExit(3)
            if self.how == "raise sometimes" and int(abs(X.sum()) * 1e6) % 2:
                raise ValueError("only on some folds")
            if self.how == "print":
                print("noise from Python")
                os.write(1, b"noise from below\n")
            if self.how == "write into X":
                X[:] = 0
                y[:] = self.classes_[0]
            return self

        def predict(self, X):
            n = X.shape[0]
            if self.how == "short":
                n -= 1
            if self.how == "wide":
                return np.full((n, 2), self.classes_[0])
            if self.how == "nan":
                return np.full(n, np.nan)
            if self.how == "unknown":
                return np.full(n, "surprise")
            if self.how == "random":
                return np.random.RandomState(self.random_state).choice(self.classes_, n)
            return np.full(n, self.classes_[0])

    return Odd


@pytest.fixture(scope="session")
def odd():
    return make_odd()


@pytest.fixture(scope="session")
def xy():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3))
    return X, np.where(X[:, 0] + rng.normal(size=40) > 0, "yes", "no")
