"""Sentences that were untrue for some data: each case with the words that hold for it."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import LeaveOneOut, ShuffleSplit, TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB

from foldwise import IncompleteRunError
from foldwise.evaluation import evaluate
from foldwise.verdicts import Settled, compare, judge
from foldwise.verdicts.guidance import measured_levels
from foldwise.verdicts.tests import APPROXIMATE, FLAGS, NEEDS

Y = np.arange(40) % 2
X = np.random.default_rng(0).normal(size=(40, 2)) + Y[:, np.newaxis]
PAIR = {"nb": GaussianNB(), "guess": DummyClassifier()}


def codes(verdict):
    return {caveat.code for caveat in (*verdict.comparisons[0].caveats, *verdict.caveats)}


def test_leave_one_out_has_no_other_partition():
    verdict = judge(evaluate(PAIR, X, Y, scheme=LeaveOneOut(), seed=1))
    assert "one_partition" not in codes(verdict)
    assert "another random split" not in verdict.details()
    assert "one_partition" in codes(judge(evaluate(PAIR, X, Y, scheme="10", seed=1)))


def test_several_training_sets_and_one_test_set():
    tested = np.arange(30, 40)
    splits = [(np.arange(start, start + 20), tested) for start in (0, 5, 10)]
    verdict = judge(evaluate(PAIR, X, Y, scheme=splits, seed=1))
    assert "test set (one test set, taken as a random sample)" in verdict.details()
    assert "a new test set" not in verdict.details()


class FailsOnFirst(GaussianNB):
    def fit(self, X, y):
        if X[0, 0] != FIRST:
            raise ValueError("no")
        return super().fit(X, y)


FIRST = X[0, 0]


def test_folds_that_failed_are_not_tested():
    """The first row is trained on in four of five folds."""
    run = evaluate({"nb": FailsOnFirst(), "guess": DummyClassifier()}, X, Y, scheme="5:plain", seed=1)
    words = judge(run, allow_partial=True).details()
    assert "1 of 5 folds is left out: a learner failed on it." in words
    assert "every example is tested in its turn, but for folds that failed" in words
    assert "5 that overlap, but for folds that failed" in words


class Fails(GaussianNB):
    def fit(self, X, y):
        raise ValueError("never")


def test_other_folds_are_not_offered_where_there_are_none():
    run = evaluate({"fails": Fails(), "guess": DummyClassifier()}, X, Y, scheme="5", seed=1)
    with pytest.raises(IncompleteRunError, match=r"5 of 10 fits failed .*: never\. Mend the learner\.$"):
        judge(run)
    some = evaluate({"fails": FailsOnFirst(), "guess": DummyClassifier()}, X, Y, scheme="5:plain", seed=1)
    with pytest.raises(IncompleteRunError, match="Mend the learner, or allow a verdict from the other folds"):
        judge(some)


def test_of_scores_and_numbers_no_classes_are_to_be_counted():
    table = pd.DataFrame(
        [(name, fold, 2.0 + (name == "a")) for name in "ab" for fold in range(5)], columns=["learner", "fold", "rmse"]
    )
    assert "where there are predictions of classes, count examples instead" in judge(table).details()


def test_ties_set_the_interval_of_the_sign_test_apart_from_p():
    """Six wins and two ties: p = 2/64; with the ties, the interval at .95 is from the lowest value to the highest."""
    rows = [
        (f"d{i}", name, fold, 0.5 + 0.1 * (name == "a" and i > 1)) for i in range(8) for name in "ab" for fold in (0, 1)
    ]
    verdict = judge(pd.DataFrame(rows, columns=["dataset", "learner", "fold", "accuracy"]), test="sign_test")
    assert "interval_disagrees" in codes(verdict)
    assert "the interval is not" not in verdict.details()


def test_the_small_sample_caveat_has_the_worst_level_measured():
    caveats = compare(PAIR, X, Y, scheme=Settled(max_repeats=10), seed=1).comparisons[0].caveats
    (message,) = [caveat.message for caveat in caveats if caveat.code == "small_sample"]
    small = int(re.search(r"fewer than (\d+) examples", message)[1])
    rows = [row for row in measured_levels("corrected_repeated_kfold_t") if row.n and int(row.n) < small]
    assert f"up to {max(row.rate for row in rows):.2f} at".replace("0.", ".") in message


@pytest.mark.parametrize(("metric", "said"), [("accuracy", True), ("roc_auc", False)])
def test_examples_that_are_answered_alike_may_be_ranked_differently(metric, said):
    """Classes far apart: both learners answer alike nearly everywhere, with other probabilities."""
    rng = np.random.default_rng(3)
    far = rng.normal(size=(80, 2)) + 1.6 * (np.arange(80) % 2)[:, np.newaxis]
    learners = {"nb": GaussianNB(), "smooth": GaussianNB(var_smoothing=0.3)}
    verdict = compare(learners, far, np.arange(80) % 2, metric=metric, scheme="settled", seed=1)
    assert ("few_discordant" in codes(verdict)) is said


def test_splits_that_nobody_drew_have_no_others_to_forecast():
    """Blocks of time: every execution has the same; the first block is never tested."""
    run = evaluate(PAIR, X, Y, scheme=TimeSeriesSplit(6), seed=1)
    assert "Forecast: unknown (there is one order of time, and no other to split by)" in judge(run).details()
    blocks = [(range(20, 40), range(10)), (range(10), range(10, 20)), (range(20), range(20, 30))]
    words = judge(evaluate(PAIR, X, Y, scheme=blocks, seed=1), test="corrected_resampled_t").details()
    assert "Forecast: unknown (nothing says that these splits were drawn at random" in words
    assert "would agree" not in words
    assert "test set (no example is tested twice)" in words
    assert "in its turn" not in words


def test_one_split_by_time_is_not_to_be_repeated_at_random():
    words = judge(evaluate(PAIR, X, Y, scheme=[(range(30), range(30, 40))], seed=1)).details()
    assert "Forecast: unknown (one partition)." in words


def test_a_splitter_with_a_random_state_says_what_a_forecast_is_about():
    fixed = judge(evaluate(PAIR, X, Y, scheme=ShuffleSplit(6, random_state=0), seed=1))
    assert "would agree" in fixed.details()
    assert "by another split, one with another random_state is meant" in fixed.details()
    assert "fixed_splits" in codes(fixed)
    assert "fixed_splits" not in codes(judge(evaluate(PAIR, X, Y, scheme=ShuffleSplit(6), seed=1)))


def worst(test):
    rows = [row for row in measured_levels(test) if "most significant" not in row.design]
    return max((row.rate / row.level for row in rows), default=0.0)


def test_how_far_levels_are_off_is_what_was_measured():
    over_folds = [name for name, need in NEEDS.items() if need.reads == "differences" and need.advisable]
    most = max(worst(name) for name in over_folds)
    assert f"up to {most:.1f} times" in APPROXIMATE["differences"]
    assert f"up to {worst('corrected_repeated_kfold_t'):.1f} times" in NEEDS["corrected_repeated_kfold_t"].avoid
    assert f"up to {worst('kfold_t'):.1f} times" in FLAGS["elevated_type1"]
    assert f"up to {worst('kfold_t'):.1f} times" in NEEDS["kfold_t"].avoid


class Says(DummyClassifier):
    """Calls everything 0."""

    def __init__(self):
        super().__init__(strategy="constant", constant=0)


RARE = np.array([1, 1] + [0] * 38)
IN_ORDER = [(np.setdiff1d(np.arange(40), np.arange(i, i + 10)), np.arange(i, i + 10)) for i in range(0, 40, 10)]


@pytest.mark.parametrize(("metric", "folds"), [("precision", 4), ("recall", 3), ("f1", 3), ("average_precision", 3)])
def test_scores_without_a_value_that_count_as_0_are_told(metric, folds):
    """Both examples of class 1 are in the first of four folds, and nobody predicts it: 0/0 in the others, or in all."""
    run = evaluate({"says": Says(), "guess": DummyClassifier()}, X, RARE, scheme=IN_ORDER, metric=metric, seed=1)
    words = f"of says on {folds} of 4 folds and of guess on {folds} of 4 folds"
    assert words in judge(run).details()
    assert run.scored()[1].sum(axis=(1, 2)).tolist() == [folds, folds]


def test_scores_that_have_a_value_are_not_called_undefined():
    """Every fold has examples of both classes, so that an F1 of 0 is right."""
    for metric in ("f1", "recall", "accuracy", "roc_auc"):
        assert "undefined_as_zero" not in codes(judge(evaluate(PAIR, X, Y, scheme="4", metric=metric, seed=1)))


def test_the_estimate_of_one_learner_tells_it_too():
    found = judge(evaluate({"says": Says()}, X, RARE, scheme=IN_ORDER, metric="precision", seed=1))
    assert "of says on 4 of 4 folds" in found.details()
