import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from foldwise.stats import breakdown_correlation, corrected_repeated_kfold_t

D = np.array([[3.0, 1.0, 2.0], [4.0, 0.0, 2.0]])
CRITICAL = 2.5705818356363155

quick = settings(max_examples=25, deadline=None)
twelve = arrays(np.float64, (3, 4), elements=st.integers(-5000, 5000).map(lambda i: i / 1000))


def test_by_hand():
    """Mean 2, s^2 = 2, t(.975, 5 df) = 2.5706: u = 2 / 2.5706^2 - 1/6 = .13600, rho = u / (1 + u)."""
    u = 2 / CRITICAL**2 - 1 / 6
    result = breakdown_correlation(D)
    assert result.correlation == pytest.approx(u / (1 + u), rel=1e-12)
    assert result.correlation == pytest.approx(0.1197, abs=1e-4)
    assert result.assumed == pytest.approx(1 / 3, rel=1e-15)
    assert result.significant is False
    assert (result.df, result.estimate, result.alpha) == (5, 2, 0.05)
    assert breakdown_correlation(D, test_train_ratio=0.13).significant is True


@quick
@given(d=twelve, alpha=st.floats(1e-4, 0.5))
def test_at_the_breakdown_the_test_is_just_significant(d, alpha):
    assume(np.ptp(d) > 0)
    rho = breakdown_correlation(d, alpha=alpha).correlation
    assert -1 / 11 - 1e-15 < rho < 1
    assume(rho >= 0)
    test = corrected_repeated_kfold_t(d, test_train_ratio=rho / (1 - rho))
    # Close to 1 the correlation itself has few digits left for the ratio.
    assert test.pvalue == pytest.approx(alpha, rel=1e-11 / (1 - rho))


@quick
@given(d=twelve, ratio=st.floats(0, 2))
def test_significant_means_that_the_corrected_test_rejects(d, ratio):
    test = corrected_repeated_kfold_t(d, test_train_ratio=ratio)
    assume(abs(test.pvalue - 0.05) > 1e-9)
    result = breakdown_correlation(d, test_train_ratio=ratio)
    assert result.significant == (test.pvalue <= 0.05)
    assert result.significant == (result.correlation > result.assumed)


@quick
@given(d=twelve, power=st.integers(-600, 600))
def test_symmetry_and_scale(d, power):
    one = breakdown_correlation(d)
    for other in (breakdown_correlation(-d), breakdown_correlation(np.ldexp(d, power))):
        assert np.array_equal(other.correlation, one.correlation, equal_nan=True)
        assert (other.significant, other.flags) == (one.significant, one.flags)
    assert breakdown_correlation(d[::-1, ::-1]).correlation == pytest.approx(one.correlation, rel=1e-11, nan_ok=True)


def test_it_is_the_true_correlation_that_the_test_needs():
    """Equicorrelated normal differences: the test with their own correlation rejects a true null at its level."""
    rng = np.random.default_rng(5)
    for rho in (0.0, 0.3):
        d = np.sqrt(rho) * rng.normal(size=(10_000, 1, 1)) + np.sqrt(1 - rho) * rng.normal(size=(10_000, 2, 5))
        rate = (breakdown_correlation(d).correlation >= rho).mean()
        assert rate == pytest.approx(0.05, abs=4 * np.sqrt(0.05 * 0.95 / 10_000))


def test_a_batch_is_many_single_results():
    batch = np.random.default_rng(0).normal(0.5, 1, size=(3, 4, 2, 5))
    batch[0, 0], batch[1, 1] = 0, 0.3
    whole = breakdown_correlation(batch)
    for i in np.ndindex(3, 4):
        one = breakdown_correlation(batch[i])
        assert isinstance(one.correlation, float)
        assert np.array_equal(one.correlation, whole.correlation[i], equal_nan=True)
        assert one.significant == whole.significant[i]
        assert one.flags == whole.flags[i]


def test_identical_scores_have_the_least_correlation():
    result = breakdown_correlation(np.zeros((2, 5)))
    assert result.correlation == pytest.approx(-1 / 9, rel=1e-15)
    assert (result.significant, result.flags) == (False, {"identical_scores"})


def test_equal_differences():
    d = np.full((2, 5), 0.04)
    undetermined, limit = (breakdown_correlation(d, zero_variance=z) for z in ("undetermined", "limit"))
    assert np.isnan(undetermined.correlation)
    assert undetermined.significant is False
    assert (limit.correlation, limit.significant) == (1, True)
    assert undetermined.flags == limit.flags == {"zero_variance"}
    with pytest.raises(ValueError, match="do not vary"):
        breakdown_correlation(d, zero_variance="error")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 1}, "alpha must be strictly between"),
        ({"test_train_ratio": -1}, "test_train_ratio must be finite"),
        ({"zero_variance": "ignore"}, "zero_variance must be one of"),
    ],
)
def test_refusals(options, message):
    with pytest.raises(ValueError, match=message):
        breakdown_correlation(D, **options)


def test_one_fold_per_repeat_needs_the_ratio():
    with pytest.raises(ValueError, match="give test_train_ratio"):
        breakdown_correlation(np.arange(5.0)[:, np.newaxis])
