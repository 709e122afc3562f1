"""Learners that choose a parameter themselves: every expected count is that of the values given to them, by hand."""

from inspect import signature

import numpy as np
import pytest
from sklearn.covariance import GraphicalLassoCV
from sklearn.feature_selection import RFECV
from sklearn.linear_model import (
    BayesianRidge,
    ElasticNetCV,
    Lars,
    LarsCV,
    LassoCV,
    LassoLarsCV,
    LassoLarsIC,
    LogisticRegressionCV,
    MultiTaskElasticNetCV,
    MultiTaskLassoCV,
    OrthogonalMatchingPursuitCV,
    RidgeClassifierCV,
    RidgeCV,
)
from sklearn.model_selection import GridSearchCV, TunedThresholdClassifierCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from foldwise.evaluation import evaluate
from foldwise.tuning import tried

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 4))
TARGET = X[:, 0] + 0.5 * RNG.normal(size=60)
LABELS = (TARGET > 0).astype(int)
THREE = np.digitize(TARGET, [-0.5, 0.5])
BOTH = np.column_stack([TARGET, -TARGET])
ALPHAS = [0.01, 0.1, 1.0]


IS_RECENT = "use_legacy_attributes" in signature(LogisticRegressionCV).parameters


def logistic(**settings):
    """The defaults of scikit-learn are changing, with warnings; none of them matters here."""
    if IS_RECENT:
        settings = {"use_legacy_attributes": True, "scoring": "accuracy", "l1_ratios": (0.0,)} | settings
    elif "l1_ratios" in settings:
        settings["penalty"] = "elasticnet"
    return LogisticRegressionCV(cv=2, **({"solver": "newton-cholesky"} | settings))


@pytest.mark.parametrize(
    ("learner", "target", "number"),
    [
        (RidgeCV(), TARGET, 3),
        (RidgeCV(ALPHAS), TARGET, 3),
        (RidgeCV(np.array(ALPHAS), store_cv_results=True), TARGET, 3),
        (RidgeCV(ALPHAS, cv=2), TARGET, 3),
        (RidgeCV(ALPHAS, alpha_per_target=True), BOTH, 3),
        (RidgeCV(5), TARGET, 1),
        (RidgeClassifierCV(ALPHAS), THREE, 3),
        (LassoCV(alphas=ALPHAS, cv=2), TARGET, 3),
        (MultiTaskLassoCV(alphas=ALPHAS, cv=2), BOTH, 3),
        (ElasticNetCV(alphas=ALPHAS, cv=2), TARGET, 3),
        (ElasticNetCV(alphas=ALPHAS, l1_ratio=[0.1, 0.9], cv=2), TARGET, 3 * 2),
        (MultiTaskElasticNetCV(alphas=ALPHAS, l1_ratio=[0.1, 0.5, 0.9], cv=2), BOTH, 3 * 3),
        (GraphicalLassoCV(alphas=[0.1, 0.5], cv=2), None, 2 + 1),
        (RFECV(DecisionTreeClassifier(random_state=1), cv=2), LABELS, 4),
        (RFECV(DecisionTreeClassifier(random_state=1), cv=2, min_features_to_select=2), LABELS, 3),
        (TunedThresholdClassifierCV(GaussianNB(), thresholds=7, cv=2), LABELS, 7),
        (TunedThresholdClassifierCV(GaussianNB(), thresholds=[0.3, 0.5], cv=2), LABELS, 2),
        (TunedThresholdClassifierCV(GaussianNB(), thresholds=7, cv=2, store_cv_results=True), LABELS, 7),
    ],
)
def test_counts_by_hand(learner, target, number):
    """GraphicalLassoCV adds the empirical covariance (alpha 0); RFECV tries 1 to 4 features."""
    found = tried(learner.fit(X, target))
    assert len(found.candidates) == number
    assert found.chosen
    assert found.uncounted == ()


def test_candidates_are_written_as_those_of_any_search():
    ridge = tried(RidgeCV(ALPHAS).fit(X, TARGET))
    assert ridge.candidates == ("alpha=0.01", "alpha=0.1", "alpha=1.0")
    assert ridge.chosen in ridge.candidates
    net = ElasticNetCV(alphas=[1.0, 0.1], l1_ratio=[0.1, 0.9], cv=2).fit(X, TARGET)
    assert tried(net).candidates == (
        "alpha=1.0, l1_ratio=0.1",
        "alpha=0.1, l1_ratio=0.1",
        "alpha=1.0, l1_ratio=0.9",
        "alpha=0.1, l1_ratio=0.9",
    )
    assert tried(net).chosen == f"alpha={net.alpha_}, l1_ratio={net.l1_ratio_}"


def test_logistic_regression():
    found = tried(logistic(Cs=[0.1, 1.0]).fit(X, THREE))
    assert found.candidates == ("C=0.1", "C=1.0")
    assert set(found.chosen.split("; ")) <= set(found.candidates)
    # Ten unless told otherwise, evenly on the logarithmic scale from 1e-4 to 1e4.
    usual = tried(logistic().fit(X, LABELS)).candidates
    assert usual[0] == "C=0.0001"
    assert len(usual) == 10


@pytest.mark.parametrize("recent", [{}, {"use_legacy_attributes": False}] if IS_RECENT else [{}])
@pytest.mark.parametrize("labels", [LABELS, THREE])
def test_logistic_regression_with_mixed_penalties(recent, labels):
    """The choice is kept for each class, or, in recent versions, once."""
    settings = {"solver": "saga", "max_iter": 5000, "tol": 0.01, "random_state": 1} | recent
    found = tried(logistic(Cs=[0.1, 1.0], l1_ratios=[0.2, 0.5, 0.8], **settings).fit(X, labels))
    assert len(found.candidates) == 2 * 3
    assert found.candidates[0] == "C=0.1, l1_ratio=0.2"
    assert found.chosen in found.candidates


def test_values_taken_from_the_training_fold_are_the_same_tries_on_every_fold():
    """A hundred strengths down from the largest that does anything, which each fold has its own; still a hundred."""
    learners = {"lasso": LassoCV(cv=2), "net": ElasticNetCV(l1_ratio=[0.5, 1.0], cv=2)}
    run = evaluate(learners, X, TARGET, scheme="3", seed=1)
    assert [run.ledger.tries(name) for name in learners] == [100, 200]
    assert run.ledger.entries[0].candidates[99] == "alpha number 100"
    assert run.ledger.entries[3].candidates[199] == "alpha number 100, l1_ratio=1.0"
    assert all(entry.chosen.startswith("alpha=") for entry in run.ledger.entries)


@pytest.mark.parametrize("learner", [LarsCV(cv=2), LassoLarsCV(cv=2)])
def test_paths_are_as_long_as_the_table_of_their_errors(learner):
    """`mse_path_` has a row for every strength that was compared."""
    found = tried(learner.fit(X, TARGET))
    assert len(found.candidates) == len(learner.mse_path_) > len(learner.alphas_)


def test_a_path_judged_by_a_criterion():
    """No cross-validation, but a choice by Akaike's criterion among the steps of a path."""
    learner = LassoLarsIC().fit(X, TARGET)
    assert len(tried(learner).candidates) == len(learner.criterion_) > 1


def test_a_path_without_a_choice_is_no_search():
    lars = Lars().fit(X, TARGET)
    assert len(lars.alphas_) > 1
    assert tried(lars) is None
    bayes = BayesianRidge().fit(X, TARGET)
    assert bayes.alpha_ > 0
    assert tried(bayes) is None


def test_pursuit_does_not_tell():
    found = tried(OrthogonalMatchingPursuitCV(cv=2).fit(X, TARGET))
    assert (found.candidates, found.uncounted) == ((), ("OrthogonalMatchingPursuitCV",))


def test_attributes_that_mean_something_else_are_left_alone():
    class Odd(GaussianNB):
        pass

    odd = Odd().fit(X, LABELS)
    odd.alpha_, odd.alphas_ = 1.0, [[1.0], [1.0, 2.0]]
    assert tried(odd) is None
    odd.alphas_, odd.C_, odd.Cs_ = None, 1.0, object()
    odd.best_threshold_, odd.n_features_ = 0.5, 3
    assert tried(odd) is None


def test_inside_other_learners():
    """Three classes make three copies with the same two strengths."""
    assert tried(OneVsRestClassifier(logistic(Cs=[0.1, 1.0])).fit(X, THREE)).candidates == ("C=0.1", "C=1.0")
    assert len(tried(make_pipeline(StandardScaler(), RidgeClassifierCV(ALPHAS)).fit(X, THREE)).candidates) == 3
    threshold = TunedThresholdClassifierCV(GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 3]}, cv=2), cv=2)
    assert len(tried(threshold.set_params(thresholds=7).fit(X, LABELS)).candidates) == 7 + 2
    outer = GridSearchCV(RidgeClassifierCV(ALPHAS), {"fit_intercept": [True, False]}, cv=2).fit(X, LABELS)
    assert tried(outer).candidates == (
        "fit_intercept=True",
        "fit_intercept=False",
        "alpha=0.01",
        "alpha=0.1",
        "alpha=1.0",
    )
