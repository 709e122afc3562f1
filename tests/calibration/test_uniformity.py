"""P-values under a true null: uniform for the t tests whose assumptions hold, never too small for the exact ones.

The bound is that of Dvoretzky, Kiefer and Wolfowitz with Massart's constant: the distribution function of 100,000
uniform p-values is nowhere further than sqrt(log(2 / 1e-6) / 200,000) = .0085 from the diagonal, but once in a
million times.
"""

from functools import partial
from itertools import product
from math import comb, log, sqrt

import numpy as np
import pytest

from foldwise.stats import (
    binomial,
    corrected_repeated_kfold_t,
    corrected_resampled_t,
    kfold_t,
    mcnemar,
    sign_flip,
    sign_test,
    wilcoxon,
)

DRAWS = 100_000
BOUND = sqrt(log(2 / 1e-6) / (2 * DRAWS))
ALTERNATIVES = "two-sided", "greater", "less"


def distance(pvalues):
    """Largest distance between the distribution function of the p-values and the diagonal."""
    p = np.sort(pvalues)
    steps = np.arange(p.size + 1) / p.size
    return max((steps[1:] - p).max(), (p - steps[:-1]).max())


def equicorrelated(rng, n, rho):
    """Standard normal differences, any two of which have correlation `rho`."""
    return sqrt(rho) * rng.normal(size=(DRAWS, 1)) + sqrt(1 - rho) * rng.normal(size=(DRAWS, n))


@pytest.mark.parametrize("n", [2, 3, 5, 10, 30, 100])
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_independent_normal_differences(n, alternative):
    d = np.random.default_rng(n).normal(size=(DRAWS, n))
    assert distance(kfold_t(d, alternative=alternative).pvalue) < BOUND


@pytest.mark.parametrize(("n_repeats", "n_folds"), [(1, 10), (3, 4), (5, 2)])
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_equicorrelated_normal_differences_of_folds(n_repeats, n_folds, alternative):
    """Correlation n2 / (n1 + n2) = 1 / k is what the correction stands for: with it the test is exact."""
    rng = np.random.default_rng(n_folds)
    d = equicorrelated(rng, n_repeats * n_folds, 1 / n_folds).reshape(DRAWS, n_repeats, n_folds)
    assert distance(corrected_repeated_kfold_t(d, alternative=alternative).pvalue) < BOUND


def test_equicorrelated_normal_differences_of_ten_times_ten_folds():
    d = equicorrelated(np.random.default_rng(1010), 100, 0.1).reshape(DRAWS, 10, 10)
    assert distance(corrected_repeated_kfold_t(d).pvalue) < BOUND


@pytest.mark.parametrize(("n_train", "n_test"), [(90, 10), (200, 100)])
def test_equicorrelated_normal_differences_of_splits(n_train, n_test):
    d = equicorrelated(np.random.default_rng(n_train), 15, n_test / (n_train + n_test))
    assert distance(corrected_resampled_t(d, n_train=n_train, n_test=n_test).pvalue) < BOUND


def test_the_bound_can_fail():
    """Without the correction, correlated differences are far from uniform; with it, independent ones are."""
    rng = np.random.default_rng(0)
    assert distance(kfold_t(equicorrelated(rng, 10, 0.1)).pvalue) > 10 * BOUND
    assert distance(corrected_repeated_kfold_t(rng.normal(size=(DRAWS, 1, 10))).pvalue) > 10 * BOUND


def excess(pvalues, weights, most=1.0):
    """Largest P(p <= a) - a over the values a up to `most` that p can take; no other a can exceed it."""
    order = np.argsort(pvalues, kind="stable")
    p = np.asarray(pvalues)[order]
    below = np.cumsum(np.asarray(weights)[order]) / np.sum(weights)
    return (below - p)[np.append(p[1:] > p[:-1], True) & (p <= most)].max()


def tosses(n):
    """All numbers of wins in `n` disagreements, and how many ways lead to each."""
    wins = np.arange(n + 1)
    return wins, np.array([float(comb(n, int(k))) for k in wins])


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", [1, 2, 7, 12, 50, 101])
def test_tests_on_disagreements_never_reject_too_often(n, alternative):
    wins, ways = tosses(n)
    assert excess(binomial(wins, n - wins, alternative=alternative).pvalue, ways) < 1e-14
    assert excess(mcnemar(wins, n - wins, method="exact", alternative=alternative).pvalue, ways) < 1e-14


@pytest.mark.parametrize(
    ("method", "most", "low", "high"),
    [("continuity", 0.3, -1, 1e-14), ("continuity", 1, 0.002, 0.003), ("mid-p", 0.05, 0.027, 0.028)],
)
def test_approximations_of_mcnemars_test_have_no_such_guarantee(method, most, low, high):
    """With the continuity correction only p-values that nobody rejects at are too small. The mid-p-value is, often:

    16 disagreements, of which 12 or more go one way, have probability .0768 and mid-p-value .0490.
    """
    worst = []
    for n in range(10, 80):
        wins, ways = tosses(n)
        worst.append(excess(mcnemar(wins, n - wins, method=method).pvalue, ways, most))
    assert low < max(worst) < high


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("sizes", [[1, 2, 3, 4, 5, 6, 7], [1, 1, 2, 2, 2, 5], [0, 0, 1, 3, 3, 8]], ids=str)
def test_tests_on_signs_never_reject_too_often(sizes, alternative):
    """Under the null every pattern of signs is as probable: all of them are tried."""
    signs = np.array(list(product([-1.0, 1.0], repeat=len(sizes))))
    for test in (sign_test, partial(wilcoxon, method="exact"), partial(sign_flip, method="exact")):
        pvalues = test(signs * sizes, alternative=alternative).pvalue
        assert excess(pvalues, np.ones(len(signs))) < 1e-14
