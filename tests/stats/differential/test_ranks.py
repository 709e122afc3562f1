"""Signed ranks against all sign flips counted by whole numbers, SciPy and mpmath: from 1e-300 to 1."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from scipy import stats

from foldwise.stats import wilcoxon, wilcoxon_significances

ALTERNATIVES = ("two-sided", "greater", "less")


def differences(n, k, lean=0):
    """Values on a coarse grid, so that many are tied and some are zero, leaning to either side.

    The lean is added before the division: added after it, equal values would differ by rounding.
    """
    rng = np.random.default_rng(n + k)
    steps = rng.integers(2, 200, (n, 1))
    return (np.rint((rng.normal(size=(n, k)) + rng.normal(0, 1, (n, 1))) * steps) + lean * steps) / steps


def ranked(d, zeros):
    """Twice the signed ranks, ties having the mean of theirs."""
    if zeros == "pratt":
        ranks = stats.rankdata(np.abs(d), axis=-1)
    else:
        # Infinite ranks of zeros come last and count for nothing.
        ranks = stats.rankdata(np.where(d == 0, np.inf, np.abs(d)), axis=-1)
    return (2 * ranks * np.sign(d)).astype(np.int64)


def enumerated(signed, exact):
    """Against two-sided, greater, less."""
    lead, sizes = int(signed.sum()), np.abs(signed)
    up, down = exact.flips(sizes, lead), exact.flips(sizes, -lead)
    return min(1.0, 2 * min(up, down)), up, down


@pytest.mark.parametrize("zeros", ["wilcoxon", "pratt"])
@pytest.mark.parametrize("k", [2, 7, 15])
def test_wilcoxon_by_enumeration(zeros, k, n_inputs, exact):
    d = differences(n_inputs, k)
    signed = ranked(d, zeros)
    expected = np.array([enumerated(row, exact) for row in signed]).T
    for alternative, pvalue in zip(ALTERNATIVES, expected, strict=True):
        result = wilcoxon(d, zeros=zeros, alternative=alternative)
        np.testing.assert_allclose(result.pvalue, pvalue, rtol=1e-13)
    a, b = np.maximum(signed, 0).sum(axis=1) / 2, np.maximum(-signed, 0).sum(axis=1) / 2
    assert (result.statistic == np.minimum(a, b)).all()
    assert (result.rank_sum_a == a).all()
    assert (result.rank_sum_b == b).all()


def test_wilcoxon_agrees_with_scipy(n_inputs):
    """SciPy's exact distribution is that without ties."""
    rng = np.random.default_rng(n_inputs)
    d = rng.normal(size=(n_inputs, 25)) + rng.normal(0, 1, (n_inputs, 1))
    for alternative in ALTERNATIVES:
        expected = stats.wilcoxon(d, axis=-1, method="exact", alternative=alternative).pvalue
        np.testing.assert_allclose(wilcoxon(d, alternative=alternative).pvalue, expected, rtol=1e-12)
        expected = stats.wilcoxon(d, axis=-1, method="asymptotic", alternative=alternative, correction=False).pvalue
        np.testing.assert_allclose(wilcoxon(d, method="normal", alternative=alternative).pvalue, expected, rtol=1e-9)


@pytest.mark.parametrize("k", [100, 350, pytest.param(996, marks=pytest.mark.slow)])
def test_few_against_many_by_partitions_into_distinct_parts(k):
    """With rank sum s < k against it, the subsets to count are the partitions of 0, ..., s into distinct parts."""
    largest = 20
    parts = [1] + [0] * largest
    for part in range(1, largest + 1):
        for total in range(largest, part - 1, -1):
            parts[total] += parts[total - part]
    d = np.tile(np.arange(1.0, k + 1), (largest, 1))
    d[np.arange(largest), np.arange(largest)] *= -1
    expected = [float(Fraction(sum(parts[: s + 1]), 2**k)) for s in range(1, largest + 1)]
    pvalue = wilcoxon(d, method="exact", alternative="greater").pvalue
    np.testing.assert_allclose(pvalue, expected, rtol=1e-12)
    np.testing.assert_allclose(wilcoxon(d, method="exact").pvalue, 2 * np.array(expected), rtol=1e-12)


@pytest.mark.parametrize("k", [12, 60])
def test_signed_significances(k, n_inputs, exact):
    """The smaller the tail, the stronger: ranks of ``0.5 - |p|`` by fractions of a grid."""
    rng = np.random.default_rng(n_inputs + k)
    grid = rng.integers(-50, 51, (n_inputs, k))
    # A zero significance has the sign of its zero; none is drawn.
    grid = np.where(grid == 0, 50, grid)
    signed = ranked(np.sign(grid) * (50 - np.abs(grid)), "wilcoxon")
    expected = np.array([enumerated(row, exact) for row in signed]).T
    for alternative, pvalue in zip(ALTERNATIVES, expected, strict=True):
        found = wilcoxon_significances(grid / 100, method="exact", alternative=alternative).pvalue
        np.testing.assert_allclose(found, pvalue, rtol=1e-12)


@pytest.mark.parametrize("test", [wilcoxon, wilcoxon_significances])
def test_the_normal_approximation(test, n_inputs, exact):
    """Fewer rows of many values, and more of fewer: p-values down to 1e-300 take some two thousand."""
    smallest = 1.0
    for n, k in ((n_inputs, 55), (n_inputs // 100, 2000)):
        d = differences(n, k, lean=(np.arange(n) % 3 - 1)[:, None] * 3)
        if test is wilcoxon_significances:
            d = np.sign(d) * 0.5 / (1 + np.abs(d)) + (d == 0) * 0.5
            strength = stats.rankdata(-np.abs(d), method="dense", axis=-1)
            signed = ranked(np.where(np.abs(d) == 0.5, 0, np.sign(d) * strength), "wilcoxon")
        else:
            # Moved by 3, sizes that are tied on the grid differ in their last bits.
            signed = ranked(np.round(d, 9), "wilcoxon")
        tails = []
        for row in signed.tolist():
            lead, spread = sum(row), sum(rank * rank for rank in row)
            tails.append(exact.normal(mpmath.mpf(lead) ** 2 / max(spread, 1), lead >= 0))
        expected = np.array(tails, dtype=np.float64).T
        for alternative, pvalue in zip(ALTERNATIVES, expected, strict=True):
            found = np.asarray(test(d, method="normal", alternative=alternative).pvalue)
            np.testing.assert_allclose(found, pvalue, rtol=1e-12, atol=1e-305)
        smallest = min(smallest, expected.min())
    assert smallest < 1e-250


@pytest.mark.parametrize("level", [0.8, 0.99])
def test_the_interval_of_walsh_averages(level, n_inputs, exact):
    k = 9
    d = differences(n_inputs, k)
    result = wilcoxon(d)
    i, j = np.triu_indices(k)
    means = np.sort((d[:, i] + d[:, j]) / 2, axis=1)
    np.testing.assert_allclose(result.estimate, np.median(means, axis=1), rtol=1e-14, atol=1e-15)
    total = k * (k + 1) // 2
    # The most rank sums that a two-sided test at 1 - level leaves out on one side.
    outside = sum(exact.flips(np.arange(1, k + 1), total - 2 * s) <= (1 - level) / 2 for s in range(total // 2))
    low, high = result.confidence_interval(level)
    np.testing.assert_allclose(low, means[:, outside - 1], rtol=1e-14, atol=1e-15)
    np.testing.assert_allclose(high, means[:, -outside], rtol=1e-14, atol=1e-15)
