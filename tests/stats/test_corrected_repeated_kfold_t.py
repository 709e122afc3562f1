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


def test_counting_the_repeats_that_there_are_changes_nothing():
    d = np.random.default_rng(4).normal(0.3, 1, (7, 10, 10))
    plain, counted = t_test(d), t_test(d, counted_repeats=10)
    for name in ("statistic", "pvalue", "estimate", "standard_error"):
        assert getattr(plain, name).tobytes() == getattr(counted, name).tobytes()
    assert counted.df == plain.df == 99


def test_counted_repeats_by_hand():
    """200 repeats of 10 folds counted as 10: t = mean / sqrt(s^2 (1/100 + 1/9)), 99 df; mean and s^2 of all 2,000."""
    d = np.random.default_rng(5).normal(0.2, 1, (200, 10))
    result = t_test(d, counted_repeats=10)
    assert result.statistic == pytest.approx(d.mean() / np.sqrt(d.var(ddof=1) * (1 / 100 + 1 / 9)), rel=1e-12)
    assert result.df == 99
    assert result.pvalue == pytest.approx(2 * student.sf(abs(result.statistic), 99), rel=1e-11)
    with_ratio = t_test(d, counted_repeats=3, test_train_ratio=0.5)
    assert with_ratio.standard_error == pytest.approx(np.sqrt(d.var(ddof=1) * (1 / 30 + 0.5)), rel=1e-12)
    assert with_ratio.df == 29


def test_further_repeats_do_not_move_the_test_with_counted_repeats():
    """The same repeats twice: mean and spread stay, and with them t (s^2 changes by the factor 1998/1999 only)."""
    d = np.random.default_rng(6).normal(0.2, 1, (100, 10))
    once, twice = t_test(d, counted_repeats=10), t_test(np.vstack([d, d]), counted_repeats=10)
    assert twice.statistic == pytest.approx(once.statistic * np.sqrt(1999 / 1998), rel=1e-12)
    assert t_test(np.vstack([d, d])).statistic > 1.004 * twice.statistic


def test_counted_repeats_exclude_other_counts():
    with pytest.raises(ValueError, match="df replaces the count of differences"):
        t_test(D, df=4, counted_repeats=2)


@pytest.mark.parametrize(("count", "error"), [(0, ValueError), (2.0, TypeError), (True, TypeError)])
def test_counted_repeats_are_a_number_of_repeats(count, error):
    with pytest.raises(error, match="counted_repeats must be"):
        t_test(D, counted_repeats=count)


def test_one_counted_difference_has_no_variance():
    with pytest.raises(ValueError, match="counted_repeats must make at least 2 differences, got 1 repeat of 1 fold"):
        t_test(D.reshape(6, 1), counted_repeats=1, test_train_ratio=0.5)
