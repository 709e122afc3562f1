"""Friedman's test and Iman and Davenport's form of it, Quade's test, aligned ranks."""

from itertools import permutations, product
from math import factorial

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from foldwise.stats import aligned_ranks, friedman, iman_davenport, quade

quick = settings(max_examples=25, deadline=None)
tables = st.integers(2, 9).flatmap(
    lambda n: st.integers(2, 6).flatmap(
        lambda k: st.lists(st.lists(st.integers(0, 5), min_size=k, max_size=k), min_size=n, max_size=n)
    )
)


def by_scipy(x):
    """SciPy asks for three learners."""
    return scipy_stats.friedmanchisquare(*np.transpose(x))


def quade_by_definition(x):
    n, k = np.shape(x)
    s = scipy_stats.rankdata(np.ptp(x, axis=1))[:, None] * (scipy_stats.rankdata(-x, axis=1) - (k + 1) / 2)
    a, b = (s**2).sum(), (s.sum(axis=0) ** 2).sum() / n
    return (n - 1) * b / (a - b)


def aligned_by_definition(x):
    """The formula of Garcia et al., which has the sum of the squares of 1, ..., k N for that of all ranks."""
    n, k = np.shape(x)
    r = scipy_stats.rankdata(-(k * x - x.sum(axis=1, keepdims=True)).ravel()).reshape(n, k)
    between = (r.sum(axis=0) ** 2).sum() - k * n**2 / 4 * (k * n + 1) ** 2
    return (k - 1) * between / ((r**2).sum() - (r.sum(axis=1) ** 2).sum() / k)


@quick
@given(x=tables.filter(lambda x: len(x[0]) > 2 and any(len(set(row)) > 1 for row in x)))
def test_friedman_agrees_with_scipy_also_with_ties(x):
    expected, result = by_scipy(x), friedman(x)
    assert (result.statistic, result.pvalue) == pytest.approx(tuple(expected), rel=1e-12, abs=1e-12)
    assert result.df == len(x[0]) - 1
    assert result.mean_ranks == pytest.approx(scipy_stats.rankdata(-np.array(x), axis=1).mean(axis=0), rel=1e-14)


def test_friedman_by_hand():
    """Ranks 1 2 3, 2 1 3, 1 2 3, 1 2 3: sums 5, 7, 12 around 8; 2 (9 + 1 + 16) / (4 * 2) = 6.5; exp(-3.25)."""
    result = friedman([[0.9, 0.8, 0.7], [0.6, 0.7, 0.5], [0.8, 0.6, 0.5], [0.9, 0.7, 0.6]])
    assert (result.statistic, result.df, result.flags) == (6.5, 2, set())
    assert result.pvalue == pytest.approx(np.exp(-3.25), rel=1e-14)
    assert result.mean_ranks.tolist() == [1.25, 1.75, 3.0]


def test_two_learners_are_the_sign_test_with_chi_square():
    """Seven wins and two losses: (7 - 2)^2 / 9; ties change nothing."""
    x = np.array([[1, 0]] * 7 + [[0, 1]] * 2 + [[0, 0]] * 5)
    assert friedman(x).statistic == pytest.approx(25 / 9, rel=1e-14)
    assert friedman(x).pvalue == pytest.approx(scipy_stats.chi2.sf(25 / 9, 1), rel=1e-12)


@quick
@given(x=tables)
def test_iman_davenport_is_a_function_of_friedman(x):
    n, k = len(x), len(x[0])
    chi2, result = friedman(x).statistic, iman_davenport(x)
    assert result.df == (k - 1, (k - 1) * (n - 1))
    if chi2 < n * (k - 1) * (1 - 1e-12):
        f = (n - 1) * chi2 / (n * (k - 1) - chi2)
        assert result.statistic == pytest.approx(f, rel=1e-11)
        assert result.pvalue == pytest.approx(scipy_stats.f.sf(f, *result.df), rel=1e-10)


def test_tails_to_twelve_digits():
    """Nine of ten data sets agree; chi-square and F by mpmath, at statistics that are fractions."""
    x = np.tile(np.arange(5.0), (40, 1))
    x[0] = x[0, ::-1]
    chi2, f = friedman(x), iman_davenport(x)
    between = sum((38 * (j - 2)) ** 2 for j in range(5))
    with mpmath.workdps(40):
        exact = mpmath.mpf(4 * between) / (40 * 10)
        ratio = 39 * exact / (160 - exact)
        tail = mpmath.gammainc(2, exact / 2, regularized=True)
        f_tail = mpmath.betainc(78, 2, 0, 1 / (1 + ratio * 4 / 156), regularized=True)
    assert chi2.statistic == pytest.approx(float(exact), rel=1e-14)
    assert abs(chi2.pvalue / tail - 1) < 1e-12
    assert f.statistic == pytest.approx(float(ratio), rel=1e-14)
    assert abs(f.pvalue / f_tail - 1) < 1e-12


@quick
@given(x=tables)
def test_quade_and_aligned_ranks_by_definition(x):
    x = np.array(x)
    if not quade(x).flags:
        assert quade(x).statistic == pytest.approx(quade_by_definition(x), rel=1e-11, abs=1e-11)
    if not aligned_ranks(x).flags:
        assert aligned_ranks(x).statistic == pytest.approx(aligned_by_definition(x), rel=1e-11, abs=1e-11)


def test_quade_for_two_learners_is_wilcoxons_test():
    """F = (N - 1) T^2 / (N sum q^2 - T^2), T the signed sum of the ranks of the sizes."""
    d = np.array([3, -1, 4, 1.5, -5, 9, 2.6])
    signed = np.sign(d) * scipy_stats.rankdata(np.abs(d))
    total, squares = signed.sum() ** 2, (signed**2).sum()
    result = quade(np.column_stack([d, np.zeros(7)]))
    assert result.statistic == pytest.approx(6 * total / (7 * squares - total), rel=1e-13)
    assert result.df == (1, 6)


def test_the_example_of_quade_in_conover():
    """Five brands of hand lotion in seven stores, from R's help on quade.test: F = 3.8293, p = 0.01519."""
    x = [
        [5, 4, 7, 10, 12],
        [1, 3, 1, 0, 2],
        [16, 12, 22, 22, 35],
        [5, 4, 3, 5, 4],
        [10, 9, 7, 13, 10],
        [19, 18, 28, 37, 58],
        [10, 7, 6, 8, 7],
    ]
    result = quade(x)
    assert result.statistic == pytest.approx(3.8293, abs=5e-5)
    assert result.pvalue == pytest.approx(0.01519, abs=5e-6)
    assert result.df == (4, 24)


def test_mean_ranks_of_quade_are_weighted():
    """Ranges 3 and 1, weights 2 and 1; ranks 1 2 and 2 1."""
    assert quade([[5, 2], [1, 2]]).mean_ranks == pytest.approx([4 / 3, 5 / 3], rel=1e-15)
    assert aligned_ranks([[5, 2], [1, 2]]).mean_ranks.tolist() == [2, 3]


@pytest.mark.parametrize("test", [iman_davenport, quade])
def test_perfect_agreement_has_the_probability_that_it_has(test):
    """All orders of three learners on three data sets, and of what is tied: by enumeration."""
    result = test(np.tile([3, 1, 2], (3, 1)))
    assert (result.statistic, result.flags) == (np.inf, {"perfect_agreement"})
    assert result.pvalue == pytest.approx(factorial(3) ** -2, rel=1e-13)
    for row in ([1, 2], [3, 1, 1], [2, 2, 1, 1], [4, 3, 2, 1]):
        orders = set(permutations(row))
        agree = np.mean([len(set(rows)) == 1 for rows in product(orders, repeat=2)])
        assert test([row, row]).pvalue == pytest.approx(agree, rel=1e-12)
    many = test(np.tile(np.arange(200), (3, 1)))
    assert many.pvalue == 0
    assert many.statistic == np.inf


def test_agreement_on_the_order_alone_is_no_perfect_agreement_for_quade():
    assert quade([[1, 2, 3], [1, 2, 4]]).flags == set()
    assert iman_davenport([[1, 2, 3], [1, 2, 4]]).flags == {"perfect_agreement"}


@pytest.mark.parametrize(
    ("test", "low", "high"), [(friedman, 0.03, 0.05), (iman_davenport, 0.04, 0.06), (quade, 0.04, 0.06)]
)
def test_levels(test, low, high):
    """Five equal learners on ten data sets of different difficulty and spread."""
    rng = np.random.default_rng(0)
    x = (rng.normal(size=(4000, 10, 5)) + rng.normal(size=(1, 10, 1))) * np.exp(rng.normal(size=(1, 10, 1)))
    assert low < (test(x).pvalue <= 0.05).mean() < high


def test_the_level_of_aligned_ranks():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(4000, 20, 4)) * np.exp(rng.normal(size=(1, 20, 1)))
    assert 0.035 < (aligned_ranks(x).pvalue <= 0.05).mean() < 0.06
