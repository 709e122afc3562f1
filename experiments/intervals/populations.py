"""Populations on which the coverage of intervals is measured: how datasets are drawn, and who learns from them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsRegressor

from foldwise.lab.sources import ExchangeableBlocks, ExchangeableLines
from foldwise.learners import C45, NearestNeighbor

GROUP = 5
CLASSIFIERS = {"nb": GaussianNB(), "nn": NearestNeighbor(), "c45": C45(), "lda": LinearDiscriminantAnalysis()}
# Nothing is random about ridge regression; an open seed would keep folds from sharing work.
REGRESSORS = {"ridge": Ridge(random_state=0), "5-nn": KNeighborsRegressor(5)}
# Which differences are looked at: learners that are stable and learners that are not.
CLASSIFIER_PAIRS = (("lda", "nn"), ("nb", "c45"))
REGRESSOR_PAIRS = (("ridge", "5-nn"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Population:
    """How many examples, how they are drawn, who learns from them, and by what a prediction is scored.

    `draw` takes a number of examples and a random generator. `groups`: examples come in groups of five.
    """

    n: int
    draw: Callable[[int, np.random.Generator], tuple[np.ndarray, np.ndarray]]
    task: str = "classification"
    metric: str = "accuracy"
    groups: bool = False

    @property
    def learners(self) -> dict[str, Any]:
        return CLASSIFIERS if self.task == "classification" else REGRESSORS

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        return CLASSIFIER_PAIRS if self.task == "classification" else REGRESSOR_PAIRS


def blocks(n, shift=0.5, *, metric="accuracy", p=5, **law):
    """Two or more classes, attributes of the first block of `ExchangeableBlocks` alone."""

    def draw(size, rng):
        X, y = ExchangeableBlocks(n_examples=size, n_attributes=p, shift=shift, **law).draw(rng)
        return X[:, :p], y

    return Population(n=n, draw=draw, metric=metric)


def lines(n, *, metric="squared", p=5, **law):
    """Numbers to predict from the first block of `ExchangeableLines`; what the other block adds is noise."""

    def draw(size, rng):
        X, y = ExchangeableLines(n_examples=size, n_attributes=p, **law).draw(rng)
        return X[:, :p], y

    return Population(n=n, draw=draw, task="regression", metric=metric)


def _in_groups(size, rng, spread, own, p=5):
    """Attributes of groups and of their examples: normal, with these standard deviations."""
    return np.repeat(spread * rng.normal(size=(size // GROUP, p)), GROUP, axis=0) + own * rng.normal(size=(size, p))


def _grouped_classes(size, rng):
    y = np.repeat(rng.integers(0, 2, size // GROUP), GROUP)
    return _in_groups(size, rng, 0.8, 0.6) + 0.5 * (2 * y[:, np.newaxis] - 1), y


def _grouped_numbers(size, rng):
    X = _in_groups(size, rng, 0.8, 0.6)
    y = 0.5 * X.sum(axis=1) + np.repeat(rng.normal(size=size // GROUP), GROUP) + 0.7 * rng.normal(size=size)
    return X, y


POPULATIONS = {
    "normal60": blocks(60),
    "normal100": blocks(100),
    "normal200": blocks(200, 0.35),
    "normal500": blocks(500, 0.35),
    "heavy100": blocks(100, law="heavy"),
    "outliers100": blocks(100, law="outliers"),
    "correlated150": blocks(150, law="correlated"),
    "chain150": blocks(150, p=8, law="chain"),
    "rare200": blocks(200, prior=0.1),
    "balanced200": blocks(200, prior=0.3, metric="balanced_accuracy"),
    "four150": blocks(150, n_classes=4, p=6),
    "groups200": Population(n=200, draw=_grouped_classes, groups=True),
    "lines60": lines(60),
    "lines200": lines(200),
    "t3noise100": lines(100, noise="t3", metric="absolute"),
    "leverage120": lines(120, law="leverage"),
    "grouplines150": Population(n=150, draw=_grouped_numbers, task="regression", metric="squared", groups=True),
}
