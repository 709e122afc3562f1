"""Comparisons over data sets that papers print, recomputed from the tables of scores that they print.

Tables of Garcia and Herrera (2008), Garcia et al. (2010) and Demsar (2006) lie in `papers`; the accuracies of Benavoli
et al. (2017), 54 data sets by 5 learners by 100 folds, are in the folder `many` of the one named by FOLDWISE_ORACLE.
"""

import os
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

from foldwise.stats import (
    aligned_ranks,
    bergmann_hommel,
    friedman,
    holm,
    iman_davenport,
    mean_rank_z,
    nemenyi,
    quade,
    rank_intervals,
    shaffer,
    skillings_mack,
    wilcoxon,
)

PAPERS = Path(__file__).parent / "papers"
ORACLE = os.environ.get("FOLDWISE_ORACLE")


def table(name):
    return pd.read_csv(PAPERS / f"{name}.csv", index_col=0).to_numpy()


@pytest.fixture(scope="module")
def five_classifiers():
    """Garcia and Herrera 2008, Table 2: C4.5, 1-NN, naive Bayes, kernel, CN2 on 30 data sets."""
    return table("garcia_herrera_2008_table2")


@pytest.fixture(scope="module")
def four_classifiers():
    """Garcia et al. 2010: PDFC, NNEP, IS-CHC+1NN, FH-GBML on 24 data sets."""
    return table("garcia_2010")


@pytest.fixture(scope="module")
def four_trees():
    """Demsar 2006, Table 6: AUC of C4.5, with m, with cf, and with both tuned, on 14 data sets."""
    return table("demsar_2006_table6")


def without_ties(x):
    """Friedman's statistic as papers print it, 12 N / (k (k + 1)) sum (R_j - (k + 1) / 2)^2, from our mean ranks."""
    n, k = x.shape
    return 12 * n / (k * (k + 1)) * ((friedman(x).mean_ranks - (k + 1) / 2) ** 2).sum()


def intervals(x, **options):
    """Rank intervals from Wilcoxon's test of all pairs and Holm's adjustment, at .05."""
    k = x.shape[1]
    i, j = np.triu_indices(k, 1)
    result = wilcoxon((x[:, i] - x[:, j]).T, score_magnitude=1.0, **options)
    found = holm(result.pvalue) <= 0.05
    ahead = np.asarray(result.rank_sum_a) > np.asarray(result.rank_sum_b)
    better = np.zeros((k, k), dtype=bool)
    better[i, j], better[j, i] = found & ahead, found & ~ahead
    low, high = rank_intervals(better)
    return list(zip(low.tolist(), high.tolist(), strict=True))


def test_mean_ranks_and_statistics_of_2008(five_classifiers):
    """39.647 and 14.309 are printed, without a correction for ties; with it 39.913, as SciPy has it, and 14.453."""
    result = friedman(five_classifiers)
    assert result.mean_ranks.round(3).tolist() == [2.1, 3.25, 2.2, 4.333, 3.117]
    chi2 = without_ties(five_classifiers)
    assert chi2 == pytest.approx(39.6467, abs=5e-5)
    assert 29 * chi2 / (120 - chi2) == pytest.approx(14.3087, abs=5e-5)
    expected = scipy_stats.friedmanchisquare(*five_classifiers.T)
    assert (result.statistic, result.pvalue) == pytest.approx(tuple(expected), rel=1e-12)
    assert result.statistic == pytest.approx(39.9128, abs=5e-5)
    assert iman_davenport(five_classifiers).statistic == pytest.approx(14.4526, abs=5e-5)
    complete = skillings_mack(five_classifiers, np.ones((30, 5), dtype=bool))
    assert complete.statistic == pytest.approx(chi2, rel=1e-12)


def test_quade_and_aligned_ranks_of_2008(five_classifiers):
    """Quade 10.9434, p 1.4552e-7, as StaTDS; aligned 41.69 to 41.73 elsewhere, where rounding breaks ties."""
    assert quade(five_classifiers).statistic == pytest.approx(10.9434, abs=5e-5)
    assert quade(five_classifiers).pvalue == pytest.approx(1.4552e-7, rel=5e-5)
    result = aligned_ranks(five_classifiers)
    assert result.statistic == pytest.approx(41.7292, abs=5e-5)
    exact = aligned_ranks((1000 * five_classifiers).round())
    assert (result.statistic, result.mean_ranks.tolist()) == (exact.statistic, exact.mean_ranks.tolist())


def test_all_pairs_of_2008(five_classifiers):
    """P-values of scmamp's vignette, in the order of our pairs."""
    printed = [
        0.004848763,
        0.8064959,
        4.486991e-8,
        0.012763008,
        0.01011233,
        0.007963489,
        0.743971478,
        1.736118e-7,
        0.024744672,
        0.002880485,
    ]
    result = mean_rank_z(five_classifiers, variance="as_printed")
    assert result.pvalue == pytest.approx(printed, rel=5e-7)
    # Its variance takes the ties into account, and is a little smaller.
    assert 0.99 < mean_rank_z(five_classifiers).standard_error / result.standard_error < 1


def test_adjusted_pairs_of_2008(five_classifiers):
    """C4.5 and CN2 by aligned ranks: .01845, Shaffer .07381, Bergmann and Hommel .05536.

    The vignette breaks ties by rounding, so the p-value differs in the fourth digit; the factors 4 and 3 do not.
    """
    result = mean_rank_z(five_classifiers, ranks="aligned", variance="as_printed")
    place = result.pairs.tolist().index([0, 4])
    raw = result.pvalue[place]
    assert raw == pytest.approx(0.01845167, rel=0.005)
    assert shaffer(result.pvalue)[place] == pytest.approx(4 * raw)
    assert bergmann_hommel(result.pvalue)[place] == pytest.approx(3 * raw)
    assert pytest.approx((4, 3)) == (0.07380668 / 0.01845167, 0.05535501 / 0.01845167)


def test_the_critical_difference_of_2008(five_classifiers):
    """1.1136 with infinite degrees of freedom."""
    assert nemenyi(five_classifiers).critical_difference(0.05) == pytest.approx(1.1136, abs=5e-5)


@pytest.mark.parametrize(
    "options", [{"zeros": "split", "method": "normal"}, {"zeros": "pratt", "method": "exact"}, {"zeros": "wilcoxon"}]
)
def test_rank_intervals_of_2008(five_classifiers, options):
    """C4.5 1 to 2, 1-NN 2 to 4, naive Bayes 1 to 3, kernel 5, CN2 3 to 4, however zeros are treated."""
    assert intervals(five_classifiers, **options) == [(1, 2), (2, 4), (1, 3), (5, 5), (3, 4)]


def test_2010(four_classifiers):
    """Mean ranks 1.771 2.479 2.479 3.271; 16.225 and 6.691 follow without a correction for ties."""
    assert friedman(four_classifiers).mean_ranks.round(3).tolist() == [1.771, 2.479, 2.479, 3.271]
    chi2 = without_ties(four_classifiers)
    assert (round(chi2, 3), round(23 * chi2 / (72 - chi2), 3)) == (16.225, 6.691)
    expected = scipy_stats.friedmanchisquare(*four_classifiers.T)
    result = friedman(four_classifiers)
    assert (result.statistic, result.pvalue) == pytest.approx(tuple(expected), rel=1e-12)


def test_quade_and_aligned_ranks_of_2010(four_classifiers):
    """From whole thousandths, by the definitions."""
    x = (1000 * four_classifiers).round()
    n, k = x.shape
    s = scipy_stats.rankdata(np.ptp(x, axis=1))[:, None] * (scipy_stats.rankdata(-x, axis=1) - (k + 1) / 2)
    a, b = (s**2).sum(), (s.sum(axis=0) ** 2).sum() / n
    assert quade(four_classifiers).statistic == pytest.approx((n - 1) * b / (a - b), rel=1e-12)
    r = scipy_stats.rankdata(-(k * x - x.sum(axis=1, keepdims=True)).ravel()).reshape(n, k)
    between = ((r.sum(axis=0) - n * (k * n + 1) / 2) ** 2).sum()
    expected = (k - 1) * between / ((r - r.mean(axis=1, keepdims=True)) ** 2).sum()
    assert aligned_ranks(four_classifiers).statistic == pytest.approx(expected, rel=1e-12)


def test_mean_ranks_of_2006_and_their_erratum(four_trees):
    """Printed: 3.143 2.000 2.893 1.964, chi-square 9.28, F 3.69, from scores before rounding.

    On "voting" .975 and .975 are printed with the ranks 3 and 2. From what is printed, as a tie: 2.929, 1.929, 9.857.
    """
    assert friedman(four_trees).mean_ranks.round(3).tolist() == [3.143, 2.0, 2.929, 1.929]
    assert without_ties(four_trees) == pytest.approx(9.857, abs=5e-4)
    before = four_trees.copy()
    before[12, 2] += 1e-4
    assert friedman(before).mean_ranks.round(3).tolist() == [3.143, 2.0, 2.893, 1.964]
    chi2 = without_ties(before)
    assert chi2 == pytest.approx(9.28, abs=0.01)
    assert 13 * chi2 / (42 - chi2) == pytest.approx(3.69, abs=0.01)


def test_the_critical_differences_of_2006(four_trees):
    """1.25 at .05 and 1.12 at .10; the best and the worst, 3.143 and 1.964, are not apart by the first."""
    result = nemenyi(four_trees)
    assert round(result.critical_difference(0.05), 2) == 1.25
    assert round(result.critical_difference(0.10), 2) == 1.12
    assert result.critical_difference(0.05) > 3.143 - 1.964


def test_wilcoxon_of_2006(four_trees):
    """C4.5 and C4.5 with m: R+ 93, R- 12, z -2.54, zeros split."""
    result = wilcoxon(four_trees[:, 1] - four_trees[:, 0], zeros="split", method="normal", score_magnitude=1.0)
    assert (result.rank_sum_a, result.rank_sum_b) == (93, 12)
    assert -scipy_stats.norm.isf(result.pvalue / 2) == pytest.approx(-2.54, abs=0.005)


@pytest.fixture(scope="module")
def benavoli():
    """Mean accuracies of naive Bayes, AODE, HNB, J48, J48-grafted on 54 data sets, each of 100 folds, in percent."""
    if not ORACLE:
        pytest.skip("FOLDWISE_ORACLE does not name a folder with the accuracies of Benavoli et al.")
    folder = Path(ORACLE) / "many"
    columns = {name: np.loadtxt(folder / f"{name}.dat") for name in ("ClassifierID", "DatasetID", "Percent_correct")}
    means = pd.DataFrame(columns).groupby(["DatasetID", "ClassifierID"])["Percent_correct"].mean()
    return means.unstack().to_numpy()


def test_wilcoxon_of_benavoli(benavoli):
    """Nine p-values are printed, normal with a continuity correction, which ours has not: W differs by a half.

    Their order is that of the pairs; the tenth, of the two trees, is not printed.
    """
    printed = [0.000, 0.001, 0.463, 0.394, 0.654, 0.077, 0.106, 0.067, 0.084]
    for (i, j), p in zip(list(combinations(range(5), 2))[:9], printed, strict=True):
        d = benavoli[:, i] - benavoli[:, j]
        result = wilcoxon(d, method="normal", score_magnitude=100.0)
        corrected = scipy_stats.wilcoxon(d.round(9), correction=True, method="asymptotic").pvalue
        assert corrected == pytest.approx(p, abs=5.1e-4)
        plain = scipy_stats.wilcoxon(d.round(9), method="asymptotic")
        assert (result.statistic, result.pvalue) == pytest.approx((plain.statistic, plain.pvalue), rel=1e-10)
        assert result.pvalue == pytest.approx(p, abs=0.005)


def test_friedman_of_benavoli(benavoli):
    """20.8405 with ties, p 3.406e-4."""
    result = friedman(benavoli)
    assert (round(result.statistic, 4), result.pvalue) == (20.8405, pytest.approx(3.406e-4, rel=2e-4))
    assert result.mean_ranks.round(4).tolist() == [3.6852, 2.4444, 2.7037, 3.25, 2.9167]
