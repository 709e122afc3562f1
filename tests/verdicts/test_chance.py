"""At chance: no better than always giving the same answer, in the terms of the metric that judges."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB

from foldwise.evaluation import evaluate
from foldwise.verdicts import judge
from foldwise.verdicts.judging import constant_losses, constant_score

RNG = np.random.default_rng(4)
Y = (np.arange(300) % 10 == 0).astype(int)
NOISE = RNG.normal(size=(300, 3))
SIGNAL = NOISE + np.outer(Y, [2, 0, 0])
PAIR = {"nb": GaussianNB(), "smooth": GaussianNB(var_smoothing=0.5)}


def is_at_chance(run, **options):
    (row,) = judge(run, **options).comparisons
    return "at_chance" in {caveat.code for caveat in row.caveats}


@pytest.mark.parametrize("metric", ["roc_auc", "average_precision", "neg_log_loss"])
@pytest.mark.parametrize("scheme", ["2x5", "resampled:10:0.2"])
def test_learners_that_rank_well_are_not_at_chance_where_one_class_is_rare(metric, scheme):
    """One of ten is positive: by accuracy nobody beats the majority, by these metrics both learners do."""
    assert not is_at_chance(evaluate(PAIR, SIGNAL, Y, scheme=scheme, metric=metric, seed=1))
    assert is_at_chance(evaluate(PAIR, NOISE, Y, scheme=scheme, metric=metric, seed=1))


@pytest.mark.parametrize("metric", ["f1", "balanced_accuracy", "matthews_corrcoef", "precision", "accuracy"])
def test_of_answers_chance_is_the_best_constant_one(metric):
    y = np.arange(200) % 2
    clear = RNG.normal(size=(200, 2)) + np.outer(y, [2, 0])
    assert not is_at_chance(evaluate(PAIR, clear, y, scheme="2x5", metric=metric, seed=1))
    silly = {"one": DummyClassifier(), "coin": DummyClassifier(strategy="uniform", random_state=1)}
    assert is_at_chance(evaluate(silly, clear, y, scheme="2x5", metric=metric, seed=1))


def test_the_message_names_the_metric():
    run = evaluate(PAIR, NOISE, Y, scheme="2x5", metric="roc_auc")
    assert (
        "By area under the ROC curve, neither learner is clearly better than a rule that looks at no attribute"
        in judge(run).details()
    )


@pytest.mark.parametrize("metric", ["neg_root_mean_squared_error", "neg_mean_absolute_error", "r2"])
def test_of_numbers_chance_is_the_mean_or_median(metric):
    X, y = load_diabetes(return_X_y=True)
    lines = {"line": LinearRegression(), "mean": DummyRegressor()}
    assert not is_at_chance(evaluate(lines, X, y, scheme="2x5", metric=metric, seed=1))
    means = {"median": DummyRegressor(strategy="median"), "mean": DummyRegressor()}
    assert is_at_chance(evaluate(means, X, y, scheme="2x5", metric=metric, seed=1))


@pytest.mark.parametrize(
    ("metric", "by_hand"),
    [("roc_auc", 0.5), ("average_precision", 0.15613), ("balanced_accuracy", 0.5), ("f1", 2 * 0.1 / 1.1)],
)
def test_what_a_constant_scores_by_hand(metric, by_hand):
    """6 of 60 are positive in every fold: always positive has precision 0.1 and recall 1. Of random ranks the average
    precision is H + (1 - H) 5 / 59 with H = (1 + 1/2 + ... + 1/60) / 60 = 0.078.
    """
    run = evaluate(PAIR, NOISE, Y, scheme="1x5", metric=metric, seed=1)
    assert constant_score(run, run.metric) == pytest.approx(by_hand, abs=1e-5)


def test_what_a_constant_loses_by_hand():
    run = evaluate(PAIR, NOISE, Y, scheme="1x5")
    assert constant_losses(run, "zero_one").mean() == pytest.approx(0.1)
    assert constant_losses(run, "brier").mean() == pytest.approx(0.1 * 2 * 0.81 + 0.9 * 2 * 0.01)


def own(truth, answers):
    return float(np.mean(truth == answers)) ** 2


def test_where_chance_is_not_known_nothing_is_said():
    assert not is_at_chance(evaluate(PAIR, NOISE, Y, scheme="2x5", metric=own))
    assert not is_at_chance(evaluate(PAIR, NOISE, Y, scheme="2x5", metric="recall"))
    scores = pd.DataFrame(
        [(name, fold, 0.5 + 0.01 * fold * i) for i, name in enumerate("ab") for fold in range(5)],
        columns=["learner", "fold", "accuracy"],
    )
    assert not is_at_chance(scores)


def test_counting_on_one_test_set_is_not_about_folds():
    """McNemar's and the exact test keep their level for two given classifiers, whatever these are worth."""
    run = evaluate(PAIR, NOISE, Y, scheme="holdout:0.5")
    assert not is_at_chance(run, test="binomial")
