"""How a settled verdict tells its story."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.verdicts import Forecast, Look, Settled, Settlement, agreement_words, judge

LOOK = Look(
    n_repeats=23, statistic=3.2, pvalue=0.002, resampling_error=0.2, critical=1.98, risk=0.001, decision="a"
)  # fmt: skip


@pytest.fixture(scope="module")
def verdict():
    learners = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
    return judge(evaluate(learners, load("wine"), scheme="5x10", seed=1))


def told(verdict, procedure=None, forecast=(0.9712, 14.0, 30.0), **changes):
    """The words of the verdict with one settlement in the place of what was found."""
    settlement = Settlement(**{
        "form": "ten-fold", "settled": True, "n_repeats": 23, "n_fits": 230, "ended_by": "", "looks": (LOOK,), **changes
    })  # fmt: skip
    agreement, for_95, for_99 = forecast
    seen = Forecast(
        agreement=agreement, resampling_error=0.2, distance=0.5, n_repeats=23, repeats_for_95=for_95,
        repeats_for_99=for_99, breakdown_correlation=np.nan, assumed_correlation=np.nan,
    )  # fmt: skip
    row = replace(verdict.comparisons[0], settlement=settlement, forecast=seen, statistic=3.2)
    return replace(verdict, comparisons=(row,), settled=procedure or Settled()).details()


def test_a_settled_verdict_says_after_how_many_repeats(verdict):
    text = told(verdict)
    assert (
        " Settled after 23 repeats of ten-fold cross-validation (230 fits of each learner): another random "
        "split of the same data would agree with probability 0.97. " in text
    )
    assert "would make that" not in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("ended_by", "settled", "budget"),
    [
        ("fits", Settled(), "the budget of 2000 fits"),
        ("fits", Settled(max_fits=500), "the budget of 500 fits"),
        ("repeats", Settled(max_repeats=30), "the budget of 30 repeats"),
        ("seconds", Settled(max_seconds=2.5), "the budget of 2.5 seconds"),
    ],
)
def test_an_unsettled_one_says_what_ended_it_and_what_it_would_take(verdict, ended_by, settled, budget):
    text = told(verdict, settled, (0.88, 417.0, 917.0), settled=False, ended_by=ended_by)
    assert (
        f"Not settled when {budget} ended, after 23 repeats of ten-fold cross-validation: another random "
        "split of the same data would agree with probability 0.88; about 420 repeats would make that 0.95, about 920 "
        "repeats would make that 0.99."
    ) in text


def test_two_folds_say_the_training_size_and_what_ten_folds_say(verdict):
    # nb is ahead in the verdict: the row is told as it stands.
    text = told(verdict, Settled(strict=True), form="two-fold", ten_fold_estimate=0.0712)
    assert "Settled after 23 repeats of two-fold cross-validation" in text
    assert (
        "Learners were trained on half of the examples; on nine tenths (ten-fold cross-validation) it is 0.071 higher."
    ) in text


def test_the_ten_fold_estimate_is_told_from_the_side_that_the_sentence_takes(verdict):
    row = verdict.comparisons[0]
    other = replace(
        verdict, comparisons=(replace(row, estimate=-row.estimate, decision="b", low=-row.high, high=-row.low),)
    )
    assert "it is 0.071 lower." in told(other, Settled(strict=True), form="two-fold", ten_fold_estimate=0.0712)


def test_the_guard_says_what_it_did(verdict):
    guarded = Settled(guard=True)
    assert "There was no difference to guard." in told(verdict, guarded, form="guarded")
    larger = told(verdict, guarded, form="guarded", guard_repeats=300, unguarded_statistic=4.1)
    assert (
        "Guard: the jackknife variance of 300 repeats of two-fold cross-validation is larger, which makes the size of "
        "t 3.2 instead of 4.1." in larger
    )
    same = told(verdict, guarded, form="guarded", guard_repeats=300, unguarded_statistic=3.2)
    assert "is not larger, so nothing changed." in same


def test_several_that_say_the_same_say_it_once():
    learners = {"nb": GaussianNB(), "twin": GaussianNB(), "third": GaussianNB()}
    text = judge(evaluate(learners, load("iris"), scheme="5x3", seed=1)).details()
    assert text.count("nother random split") == 1
    assert "In each comparison another random split of the same data would agree with probability above 0.999." in text


@pytest.mark.parametrize(
    ("agreement", "words"),
    [(0.5, "0.50"), (0.9849, "0.98"), (0.985, "0.985"), (0.9989, "0.999"), (0.9995, "above 0.999"), (1, "above 0.999")],
)
def test_digits_of_an_agreement(agreement, words):
    assert agreement_words(agreement) == words


@pytest.mark.parametrize(
    ("agreement", "wanted"), [(0.9897, []), (0.948, [0.99]), (0.93, [0.95, 0.99]), (0.9849, [0.99])]
)
def test_no_repeats_are_wanted_for_what_is_written_already(verdict, agreement, wanted):
    """0.9897 is written 0.990 and 0.948 as 0.95: that repeats would make it 0.99, or 0.95, would contradict it."""
    forecast = Forecast(
        agreement=agreement,
        resampling_error=1.0,
        distance=1.0,
        n_repeats=5,
        repeats_for_95=6.0,
        repeats_for_99=7.0,
        breakdown_correlation=0.2,
        assumed_correlation=0.1,
    )
    text = replace(verdict, comparisons=(replace(verdict.comparisons[0], forecast=forecast),)).details()
    assert [level for level in (0.95, 0.99) if f"would make that {level}" in text] == wanted
