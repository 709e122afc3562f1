"""Losses of single examples that belong to a metric: their mean difference is that of the scores."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeRegressor

from foldwise import SchemeMismatchError, data, splits
from foldwise.evaluation import evaluate
from foldwise.verdicts import judge

CLASSIFIERS = {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}
REGRESSORS = {"line": Ridge(), "tree": DecisionTreeRegressor(max_depth=2)}
DISJOINT = splits.DisjointTraining(3, 0.4)


def coded(name):
    """The dataset with classes 0, 1, ...: scikit-learn's Brier score wants to know which is positive."""
    dataset = data.load(name)
    return data.Dataset(dataset.X, np.unique(dataset.y, return_inverse=True)[1], name)


def run_of(dataset, metric, scheme):
    if dataset != "numbers":
        return evaluate(CLASSIFIERS, coded(dataset), scheme=scheme, metric=metric, seed=1)
    X = np.random.default_rng(0).normal(size=(90, 2))
    y = X[:, 0] ** 2 + np.random.default_rng(1).normal(size=90)
    return evaluate(REGRESSORS, X, y, scheme=scheme, metric=metric, seed=1)


@pytest.mark.parametrize("scheme", ["holdout:0.4", DISJOINT])
@pytest.mark.parametrize(
    ("dataset", "metric"),
    [
        ("wdbc", "accuracy"),
        ("wdbc", "neg_log_loss"),
        ("wdbc", "neg_brier_score"),
        ("iris", "neg_brier_score"),
        ("iris", "neg_log_loss"),
        ("numbers", "neg_mean_squared_error"),
        ("numbers", "neg_mean_absolute_error"),
    ],
)
def test_the_estimate_is_the_difference_of_the_scores(dataset, metric, scheme):
    run = run_of(dataset, metric, scheme)
    test = "sign_flip" if scheme != DISJOINT else "delve_quasi_f"
    row = judge(run, test=test).comparisons[0]
    scores = run.scores()
    assert row.estimate == pytest.approx((scores[0] - scores[1]).mean(), rel=1e-9)
    assert row.estimate == pytest.approx(row.score_a - row.score_b, rel=1e-9)


def test_one_learner_has_its_score_inside_its_interval():
    run = evaluate({"nb": GaussianNB()}, coded("wdbc"), scheme=splits.DisjointTraining(5, 0.5),
                   metric="neg_brier_score", seed=1)  # fmt: skip
    row = judge(run).rows[0]
    assert row.low < row.score < row.high


def test_a_function_is_known_by_what_it_is_not_by_its_name():
    def accuracy(y_true, y_pred):
        return 3 * np.mean(y_true != y_pred)

    run = evaluate(CLASSIFIERS, data.load("iris"), scheme="holdout:0.4", metric=accuracy, seed=1)
    with pytest.raises(SchemeMismatchError, match="sign_flip needs a metric that is a mean of losses"):
        judge(run, test="sign_flip")
