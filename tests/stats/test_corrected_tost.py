import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import ttest_1samp

from foldwise.stats import bayesian_correlated_t, corrected_repeated_kfold_t, corrected_tost

D = np.array([[3.0, 1.0, 2.0], [4.0, 0.0, 2.0]])

quick = settings(max_examples=25, deadline=None)
twelve = arrays(np.float64, (3, 4), elements=st.integers(-5000, 5000).map(lambda i: i / 1000))
widths = st.integers(1, 9000).map(lambda i: i / 1000)


def numbers(result):
    return np.array([result.statistic, result.pvalue, result.pvalue_low, result.pvalue_high])


def test_by_hand():
    """Mean 2, standard error e = sqrt(4/3): (2 + 1) / e and (6 - 2) / e, p from Student's t with 5 df (mpmath)."""
    result = corrected_tost(D, rope=(-1, 6))
    assert result.statistic == pytest.approx(3 / (4 / 3) ** 0.5, rel=1e-15)
    assert result.pvalue == result.pvalue_low == pytest.approx(0.0241809261772937224, rel=1e-13)
    assert result.pvalue_high == pytest.approx(0.00898144230497197365, rel=1e-13)
    assert (result.decision, result.alpha, result.df, result.estimate) == ("equivalent", 0.05, 5, 2)
    assert corrected_tost(D, rope=(-1, 6), alpha=0.02).decision == "not_shown"


def test_without_correction_it_is_two_plain_t_tests():
    d = np.random.default_rng(0).normal(0.1, 1, (300, 10, 10))
    result = corrected_tost(d, rope=0.3, test_train_ratio=0)
    flat = d.reshape(300, 100)
    low = ttest_1samp(flat, -0.3, axis=1, alternative="greater").pvalue
    high = ttest_1samp(flat, 0.3, axis=1, alternative="less").pvalue
    assert result.pvalue_low == pytest.approx(low, rel=1e-10)
    assert result.pvalue_high == pytest.approx(high, rel=1e-10)
    assert result.pvalue == pytest.approx(np.maximum(low, high), rel=1e-10)


@quick
@given(d=twelve, width=widths)
def test_it_is_the_bayesian_test_read_the_other_way(d, width):
    assume(np.ptp(d) > 0)
    test, posterior = corrected_tost(d, rope=width), bayesian_correlated_t(d, rope=width)
    assert (test.pvalue_low, test.pvalue_high) == (posterior.left, posterior.right)


@quick
@given(d=twelve, width=widths, alpha=st.floats(1e-6, 0.49))
def test_equivalent_means_that_the_interval_is_inside(d, width, alpha):
    result = corrected_tost(d, rope=width, alpha=alpha)
    assume(abs(result.pvalue - alpha) > 1e-9 * alpha)
    low, high = result.confidence_interval()
    assert (result.decision == "equivalent") == (-width < low and high < width)
    assert (low, high) == pytest.approx(corrected_repeated_kfold_t(d).confidence_interval(1 - 2 * alpha), nan_ok=True)


@quick
@given(d=twelve, width=widths, power=st.integers(-600, 600))
def test_symmetry_and_scale(d, width, power):
    one, mirrored = corrected_tost(d, rope=width), corrected_tost(-d, rope=width)
    other = corrected_tost(np.ldexp(d, power), rope=float(np.ldexp(width, power)))
    assert np.array_equal(numbers(one), numbers(other), equal_nan=True)
    assert (mirrored.decision, mirrored.flags) == (one.decision, one.flags)
    assert np.array_equal([mirrored.pvalue_low, mirrored.pvalue], [one.pvalue_high, one.pvalue], equal_nan=True)


def test_a_batch_is_many_single_tests():
    batch = np.random.default_rng(0).normal(size=(3, 4, 2, 5)) / 3
    batch[0, 0], batch[1, 1] = 0, 0.3
    whole = corrected_tost(batch, rope=0.4)
    assert set(whole.decision.ravel().tolist()) == {"equivalent", "not_shown", "undetermined"}
    for i in np.ndindex(3, 4):
        one = corrected_tost(batch[i], rope=0.4)
        assert isinstance(one.decision, str)
        assert one.decision == whole.decision[i]
        assert np.array_equal(numbers(one), numbers(whole)[:, *i], equal_nan=True)
        assert one.flags == whole.flags[i]


def test_identical_scores_are_equivalent_if_zero_is_inside():
    inside, border, outside = (corrected_tost(np.zeros((2, 5)), rope=r) for r in (0.1, (0, 0.1), (0.1, 0.2)))
    assert (inside.decision, inside.pvalue, inside.statistic) == ("equivalent", 0, np.inf)
    assert (border.decision, border.pvalue, border.statistic) == ("not_shown", 0.5, 0)
    assert (outside.decision, outside.pvalue, outside.statistic) == ("not_shown", 1, -np.inf)
    assert inside.flags == {"identical_scores"}


def test_equal_differences_are_not_shown_to_be_anything():
    d = np.full((2, 5), 0.04)
    result = corrected_tost(d, rope=0.1)
    assert (result.decision, result.flags) == ("undetermined", {"zero_variance"})
    assert np.isnan([result.pvalue, *result.confidence_interval()]).all()
    assert corrected_tost(d, rope=0.1, zero_variance="limit").decision == "equivalent"
    assert corrected_tost(d, rope=0.01, zero_variance="limit").pvalue == 1
    with pytest.raises(ValueError, match="do not vary"):
        corrected_tost(d, rope=0.1, zero_variance="error")


def test_its_level_is_exact_at_a_limit_under_its_own_model():
    """Equicorrelated normal differences (rho = 1/10) whose mean is the upper limit, the lower one far away."""
    rng = np.random.default_rng(4)
    d = np.sqrt(0.1) * rng.normal(size=(10_000, 1, 1)) + np.sqrt(0.9) * rng.normal(size=(10_000, 2, 10)) + 5
    rate = (corrected_tost(d, rope=(-100, 5)).pvalue <= 0.05).mean()
    assert rate == pytest.approx(0.05, abs=4 * np.sqrt(0.05 * 0.95 / 10_000))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rope": 0}, "rope must have some width"),
        ({"rope": 1, "alpha": 0.5}, "alpha must be below 0.5, got 0.5"),
        ({"rope": 1, "alpha": 0}, "alpha must be strictly between"),
        ({"rope": (2, 1)}, "low <= high"),
    ],
)
def test_refusals(options, message):
    with pytest.raises(ValueError, match=message):
        corrected_tost(D, **options)
