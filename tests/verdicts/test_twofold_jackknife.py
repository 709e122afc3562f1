"""What `judge` feeds the jackknife test of two-fold cross-validation, and where it is offered."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from foldwise import data, splits
from foldwise.evaluation import evaluate
from foldwise.stats import twofold_jackknife_t
from foldwise.verdicts import judge, usable_tests

TEST = "twofold_jackknife_t"
LEARNERS = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=3, random_state=0)}


def row_of(run):
    return judge(run, test=TEST).comparisons[0]


def test_right_and_wrong_answers_have_the_floor():
    run = evaluate(LEARNERS, data.load("iris"), scheme=splits.RepeatedKFold(2, 12), seed=1)
    wrong = (run.predictions != run.target.values).astype(int)
    expected = twofold_jackknife_t(wrong[1] - wrong[0], run.assignment.folds, floor=True)
    row = row_of(run)
    assert (row.statistic, row.pvalue, row.df) == (expected.statistic, expected.pvalue, 149)
    assert row.estimate == pytest.approx((run.scores()[0] - run.scores()[1]).mean())
    assert (row.low, row.high) == pytest.approx(expected.confidence_interval(0.95))


def test_other_losses_do_without_it():
    pair = {"lda": LinearDiscriminantAnalysis(), "logit": LogisticRegression(solver="newton-cholesky")}
    run = evaluate(pair, data.load("iris"), scheme=splits.RepeatedKFold(2, 12), metric="neg_log_loss", seed=1)
    each = run.losses("log")
    d, halves = each[1] - each[0], run.assignment.folds
    free, held = (twofold_jackknife_t(d, halves, floor=floor) for floor in (False, True))
    row = row_of(run)
    assert row.statistic == pytest.approx(free.statistic, rel=1e-12)
    assert row.statistic != pytest.approx(held.statistic, rel=1e-3)
    # Halves of the same size: the mean over examples is the mean over folds.
    assert row.estimate == pytest.approx((run.scores()[0] - run.scores()[1]).mean())


def test_squared_errors():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(41, 2))
    y = X[:, 0] + rng.normal(size=41)
    learners = {"line": LinearRegression(), "tree": DecisionTreeRegressor(random_state=0)}
    run = evaluate(learners, X, y, scheme=splits.RepeatedKFold(2, 20), metric="neg_mean_squared_error", seed=1)
    gap = np.square(run.predictions - run.target.values)
    expected = twofold_jackknife_t(gap[1] - gap[0], run.assignment.folds, floor=False)
    row = row_of(run)
    assert row.statistic == pytest.approx(expected.statistic, rel=1e-12)
    assert row.winner == "line"


@pytest.mark.parametrize(
    ("scheme", "metric", "is_offered"),
    [
        (splits.RepeatedKFold(2, 5), "accuracy", True),
        (splits.RepeatedKFold(2, 4), "accuracy", False),
        (splits.RepeatedKFold(3, 5), "accuracy", False),
        (splits.RepeatedKFold(2, 5), "neg_log_loss", True),
        (splits.RepeatedKFold(2, 5), "f1_macro", False),
    ],
)
def test_where_it_is_offered(scheme, metric, is_offered):
    run = evaluate(LEARNERS, data.load("iris"), scheme=scheme, metric=metric, seed=1)
    usable = usable_tests(run.assignment, run.data.task, run.metric)
    assert (TEST in usable) == is_offered
    # Asked for by name, and never what judge takes by itself.
    assert judge(run).test == usable[0] != TEST


def test_nineteen_examples_are_too_few():
    y = np.arange(20) % 2
    X = np.random.default_rng(0).normal(size=(20, 2))
    for n, is_offered in ((20, True), (19, False)):
        run = evaluate(LEARNERS, X[:n], y[:n], scheme=splits.RepeatedKFold(2, 5), seed=1)
        assert (TEST in usable_tests(run.assignment, run.data.task, run.metric)) == is_offered
