"""Very small and very large numbers: folds that share work answer as folds fitted one by one."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, PolynomialFeatures, StandardScaler

from foldwise.evaluation import evaluate

CLASSIFIERS = [
    GaussianNB(),
    MultinomialNB(),
    KNeighborsClassifier(),
    KNeighborsClassifier(weights="distance"),
    LinearDiscriminantAnalysis(),
    QuadraticDiscriminantAnalysis(),
    RidgeClassifier(),
]
REGRESSORS = [LinearRegression(), Ridge(), KNeighborsRegressor(), KNeighborsRegressor(weights="distance")]
DUMMIES = [DummyRegressor(), DummyRegressor(strategy="median")]
SCALERS = [StandardScaler(), MinMaxScaler(), MaxAbsScaler()]
# Squares lose digits from 1e-154 on, numbers themselves from 1e-308 on.
SCALES = [1e-95, 1e-155, 1e-160, 1e-200, 1e-320]


def named(learners):
    """By number, alone and behind every scaler."""
    both = [make_pipeline(scaler, learner) for learner in learners for scaler in SCALERS]
    return {str(number): learner for number, learner in enumerate([*learners, *both])}


@pytest.fixture(scope="module")
def iris():
    X, y = load_iris(return_X_y=True)
    return X[::3], y[::3]


def pair(learners, X, y):
    return [evaluate(learners, X, y, scheme="3", seed=1, sharing=sharing) for sharing in (True, False)]


@pytest.mark.parametrize("n_scaled", [4, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("scale", SCALES)
def test_small_columns(iris, scale, n_scaled):
    X, y = iris[0].copy(), iris[1]
    X[:, :n_scaled] *= scale
    shared, apart = pair(named(CLASSIFIERS), X, y)
    assert (shared.predictions == apart.predictions).all()
    shared, apart = pair(named(REGRESSORS), X, iris[0][:, 3])
    np.testing.assert_allclose(shared.predictions, apart.predictions, rtol=1e-6)


@pytest.mark.parametrize("scale", SCALES)
def test_small_targets(iris, scale):
    X = iris[0]
    shared, apart = pair({**named(REGRESSORS), **dict(enumerate_as_text(DUMMIES))}, X[:, :3], X[:, 3] * scale)
    np.testing.assert_allclose(shared.predictions, apart.predictions, rtol=1e-6, atol=0)


def enumerate_as_text(learners):
    return ((f"dummy {number}", learner) for number, learner in enumerate(learners))


@pytest.mark.parametrize("odd", [1e-101, 5e-324, 1e101])
@pytest.mark.parametrize("learner", named([*CLASSIFIERS[:1], *CLASSIFIERS[2:]]).values())
def test_one_odd_number_is_enough_not_to_share(iris, learner, odd, share, Examples):
    """And a zero is not odd; nor is a product of moderate numbers moderate."""
    X, y = iris[0].copy(), iris[1]
    X[7, 1] = 0.0
    assert share(learner, Examples(X=X, y=y, n_classes=3)) is not None
    X[7, 1] = odd
    assert share(learner, Examples(X=X, y=y, n_classes=3)) is None
    X[7, 1] = 1e-60
    assert share(make_pipeline(PolynomialFeatures(2), learner), Examples(X=X, y=y, n_classes=3)) is None
