"""Paired scores of items: by hand, against SciPy and statsmodels, at the edges."""

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from foldwise.stats import paired_items_t

D = np.array([1.0, 0, 0, -1, 1, 1, 0, 1])
CLUSTERS = np.array([5, 5, 2, 2, 2, 9, 9, 7])


def test_without_clusters_it_is_the_paired_t_test_of_scipy():
    expected = ttest_1samp(D, 0)
    result = paired_items_t(D)
    assert result.statistic == pytest.approx(expected.statistic)
    assert result.pvalue == pytest.approx(expected.pvalue)
    assert result.df == 7


def test_clusters_by_hand():
    """Mean 3/8; deviations of clusters sum to 1/4, -9/8, 1/4, 5/8: squares 1.78125, times 4/3, root over 8."""
    result = paired_items_t(D, CLUSTERS)
    assert result.standard_error == pytest.approx((4 / 3 * 1.78125) ** 0.5 / 8)
    assert result.df == 3


def test_clusters_as_in_statsmodels():
    """OLS on a constant with cov_type='cluster'; its factor C/(C-1) (n-1)/(n-1) is ours."""
    ols = pytest.importorskip("statsmodels.api").OLS
    rng = np.random.default_rng(3)
    d, clusters = rng.normal(size=60), rng.integers(0, 12, size=60)
    fit = ols(d, np.ones(60)).fit(cov_type="cluster", cov_kwds={"groups": clusters}, use_t=True)
    result = paired_items_t(d, clusters)
    assert result.standard_error == pytest.approx(fit.bse[0])
    assert result.pvalue == pytest.approx(fit.pvalues[0])


def test_clusters_of_one_item_each_change_nothing():
    assert paired_items_t(D, np.arange(8)).pvalue == pytest.approx(paired_items_t(D).pvalue)


def test_swapping_the_learners_only_flips_the_sign():
    assert paired_items_t(-D, CLUSTERS).statistic == -paired_items_t(D, CLUSTERS).statistic


def test_a_batch_is_many_single_tests():
    batch = np.random.default_rng(0).normal(size=(3, 8))
    singles = [paired_items_t(row, CLUSTERS).pvalue for row in batch]
    assert paired_items_t(batch, CLUSTERS).pvalue == pytest.approx(singles)


def test_no_difference_is_1_and_no_variance_is_named():
    assert paired_items_t(np.zeros(8), CLUSTERS).pvalue == 1
    assert paired_items_t(np.ones(8)).flags == {"zero_variance"}
    assert np.isnan(paired_items_t([1, 0, 0, 1], [0, 0, 1, 1]).pvalue)


def test_one_cluster_and_misshapen_ones_are_refused():
    with pytest.raises(ValueError, match="at least 2"):
        paired_items_t(D, np.zeros(8, dtype=int))
    with pytest.raises(ValueError, match="each of 8 items"):
        paired_items_t(D, [0, 1])
