"""Hall's transformed t: by hand and against SciPy, at the edges, beside Student's."""

import numpy as np
import pytest
from scipy import stats as scipy_stats

from foldwise.stats import hall_t, paired_items_t

D = np.random.default_rng(0).lognormal(size=20) - 1
CLUSTERS = np.repeat(np.arange(5), 4)


def test_against_scipys_t_and_skewness():
    result = hall_t(D)
    t, g = scipy_stats.ttest_1samp(D, 0).statistic, scipy_stats.skew(D, bias=False)
    a = g / 20**0.5
    expected = t + a * t**2 / 3 + a**2 * t**3 / 27 + a / 6
    assert (result.skewness, result.statistic) == pytest.approx((g, expected), rel=1e-12)
    assert result.pvalue == pytest.approx(2 * scipy_stats.t.sf(abs(expected), 19), rel=1e-12)


def test_by_hand():
    """Of 0, 0, 0, 4: mean 1, s = 2, t = 1; cubes -3/8 + 27/8 = 3 times 4/6 is 2, a = 1; 1 + 1/3 + 1/27 + 1/6."""
    result = hall_t([0, 0, 0, 4])
    assert (result.skewness, result.df) == (2, 3)
    assert result.statistic == pytest.approx(83 / 54)


def test_one_sided_pvalues_add_up_to_one():
    greater, less = hall_t(D, alternative="greater").pvalue, hall_t(D, alternative="less").pvalue
    assert greater + less == pytest.approx(1)
    assert hall_t(D).pvalue == pytest.approx(2 * min(greater, less))


def test_the_interval_ends_where_the_test_just_rejects():
    low, high = hall_t(D).confidence_interval(0.9)
    assert [hall_t(D - end).pvalue for end in (low, high)] == pytest.approx([0.1, 0.1])
    assert high - D.mean() > D.mean() - low


def test_without_skewness_it_is_students():
    d = np.array([-1.0, 0.0, 1.0, 2.0, 3.0])
    assert hall_t(d).pvalue == pytest.approx(paired_items_t(d).pvalue)
    assert hall_t(d).confidence_interval() == pytest.approx(paired_items_t(d).confidence_interval())
    assert hall_t([1.0, 3.0]).pvalue == pytest.approx(paired_items_t([1.0, 3.0]).pvalue)


def test_clusters_count_by_their_sums():
    """Sums of deviations over clusters of equal size are four times those of the means of clusters."""
    means = D.reshape(5, 4).mean(axis=1)
    known, result = hall_t(means), hall_t(D, CLUSTERS)
    assert (result.statistic, result.skewness) == pytest.approx((known.statistic, known.skewness))
    assert result.n_units == 5


def test_nothing_differs_or_varies():
    assert hall_t(np.zeros(8)).pvalue == 1
    constant = hall_t(np.ones(8))
    assert np.isnan(constant.pvalue)
    assert constant.flags == {"zero_variance"}
    assert np.isnan(constant.confidence_interval()).all()


def test_the_scale_does_not_matter():
    assert hall_t(D * 2.0**-700).statistic == hall_t(D).statistic == hall_t(D * 2.0**700).statistic
