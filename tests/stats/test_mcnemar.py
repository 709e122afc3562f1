import mpmath
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from foldwise.stats import mcnemar

quick = settings(max_examples=100, deadline=None)
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
    assert result.confidence_interval() == (0, 0)
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
def test_the_interval_excludes_zero_exactly_when_the_test_rejects(a, b, level):
    result = mcnemar(a, b, n_examples=700)
    alpha = 1 - level
    assume(abs(result.pvalue - alpha) > 1e-9 * alpha)
    low, high = result.confidence_interval(level)
    assert low <= result.estimate <= high
    assert (low > 0 or high < 0) == (result.pvalue <= alpha)


@pytest.mark.parametrize(("a", "b", "low", "high"), [(81, 182, 0.2535, 0.3682), (15, 133, 0.0598, 0.1644)])
def test_the_interval_is_the_published_wilson_interval(a, b, low, high):
    """Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 4."""
    limits = mcnemar(a, b, n_examples=a + b).confidence_interval()
    assert limits == pytest.approx((2 * low - 1, 2 * high - 1), abs=1.01e-4)


def test_a_batch_is_many_single_tests_bit_by_bit():
    a, b = np.mgrid[0:30:3, 0:20:4]
    batch = mcnemar(a, b, n_examples=100)
    low, high = batch.confidence_interval()
    for i in np.ndindex(a.shape):
        one = mcnemar(a[i], b[i], n_examples=100)
        assert (one.statistic, one.pvalue) == (batch.statistic[i], batch.pvalue[i])
        assert one.confidence_interval() == (low[i], high[i])
        assert one.flags == batch.flags[i]
