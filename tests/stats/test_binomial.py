from itertools import product
from math import comb

import mpmath
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from foldwise.stats import binomial

quick = settings(max_examples=25, deadline=None)
count = st.integers(0, 300)


@pytest.mark.parametrize("n", range(13))
def test_every_small_table_by_enumeration(n):
    """All 2^n outcomes of n fair tosses."""
    heads = [sum(outcome) for outcome in product((0, 1), repeat=n)]
    for wins in range(n + 1):
        upper = sum(h >= wins for h in heads) / 2**n
        lower = sum(h <= wins for h in heads) / 2**n
        p = [binomial(wins, n - wins, alternative=a).pvalue for a in ("greater", "less", "two-sided")]
        assert p == pytest.approx([upper, lower, min(1, 2 * min(upper, lower))], rel=1e-14)


def exact_upper(wins, n):
    """Upper tail to 30 digits, summed in integers from the largest term downwards."""
    bits = 200
    term = total = 1 << bits
    for i in range(wins, n):
        term = term * (n - i) // (i + 1)
        total += term
        if term < 1 << 80:
            break
    with mpmath.workdps(40):
        return mpmath.binomial(n, wins) * mpmath.mpf(total) / mpmath.mpf(2) ** (n + bits)


def test_twelve_digits_up_to_a_million_disagreements():
    rng = np.random.default_rng(0)
    n = np.floor(10 ** rng.uniform(0, 6, 1500)).astype(int)
    away = np.where(rng.random(1500) < 0.5, rng.uniform(0, 3, 1500), rng.uniform(0, 37, 1500))
    wins = np.minimum(n, np.ceil((n + away * np.sqrt(n)) / 2)).astype(int)
    pvalues = binomial(wins, n - wins, alternative="greater").pvalue
    checked = 0
    for w, m, p in zip(wins.tolist(), n.tolist(), pvalues.tolist(), strict=True):
        exact = exact_upper(w, m)
        if exact > 1e-300:
            assert abs(p / exact - 1) < 1e-12
            checked += 1
    assert checked > 1400


@quick
@given(a=count, b=count)
def test_swapping_the_learners_mirrors_everything(a, b):
    one, other = binomial(a, b, n_examples=600), binomial(b, a, n_examples=600)
    assert other.pvalue == one.pvalue
    assert other.estimate == -one.estimate
    assert other.standard_error == one.standard_error
    low, high = one.confidence_interval()
    assert other.confidence_interval() == (-high, -low)
    assert binomial(a, b, alternative="less").pvalue == binomial(b, a, alternative="greater").pvalue


@quick
@given(a=count, b=count)
def test_another_win_never_weakens_the_case(a, b):
    more = binomial(a + 1, b, alternative="greater").pvalue
    assert more <= binomial(a, b, alternative="greater").pvalue <= binomial(a, b + 1, alternative="greater").pvalue


@quick
@given(a=count, b=count, level=st.floats(0.5, 0.9999))
def test_the_share_interval_excludes_a_half_exactly_when_the_test_rejects(a, b, level):
    result = binomial(a, b, n_examples=700)
    alpha = 1 - level
    assume(abs(result.pvalue - alpha) > 1e-9 * alpha)
    low, high = result.share_interval(level)
    assert low <= (a / (a + b) if a + b else 0.5) <= high
    assert (low > 0.5 or high < 0.5) == (result.pvalue <= alpha)


@pytest.mark.parametrize(("a", "b"), [(35, 15), (7, 2), (20, 0), (0, 3), (60, 40)])
def test_the_share_interval_is_clopper_and_pearsons(a, b):
    theta = binomtest(a, a + b).proportion_ci(0.95, method="exact")
    assert binomial(a, b).share_interval() == pytest.approx((theta.low, theta.high), rel=1e-9)


def test_one_disagreement_leaves_almost_everything_possible():
    """Clopper and Pearson: theta >= alpha / 2 for one win of one."""
    assert binomial(1, 0).share_interval() == pytest.approx((0.025, 1), rel=1e-12)
    assert binomial(0, 1).share_interval() == pytest.approx((0, 0.975), rel=1e-12)


def test_estimate_by_hand():
    """35 - 15 of 200; variance (50 - 20^2/200) / 200^2 = 48 / 40000."""
    result = binomial(35, 15, n_examples=200)
    assert result.estimate == 0.1
    assert result.standard_error == pytest.approx(48**0.5 / 200, rel=1e-15)
    assert (result.statistic, result.df, result.n_examples) == (35, None, 200)
    assert (result.a_only, result.b_only, result.alternative, result.flags) == (35, 15, "two-sided", set())


def test_without_the_number_of_examples_there_is_no_estimate():
    result = binomial(35, 15)
    assert result.estimate is result.standard_error is result.n_examples is None
    with pytest.raises(ValueError, match="needs n_examples"):
        result.confidence_interval()


def test_no_disagreement():
    result = binomial(0, 0, n_examples=50)
    assert (result.pvalue, result.estimate, result.standard_error) == (1, 0, 0)
    assert result.share_interval() == (0, 1)
    assert result.flags == {"no_disagreement"}


def test_equal_counts_are_no_evidence():
    assert binomial(10, 10).pvalue == 1
    assert binomial(10, 10, alternative="greater").pvalue == pytest.approx(0.5 + comb(20, 10) / 2**21, rel=1e-14)


def test_a_batch_is_many_single_tests_bit_by_bit():
    a, b = np.mgrid[0:30:3, 0:20:4]
    batch = binomial(a, b, n_examples=100)
    low, high = batch.confidence_interval()
    for i in np.ndindex(a.shape):
        one = binomial(a[i], b[i], n_examples=100)
        assert isinstance(one.pvalue, float)
        assert isinstance(one.a_only, int)
        assert (one.pvalue, one.estimate, one.standard_error) == (
            batch.pvalue[i],
            batch.estimate[i],
            batch.standard_error[i],
        )
        assert one.confidence_interval() == (low[i], high[i])
        assert one.share_interval() == tuple(limit[i] for limit in batch.share_interval())
        assert one.flags == batch.flags[i]


def test_counts_broadcast_and_may_be_empty():
    assert binomial([1, 2, 3], 2, n_examples=[[10], [20]]).estimate.shape == (2, 3)
    assert binomial([], [], n_examples=5).pvalue.shape == (0,)


def test_huge_counts_are_no_trouble():
    result = binomial(2**52, 0, n_examples=2**52)
    assert (result.pvalue, result.estimate, result.standard_error) == (0, 1, 0)
