"""Tests on counts of examples against whole numbers summed exactly, and mpmath: p-values to 1e-12, from 1e-300 to 1."""

import mpmath
import numpy as np
import pytest
from scipy import stats

from foldwise.stats import (
    binomial,
    cochran_q,
    corrected_difference_of_proportions,
    difference_of_proportions,
    mcnemar,
    sign_test,
)

ALTERNATIVES = ("two-sided", "greater", "less")
TOTALS = (1, 2, 3, 5, 8, 13, 24, 25, 40, 99, 200, 351, 800, 1100, 1500)


def disagreements(n):
    """Wins and losses: all tables of few disagreements come, and shares from fair to extreme."""
    rng = np.random.default_rng(n)
    total = rng.choice(TOTALS, n)
    share = np.where(rng.random(n) < 0.5, 0.5, rng.beta(0.2, 0.2, n))
    wins = rng.binomial(total, share)
    return wins, total - wins


def coin_pvalues(wins, losses, tails, *, mid):
    """Against two-sided, greater, less; `tails` counts the sequences with at least so many heads."""
    total = wins + losses

    def doubled(heads):
        return tails[total][heads] + tails[total][heads + 1] if mid else 2 * tails[total][heads]

    all_doubled = 2 ** (total + 1)
    two = 1.0 if wins == losses else min(1.0, 2 * doubled(max(wins, losses)) / all_doubled)
    return two, doubled(wins) / all_doubled, doubled(losses) / all_doubled


def examples_for(wins, losses):
    return wins + losses + np.arange(len(wins)) % 500 + 1


def assert_estimates(result, wins, losses, n):
    share_a, share_b = wins / n, losses / n
    np.testing.assert_allclose(result.estimate, share_a - share_b, rtol=1e-12, atol=1e-15)
    variance = (share_a + share_b - (share_a - share_b) ** 2) / n
    np.testing.assert_allclose(np.square(result.standard_error), variance, rtol=1e-10, atol=1e-16)


@pytest.mark.parametrize("method", ["binomial", "exact", "mid-p"])
def test_exact_tests_of_disagreements(method, n_inputs, exact):
    wins, losses = disagreements(n_inputs)
    n = examples_for(wins, losses)
    tails = {total: exact.fair_coin(total) for total in TOTALS}
    pairs = zip(wins.tolist(), losses.tolist(), strict=True)
    expected = np.array([coin_pvalues(*pair, tails, mid=method == "mid-p") for pair in pairs]).T
    for alternative, pvalue in zip(ALTERNATIVES, expected, strict=True):
        if method == "binomial":
            result = binomial(wins, losses, n_examples=n, alternative=alternative)
        else:
            result = mcnemar(wins, losses, n_examples=n, method=method, alternative=alternative)
        np.testing.assert_allclose(result.pvalue, pvalue, rtol=1e-12, atol=1e-305)
    assert (result.statistic == wins).all()
    assert_estimates(result, wins, losses, n)
    assert expected.min() < 1e-290


@pytest.mark.parametrize("millions", [1, 30])
def test_exact_tests_of_millions(millions, n_inputs):
    """SciPy's binomial tail, which keeps about ten digits there."""
    rng = np.random.default_rng(millions)
    total = millions * 1_000_000
    wins = np.clip(rng.normal(0.5, 0.009 / np.sqrt(millions), n_inputs), 0.48, 0.52) * total // 1
    pvalue = np.asarray(binomial(wins, total - wins, alternative="greater").pvalue)
    np.testing.assert_allclose(pvalue, stats.binom.sf(wins - 1, total, 0.5), rtol=2e-8, atol=1e-300)
    assert pvalue.min() < 1e-40


@pytest.mark.parametrize("test", [mcnemar, corrected_difference_of_proportions])
def test_the_continuity_correction(test, n_inputs, exact):
    wins, losses = disagreements(n_inputs)
    n = examples_for(wins, losses)
    squared, expected = [], []
    for won, lost in zip(wins.tolist(), losses.tolist(), strict=True):
        square = mpmath.mpf(max(abs(won - lost) - 1, 0)) ** 2 / (won + lost)
        squared.append(square)
        # Half a count of lead either way is corrected to none.
        expected.append(exact.normal(square, won > lost) if square else (1, mpmath.mpf(1) / 2, mpmath.mpf(1) / 2))
    expected = np.array(expected, dtype=np.float64).T
    for alternative, pvalue in zip(ALTERNATIVES, expected, strict=True):
        result = test(wins, losses, n_examples=n, alternative=alternative)
        np.testing.assert_allclose(result.pvalue, pvalue, rtol=1e-12, atol=1e-305)
    statistic = exact.floats(squared) if test is mcnemar else np.sign(wins - losses) * np.sqrt(exact.floats(squared))
    np.testing.assert_allclose(result.statistic, statistic, rtol=1e-14)
    assert_estimates(result, wins, losses, n)
    assert expected.min() < 1e-230


def test_mcnemar_agrees_with_statsmodels(n_inputs):
    tables = pytest.importorskip("statsmodels.stats.contingency_tables")
    wins, losses = disagreements(n_inputs)
    for method, exactly in (("exact", True), ("continuity", False)):
        pvalue = mcnemar(wins, losses, method=method).pvalue
        expected = [tables.mcnemar([[0, b], [c, 0]], exact=exactly).pvalue for b, c in zip(wins, losses, strict=True)]
        # For equal counts statsmodels corrects past zero, and its smallest p-values are zero.
        told = ((wins != losses) | exactly) & (pvalue > 1e-200)
        np.testing.assert_allclose(pvalue[told], np.array(expected)[told], rtol=1e-9)


def test_the_difference_of_proportions(n_inputs, exact):
    rng = np.random.default_rng(n_inputs)
    n = rng.integers(1, 3000, n_inputs)
    a, b = rng.binomial(n, rng.random(n_inputs)), rng.binomial(n, rng.random(n_inputs))
    expected, squared = [], []
    for one, two, total in zip(a.tolist(), b.tolist(), n.tolist(), strict=True):
        spread = (one + two) * (2 * total - one - two)
        square = mpmath.mpf(2 * total * (one - two) ** 2) / spread if spread else mpmath.mpf(0)
        squared.append(square)
        expected.append(exact.normal(square, one > two) if one != two else (1, 0.5, 0.5))
    expected = np.array(expected, dtype=np.float64).T
    for alternative, pvalue in zip(ALTERNATIVES, expected, strict=True):
        result = difference_of_proportions(a, b, n_examples=n, alternative=alternative)
        np.testing.assert_allclose(result.pvalue, pvalue, rtol=1e-12, atol=1e-305)
    np.testing.assert_allclose(np.square(result.statistic), exact.floats(squared), rtol=1e-13)
    np.testing.assert_allclose(result.estimate, (a - b) / n, rtol=1e-15)
    assert expected.min() < 1e-290


@pytest.mark.parametrize("n_classifiers", [2, 3, 6])
def test_cochran_q(n_classifiers, n_inputs, exact):
    """Ranges of probability from no difference to p-values that underflow."""
    n_examples = 800 if n_inputs < 1000 else 120
    rng = np.random.default_rng(n_classifiers)
    probability = 0.5 + rng.choice([0.0, 0.1, 0.3, 0.5], (n_inputs, 1, 1)) * rng.uniform(
        -1, 1, (n_inputs, 1, n_classifiers)
    )
    right = rng.random((n_inputs, n_examples, n_classifiers)) < probability
    result = cochran_q(right)
    wins, level = right.sum(axis=1), right.sum(axis=2)
    statistic = [
        mpmath.mpf((n_classifiers - 1) * (n_classifiers * sum(w * w for w in won) - sum(won) ** 2)) / max(under, 1)
        for won, under in zip(wins.tolist(), (level * (n_classifiers - level)).sum(axis=1).tolist(), strict=True)
    ]
    np.testing.assert_allclose(result.statistic, exact.floats(statistic), rtol=1e-14)
    expected = exact.floats(exact.chi_square(q, n_classifiers - 1) for q in statistic)
    np.testing.assert_allclose(result.pvalue, expected, rtol=1e-12, atol=1e-305)
    assert result.pvalue.max() > 0.9
    assert result.pvalue.min() < (1e-100 if n_inputs < 1000 else 1e-12)


def test_cochran_q_agrees_with_statsmodels(n_inputs):
    tables = pytest.importorskip("statsmodels.stats.contingency_tables")
    right = np.random.default_rng(n_inputs).random((n_inputs, 30, 4)) < [0.5, 0.6, 0.7, 0.7]
    expected = [tables.cochrans_q(table).pvalue for table in right.astype(int)]
    np.testing.assert_allclose(cochran_q(right).pvalue, expected, rtol=1e-9)


@pytest.mark.parametrize("ties", ["drop", "split"])
def test_the_sign_test(ties, n_inputs, exact):
    rng = np.random.default_rng(n_inputs)
    n_datasets = 1000
    cuts = np.sort(rng.beta(0.1, 0.1, (n_inputs, 2)) * n_datasets, axis=1).astype(int)
    places = np.arange(n_datasets)
    signs = (places < cuts[:, :1]).astype(np.int8) - (places >= cuts[:, 1:]).astype(np.int8)
    wins, n_ties = cuts[:, 0], cuts[:, 1] - cuts[:, 0]
    half = n_ties // 2 if ties == "split" else 0 * n_ties
    won, lost = (wins + half).tolist(), (n_datasets - cuts[:, 1] + half).tolist()
    tails = {total: exact.fair_coin(total) for total in {w + x for w, x in zip(won, lost, strict=True)}}
    expected = np.array([coin_pvalues(w, x, tails, mid=False) for w, x in zip(won, lost, strict=True)]).T
    for alternative, pvalue in zip(ALTERNATIVES, expected, strict=True):
        result = sign_test(signs, ties=ties, alternative=alternative)
        np.testing.assert_allclose(result.pvalue, pvalue, rtol=1e-12, atol=1e-305)
    assert (result.statistic == won).all()
    assert (result.n_ties == n_ties).all()
    assert expected.min() < 1e-290
