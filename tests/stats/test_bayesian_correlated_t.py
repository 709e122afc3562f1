import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from foldwise.stats import bayesian_correlated_t, corrected_repeated_kfold_t

D = np.array([[3.0, 1.0, 2.0], [4.0, 0.0, 2.0]])

quick = settings(max_examples=25, deadline=None)
twelve = arrays(np.float64, (3, 4), elements=st.integers(-5000, 5000).map(lambda i: i / 1000))
widths = st.integers(0, 3000).map(lambda i: i / 1000)


def parts(result):
    return np.array([result.left, result.inside, result.right])


def test_by_hand():
    """Mean 2, standard error sqrt(4/3), 5 df: Student's t beyond -sqrt(3) and -sqrt(3)/2, at 30 digits."""
    with mpmath.workdps(30):
        half = mpmath.betainc(2.5, 0.5, 0, 5 / (5 + mpmath.mpf(3)), regularized=True) / 2
        quarter = mpmath.betainc(2.5, 0.5, 0, 5 / (5 + mpmath.mpf(3) / 4), regularized=True) / 2
    result = bayesian_correlated_t(D, rope=(0, 1))
    assert result.left == pytest.approx(float(half), rel=1e-13)
    assert result.inside == pytest.approx(float(quarter - half), rel=1e-13)
    assert result.right == pytest.approx(float(1 - quarter), rel=1e-13)
    assert (result.rope, result.df, result.estimate) == ((0, 1), 5, 2)
    assert result.standard_error == pytest.approx((4 / 3) ** 0.5, rel=1e-15)
    assert result.flags == set()


def test_without_a_region_it_is_the_corrected_t_test():
    d = np.random.default_rng(0).normal(0.2, 1, (500, 10, 10))
    result = bayesian_correlated_t(d, rope=0)
    assert np.array_equal(result.left, corrected_repeated_kfold_t(d, alternative="greater").pvalue)
    assert np.array_equal(result.right, corrected_repeated_kfold_t(d, alternative="less").pvalue)
    assert not result.inside.any()


def test_any_region_is_the_corrected_t_test_of_shifted_differences():
    d = np.random.default_rng(1).normal(0.2, 1, (500, 10, 10))
    result = bayesian_correlated_t(d, rope=(-0.1, 0.3), test_train_ratio=0.2)
    beyond_low = corrected_repeated_kfold_t(d + 0.1, test_train_ratio=0.2, alternative="greater").pvalue
    beyond_high = corrected_repeated_kfold_t(d - 0.3, test_train_ratio=0.2, alternative="less").pvalue
    assert result.left == pytest.approx(beyond_low, rel=1e-11)
    assert result.right == pytest.approx(beyond_high, rel=1e-11)
    assert result.inside == pytest.approx(1 - beyond_low - beyond_high, abs=1e-14)


def test_the_interval_is_that_of_the_corrected_t_test():
    result = bayesian_correlated_t(D, rope=1)
    assert result.credible_interval(0.9) == corrected_repeated_kfold_t(D).confidence_interval(0.9)
    with pytest.raises(ValueError, match="level"):
        result.credible_interval(95)


@quick
@given(d=twelve, width=widths)
def test_swapping_the_learners_swaps_the_sides(d, width):
    one, other = (bayesian_correlated_t(x, rope=width, zero_variance="limit") for x in (d, -d))
    assert (other.left, other.right) == (one.right, one.left)
    assert other.inside == pytest.approx(one.inside, rel=1e-14)
    assert parts(one).sum() == pytest.approx(1, rel=1e-14)
    assert parts(one).min() >= 0


@quick
@given(d=twelve, width=widths, power=st.integers(-600, 600))
def test_scale_does_not_matter_at_all(d, width, power):
    one = bayesian_correlated_t(d, rope=width)
    other = bayesian_correlated_t(np.ldexp(d, power), rope=float(np.ldexp(width, power)))
    assert np.array_equal(parts(one), parts(other), equal_nan=True)


@quick
@given(d=twelve, width=widths)
def test_a_wider_region_holds_more(d, width):
    narrow, wide = (bayesian_correlated_t(d, rope=w, zero_variance="limit") for w in (width, 2 * width + 0.1))
    assert wide.inside >= narrow.inside
    assert wide.left <= narrow.left
    assert wide.right <= narrow.right


@pytest.mark.parametrize("side", [1, -1])
def test_a_region_far_in_the_tail_keeps_its_digits(side):
    """4 differences on 3 df; the region at 40 to 80 standard errors, at 30 digits."""
    d = np.array([[1.0, -1.0], [1.0, -1.0]])
    e = np.sqrt(4 / 3 * 1.25)
    limits = sorted((side * 40 * e, side * 80 * e))
    with mpmath.workdps(30):
        near, far = (
            mpmath.betainc(
                1.5, 0.5, 0, 3 / (3 + (mpmath.mpf(x) / mpmath.sqrt(mpmath.mpf(5) / 3)) ** 2), regularized=True
            )
            for x in (40 * e, 80 * e)
        )
    assert bayesian_correlated_t(d, rope=limits).inside == pytest.approx(float((near - far) / 2), rel=1e-11)


def test_a_batch_is_many_single_posteriors():
    batch = np.random.default_rng(0).normal(size=(3, 4, 2, 5))
    batch[0, 0], batch[1, 1] = 0, 0.3
    for option in ("undetermined", "limit"):
        whole = bayesian_correlated_t(batch, rope=0.1, zero_variance=option)
        for i in np.ndindex(3, 4):
            one = bayesian_correlated_t(batch[i], rope=0.1, zero_variance=option)
            assert isinstance(one.inside, float)
            assert np.array_equal(parts(one), parts(whole)[:, *i], equal_nan=True)
            assert one.flags == whole.flags[i]


@pytest.mark.parametrize(
    ("rope", "expected"),
    [(0.1, (0, 1, 0)), ((0, 0.1), (0, 1, 0)), (0, (0.5, 0, 0.5)), ((0.1, 0.2), (1, 0, 0)), ((-0.2, -0.1), (0, 0, 1))],
)
def test_identical_scores_are_where_zero_is(rope, expected):
    result = bayesian_correlated_t(np.zeros((2, 5)), rope=rope)
    assert (result.left, result.inside, result.right) == expected
    assert result.flags == {"identical_scores"}


@pytest.mark.parametrize(
    ("rope", "expected"), [(0.1, (0, 0, 1)), (0.5, (0, 1, 0)), (1, (0, 1, 0)), ((0.6, 1), (1, 0, 0))]
)
def test_equal_differences(rope, expected):
    d = np.full((2, 5), 0.5)
    undetermined, limit = (bayesian_correlated_t(d, rope=rope, zero_variance=z) for z in ("undetermined", "limit"))
    assert np.isnan(parts(undetermined)).all()
    assert np.isnan(undetermined.credible_interval()).all()
    assert undetermined.flags == limit.flags == {"zero_variance"}
    assert (limit.left, limit.inside, limit.right) == expected
    assert limit.credible_interval() == (0.5, 0.5)
    with pytest.raises(ValueError, match="do not vary"):
        bayesian_correlated_t(d, rope=rope, zero_variance="error")


@pytest.mark.slow
def test_the_posterior_is_calibrated_under_its_own_model():
    """Equicorrelated normal differences, rho = 1/10: P(mu < truth) is uniform (Massart's bound at 1e-6)."""
    rng = np.random.default_rng(3)
    n = 100_000
    d = np.sqrt(0.1) * rng.normal(size=(n, 1, 1)) + np.sqrt(0.9) * rng.normal(size=(n, 2, 10))
    p = np.sort(bayesian_correlated_t(d, rope=0).left)
    steps = np.arange(n + 1) / n
    assert max((steps[1:] - p).max(), (p - steps[:-1]).max()) < np.sqrt(np.log(2e6) / 2 / n)
