import numpy as np
import pytest

from foldwise.stats import kfold_t


def test_by_hand():
    """Mean 2, s^2 = 2, n = 6: t = 2 / sqrt(1/3)."""
    result = kfold_t([3, 1, 2, 4, 0, 2])
    assert result.statistic == pytest.approx(12**0.5, rel=1e-15)
    assert (result.estimate, result.df) == (2, 5)


def test_two_folds_by_hand():
    """Mean 2, s^2 = 2, n = 2: t = 2 on 1 df, p = 1 - 2 atan(2)/pi."""
    result = kfold_t([3, 1])
    assert (result.statistic, result.df) == (2, 1)
    assert result.pvalue == pytest.approx(0.29516723530086653, rel=1e-14)


def test_it_is_always_flagged():
    assert kfold_t([1, 2, 3]).flags == {"elevated_type1"}
    assert kfold_t([[1, 2, 3], [4, 5, 7]]).flags.where("elevated_type1").tolist() == [True, True]


def test_a_single_number_is_refused():
    with pytest.raises(ValueError, match=r"shape \(n_folds,\).*got \(\)"):
        kfold_t(0.5)


def test_a_value_that_is_not_finite_is_located():
    with pytest.raises(ValueError, match="got inf at experiment 0, fold 2 "):
        kfold_t([[1, 2, np.inf], [1, 2, 3]])
