"""Whether a test behaves: ours all do, and each property can fail."""

import numpy as np
import pytest
from scipy.special import stdtr

from foldwise.lab import OwnProcedure, ProcedureCheck, check_procedure
from foldwise.verdicts import NEEDS, Procedure

OURS = {
    "averaged_t": "3x4",
    "binomial": "holdout:0.33",
    "corrected_difference_of_proportions": "5",
    "corrected_repeated_kfold_t": "10x10",
    "corrected_resampled_t": "resampled:8:0.3",
    "delve_quasi_f": "disjoint:3:20",
    "difference_of_proportions": "holdout:0.5",
    "fisher": "resampled:6:0.2",
    "five_by_two_f": "5x2",
    "five_by_two_plain_t": "5x2",
    "five_by_two_t": "5x2",
    "kfold_t": "10",
    "mcnemar": "10",
    "resampled_t": "resampled:30:0.333",
    "running_twice_the_mean": "4x5",
    "sign_flip": "holdout:0.2",
    "twice_the_mean": "4x5",
    "twice_the_median": "resampled:6:0.2",
    "twofold_jackknife_t": "5x2:plain",
    "uncorrected_repeated_kfold_t": "3x4",
    "wilcoxon_significances": "7x4",
}
# By design: Dietterich's numerator is the first fold of the first repeat; running means go by the order of repeats.
ORDERED = {
    "five_by_two_t": ["order of folds", "order of repeats"],
    "running_twice_the_mean": ["order of repeats"],
}


def outcomes(check):
    return {each.name: each.outcome for each in check.properties}


def failed(test, scheme="10", **options):
    check = check_procedure(OwnProcedure(scheme, test, name="mine", **options))
    return [each.name for each in check.properties if each.outcome == "failed"]


def own_t(differences):
    """Student's t, as a user would write it."""
    d = differences.ravel()
    with np.errstate(all="ignore"):
        t = d.mean() / (d.std(ddof=1) / np.sqrt(d.size))
    return t, 2 * stdtr(d.size - 1, -abs(t))


def test_all_of_ours_are_here():
    assert set(OURS) == {test for test, need in NEEDS.items() if need.reads not in ("datasets", "responses")}


@pytest.mark.parametrize("test", OURS)
def test_ours_behave(test):
    check = check_procedure(Procedure(OURS[test], test))
    assert check.passed, str(check)
    noted = [each.name for each in check.properties if each.outcome == "noted"]
    assert noted == ORDERED.get(test, [])


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_one_sided_ones_too(alternative):
    for test in ("kfold_t", "binomial"):
        check = check_procedure(Procedure("10", test, alternative=alternative))
        assert check.passed, str(check)


def test_one_of_ones_own_behaves():
    check = check_procedure(OwnProcedure("10", own_t))
    assert check.passed
    assert outcomes(check)["input untouched"] == "passed"
    # Constant differences have no variance: t is infinite, and p = 0.
    assert [each.name for each in check.properties if each.outcome == "noted"] == ["constant difference"]
    level = check.properties[-1]
    assert level.name == "level"
    # Student's t on ten independent normal differences: the level is exact, and the rate within 3.3 standard errors.
    assert float(level.detail.split()[1]) == pytest.approx(0.05, abs=3.3 * np.sqrt(0.05 * 0.95 / 2000))


def test_losses_and_a_run():
    def by_repeat(losses):
        return own_t(np.nanmean(losses[1] - losses[0], axis=1))

    assert check_procedure(OwnProcedure("8x5", by_repeat, reads="losses")).passed

    def share(run):
        scores = run.scores()
        return own_t(scores[0] - scores[1])

    check = check_procedure(OwnProcedure("5", share, reads="run"))
    assert outcomes(check)["scale"] == outcomes(check)["input untouched"] == "not applicable"
    # Without any difference there is no p-value, which rejects nothing.
    assert check.passed


def test_a_test_that_always_rejects():
    assert failed(lambda d: 0.01) == ["no difference", "level"]


def test_one_that_treats_the_learners_differently():
    def sided(differences):
        t, _ = own_t(differences)
        return min(1.0, 3 * stdtr(9, -t))

    check = check_procedure(OwnProcedure("10", sided))
    swapped = check.properties[3]
    assert swapped.name == "swapped learners"
    assert swapped.outcome == "failed"
    assert swapped.detail.startswith("p is ")
    assert swapped.detail.count(",") >= 9, "the ten differences of the example are shown"


def test_a_one_sided_test_is_seen_to_be_one():
    def sided(differences):
        t, _ = own_t(differences)
        return t, stdtr(9, -t)

    check = check_procedure(OwnProcedure("10", sided))
    assert check.passed
    assert check.properties[3].detail == "one-sided: the two p-values sum to 1"


def test_one_that_points_at_the_wrong_learner():
    def backwards(differences):
        t, p = own_t(differences)
        return -t, p

    # A statistic that contradicts the mean difference declares nobody better, so a large one is not seen.
    check = check_procedure(OwnProcedure("10", backwards, signed=True))
    assert outcomes(check)["large difference"] == "noted"

    def squared(differences):
        t, p = own_t(differences)
        return t**2, p

    # Not a signed statistic, though it says so: it favours a whoever is better.
    assert failed(squared, signed=True) == ["swapped learners"]
    assert failed(squared) == []


def test_one_that_flips_coins():
    rng = np.random.default_rng(0)
    assert "same answer twice" in failed(lambda d: rng.random())


def test_one_that_writes_into_its_input():
    def writes(differences):
        differences -= differences.mean() / 2
        return own_t(2 * differences)

    assert "input untouched" in failed(writes)


def test_one_that_cannot_do_without_variance():
    def fragile(differences):
        d = differences.ravel()
        if d.std() == 0:
            raise ZeroDivisionError("no variance")
        return own_t(d)

    check = check_procedure(OwnProcedure("10", fragile))
    details = {each.name: each.detail for each in check.properties if each.outcome == "failed"}
    assert set(details) == {"no difference", "constant difference"}
    assert details["no difference"] == "fragile failed in trial 0: ZeroDivisionError: no variance"


def test_one_that_has_no_p_value():
    def undefined(differences):
        return np.nan if differences[0, 0] > 0 else 0.5

    assert "p between 0 and 1" in failed(undefined)
    assert "p between 0 and 1" in failed(lambda d: 2.0)


def test_one_that_depends_on_scale_and_order():
    def scaled(differences):
        return float(np.exp(-abs(differences[0, 0])))

    check = check_procedure(OwnProcedure("3x4", scaled))
    assert (
        outcomes(check)["scale"] == outcomes(check)["order of folds"] == outcomes(check)["order of repeats"] == "noted"
    )
    # The p-value of a difference near zero is near one, so it never sees even a large difference.
    assert outcomes(check)["large difference"] == "noted"


def test_a_tie_that_breaks():
    def breaks(differences):
        return own_t(differences) if np.all(differences) else float("inf")

    assert "tie" in failed(breaks)


def test_the_answer_is_a_table_and_a_text():
    check = check_procedure("5x2/five_by_two_t", seed=4)
    assert isinstance(check, ProcedureCheck)
    frame = check.frame()
    assert list(frame.columns) == ["property", "outcome", "detail"]
    assert len(frame) == len(check.properties) == 12
    lines = str(check).splitlines()
    assert lines[0] == "5x2/five_by_two_t behaves."
    assert len(lines) == 13
    assert str(check_procedure("5x2/five_by_two_t", seed=4)) == str(check)
    assert str(check_procedure(OwnProcedure("10", lambda d: 0.01, name="mine"))).startswith(
        "mine fails 2 of 12 checks."
    )


def test_large_test_sets_get_more_examples():
    assert check_procedure("holdout:500/binomial").passed


def test_what_cannot_be_checked():
    with pytest.raises(ValueError, match="reads no fixed design"):
        check_procedure("settled")
    with pytest.raises(ValueError, match="One procedure is checked at a time, got 2"):
        check_procedure(["10", "5"])
