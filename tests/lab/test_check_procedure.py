"""Whether a test behaves: ours all do, and each property can fail."""

from functools import cache
from itertools import count

import numpy as np
import pytest
from scipy.special import stdtr
from scipy.stats import binom, binomtest, wilcoxon

from foldwise.lab import OwnProcedure, ProcedureCheck, check_procedure
from foldwise.runs import as_metric
from foldwise.splits import as_scheme
from foldwise.stats import difference_of_proportions
from foldwise.verdicts import NEEDS, Procedure, usable_tests

# Each on a design of its own; on the first of `DESIGNS` that fits where none is given.
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
    "repeated_measures_anova": "distinct:8:0.33",
    "resampled_t": "resampled:30:0.333",
    "running_twice_the_mean": "4x5",
    "sign_flip": "holdout:0.2",
    "twice_the_mean": "4x5",
    "twice_the_median": "resampled:6:0.2",
    "twofold_jackknife_t": "5x2:plain",
    "uncorrected_repeated_kfold_t": "3x4",
    "wilcoxon_significances": "7x4",
}
DESIGNS = [
    as_scheme(text)
    for text in (
        "holdout:0.33",
        "10",
        "5x2:plain",
        "5x4",
        "resampled:8:0.3",
        "disjoint:3:20",
        "distinct:10:0.33",
        "balanced:3",
    )
]
# Tests over time read periods in their order, which nothing here may keep: tests/stats/test_serial.py has them.
# Nor can made-up results of folds be those of parts of the data, or of learners with names; tests/stats has these, too.
OF_PARTS = {
    "nested_cv_z": "nested:2:4",
    "conservative_z": "split-halves:3:4:0.2",
    "one_way_anova": "distinct:10:0.33",
}
TESTS = [
    test
    for test, need in NEEDS.items()
    if need.reads not in ("datasets", "responses", "periods") and test not in OF_PARTS
]
# By design: Dietterich's numerator is the first fold of the first repeat; running means go by the order of repeats.
# Two are approximations. Of a million five_by_two_t on independent normal differences, 0.0282 had p <= 0.05, and 0.5102
# p <= 0.5, because its numerator is part of its denominator.
NOTED = {
    "difference_of_proportions": ["level"],
    "five_by_two_t": ["order of folds", "order of repeats", "level"],
    "running_twice_the_mean": ["order of repeats"],
}
# Some take long for 20,000 nulls, and the excess of one is so small that it takes more to be seen with any seed.
N_NULLS = {
    "delve_quasi_f": 5000,
    "fisher": 5000,
    "five_by_two_t": 100_000,
    "twice_the_median": 5000,
    "twofold_jackknife_t": 1000,
}


def outcomes(check):
    return {each.name: each.outcome for each in check.properties}


def details(check, outcome="failed"):
    return {each.name: each.detail for each in check.properties if each.outcome == outcome}


def failed(test, scheme="10", **options):
    return list(details(check_procedure(OwnProcedure(scheme, test, name="mine", **options), n_nulls=2000)))


def own_t(differences):
    """Student's t, as a user would write it."""
    d = differences.ravel()
    if not d.any():
        return 0.0, 1.0
    with np.errstate(all="ignore"):
        t = d.mean() / (d.std(ddof=1) / np.sqrt(d.size))
    return t, 2 * stdtr(d.size - 1, -abs(t))


@cache
def sign_p(ahead, n, alternative="two-sided"):
    """The sign test, of which there are few different answers."""
    return binomtest(ahead, n, alternative=alternative).pvalue


def design_for(test):
    accuracy = as_metric("accuracy", "classification")
    return OURS.get(test) or next(
        design for design in DESIGNS if test in usable_tests(design.assign(60, seed=0), "classification", accuracy)
    )


@pytest.mark.parametrize("test", TESTS)
def test_ours_behave(test):
    check = check_procedure(Procedure(design_for(test), test), n_nulls=N_NULLS.get(test, 20_000))
    assert check.passed, str(check)
    if test in OURS:
        assert list(details(check, "noted")) == NOTED.get(test, [])


@pytest.mark.parametrize("test", OF_PARTS)
def test_splits_of_parts_of_the_data_are_refused(test):
    with pytest.raises(ValueError, match=r"cannot be tried out.*Use type_one_error, with a source\.$"):
        check_procedure(Procedure(OF_PARTS[test], test))


def test_an_approximation_is_explained():
    # A normal distribution for a difference of proportions: right at the levels where one decides, not in the middle.
    detail = details(check_procedure("holdout:0.5/difference_of_proportions", n_nulls=20_000), "noted")["level"]
    assert detail.endswith("a little too often at 0.5, where nobody decides; p is an approximation")
    seen = float(detail.split(" at 0.5;")[0].split()[-1])
    # The truth, over all counts of 100 answers of each learner that are right with probability 0.8: 0.5158.
    counts = np.arange(101)
    chance = binom.pmf(counts, 100, 0.8)
    p = difference_of_proportions(counts[:, None], counts, n_examples=100).pvalue
    truth = np.sum(np.outer(chance, chance) * (p <= 0.5))
    assert seen == pytest.approx(truth, abs=4 * np.sqrt(0.25 / 20_000))
    assert truth == pytest.approx(0.5158, abs=5e-5)


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_one_sided_ones_too(alternative):
    for test in ("kfold_t", "binomial"):
        check = check_procedure(Procedure("10", test, alternative=alternative), n_nulls=2000)
        assert check.passed, str(check)


def test_one_of_ones_own_behaves():
    check = check_procedure(OwnProcedure("10", own_t), n_nulls=2000)
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

    assert check_procedure(OwnProcedure("8x5", by_repeat, reads="losses"), n_nulls=500).passed

    def share(run):
        scores = run.scores()
        return own_t(scores[0] - scores[1])

    check = check_procedure(OwnProcedure("5", share, reads="run"), n_nulls=500)
    assert outcomes(check)["scale"] == outcomes(check)["input untouched"] == "not applicable"
    assert check.passed


def test_a_test_that_always_rejects():
    assert failed(lambda d: 0.01) == ["no difference", "level"]


def test_a_test_that_never_rejects():
    check = check_procedure(OwnProcedure("10", lambda d: 1.0), n_nulls=2000)
    assert details(check) == {"sees a difference": "p is never below 1, even where a learner is far ahead on all folds"}

    # Four signs that agree have p = 2 / 2**4: with four folds, the sign test cannot reject.
    def signs(differences):
        ahead = int((differences > 0).sum())
        return sign_p(ahead, differences.size) if differences.any() else 1.0

    check = check_procedure(OwnProcedure("4", signs), n_nulls=2000)
    assert details(check) == {
        "sees a difference": "p is never below 0.125, even where a learner is far ahead on all folds"
    }
    assert failed(signs, "10") == []


def test_a_decision_is_no_p_value():
    # At its own level it is right, and so it is at all larger ones.
    check = check_procedure(OwnProcedure("10", lambda d: 0.0 if own_t(d)[1] < 0.05 else 1.0), n_nulls=2000)
    assert list(details(check)) == ["level"]
    assert details(check)["level"].endswith(": too often at 0.01, although normal differences are independent")


def test_p_values_that_are_a_little_too_small():
    # Rejects 1.35 times too often at every level up to 1 / 1.35.
    check = check_procedure(OwnProcedure("10", lambda d: own_t(d)[1] / 1.35), n_nulls=6000)
    detail = details(check)["level"]
    assert " of 6000 true nulls at level 0.05 " in detail
    assert float(detail.split()[1]) == pytest.approx(0.0675, abs=4 * np.sqrt(0.0675 * 0.9325 / 6000))
    assert ": too often at 0.05, 0.1, 0.5, although" in detail

    # The middle must not decide alone.
    def small_ones_only(differences):
        p = own_t(differences)[1]
        return p / 1.35 if p < 0.2 else p

    assert failed(small_ones_only) == ["level"]


def test_as_many_nulls_as_are_cheap(monkeypatch):
    assert " of 20000 true nulls" in check_procedure("10/kfold_t").properties[-1].detail

    # A test that takes a second for the first block of them: 2000, whatever they cost.
    monkeypatch.setattr("foldwise.lab._properties.perf_counter", count().__next__)
    assert " of 2000 true nulls" in check_procedure("10/kfold_t").properties[-1].detail
    assert " of 300 true nulls" in check_procedure("10/kfold_t", n_nulls=300).properties[-1].detail
    with pytest.raises(ValueError, match="n_nulls must be at least 100, got 99"):
        check_procedure("10/kfold_t", n_nulls=99)


def test_no_difference_is_no_reason_for_no_p_value():
    def undefined(differences):
        return own_t(differences) if differences.any() else np.nan

    check = check_procedure(OwnProcedure("10", undefined), n_nulls=2000)
    assert details(check) == {"no difference": "p = nan where the learners never differ: it should be 1"}

    def doubtful(differences):
        return own_t(differences) if differences.any() else 0.2

    check = check_procedure(OwnProcedure("10", doubtful), n_nulls=2000)
    assert check.passed
    assert details(check, "noted")["no difference"] == "p = 0.2 where the learners never differ: 1 would be expected"


def test_one_that_treats_the_learners_differently():
    # One-sided, and half of what it should be.
    def sided(differences):
        t, _ = own_t(differences)
        return stdtr(9, -t) / 2

    check = check_procedure(OwnProcedure("10", sided), n_nulls=2000)
    swapped = check.properties[3]
    assert swapped.name == "swapped learners"
    assert swapped.outcome == "failed"
    assert swapped.detail.startswith("p is ")
    assert swapped.detail.count(",") >= 9, "the ten differences of the example are shown"


def test_a_one_sided_test_is_seen_to_be_one():
    def sided(differences):
        t, _ = own_t(differences)
        return t, stdtr(9, -t)

    check = check_procedure(OwnProcedure("10", sided), n_nulls=2000)
    assert check.passed
    assert check.properties[3].detail == "one-sided: the two p-values sum to 1 at least"


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_discrete_one_sided_tests_behave(alternative):
    # Both sides count what was seen, so that the two p-values sum to more than 1.
    def signs(differences):
        d = differences[differences != 0]
        return sign_p(int((d > 0).sum()), d.size, alternative) if d.size else 1.0

    def ranks(differences):
        return wilcoxon(differences.ravel(), alternative=alternative)

    # SciPy takes a millisecond for ranks, so one side of them is enough.
    for test in (signs, ranks) if alternative == "greater" else (signs,):
        check = check_procedure(OwnProcedure("10", test), n_nulls=100)
        assert check.passed, str(check)
        assert check.properties[3].detail == "one-sided: the two p-values sum to 1 at least"
        who = "a" if alternative == "greater" else "b"
        assert check.properties[8].detail == f"declares {who}, which is far ahead, better in 100% of 40 experiments"


def test_one_that_points_at_the_wrong_learner():
    def backwards(differences):
        t, p = own_t(differences)
        return -t, p

    # A statistic that contradicts the mean difference declares nobody better, so a large one is not seen.
    check = check_procedure(OwnProcedure("10", backwards, signed=True), n_nulls=2000)
    assert details(check) == {
        "sees a difference": "rejects where a learner is far ahead, but its statistic points at the other one"
    }

    def squared(differences):
        t, p = own_t(differences)
        return t**2, p

    # Not a signed statistic, though it says so: it favours a whoever is better.
    check = check_procedure(OwnProcedure("10", squared, signed=True), n_nulls=2000)
    assert details(check)["swapped learners"].startswith("it favours the same learner before and after in ")
    assert failed(squared) == []


def test_a_sign_without_a_statistic():
    check = check_procedure(OwnProcedure("10", lambda d: own_t(d)[1], signed=True), n_nulls=2000)
    assert set(details(check)) == {"swapped learners", "sees a difference"}
    for detail in details(check).values():
        assert detail.startswith("signed=True, but the test returns no statistic")


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

    check = check_procedure(OwnProcedure("10", fragile), n_nulls=2000)
    assert set(details(check)) == {"no difference", "constant difference"}
    assert details(check)["no difference"] == "fragile failed in trial 0: ZeroDivisionError: no variance"


def test_one_that_has_no_p_value():
    def undefined(differences):
        return np.nan if differences[0, 0] > 0 else 0.5

    assert "p between 0 and 1" in failed(undefined)
    assert "p between 0 and 1" in failed(lambda d: 2.0)


def test_one_that_depends_on_scale_and_order():
    def scaled(differences):
        return float(np.exp(-abs(differences[0, 0])))

    check = check_procedure(OwnProcedure("3x4", scaled), n_nulls=2000)
    assert (
        outcomes(check)["scale"] == outcomes(check)["order of folds"] == outcomes(check)["order of repeats"] == "noted"
    )
    # The p-value of a difference near zero is near one, so it never sees even a large difference.
    assert list(details(check)) == ["sees a difference"]


def test_a_tie_that_breaks():
    def breaks(differences):
        return own_t(differences) if np.all(differences) else float("inf")

    assert "tie" in failed(breaks)


def test_the_answer_is_a_table_and_a_text():
    check = check_procedure("5x2/five_by_two_t", n_nulls=2000, seed=4)
    assert isinstance(check, ProcedureCheck)
    frame = check.frame()
    assert list(frame.columns) == ["property", "outcome", "detail"]
    assert len(frame) == len(check.properties) == 12
    lines = check.details().splitlines()
    assert lines[0] == "5x2/five_by_two_t behaves."
    assert len(lines) == 13
    assert str(check_procedure("5x2/five_by_two_t", n_nulls=2000, seed=4)) == str(check)
    sure = OwnProcedure("10", lambda d: 0.01, name="mine")
    assert str(check_procedure(sure, n_nulls=2000)).startswith("mine fails 2 of 12 checks.")


def test_large_test_sets_get_more_examples():
    assert check_procedure("holdout:500/binomial", n_nulls=2000).passed


def test_what_cannot_be_checked():
    with pytest.raises(ValueError, match="reads no fixed design"):
        check_procedure("settled")
    with pytest.raises(ValueError, match="One procedure is checked at a time, got 2"):
        check_procedure(["10", "5"])
