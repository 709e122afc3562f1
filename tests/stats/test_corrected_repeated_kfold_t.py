import numpy as np
import pytest

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
