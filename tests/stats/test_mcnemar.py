from math import comb

import mpmath
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from foldwise.stats import binomial, mcnemar

quick = settings(max_examples=25, deadline=None)
count = st.integers(0, 300)


def test_by_hand():
    """(|35 - 15| - 1)^2 / 50 = 361 / 50."""
    result = mcnemar(35, 15)
    assert result.statistic == pytest.approx(7.22, rel=1e-15)
    assert (result.df, result.a_only, result.b_only, result.flags) == (1, 35, 15, set())


def test_no_disagreement_is_no_evidence():
    """Some libraries give chi-square = inf and p = 0 here."""
    result = mcnemar(0, 0, n_examples=9)
    assert (result.statistic, result.pvalue, result.estimate) == (0, 1, 0)
    assert result.share_interval() == (0, 1)
    assert result.flags == {"no_disagreement"}
    assert mcnemar(0, 0, alternative="greater").pvalue == 0.5


@pytest.mark.parametrize("n", [1, 10, 1000])
def test_equal_counts_give_one(n):
    """Without the floor at zero, the correction itself would count as evidence (p = 0.82 for 10 and 10)."""
    result = mcnemar(n, n)
    assert (result.statistic, result.pvalue) == (0, 1)


@pytest.mark.parametrize(("a", "b", "small"), [(1, 0, True), (20, 4, True), (20, 5, False)])
def test_fewer_than_25_disagreements_are_flagged(a, b, small):
    assert mcnemar(a, b).flags == ({"small_sample"} if small else set())
    assert mcnemar([a, 0], [b, 0]).flags.where("small_sample").tolist() == [small, False]


def test_twelve_digits_down_to_the_smallest_pvalues():
    rng = np.random.default_rng(0)
    n = np.floor(10 ** rng.uniform(1, 6, 1000)).astype(int)
    lead = np.minimum(n, rng.uniform(0, 37, 1000) * np.sqrt(n)).astype(int)
    a, b = (n + lead) // 2, n - (n + lead) // 2
    two_sided, one_sided = mcnemar(a, b).pvalue, mcnemar(a, b, alternative="greater").pvalue
    for i in range(1000):
        with mpmath.workdps(40):
            corrected = max(abs(int(a[i]) - int(b[i])) - 1, 0)
            exact = mpmath.erfc(mpmath.sqrt(mpmath.mpf(corrected) ** 2 / (2 * int(n[i]))))
        if exact > 1e-300:
            assert abs(two_sided[i] / exact - 1) < 1e-12
            if a[i] >= b[i]:
                assert abs(2 * one_sided[i] / exact - 1) < 1e-12


@quick
@given(a=count, b=count)
def test_swapping_the_learners_mirrors_everything(a, b):
    one, other = mcnemar(a, b, n_examples=600), mcnemar(b, a, n_examples=600)
    assert (other.statistic, other.pvalue, other.estimate) == (one.statistic, one.pvalue, -one.estimate)
    low, high = one.confidence_interval()
    assert other.confidence_interval() == (-high, -low)
    assert mcnemar(a, b, alternative="less").pvalue == mcnemar(b, a, alternative="greater").pvalue


@quick
@given(a=count, b=count)
def test_one_sided_pvalues(a, b):
    two, greater, less = (mcnemar(a, b, alternative=x).pvalue for x in ("two-sided", "greater", "less"))
    assert greater + less == pytest.approx(1, rel=1e-15)
    assert min(greater, less) == pytest.approx(two / 2, rel=1e-15)
    assert a <= b or greater <= 0.5


@quick
@given(a=count, b=count, level=st.floats(0.5, 0.9999))
def test_the_share_interval_excludes_a_half_exactly_when_the_test_rejects(a, b, level):
    result = mcnemar(a, b, n_examples=700)
    alpha = 1 - level
    assume(abs(result.pvalue - alpha) > 1e-9 * alpha)
    low, high = result.share_interval(level)
    assert low <= (a / (a + b) if a + b else 0.5) <= high
    assert (low > 0.5 or high < 0.5) == (result.pvalue <= alpha)


@pytest.mark.parametrize(("a", "b", "low", "high"), [(81, 182, 0.2535, 0.3682), (15, 133, 0.0598, 0.1644)])
def test_the_interval_is_the_published_wilson_interval(a, b, low, high):
    """Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 4."""
    assert mcnemar(a, b).share_interval() == pytest.approx((low, high), abs=5.1e-5)


def test_a_batch_is_many_single_tests_bit_by_bit():
    a, b = np.mgrid[0:30:3, 0:20:4]
    batch = mcnemar(a, b, n_examples=100)
    low, high = batch.confidence_interval()
    for i in np.ndindex(a.shape):
        one = mcnemar(a[i], b[i], n_examples=100)
        assert (one.statistic, one.pvalue) == (batch.statistic[i], batch.pvalue[i])
        assert one.confidence_interval() == (low[i], high[i])
        assert one.flags == batch.flags[i]


def test_exact_is_the_binomial_test_bit_by_bit():
    a, b = np.mgrid[0:40:3, 0:30:2]
    for alternative in ("two-sided", "greater", "less"):
        one = mcnemar(a, b, n_examples=200, method="exact", alternative=alternative)
        other = binomial(a, b, n_examples=200, alternative=alternative)
        assert one.pvalue.tolist() == other.pvalue.tolist()
        assert one.statistic.tolist() == a.tolist()
        assert np.array_equal(one.share_interval(), other.share_interval())
        assert (one.df, one.method) == (None, "exact")
        assert one.flags.names == {"no_disagreement"}


@pytest.mark.parametrize("m", range(13))
def test_mid_p_of_every_small_table_by_enumeration(m):
    """Probability of more wins, and half of that of as many."""
    chance = [comb(m, i) / 2**m for i in range(m + 1)]
    for wins in range(m + 1):
        upper = sum(chance[wins + 1 :]) + chance[wins] / 2
        p = [mcnemar(wins, m - wins, method="mid-p", alternative=a).pvalue for a in ("greater", "less", "two-sided")]
        assert p == pytest.approx([upper, 1 - upper, min(1, 2 * min(upper, 1 - upper))], rel=1e-14)


def test_mid_p_by_hand():
    """7 of 9: more: (9 + 1) / 512; as many: 36 / 512; doubled (10 + 18) / 256."""
    result = mcnemar(7, 2, method="mid-p")
    assert (result.pvalue, result.statistic, result.df, result.method) == (28 / 256, 7, None, "mid-p")
    assert mcnemar(0, 0, method="mid-p").pvalue == 1
    assert mcnemar(0, 0, method="mid-p", alternative="less").pvalue == 0.5


def test_mid_p_to_twelve_digits():
    rng = np.random.default_rng(0)
    n = np.floor(10 ** rng.uniform(0, 3.5, 300)).astype(int)
    wins = np.minimum(n, np.ceil((n + rng.uniform(0, 37, 300) * np.sqrt(n)) / 2)).astype(int)
    pvalues = mcnemar(wins, n - wins, method="mid-p", alternative="greater").pvalue
    for w, m, p in zip(wins.tolist(), n.tolist(), pvalues.tolist(), strict=True):
        total, term = 0, 2 << 200
        for i in range(w, m):
            term = term * (m - i) // (i + 1)
            total += term
        with mpmath.workdps(40):
            exact = mpmath.binomial(m, w) * (mpmath.mpf(total) / 2**200 + 1) / mpmath.mpf(2) ** (m + 1)
        if exact > 1e-300:
            assert abs(p / exact - 1) < 1e-12


def test_mid_p_may_exceed_the_level():
    """As the docstring says: at most .077 of the time, with 16 disagreements, of up to 100."""
    rates = {}
    for m in range(1, 101):
        wins = np.arange(m + 1)
        rejected = mcnemar(wins, m - wins, method="mid-p").pvalue <= 0.05
        rates[m] = sum(comb(m, w) for w in wins[rejected].tolist()) / 2**m
    assert max(rates, key=rates.get) == 16
    assert rates[16] == pytest.approx(0.0768, abs=5e-5)


@quick
@given(a=count, b=count, level=st.floats(0.5, 0.9999))
def test_the_mid_p_share_interval_excludes_a_half_exactly_when_the_test_rejects(a, b, level):
    result = mcnemar(a, b, n_examples=700, method="mid-p")
    alpha = 1 - level
    assume(abs(result.pvalue - alpha) > 1e-9 * alpha)
    low, high = result.share_interval(level)
    wide_low, wide_high = binomial(a, b).share_interval(level)
    assert wide_low - 1e-12 <= low <= (a / (a + b) if a + b else 0.5) <= high <= wide_high + 1e-12
    assert (low > 0.5 or high < 0.5) == (result.pvalue <= alpha)


def test_mid_p_limits_by_hand():
    """All of m won: half of theta^m is alpha / 2 at the lower limit, theta = alpha^(1/m); the upper limit is 1."""
    low, high = mcnemar([5, 300], [0, 0], method="mid-p").share_interval(0.95)
    assert low == pytest.approx([0.05 ** (1 / 5), 0.05 ** (1 / 300)], rel=1e-12)
    assert high.tolist() == [1, 1]
    assert mcnemar(0, 0, method="mid-p").share_interval() == (0, 1)


def test_bad_method_is_refused():
    with pytest.raises(ValueError, match="method must be one of 'continuity', 'exact', 'mid-p', got 'chi'"):
        mcnemar(3, 1, method="chi")
