"""Balanced two-fold cross-validation: what halves share, and the test by hand and by its exact law."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import kstest, t

from foldwise.splits import BalancedTwoFold, RepeatedKFold, parse_scheme
from foldwise.stats import balanced_two_fold_t


@pytest.mark.parametrize(("n_repeats", "n"), [(2, 8), (3, 40), (5, 40), (7, 80), (12, 64), (31, 64)])
def test_any_two_halves_share_a_quarter(n_repeats, n):
    folds = BalancedTwoFold(n_repeats).assign(n, seed=1).folds
    assert folds.shape == (n_repeats, n)
    assert (folds.sum(axis=1) == n // 2).all()
    for one, other in combinations(folds, 2):
        assert [int(((one == i) & (other == j)).sum()) for i in (0, 1) for j in (0, 1)] == [n // 4] * 4


def test_where_blocks_are_uneven_halves_nearly_share_a_quarter():
    folds = BalancedTwoFold(3).assign(50, seed=2).folds
    for one, other in combinations(folds, 2):
        assert abs(((one == 0) & (other == 0)).sum() - 12.5) <= 1


def test_executions_and_names():
    scheme = BalancedTwoFold(3)
    two = scheme.assign(20, seed=1, n_executions=2)
    assert (two.folds[:3] == scheme.assign(20, seed=1).folds).all()
    assert (two.folds[3:] != two.folds[:3]).any()
    assert parse_scheme(scheme.short_name) == scheme
    groups = np.repeat(np.arange(12), 3)
    for row in scheme.assign(36, groups=groups, seed=1).folds:
        assert all(len(set(row[groups == group])) == 1 for group in range(12))
    with pytest.raises(ValueError, match="n_repeats must be at most 31, got 32"):
        BalancedTwoFold(32)


def test_by_hand():
    """Mean 2; squares 4, 0 and 16 over 12: variance 20 / 12."""
    result = balanced_two_fold_t([[3.0, 1.0], [2.0, 2.0], [0.0, 4.0]])
    assert result.statistic == pytest.approx(2 / (20 / 12) ** 0.5, rel=1e-12)
    assert result.pvalue == pytest.approx(2 * t.sf(result.statistic, 3), rel=1e-10)
    with pytest.raises(ValueError, match=r"must have shape \(n_repeats, 2\), two repeats or more, got \(3, 4\)"):
        balanced_two_fold_t(np.ones((3, 4)))


@pytest.mark.parametrize(("n_repeats", "n"), [(3, 8), (7, 16)])
def test_with_normal_losses_of_examples_alone_its_law_is_exactly_students(n_repeats, n):
    """And random halves have another: their contrasts are correlated."""
    losses = np.random.default_rng(3).normal(size=(20_000, n))
    folds = BalancedTwoFold(n_repeats).assign(n, seed=1).folds
    halves = np.stack([folds == 0, folds == 1], axis=1) / (n / 2)
    result = balanced_two_fold_t(np.einsum("ei,rfi->erf", losses, halves))
    assert kstest(result.pvalue, "uniform").pvalue > 0.01
    assert result.standard_error.shape == (20_000,)
    assert np.square(result.standard_error).mean() == pytest.approx(1 / n, rel=0.02)


def test_random_halves_are_not_taken_for_balanced():
    from foldwise.runs import as_metric
    from foldwise.verdicts import usable_tests

    accuracy = as_metric("accuracy", "classification")
    for scheme, fits in ((RepeatedKFold(2, 7), False), (BalancedTwoFold(7), True)):
        names = usable_tests(scheme.assign(200, seed=1), "classification", accuracy)
        assert ("balanced_two_fold_t" in names) == fits
