from fractions import Fraction
from itertools import combinations

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import beta, binom

from foldwise.stats import pair_agreement, replicability

quick = settings(max_examples=25, deadline=None)


def exact_agreement(k, n):
    return Fraction(k * (k - 1) + (n - k) * (n - k - 1), n * (n - 1))


def test_it_is_the_share_of_pairs_that_agree():
    """Counted, for all numbers of rejections in two to eight executions."""
    for n in range(2, 9):
        for k in range(n + 1):
            pairs = list(combinations([True] * k + [False] * (n - k), 2))
            share = sum(one == other for one, other in pairs) / len(pairs)
            assert pair_agreement(k, n) == pytest.approx(share, rel=1e-15)


@quick
@given(n=st.integers(2, 2**31), share=st.floats(0, 1))
def test_exact_and_symmetric(n, share):
    k = round(share * n)
    assert pair_agreement(k, n) == pytest.approx(float(exact_agreement(k, n)), rel=1e-14)
    assert pair_agreement(k, n) == pair_agreement(n - k, n)


@pytest.mark.parametrize("n", [2, 4, 10, 100])
def test_the_minimum_is_below_one_half(n):
    least = pair_agreement(np.arange(n + 1), n).min()
    assert least == pytest.approx((n - 2) / (2 * (n - 1)), rel=1e-15)
    assert least < 0.5


@pytest.mark.parametrize("q", [0.0, 0.03, 0.5, 0.8])
def test_it_is_unbiased(q):
    k = np.arange(11)
    assert binom.pmf(k, 10, q) @ pair_agreement(k, 10) == pytest.approx(q * q + (1 - q) ** 2, rel=1e-12)


def test_two_outcomes_over_datasets_by_hand():
    """R(0, 10) = 1, R(1, 10) = 72 / 90, R(5, 10) = 40 / 90."""
    result = replicability([[10, 0], [1, 9], [5, 5]])
    assert result.per_dataset == pytest.approx([1, 0.8, 4 / 9], rel=1e-15)
    assert result.estimate == pytest.approx((1 + 0.8 + 4 / 9) / 3, rel=1e-15)


def test_three_outcomes_by_hand():
    """(2 * 1 + 3 * 2 + 5 * 4) / 90 = 28 / 90; two outcomes would have said (7 * 6 + 3 * 2) / 90."""
    assert replicability([[2, 3, 5]]).estimate == pytest.approx(28 / 90, rel=1e-15)
    assert replicability([[3, 7]]).estimate == pytest.approx(48 / 90, rel=1e-15)
    assert replicability([[0, 3, 7]]).estimate == replicability([[3, 7]]).estimate


def test_many_executions_do_not_overflow():
    assert replicability([[2**31] * 3]).estimate == pytest.approx(1 / 3, rel=1e-9)


def test_one_resample_is_an_interval_of_no_width():
    low, high = replicability([[10, 0], [9, 1]]).bootstrap_interval(seed=1, n_resamples=1)
    assert low == high


def test_a_batch_is_many_studies():
    counts = np.random.default_rng(0).multinomial(10, [0.2, 0.8], size=(3, 6))
    batch = replicability(counts)
    low, high = batch.bootstrap_interval(seed=1, n_resamples=500)
    below, above = batch.dataset_intervals()
    for i in range(3):
        one = replicability(counts[i])
        assert one.estimate == batch.estimate[i]
        assert one.bootstrap_interval(seed=1, n_resamples=500) == pytest.approx((low[i], high[i]), rel=1e-14)
        assert np.array_equal(one.dataset_intervals(), (below[i], above[i]))


def test_the_bootstrap_of_two_datasets_is_known():
    """Means of two draws from {1, 0.8}: 1, 0.9, 0.8 with probabilities 1/4, 1/2, 1/4."""
    result = replicability([[10, 0], [9, 1]])
    assert result.bootstrap_interval(seed=0) == pytest.approx((0.8, 1), rel=1e-14)
    assert result.bootstrap_interval(seed=0, level=0.4) == pytest.approx((0.9, 0.9), rel=1e-14)


def test_the_bootstrap_agrees_with_the_normal_interval_of_many_datasets():
    counts = np.random.default_rng(0).multinomial(10, [0.3, 0.7], size=2000)
    result = replicability(counts)
    half = 1.959964 * result.per_dataset.std() / np.sqrt(2000)
    low, high = result.bootstrap_interval(seed=3, n_resamples=4000)
    assert (low, high) == pytest.approx((result.estimate - half, result.estimate + half), abs=0.06 * half)


def test_the_bootstrap_is_a_function_of_the_seed_and_not_of_the_order():
    counts = np.array([[10, 0], [1, 9], [5, 5], [7, 3], [10, 0]])
    one, again, other = (replicability(counts).bootstrap_interval(seed=s, n_resamples=99) for s in (1, 1, 2))
    assert one == again
    assert one != other
    assert replicability(counts[::-1]).bootstrap_interval(seed=1, n_resamples=99) == one


@pytest.mark.parametrize(("k", "n"), [(0, 10), (1, 10), (5, 10), (3, 4), (40, 1000)])
@pytest.mark.parametrize("level", [0.5, 0.95])
def test_intervals_per_dataset_hold_their_share_of_the_posterior(k, n, level):
    """P(q^2 + (1 - q)^2 <= r) is the posterior mass within sqrt((r - 1/2) / 2) of one half."""
    posterior = beta(k + 0.5, n - k + 0.5)
    shares = 0.5 - level / 2, 0.5 + level / 2
    for limit, share in zip(replicability([[n - k, k]]).dataset_intervals(level), shares, strict=True):
        assert 0.5 <= limit[0] <= 1
        away = np.sqrt((limit[0] - 0.5) / 2)
        assert posterior.cdf(0.5 + away) - posterior.cdf(0.5 - away) == pytest.approx(share, rel=1e-9)


def test_intervals_per_dataset_to_twelve_digits():
    """One rejection in two: Beta(3/2, 3/2), whose mass within s of 1/2 is (2/pi)(asin 2s + 2s sqrt(1 - 4s^2))."""
    low, _ = replicability([[1, 1]]).dataset_intervals(0.95)
    with mpmath.workdps(30):
        mass = lambda s: 2 / mpmath.pi * (mpmath.asin(2 * s) + 2 * s * mpmath.sqrt(1 - 4 * s * s))  # noqa: E731
        away = mpmath.findroot(lambda s: mass(s) - mpmath.mpf("0.025"), 0.005)
        exact = 0.5 + 2 * away**2
    assert low[0] == pytest.approx(float(exact), rel=1e-12)


def test_intervals_per_dataset_by_drawing():
    q = np.random.default_rng(0).beta(2.5, 8.5, 200_000)
    low, high = replicability([[8, 2]]).dataset_intervals(0.8)
    drawn = np.quantile(q**2 + (1 - q) ** 2, [0.1, 0.9])
    assert (low[0], high[0]) == pytest.approx(drawn, abs=0.003)


def test_swapping_the_outcomes_does_not_matter():
    one, other = replicability([[3, 7], [9, 1]]), replicability([[7, 3], [1, 9]])
    assert one.estimate == other.estimate
    assert np.allclose(one.dataset_intervals(), other.dataset_intervals(), rtol=1e-13)


def test_refusals():
    with pytest.raises(ValueError, match=r"at least 2 executions.*got 1"):
        replicability([[1, 0]])
    with pytest.raises(ValueError, match=r"at least 2 executions.*got 1"):
        pair_agreement(1, 1)
    with pytest.raises(ValueError, match="n_rejections must not exceed n_executions, got 4 > 3"):
        pair_agreement([3, 4], 3)
    with pytest.raises(ValueError, match="broadcast"):
        pair_agreement([1, 2], [3, 4, 5])
    with pytest.raises(
        ValueError, match=r"^resampling datasets needs at least 2 of them, got 1. Use dataset_intervals.$"
    ):
        replicability([[10, 0]]).bootstrap_interval(seed=1)
    with pytest.raises(
        ValueError, match=r"^intervals .* two outcomes \(none, different\), got three. Add the counts of a better"
    ):
        replicability([[1, 5, 4]]).dataset_intervals()
    result = replicability([[10, 0], [9, 1]])
    with pytest.raises(TypeError, match="seed"):
        result.bootstrap_interval(seed=None)
    with pytest.raises(ValueError, match=r"^n_resamples must be at least 1"):
        result.bootstrap_interval(seed=1, n_resamples=0)
    with pytest.raises(ValueError, match=r"^level must"):
        result.bootstrap_interval(seed=1, level=0)
    with pytest.raises(ValueError, match=r"^level must"):
        result.dataset_intervals(level=1)
