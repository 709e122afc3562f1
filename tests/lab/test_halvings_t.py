"""Any number of halvings, against the test with five."""

import numpy as np
import pytest
from scipy.stats import t as student

from foldwise.lab import replication_count, sources
from foldwise.stats import five_by_two_t


@pytest.fixture(scope="module")
def halvings_t():
    study = replication_count(sources.TwoKinds(n_examples=10), splits=[], folds=[], halvings=[2], n_trials=1)
    return study.trials[0].procedures["halvings_t, 2"].test


def test_five_are_dietterichs(halvings_t):
    for differences in np.random.default_rng(0).normal(0.3, 1, size=(20, 5, 2)):
        known = five_by_two_t(differences)
        assert halvings_t(differences) == pytest.approx((known.statistic, known.pvalue), rel=1e-12)


def test_three_by_hand(halvings_t):
    # Variances inside repeats: 2, 0.5, 0; their mean 5/6.
    statistic, pvalue = halvings_t([[3.0, 1.0], [1.0, 0.0], [2.0, 2.0]])
    assert statistic == pytest.approx(3 / np.sqrt(2.5 / 3))
    assert pvalue == pytest.approx(2 * student.sf(statistic, 3))


def test_without_variance_it_decides_as_the_test_with_five(halvings_t):
    for differences in (np.zeros((5, 2)), np.full((5, 2), -0.1), np.array([[0.0, 0.0]] + [[0.1, 0.1]] * 4)):
        known = five_by_two_t(differences)
        assert halvings_t(differences) == pytest.approx((known.statistic, known.pvalue), nan_ok=True)
