"""Predictions without records: those of clone, fit and predict, for learners of every kind and mixed schemes."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from foldwise import FoldwiseError
from foldwise.data import load
from foldwise.learners import C45, NaiveBayes, NearestNeighbor
from foldwise.sharing._predict_folds import predict_folds
from foldwise.splits import Assignment, KFold, Resampled

LEARNERS = [
    C45(),
    NaiveBayes(),
    NearestNeighbor(),
    GaussianNB(),
    LinearDiscriminantAnalysis(),
    KNeighborsClassifier(3),
    RidgeClassifier(),
    DummyClassifier(),
    DecisionTreeClassifier(random_state=1),
]


def mixed(iris):
    """Ten folds, then single test sets, as one assignment."""
    parts = [scheme.assign(150, classes=iris.y, seed=1) for scheme in (KFold(10), Resampled(3, 0.3))]
    return parts, Assignment(
        folds=np.concatenate([part.folds for part in parts]),
        n_folds=10,
        scheme="several",
        description="several",
        stratified=None,
        seed=None,
        repeats_per_execution=1,
    )


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: type(learner).__name__)
def test_predictions_are_those_of_fold_after_fold(learner):
    iris = load("iris")
    classes, truth = np.unique(iris.y, return_inverse=True)
    parts, whole = mixed(iris)
    codes = predict_folds(learner, iris.X, iris.y, whole, name="one", seed=1)
    assert codes.dtype == np.int32
    expected = np.full(whole.folds.shape, -1)
    for first, part in zip((0, 1), parts, strict=True):
        for repeat, _, train, test in part.splits():
            fitted = clone(learner).fit(iris.X.iloc[train], classes[truth[train]])
            expected[first + repeat, test] = np.searchsorted(classes, fitted.predict(iris.X.iloc[test]))
    np.testing.assert_array_equal(codes, expected)


def test_open_seeds_belong_to_the_partition():
    iris = load("iris")
    parts, whole = mixed(iris)
    learner = DecisionTreeClassifier(max_features=1, splitter="random")
    codes = predict_folds(learner, iris.X, iris.y, whole, name="one", seed=1)
    alone = predict_folds(learner, iris.X, iris.y, parts[1], name="one", seed=1)
    np.testing.assert_array_equal(codes[1:], alone)
    other = predict_folds(learner, iris.X, iris.y, parts[1], name="one", seed=2)
    assert not np.array_equal(alone, other)


def test_a_failure_is_told_with_its_fold():
    iris = load("iris")
    learner = DecisionTreeClassifier(criterion="none such")
    with pytest.raises(FoldwiseError, match=r"^bad \(DecisionTreeClassifier\) failed in repeat 0, fold 0: Invalid"):
        predict_folds(learner, iris.X, iris.y, KFold(3).assign(150, seed=1), name="bad", seed=1)
