"""Learners that keep a diary, and learners so simple that the best of them is known."""

from typing import ClassVar

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin


def make_spy():
    """A class with a diary of its own, made in a function: it travels to worker processes by value."""

    class Spy(ClassifierMixin, BaseEstimator):
        """Always answers `answer`; the first column of X numbers the rows, which go into the diary."""

        diary: ClassVar = []

        def __init__(self, answer=0, random_state=None):
            self.answer = answer
            self.random_state = random_state

        def fit(self, X, y):
            self.classes_ = np.array([0, 1])
            self.diary.append(("fit", self.answer, frozenset(X[:, 0].astype(int)), self.random_state))
            return self

        def predict(self, X):
            self.diary.append(("predict", self.answer, frozenset(X[:, 0].astype(int)), self.random_state))
            return np.full(len(X), self.answer)

    return Spy


def make_column():
    class Column(ClassifierMixin, BaseEstimator):
        """Looks at one column only: which class is more frequent where it is positive."""

        def __init__(self, column=0):
            self.column = column

        def fit(self, X, y):
            self.classes_ = np.array([0, 1])
            signs = np.sign(X[:, self.column])
            self.is_upright_ = signs @ (2 * np.asarray(y) - 1) >= 0
            return self

        def predict(self, X):
            return ((X[:, self.column] > 0) == self.is_upright_).astype(int)

    return Column


@pytest.fixture
def spy():
    return make_spy()


@pytest.fixture(scope="session")
def column():
    return make_column()


@pytest.fixture
def thirty():
    """Thirty numbered rows, ten of class 0 and twenty of class 1."""
    return np.arange(30.0)[:, np.newaxis], np.repeat([0, 1], [10, 20])
