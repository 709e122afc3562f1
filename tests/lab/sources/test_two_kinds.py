"""Dietterich's population: its law, and the Type I errors of a simulation written from his paper by other hands."""

import csv
import math
import pickle
from pathlib import Path

import numpy as np
import pytest

from foldwise.lab import run_trials
from foldwise.lab.sources import Design, TwoKinds
from foldwise.splits import FiveByTwo, Holdout, KFold, Resampled

PROCEDURES = {
    "mcnemar": "holdout:0.333/mcnemar",
    "mcnemar_exact_binomial": "holdout:0.333/binomial",
    "difference_of_proportions": "holdout:0.333/difference_of_proportions",
    "resampled_t_30": "resampled:30:0.333/resampled_t",
    "kfold_cv_t_10": "10/kfold_t",
    "5x2cv_t": "5x2/five_by_two_t",
    "5x2cv_F_alpaydin": "5x2/five_by_two_f",
    "corrected_resampled_t_30": "resampled:30:0.333/corrected_resampled_t",
    "corrected_kfold_cv_t_10": "10/corrected_repeated_kfold_t",
}

with (Path(__file__).parents[2] / "calibration" / "lab" / "two_kinds_reference.csv").open(encoding="utf-8") as file:
    ROWS = [row for row in csv.DictReader(file) if row["figure"] == "figure5"]


def reference(quality, error):
    """Rates of 10,000 trials each, by test."""
    rows = [row for row in ROWS if row["beta"] == quality and float(row["epsilon"]) == error]
    assert {row["trials"] for row in rows} == {"10000"}
    return {row["test"]: float(row["type1_error_at_0.05"]) for row in rows}


def assert_near_reference(quality, error, n_trials):
    expected = reference(quality, error)
    trials = run_trials(PROCEDURES, TwoKinds(error, quality=quality), n_trials=n_trials, seed=3)
    for name, rate in expected.items():
        ours = (trials.found[name].pvalue <= 0.05).mean()
        # Of two simulations; for a rate of zero the error of one rejection.
        spread = math.sqrt(max(rate, 1e-4) * (1 - rate) * (1 / n_trials + 1 / 10_000))
        assert abs(ours - rate) <= 4 * spread, (name, ours, rate)


@pytest.mark.parametrize(("quality", "error"), [("common", 0.1), ("independent", 0.4)])
def test_type_one_errors_are_those_of_the_reference(quality, error):
    assert_near_reference(quality, error, 2000)


@pytest.mark.slow
@pytest.mark.parametrize("error", [0.1, 0.2, 0.3, 0.4, 0.5])
@pytest.mark.parametrize("quality", ["common", "independent"])
def test_type_one_errors_are_those_of_the_reference_at_full_size(quality, error):
    assert_near_reference(quality, error, 10_000)


def answers(source, scheme, n_trials=400, n_executions=1, seed=1):
    return source.answer(range(n_trials), [Design(scheme, n_executions)], seed)[0]


def test_errors_come_in_two_kinds():
    """A point of the first kind is missed by a with .1 and by b with .3: both with 1/2 (.1 * .3 + .3 * .1) = .03."""
    found = answers(TwoKinds(0.2, 300), Resampled(20, 1 / 3))
    tested = found.folds[:, 0] >= 0
    wrong = (found.predicted[:, :, 0] == 0) & tested[:, np.newaxis]
    n = tested.sum()
    assert n == 400 * 20 * 100
    # Answers on one point vary together over the 20 splits: at most 400 * 300 independent ones.
    error = math.sqrt(0.2 * 0.8 / (400 * 300))
    assert wrong[:, 0].sum() / n == pytest.approx(0.2, abs=4 * error)
    assert wrong[:, 1].sum() / n == pytest.approx(0.2, abs=4 * error)
    assert (wrong[:, 0] & wrong[:, 1]).sum() / n == pytest.approx(0.03, abs=4 * math.sqrt(0.03 / n))
    # And a's share of the misses is .25 on one kind of points and .75 on the other, never a half.
    misses = wrong.sum(axis=2)
    seen = misses.sum(axis=1) >= 8
    shares = misses[:, 0][seen] / misses.sum(axis=1)[seen]
    assert abs((shares < 0.5).mean() - 0.5) < 0.1
    assert abs(shares[shares < 0.5].mean() - 0.25) < 0.05
    assert abs(shares[shares > 0.5].mean() - 0.75) < 0.05


@pytest.mark.parametrize(("quality", "covariance"), [("common", 0.1**2 / 3), ("independent", 0.0)])
def test_a_training_set_adds_the_same_to_all_errors(quality, covariance):
    """Error rates of the two halves' learners: the uniform effect has variance spread^2 / 3, shared or not."""
    found = answers(TwoKinds(0.4, 2000, spread=0.1, quality=quality), FiveByTwo(), n_trials=200)
    wrong = found.predicted[:, :, 0] == 0
    rates = np.stack([wrong.mean(axis=-1, where=(found.folds[:, 0] == fold)[:, np.newaxis]) for fold in (0, 1)])
    a, b = rates[:, :, 0].ravel(), rates[:, :, 1].ravel()
    # 2000 pairs; a product of two deviations has a standard deviation of about .0055, and points add less than .0003.
    assert np.cov(a, b)[0, 1] == pytest.approx(covariance, abs=4 * 0.0055 / math.sqrt(len(a)) + 0.0003)


def test_hold_outs_have_no_effect_of_the_training_set():
    with_effect, without = (answers(TwoKinds(0.4, spread=spread), Holdout(1 / 3)) for spread in (0.1, 0.0))
    np.testing.assert_array_equal(with_effect.predicted, without.predicted)
    with_effect, without = (answers(TwoKinds(0.4, spread=spread), KFold(10)) for spread in (0.1, 0.0))
    assert (with_effect.predicted != without.predicted).any()


def test_a_part_of_a_block_is_its_beginning():
    whole, part = (answers(TwoKinds(), KFold(5), n_trials, 3) for n_trials in (200, 20))
    np.testing.assert_array_equal(whole.predicted[:20], part.predicted)
    np.testing.assert_array_equal(whole.folds[:20], part.folds)
    assert whole.predicted.shape == (200, 2, 3, 1, 300)


def test_trials_executions_and_seeds_differ():
    found = answers(TwoKinds(), KFold(5), 4, 3)
    assert len({row.tobytes() for row in found.folds.reshape(12, -1)}) == 12
    assert len({row.tobytes() for row in found.predicted.reshape(24, -1)}) == 24
    other = answers(TwoKinds(), KFold(5), 4, 3, seed=2)
    assert (other.predicted != found.predicted).any()
    later = TwoKinds().answer(range(200, 204), [Design(KFold(5), 3)], 1)[0]
    assert (later.predicted != found.predicted).any()


def test_untested_points_have_no_answer():
    found = answers(TwoKinds(), Holdout(1 / 3), 5)
    np.testing.assert_array_equal(found.predicted[:, 0] < 0, found.folds < 0)
    np.testing.assert_array_equal(found.predicted[:, 1] < 0, found.folds < 0)


def test_names_identity_and_refusals():
    source = TwoKinds(0.2, quality="independent")
    assert source.name == "two kinds, error 0.2, independent quality"
    assert source.difference == 0.0
    assert pickle.loads(pickle.dumps(source)) == source
    for wrong, words in [
        ({"error": 0.7}, "error must be at most 2/3"),
        ({"error": 0}, "error must be strictly between 0 and 1, got 0"),
        ({"n_examples": 1}, "n_examples must be at least 2, got 1"),
        ({"error": 0.1, "spread": 0.06}, r"spread must be between 0 and error / 2 = 0.05, got 0.06"),
        ({"quality": "none"}, "quality must be one of 'common', 'independent', got 'none'"),
    ]:
        with pytest.raises(ValueError, match=words):
            TwoKinds(**wrong)


def test_the_first_execution_does_not_depend_on_how_many_there_are():
    one, three = (run_trials("10/kfold_t", TwoKinds(0.3), n_trials=30, n_executions=n) for n in (1, 3))
    first, several = one.found["10/kfold_t"].pvalue, three.found["10/kfold_t"].pvalue
    np.testing.assert_array_equal(first[:, 0], several[:, 0])
    assert (several[:, 1] != several[:, 0]).any()


@pytest.mark.parametrize("easy", [0.25, 0.75, 1.0])
def test_both_err_equally_often_whatever_is_easy(easy):
    """Of 400 times 300 points: both rates .2, and the rates of a kind easy and 2 - easy times that."""
    source = TwoKinds(0.2, easy=easy, spread=0)
    assert source.chances == (
        pytest.approx((0.2 * easy, 0.4 - 0.2 * easy)),
        pytest.approx((0.4 - 0.2 * easy, 0.2 * easy)),
    )
    found = answers(source, Holdout(1 / 3), 400)
    tested = found.predicted[:, :, 0, 0] >= 0
    wrong = ((found.predicted[:, :, 0, 0] == 0) & tested).sum(axis=(0, 2)) / tested.sum(axis=(0, 2))
    assert wrong == pytest.approx(0.2, abs=4 * np.sqrt(0.16 / tested[:, 0].sum()))


def test_where_all_points_are_alike_random_splits_do_no_harm():
    """The sample's share of easy points is what all splits of it have in common."""
    rates = {}
    for easy in (1.0, 0.25):
        found = run_trials("resampled:30:0.333/resampled_t", TwoKinds(0.1, easy=easy), n_trials=1000)
        rates[easy] = (found.found["resampled:30:0.333/resampled_t"].pvalue <= 0.05).mean()
    assert rates[1.0] < 0.08
    assert rates[0.25] > 0.12


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"easy": -0.1}, "easy must be from 0 to 1"), ({"error": 0.6, "easy": 0.25}, "error must be at most 0.571")],
)
def test_refusals_of_easy(wrong, said):
    with pytest.raises(ValueError, match=said):
        TwoKinds(**wrong)
