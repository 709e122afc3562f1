from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import f_oneway, ttest_ind

from foldwise.stats import one_way_anova

quick = settings(max_examples=40, deadline=None)
scores = st.integers(-5000, 5000).map(lambda i: i / 1000)
A, B, C = [1.0, 2.0, 3.0], [2.0, 3.0, 4.0], [6.0, 7.0, 8.0]


@st.composite
def samples(draw):
    sizes = draw(st.lists(st.integers(1, 6), min_size=2, max_size=4).filter(lambda s: max(s) > 1))
    return [draw(arrays(np.float64, (n,), elements=scores)) for n in sizes]


def exact_ratio(groups):
    """F in rational arithmetic."""
    groups = [[Fraction(float(x)) for x in group] for group in groups]
    n, k = sum(map(len, groups)), len(groups)
    grand = sum(map(sum, groups)) / n
    means = [sum(group) / len(group) for group in groups]
    between = sum(len(group) * (mean - grand) ** 2 for group, mean in zip(groups, means, strict=True))
    within = sum((x - mean) ** 2 for group, mean in zip(groups, means, strict=True) for x in group)
    return between / (k - 1) / (within / (n - k))


def test_by_hand():
    """Means 2, 3, 7 around 4: between 3 (4 + 1 + 9) / 2 = 21, within 6 / 6 = 1. Tail (1 + 2 * 21 / 6)^-3 = 1 / 512."""
    result = one_way_anova(A, B, C)
    assert result.statistic == pytest.approx(21, rel=1e-14)
    assert result.pvalue == pytest.approx(1 / 512, rel=1e-13)
    assert result.df == (2, 6)
    assert result.estimate == pytest.approx([2, 3, 7], rel=1e-15)
    off = np.sqrt(2 / 3)
    assert result.standard_error == pytest.approx(np.array([[0, off, off], [off, 0, off], [off, off, 0]]), rel=1e-14)
    assert result.flags == set()


def test_unequal_sizes_by_hand():
    """Means 1 (of 2) and 4 (of 4), grand 3: between 2 * 4 + 4 * 1 = 12; within 2 + 2 = 4 on 4: F = 12."""
    result = one_way_anova([0, 2], [3, 5, 4, 4])
    assert result.statistic == pytest.approx(12, rel=1e-14)
    assert result.df == (1, 4)
    assert result.standard_error[0, 1] == pytest.approx(np.sqrt(1 / 2 + 1 / 4), rel=1e-14)
    low, high = result.confidence_interval()
    # t(0.975, 4) = 2.7764451051977943
    assert (low[1, 0], high[1, 0]) == pytest.approx((3 - 2.4044720, 3 + 2.4044720), rel=1e-7)
    assert low[0, 0] == high[0, 0] == 0


@pytest.mark.parametrize("offset", [0, 10**6, 10**12])
@pytest.mark.parametrize("n_pairs", [10, 100])
def test_large_common_part(offset, n_pairs):
    """NIST's simulated sets SmLs01 to SmLs08: nine treatments of 2 m + 1 values, F = 2 m + 1 but for rounded input."""
    groups = []
    for i in range(9):
        mean = offset + (1.4 if i == 0 else 1.3 if i % 2 else 1.5)
        groups.append(np.array([mean] + [mean - 0.1, mean + 0.1] * n_pairs))
    result = one_way_anova(*groups)
    assert result.statistic == pytest.approx(float(exact_ratio(groups)), rel=1e-12)
    assert result.statistic == pytest.approx(2 * n_pairs + 1, rel=1e-13 * max(offset, 10))


def test_agrees_with_scipy():
    rng = np.random.default_rng(3)
    for _ in range(500):
        sizes = rng.integers(2, 12, rng.integers(2, 6))
        groups = [rng.normal(rng.normal(0, 1), 1, n) for n in sizes]
        theirs, ours = f_oneway(*groups), one_way_anova(*groups)
        assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-10)
        assert ours.pvalue == pytest.approx(theirs.pvalue, rel=1e-10)


def test_agrees_with_scipy_on_ten_thousand():
    rng = np.random.default_rng(4)
    a, b, c = rng.normal(size=(10_000, 7)), rng.normal(0.5, 1, (10_000, 4)), rng.normal(1, 1, (10_000, 12))
    ours, theirs = one_way_anova(a, b, c), f_oneway(a, b, c, axis=-1)
    np.testing.assert_allclose(ours.statistic, theirs.statistic, rtol=1e-10)
    np.testing.assert_allclose(ours.pvalue, theirs.pvalue, rtol=1e-10)


@quick
@given(groups=samples())
def test_twelve_digits_of_the_exact_ratio(groups):
    result = one_way_anova(*groups)
    if not result.flags:
        assert result.statistic == pytest.approx(float(exact_ratio(groups)), rel=1e-12, abs=1e-25)


@quick
@given(groups=samples(), order=st.randoms())
def test_order_of_algorithms_and_of_scores_does_not_matter(groups, order):
    shuffled = [np.array(order.sample(group.tolist(), len(group))) for group in groups]
    places = order.sample(range(len(groups)), len(groups))
    one, other = one_way_anova(*groups), one_way_anova(*(shuffled[i] for i in places))
    assert other.pvalue == pytest.approx(one.pvalue, rel=1e-11, nan_ok=True)
    assert other.estimate == pytest.approx(one.estimate[places], rel=1e-13, abs=1e-15)
    assert other.flags == one.flags


@quick
@given(groups=samples(), power=st.integers(-600, 600))
def test_scale_does_not_matter_at_all(groups, power):
    one, other = one_way_anova(*groups), one_way_anova(*(np.ldexp(group, power) for group in groups))
    assert other.statistic == one.statistic
    assert other.pvalue == one.pvalue or np.isnan(one.pvalue)
    assert np.array_equal(other.estimate, np.ldexp(one.estimate, power))
    assert np.array_equal(other.standard_error, np.ldexp(one.standard_error, power))
    assert other.flags == one.flags


@quick
@given(groups=samples())
def test_a_common_shift_does_not_matter(groups):
    one, other = one_way_anova(*groups), one_way_anova(*(group + 16 for group in groups))
    if not one.flags:
        assert other.statistic == pytest.approx(one.statistic, rel=1e-9, abs=1e-20)


@pytest.mark.parametrize("factor", [1e-320, 1.5e307])
def test_the_ends_of_the_floating_point_range(factor):
    scaled = one_way_anova(*(np.array(x) * factor for x in (A, B, C)))
    assert scaled.statistic == pytest.approx(21, rel=1e-3)


def test_two_algorithms_are_the_pooled_t_test():
    rng = np.random.default_rng(5)
    for _ in range(50):
        a, b = rng.normal(0, 1, 6), rng.normal(1, 1, 9)
        ours, theirs = one_way_anova(a, b), ttest_ind(a, b)
        assert ours.statistic == pytest.approx(theirs.statistic**2, rel=1e-11)
        assert ours.pvalue == pytest.approx(theirs.pvalue, rel=1e-11)
        low, high = ours.confidence_interval(0.9)
        limits = theirs.confidence_interval(0.9)
        assert (low[0, 1], high[0, 1]) == pytest.approx((limits.low, limits.high), rel=1e-11)
        assert (low[1, 0], high[1, 0]) == (-high[0, 1], -low[0, 1])
        assert (low[0, 1] > 0 or high[0, 1] < 0) == (ours.pvalue <= 0.1)


def test_all_scores_equal():
    result = one_way_anova([0.1, 0.1, 0.1], [0.1, 0.1])
    assert (result.statistic, result.pvalue) == (0, 1)
    assert result.flags == {"identical_scores"}
    low, high = result.confidence_interval()
    assert low.tolist() == high.tolist() == [[0, 0], [0, 0]]


def test_no_variance_within_is_named_not_guessed():
    result = one_way_anova([0.1] * 3, [0.3] * 3)
    assert (result.statistic, result.flags) == (np.inf, {"zero_variance"})
    assert np.isnan(result.pvalue)
    assert np.isnan(result.confidence_interval()).all()
    limit = one_way_anova([0.1] * 3, [0.3] * 3, zero_variance="limit")
    assert (limit.statistic, limit.pvalue, limit.flags) == (np.inf, 0, {"zero_variance"})
    assert limit.confidence_interval()[0][1, 0] == pytest.approx(0.2, rel=1e-15)
    with pytest.raises(ValueError, match=r"1 of 1 experiments have no variance.*'undetermined' or 'limit'"):
        one_way_anova([0.1] * 3, [0.3] * 3, zero_variance="error")
    assert one_way_anova(A, B, zero_variance="error").pvalue == one_way_anova(A, B).pvalue


def test_rounding_is_not_variance():
    """0.1 + 0.2 is 0.30000000000000004: eps apart, no variance."""
    assert one_way_anova([0.3, 0.1 + 0.2], [0.5, 0.5]).flags == {"zero_variance"}
    assert one_way_anova([0.3, 0.1 + 0.2], [0.3, 0.3]).flags == {"identical_scores"}
    assert one_way_anova([0.3, 0.3 + 1e-14], [0.5, 0.5]).flags == set()


def test_a_batch_is_many_single_tests():
    rng = np.random.default_rng(6)
    a, b = rng.normal(size=(3, 4, 5)), rng.normal(size=(4, 7))
    a[0, 0] = 0.25
    b[0] = 0.25
    a[1, 0] = 0.5
    a[:, 1] *= 2.0**-600
    b[1] *= 2.0**-600
    batch = one_way_anova(a, b)
    low, high = batch.confidence_interval()
    for i in np.ndindex(3, 4):
        one = one_way_anova(a[i], b[i[1]])
        assert np.array_equal([one.statistic, one.pvalue], [batch.statistic[i], batch.pvalue[i]], equal_nan=True)
        assert np.array_equal(one.confidence_interval(), (low[i], high[i]), equal_nan=True)
        assert np.array_equal(one.estimate, batch.estimate[i])
        assert one.flags == batch.flags[i]
    assert batch.flags.where("identical_scores").sum() == 1
    assert batch.flags.where("zero_variance").sum() == 1


def test_integers_are_numbers():
    assert one_way_anova([1, 2, 3], [2, 3, 4], np.array([6, 7, 8], dtype=np.uint8)).statistic == pytest.approx(21)


@pytest.mark.parametrize(
    ("given_samples", "error", "message"),
    [
        (([1, 2],), ValueError, "at least 2 samples.*got 1"),
        (([1], [2]), ValueError, "^one score per algorithm"),
        (([1, 2], 3), ValueError, r"sample 1 must have shape \(\.\.\., n_scores\).*got \(\)"),
        (([1, 2], []), ValueError, r"sample 1.*got \(0,\)"),
        (([1, 2], [1, np.nan]), ValueError, "sample 1 must be finite, got nan"),
        (([1, np.inf], [1, 2]), ValueError, "sample 0 must be finite, got inf"),
        (([1, 2], ["a", "b"]), TypeError, "sample 1 must be an array of numbers, got dtype"),
        (([1, 2], [[1], [1, 2]]), ValueError, "sample 1 must be a rectangular array"),
        ((np.zeros((3, 2)), np.zeros((4, 2))), ValueError, r"broadcast together, got shapes \(3, 2\), \(4, 2\)"),
        ((np.ma.array([1, 2], mask=[0, 1]), [1, 2]), ValueError, "sample 0 must not be masked"),
    ],
)
def test_refusals(given_samples, error, message):
    with pytest.raises(error, match=message):
        one_way_anova(*given_samples)


def test_unknown_choice_is_refused():
    with pytest.raises(ValueError, match="zero_variance must be one of"):
        one_way_anova(A, B, zero_variance="ignore")
    with pytest.raises(ValueError, match=r"^level must"):
        one_way_anova(A, B).confidence_interval(1.5)
