import numpy as np
import pytest
from scipy.stats import ttest_1samp

from foldwise.stats import five_by_two_plain_t


def test_by_hand():
    """Mean 2, sum of squares 50 - 40 = 10, s^2 = 10/9: t = 2 / sqrt(1/9)."""
    result = five_by_two_plain_t([[3, 1], [2, 4], [0, 2], [3, 1], [2, 2]])
    assert result.estimate == 2
    assert result.statistic == pytest.approx(2 / np.sqrt(12 / 90), rel=1e-14)
    assert result.df == 9


def test_it_is_the_plain_t_test_of_ten():
    d = np.random.default_rng(0).normal(0.3, 1, (500, 5, 2))
    expected = ttest_1samp(d.reshape(500, 10), 0, axis=1)
    result = five_by_two_plain_t(d)
    assert result.statistic == pytest.approx(expected.statistic, rel=1e-12)
    assert result.pvalue == pytest.approx(expected.pvalue, rel=1e-11)
    assert result.statistic[7] == five_by_two_plain_t(d[7]).statistic


def test_it_is_always_flagged():
    d = np.arange(10).reshape(5, 2)
    assert five_by_two_plain_t(d).flags == {"not_recommended"}
    assert five_by_two_plain_t(np.zeros((5, 2))).flags == {"not_recommended", "identical_scores"}
    assert five_by_two_plain_t(np.ones((5, 2))).flags == {"not_recommended", "zero_variance"}


def test_runs_that_differ_are_variance():
    """Unlike Dietterich's, this test sees the variance between runs."""
    assert five_by_two_plain_t(np.repeat([[1.0], [2.0], [3.0], [4.0], [5.0]], 2, axis=1)).flags == {"not_recommended"}


def test_other_designs_are_refused():
    with pytest.raises(ValueError, match=r"shape \(5, 2\)"):
        five_by_two_plain_t(np.zeros((2, 5)))
