import csv
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.stats import corrected_difference_of_proportions, difference_of_proportions, mcnemar

quick = settings(max_examples=25, deadline=None)
count = st.integers(0, 300)

with Path(__file__).with_name("reference_vectors.csv").open(encoding="utf-8") as file:
    ROWS = {row["id"]: row for row in csv.DictReader(file)}


def test_by_hand():
    """.6 - .4 over sqrt(2 * .5 * .5 / 100) = .2 / sqrt(.005) = sqrt(8)."""
    result = difference_of_proportions(60, 40, n_examples=100)
    assert result.statistic == pytest.approx(8**0.5, rel=1e-15)
    assert result.estimate == pytest.approx(0.2, rel=1e-15)
    assert result.standard_error == pytest.approx(0.005**0.5, rel=1e-15)
    assert (result.df, result.alternative, result.flags) == (None, "two-sided", {"not_recommended"})


@pytest.mark.parametrize(("name", "errors"), [("prop_60_40_100", (60, 40)), ("prop_25_18_100", (25, 18))])
def test_reference_vectors(name, errors):
    """Errors there, rights here: the sign flips."""
    row = ROWS[name]
    result = difference_of_proportions(100 - errors[0], 100 - errors[1], n_examples=100)
    assert -result.statistic == pytest.approx(float(row["statistic"]), rel=1e-12)
    assert result.pvalue == pytest.approx(float(row["p_value"]), rel=1e-12)


def test_corrected_reference_vector():
    row = ROWS["prop_corrected_35_15"]
    result = corrected_difference_of_proportions(35, 15)
    assert result.statistic == pytest.approx(float(row["statistic"]), rel=1e-12)
    assert result.pvalue == pytest.approx(float(row["p_value"]), rel=1e-12)
    assert (result.df, result.method) == (None, "continuity")


def test_a_better_classifier_has_a_small_pvalue():
    """0.80 against 0.70 of 500: a library that returns the lower tail of z says p = 0.9999 here."""
    result = difference_of_proportions(400, 350, n_examples=500)
    assert result.pvalue == pytest.approx(0.000261, abs=1e-6)
    assert difference_of_proportions(350, 400, n_examples=500).pvalue == result.pvalue
    assert difference_of_proportions(400, 350, n_examples=500, alternative="greater").pvalue == result.pvalue / 2


def test_equal_rates_hide_different_evidence():
    """Dietterich's two tables: 60 : 40 disagreements and 20 : 0 give the same z of 2.83, but McNemar .057 and 2e-5."""
    assert difference_of_proportions(60, 40, n_examples=100).pvalue < 0.05
    p = corrected_difference_of_proportions([60, 20], [40, 0]).pvalue
    assert p == pytest.approx([0.0574331, 2.1517864e-5], rel=1e-6)


def test_twelve_digits_down_to_the_smallest_pvalues():
    rng = np.random.default_rng(0)
    n = np.floor(10 ** rng.uniform(0.5, 6, 1000)).astype(int)
    a, b = rng.integers(0, n, endpoint=True), rng.integers(0, n, endpoint=True)
    b = np.where(rng.random(1000) < 0.7, np.clip(a + rng.normal(size=1000) * 10 * np.sqrt(n), 0, n).astype(int), b)
    result = difference_of_proportions(a, b, n_examples=n)
    checked = 0
    for i in range(1000):
        with mpmath.workdps(40):
            p = mpmath.mpf(int(a[i] + b[i])) / (2 * int(n[i]))
            if p in (0, 1):
                assert (result.statistic[i], result.pvalue[i]) == (0, 1)
                continue
            z = mpmath.mpf(int(a[i] - b[i])) / int(n[i]) / mpmath.sqrt(2 * p * (1 - p) / int(n[i]))
            exact = mpmath.erfc(abs(z) / mpmath.sqrt(2))
        assert result.statistic[i] == pytest.approx(float(z), rel=1e-14)
        if exact > 1e-300:
            assert abs(result.pvalue[i] / exact - 1) < 1e-12
            checked += 1
    assert checked > 500


@pytest.mark.parametrize("right", [0, 50])
def test_always_right_or_always_wrong(right):
    result = difference_of_proportions(right, right, n_examples=50)
    assert (result.statistic, result.pvalue, result.standard_error) == (0, 1, 0)
    assert result.flags == {"not_recommended", "identical_scores"}
    assert difference_of_proportions(right, right, n_examples=50, alternative="less").pvalue == 0.5


@quick
@given(a=count, b=count)
def test_swapping_the_learners_mirrors_everything(a, b):
    one, other = (difference_of_proportions(*x, n_examples=300) for x in ((a, b), (b, a)))
    assert (other.statistic, other.pvalue) == (-one.statistic, one.pvalue)
    low, high = one.confidence_interval()
    assert other.confidence_interval() == (-high, -low)
    assert (low > 0 or high < 0) == (one.pvalue <= 0.05)


@quick
@given(a=count, b=count, alternative=st.sampled_from(["two-sided", "greater", "less"]))
def test_corrected_is_the_signed_root_of_mcnemar(a, b, alternative):
    z = corrected_difference_of_proportions(a, b, n_examples=600, alternative=alternative)
    chi2 = mcnemar(a, b, n_examples=600, alternative=alternative)
    assert z.statistic**2 == pytest.approx(chi2.statistic, rel=1e-14)
    assert (np.sign(z.statistic) == np.sign(a - b)) or abs(a - b) <= 1
    assert (z.pvalue, z.flags, z.confidence_interval()) == (chi2.pvalue, chi2.flags, chi2.confidence_interval())


def test_a_batch_is_many_single_tests_bit_by_bit():
    a, b = np.mgrid[0:101:10, 0:101:20]
    batch = difference_of_proportions(a, b, n_examples=100)
    low, high = batch.confidence_interval(0.9)
    for i in np.ndindex(a.shape):
        one = difference_of_proportions(a[i], b[i], n_examples=100)
        assert (one.statistic, one.pvalue) == (batch.statistic[i], batch.pvalue[i])
        assert one.confidence_interval(0.9) == (low[i], high[i])
        assert one.flags == batch.flags[i]


def test_refusals():
    with pytest.raises(ValueError, match="must not exceed n_examples, got 3 and 11 of 10"):
        difference_of_proportions([1, 3], [2, 11], n_examples=10)
    with pytest.raises(ValueError, match="b_right must hold whole numbers from 0"):
        difference_of_proportions(1, -1, n_examples=10)
    with pytest.raises(ValueError, match="alternative must be one of"):
        difference_of_proportions(1, 1, n_examples=10, alternative="larger")
    with pytest.raises(ValueError, match="alternative must be one of"):
        corrected_difference_of_proportions(1, 1, alternative="larger")


def test_no_example_at_all_is_refused():
    with pytest.raises(ValueError, match="n_examples must hold whole numbers from 1"):
        difference_of_proportions(0, 0, n_examples=0)
