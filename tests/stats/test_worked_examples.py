"""Numbers that the papers print in running text.

The file has the correct value of each, which is asserted, and the printed one where it differs: that one is in the
name of the case, after "printed".
"""

import csv
from pathlib import Path

import numpy as np
import pytest

from foldwise.stats import (
    averaged_t,
    binomial,
    bonferroni,
    bonferroni_level,
    consistency,
    difference_of_proportions,
    expected_false_positives,
    family_wise_error,
    fisher,
    kfold_t,
    mcnemar,
    pair_agreement,
    replicability,
    sidak,
    sidak_level,
    tally,
    wilcoxon,
    wilcoxon_significances,
)

HERE = Path(__file__).parent


def rows(path):
    with (HERE / path).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


ROWS = {row["id"]: row for row in rows("worked_examples.csv")}
TABLE1 = rows("papers/bouckaert_frank_2004_table1.csv")
ACCURACIES = rows("papers/bradford_brodley_2001_table1.csv")


def outcomes(pair):
    """Counts (none, different) of ten executions on the 27 datasets."""
    none = np.array([int(row[f"no_diff_{pair}"]) for row in TABLE1])
    return np.stack([none, 10 - none], axis=-1)


def drop(learner):
    row = next(row for row in ACCURACIES if row["dataset"] == "monk1-full")
    return float(row[f"{learner}_1x10cv"]) - float(row[f"{learner}_5x2cv"])


def reach(result, level=0.95):
    """How many standard errors an interval around zero reaches: the critical value behind it."""
    return result.confidence_interval(level)[1] / result.standard_error


def fewest_that_agree(alpha):
    """Fewest differences, all of one sign, that the exact signed rank test calls significant."""
    return next(n for n in range(2, 20) if wilcoxon(np.arange(1.0, n + 1)).pvalue < alpha)


SIGNED = [-0.20, 0.30, 0.05]
LEARNERS = "tddt1", "tddt2", "naive_bayes"

COMPUTED = {
    "salz_expected_false_positives": lambda: expected_false_positives(0.05, 154),
    "salz_study_size": lambda: 14 * 11,
    "salz_fwer_154": lambda: family_wise_error(0.05, 154),
    "salz_alpha_star_154": lambda: sidak_level(0.05, 154),
    "salz_bonferroni_154": lambda: bonferroni_level(0.05, 154),
    "salz_stringency_154": lambda: 0.05 / sidak_level(0.05, 154),
    "salz_binom_35_50_one": lambda: binomial(35, 15, alternative="greater").pvalue,
    "salz_binom_35_50_two": lambda: binomial(35, 15).pvalue,
    "salz_binom_30_50_one": lambda: binomial(30, 20, alternative="greater").pvalue,
    "salz_mcnemar_35_15": lambda: mcnemar(35, 15).statistic,
    "salz_community_05": lambda: expected_false_positives(0.05, 100),
    "salz_community_01": lambda: expected_false_positives(0.01, 100),
    "salz_tuning_10": lambda: bonferroni_level(0.05, 10),
    "bb_fisher_a": lambda: fisher([0.15, 0.10, 0.10]).statistic,
    "bb_fisher_a_p": lambda: fisher([0.15, 0.10, 0.10]).pvalue,
    "bb_fisher_b": lambda: fisher([0.85, 0.90, 0.90]).statistic,
    "bb_fisher_b_p": lambda: fisher([0.85, 0.90, 0.90]).pvalue,
    "bb_fisher_55": lambda: fisher([0.25] * 55).statistic,
    "bb_fisher_55_p": lambda: fisher([0.25] * 55).pvalue,
    "bb_wilcoxon_Wplus": lambda: wilcoxon_significances(SIGNED).rank_sum_a,
    "bb_wilcoxon_Wminus": lambda: wilcoxon_significances(SIGNED).rank_sum_b,
    "bb_wilcoxon_p": lambda: wilcoxon_significances(SIGNED).pvalue,
    "bb_wilcoxon_n05": lambda: fewest_that_agree(0.05),
    "bb_wilcoxon_n01": lambda: fewest_that_agree(0.01),
    "bb_fwer_23": lambda: family_wise_error(0.05, 23),
    "bb_expected_23": lambda: expected_false_positives(0.05, 23),
    "bb_monk1_drop_tddt2": lambda: drop("tddt2"),
    "bb_monk1_drop_tddt1": lambda: drop("tddt1"),
    "bb_5x2_higher": lambda: sum(
        float(r[f"{x}_5x2cv"]) > float(r[f"{x}_1x10cv"]) for r in ACCURACIES for x in LEARNERS
    ),
    **{f"bf_R_{k}_10": lambda k=k: pair_agreement(k, 10) for k in range(11)},
    **{
        f"bf_t1_consistent_{x}": lambda x=x: consistency(outcomes(x)).n_consistent
        for x in ("nb_c45", "nb_nn", "c45_nn")
    },
    **{
        f"bf_t1_almost_{x}": lambda x=x: consistency(outcomes(x)).n_almost_consistent
        for x in ("nb_c45", "nb_nn", "c45_nn")
    },
    **{f"bf_t1_R_{x}": lambda x=x: replicability(outcomes(x)).estimate for x in ("nb_c45", "nb_nn", "c45_nn")},
    "bf_t1_differ_at_least_once": lambda: int((outcomes("nb_c45")[:, 1] > 0).sum()),
    "d_z": lambda: reach(difference_of_proportions(50, 50, n_examples=100)),
    "d_t29": lambda: reach(kfold_t(np.linspace(-1, 1, 29 + 1))),
    "d_t9": lambda: reach(kfold_t(np.linspace(-1, 1, 9 + 1))),
    "d_t5": lambda: reach(kfold_t(np.linspace(-1, 1, 5 + 1))),
    "d_table_left": lambda: mcnemar(40, 60).statistic,
    "d_table_right": lambda: mcnemar(0, 20).statistic,
    "d_tables_z": lambda: difference_of_proportions(60, 40, n_examples=100).statistic,
}

ELSEWHERE = {
    "bb_tests_total": "test_published_tables.py, with Table 4",
    "bb_incorrect_total": "test_published_tables.py, with Table 4",
    "bb_incorrect_rate": "test_published_tables.py, with Table 4",
    "bb_avg_identity": "below: not a number",
    "d_chi2": "below: the square of another",
    "bb_overlap_10fold": "a fact about splits, not about tests",
    "salz_prechelt_no_real": "a fact about the literature",
    "salz_prechelt_compared": "a fact about the literature",
    "salz_flexer": "a fact about the literature",
    "d_exp6_grid": "a fact about a dataset, from memory",
    **{name: "an experiment with learners" for name, row in ROWS.items() if row["tolerance"] == "experiment"},
}


def named(name):
    printed = ROWS[name]["published_value"]
    return f"{name}, printed {printed}" if printed and printed != ROWS[name]["expected_value"] else name


@pytest.mark.parametrize("name", [pytest.param(name, id=named(name)) for name in COMPUTED])
def test_correct_value(name):
    row = ROWS[name]
    expected, tolerance = float(row["expected_value"]), float(row["tolerance"])
    value = COMPUTED[name]()
    if tolerance == 0:
        assert value == expected
    else:
        assert value == pytest.approx(expected, rel=tolerance, abs=1e-300), f"the paper prints {row['published_value']}"


def test_no_row_is_forgotten():
    assert set(COMPUTED) | set(ELSEWHERE) == set(ROWS)
    assert not set(COMPUTED) & set(ELSEWHERE)


@pytest.mark.parametrize("n_partitions", [1, 2, 10, 55])
def test_the_average_of_equal_significances_is_the_same_significance(n_partitions):
    """Printed: p = 0.25 stays 0.25. Fisher's combination of 55 such values is 0.0046."""
    t = reach(kfold_t(np.linspace(-1, 1, 10)), 0.5)  # a one-tailed area of 0.25
    result = averaged_t(np.full(n_partitions, t), df=9, alternative="greater")
    assert result.statistic == pytest.approx(t, rel=1e-12)
    assert result.pvalue == pytest.approx(0.25, rel=1e-12)


def test_the_critical_value_of_chi_square():
    """It is the square of the normal one."""
    z = reach(difference_of_proportions(50, 50, n_examples=100))
    assert float(ROWS["d_chi2"]["expected_value"]) == pytest.approx(z**2, rel=1e-12)


def test_what_salzberg_prints_for_35_of_50_is_not_the_exact_tail():
    """Printed .0032 and .0064, exact .0033 and .0066: wrong in the last digit, not only rounded."""
    assert round(binomial(35, 15, alternative="greater").pvalue, 4) == 0.0033
    assert float(ROWS["salz_binom_35_50_one"]["published_value"]) == 0.0032
    assert float(ROWS["salz_binom_35_50_two"]["published_value"]) == 0.0064


def test_what_salzberg_calls_bonferroni_is_sidaks():
    """At his 0.0003 = 0.000333 a family of 154 comes to .05 by Sidak, to more by Bonferroni."""
    family = np.full(154, sidak_level(0.05, 154))
    assert sidak(family) == pytest.approx(np.full(154, 0.05), rel=1e-12)
    assert bonferroni(family) == pytest.approx(np.full(154, 154 * 0.00033301787741180087), rel=1e-12)
    assert sidak_level(0.05, 10) == pytest.approx(0.0051161968918237011, rel=1e-12)


def test_what_dietterichs_two_tables_show():
    """Equal differences in error: the test of proportions rejects both, McNemar's only one."""
    left, right = mcnemar(40, 60), mcnemar(0, 20)
    assert left.pvalue == pytest.approx(0.0574, abs=5e-5)
    assert right.pvalue == pytest.approx(2.15e-5, abs=5e-8)
    assert difference_of_proportions(60, 40, n_examples=100).pvalue < 0.05


def test_tally_of_one_partition_needs_a_truth():
    """Heart, naive Bayes, 1x10CV: 28 of 55 partitions call naive Bayes better, and the average agrees (-0.016)."""
    result = tally([[28, 27, 0]], [-1])
    assert (result.correct_reject, result.type_two) == (28, 27)
