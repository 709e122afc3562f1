import numpy as np
import pytest

from foldwise.stats import corrected_repeated_kfold_t
from foldwise.stats import corrected_resampled_t as t_test

D = np.array([3.0, 1.0, 2.0, 4.0, 0.0, 2.0])


def test_by_hand():
    """Mean 2, s^2 = 2, factor 1/6 + 50/150 = 1/2: standard error 1."""
    result = t_test(D, n_train=150, n_test=50)
    assert result.statistic == pytest.approx(2, rel=1e-15)
    assert result.standard_error == pytest.approx(1, rel=1e-15)
    assert (result.estimate, result.df) == (2, 5)
    assert result.flags == set()


def test_sizes_that_differ_enter_as_sums():
    """Test sizes sum to 300, training sizes to 900."""
    result = t_test(D, n_train=[140, 160, 150, 150, 145, 155], n_test=[60, 40, 50, 50, 55, 45])
    assert result.statistic == pytest.approx(2, rel=1e-15)
    assert t_test(D, n_train=150, n_test=[60, 40, 50, 50, 55, 45]).statistic == result.statistic


def test_the_same_ratio_gives_the_same_test_as_cross_validation():
    batch = np.random.default_rng(0).normal(size=(3, 6))
    expected = corrected_repeated_kfold_t(batch.reshape(3, 2, 3)).pvalue
    assert t_test(batch, n_train=200, n_test=100).pvalue.tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("n_train", "n_test", "out"), [(100, 50, 0), (100, 51, 1), (100, 5, 0), (101, 5, 1), (90, 10, 0), (1, 1, 1)]
)
def test_ratios_outside_the_advised_range_are_flagged(n_train, n_test, out):
    assert t_test(D, n_train=n_train, n_test=n_test).flags == ({"ratio_out_of_range"} if out else set())


def test_the_flag_holds_for_the_whole_batch():
    flags = t_test([D, D], n_train=10, n_test=10).flags
    assert flags.where("ratio_out_of_range").tolist() == [True, True]


def test_bad_sizes_are_refused():
    with pytest.raises(ValueError, match="n_train must be at least 1 in every split, got 0"):
        t_test(D, n_train=0, n_test=10)
    with pytest.raises(ValueError, match=r"n_test must be one number or one per split, shape \(6,\), got shape \(2,\)"):
        t_test(D, n_train=90, n_test=[10, 10])
    with pytest.raises(TypeError, match="n_test must be an integer"):
        t_test(D, n_train=90, n_test=0.1)


def test_a_value_that_is_not_finite_is_located():
    with pytest.raises(ValueError, match="got nan at split 1 "):
        t_test([1, np.nan], n_train=90, n_test=10)


@pytest.mark.parametrize("n", [0, 1])
def test_one_difference_has_no_variance(n):
    with pytest.raises(ValueError, match=f"at least 2 differences.*got {n} "):
        t_test(np.zeros(n), n_train=90, n_test=10)
