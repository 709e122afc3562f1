import numpy as np
import pytest
from scipy.stats import t as student

from foldwise.stats import corrected_repeated_kfold_t as t_test

D = np.array([[3.0, 1.0, 2.0], [4.0, 0.0, 2.0]])


def test_by_hand():
    """Mean 2, s^2 = 10/5 = 2, factor 1/6 + 1/2 = 2/3: t = 2 / sqrt(4/3)."""
    result = t_test(D)
    assert result.statistic == pytest.approx(3**0.5, rel=1e-15)
    assert result.standard_error == pytest.approx((4 / 3) ** 0.5, rel=1e-15)
    assert (result.estimate, result.df, result.alternative) == (2, 5, "two-sided")
    assert result.flags == set()


def test_interval_by_hand():
    """t(.975, 5 df) = 2.5705818356363155."""
    half = 2.5705818356363155 * (4 / 3) ** 0.5
    assert t_test(D).confidence_interval() == pytest.approx((2 - half, 2 + half), rel=1e-12)


def test_the_ratio_can_be_given():
    """Factor 1/6 + 1/3 = 1/2, so the standard error is 1."""
    assert t_test(D, test_train_ratio=1 / 3).statistic == pytest.approx(2, rel=1e-15)


def test_one_fold_per_repeat_needs_the_ratio():
    with pytest.raises(ValueError, match="give test_train_ratio"):
        t_test(np.ones((5, 1)))
    assert t_test(D.reshape(6, 1), test_train_ratio=0.5).statistic == t_test(D).statistic


@pytest.mark.parametrize("ratio", [-0.1, np.inf, np.nan])
def test_bad_ratios_are_refused(ratio):
    with pytest.raises(ValueError, match="test_train_ratio must be finite and not negative"):
        t_test(D, test_train_ratio=ratio)


def test_one_dimension_is_refused():
    with pytest.raises(ValueError, match=r"\(n_repeats, n_folds\).*got \(10,\).*np.newaxis"):
        t_test(np.zeros(10))


def test_ragged_rows_are_refused():
    with pytest.raises(ValueError, match="rows of different lengths"):
        t_test([[1.0, 2.0], [3.0]])


@pytest.mark.parametrize("shape", [(1, 1), (0, 10), (10, 0), (4, 1, 1)])
def test_one_difference_has_no_variance(shape):
    with pytest.raises(ValueError, match=f"at least 2 differences.*got {np.prod(shape[-2:])} "):
        t_test(np.zeros(shape), test_train_ratio=0.1)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_value_that_is_not_finite_is_located(value):
    one = D.copy()
    one[1, 2] = value
    with pytest.raises(ValueError, match=f"got {value} at repeat 1, fold 2"):
        t_test(one)
    with pytest.raises(ValueError, match=f"got {value} at experiment 1, repeat 1, fold 2"):
        t_test([D, one])
    with pytest.raises(ValueError, match=rf"got {value} at experiment \(1, 0\), repeat 1, fold 2"):
        t_test([[D], [one]])


def test_given_degrees_of_freedom_by_hand():
    """s^2 = 2, df = 7: counted as 8 independent differences, t = 2 / sqrt(2/8)."""
    result = t_test(D, df=7)
    assert (result.statistic, result.standard_error, result.df) == (4, 0.5, 7)
    assert result.pvalue == pytest.approx(2 * student.sf(4, 7), rel=1e-12)


def test_calibrated_degrees_of_freedom():
    """Significant when mean / s exceeds t(.975, 10 df) / sqrt(11) = 2.2281388519862747 / sqrt(11) = .67181."""
    noise = np.random.default_rng(0).normal(size=(10, 10))
    noise = (noise - noise.mean()) / noise.std(ddof=1)
    result = t_test(noise + 0.5, df="calibrated")
    assert result.df == 10
    assert result.statistic == pytest.approx(0.5 * 11**0.5, rel=1e-13)
    assert t_test(noise + 2.2281388519862747 / 11**0.5, df="calibrated").pvalue == pytest.approx(0.05, rel=1e-12)


def test_calibration_is_for_ten_by_ten_only():
    with pytest.raises(ValueError, match="10 repeats of 10 folds only, got 2 of 3"):
        t_test(D, df="calibrated")


def test_degrees_of_freedom_replace_the_ratio():
    with pytest.raises(ValueError, match="give one of them"):
        t_test(D, df=5, test_train_ratio=0.1)


@pytest.mark.parametrize(("df", "error"), [(0, ValueError), (np.nan, ValueError), ("exact", TypeError)])
def test_bad_degrees_of_freedom_are_refused(df, error):
    with pytest.raises(error, match="df must be a positive number"):
        t_test(D, df=df)
