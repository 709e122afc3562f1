"""A learner that spoils what it is given, and returns anything from fit, is measured as one that does not."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.naive_bayes import GaussianNB

from foldwise.lab import NoisyAnswers, example_errors, learning_curves
from foldwise.lab.sources import ExchangeableBlocks, Generated, random_network
from foldwise.learners import NaiveBayes


class Spoils(ClassifierMixin, BaseEstimator):
    def __init__(self, learner, history=None):
        self.learner, self.history = learner, history

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.learner_ = type(self.learner)().fit(X, y)
        _spoil(X)
        y[:] = y[0]
        return self.history or self

    def predict(self, X):
        said = self.learner_.predict(X)
        _spoil(X)
        return said


def _spoil(X):
    if hasattr(X, "iloc"):
        X.iloc[:, :] = 0
    else:
        X[:] = 0


def noisy_step(rng):
    X = rng.normal(size=(60, 2))
    return X, (X[:, 0] + rng.normal(size=60) > 0).astype(int)


HISTORY = pytest.mark.parametrize("history", [None, {"loss": [0.5, 0.25]}], ids=["self", "history"])


@HISTORY
def test_learning_curves(history):
    errors = learning_curves(
        Generated(noisy_step, (Spoils(GaussianNB(), history), GaussianNB()), 60), n_sets=5, sizes=[20], seed=1
    ).errors
    assert (errors[0] == errors[1]).all()


@HISTORY
def test_errors_of_examples(history):
    source = Generated(noisy_step, (GaussianNB(), GaussianNB()), 60)
    spoilt, plain = (
        example_errors(learner, source, train_size=30, n_sets=8, seed=1)
        for learner in (Spoils(GaussianNB(), history), GaussianNB())
    )
    assert (spoilt.wrong == plain.wrong).all()


@HISTORY
def test_true_accuracies_of_networks(history):
    both = (Spoils(NaiveBayes(), history), NaiveBayes())
    accuracies = random_network(seed=8, learners=both).accuracies(3, seed=5)
    assert (accuracies[:, 0] == accuracies[:, 1]).all()


@pytest.mark.parametrize(
    "wrap",
    [
        lambda learner: NoisyAnswers(learner, 0.2),
        lambda learner: ExchangeableBlocks(learner, n_attributes=1).learners[0],
    ],
)
def test_wrappers(wrap):
    X, y = noisy_step(np.random.default_rng(0))
    spoilt, plain = (
        wrap(learner).fit(X.copy(), y.copy()).predict(X.copy())
        for learner in (Spoils(GaussianNB(), {"loss": [0.5]}), GaussianNB())
    )
    assert (spoilt == plain).all()
