"""Statistic, df and p-value of small inputs, computed with 60-digit arithmetic, to 1e-12."""

import csv
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from foldwise.stats import (
    averaged_t,
    binomial,
    corrected_difference_of_proportions,
    corrected_repeated_kfold_t,
    corrected_resampled_t,
    difference_of_proportions,
    enough_partitions,
    fisher,
    five_by_two_f,
    five_by_two_t,
    kfold_t,
    mcnemar,
    wilcoxon,
)

with Path(__file__).with_name("reference_vectors.csv").open(encoding="utf-8") as file:
    ROWS = {row["id"]: row for row in csv.DictReader(file)}


def fields(row):
    return dict(part.split("=") for part in row["input"].split("|"))


def differences(row):
    listed = next(value for name, value in fields(row).items() if name.endswith("differences"))
    return np.array([float(x) for x in listed.split(";")])


def agrees(result, row):
    assert result.statistic == pytest.approx(float(row["statistic"]), rel=1e-12, abs=1e-300)
    assert result.pvalue == pytest.approx(float(row["p_value"]), rel=1e-12)
    assert result.df == (int(row["df"]) if row["df"] else None)


def test_kfold_t():
    row = ROWS["paired_t_10"]
    agrees(kfold_t(differences(row)), row)


def test_the_uncorrected_statistic_over_three_repeats_is_the_same_formula():
    row = ROWS["uncorr_3x4"]
    agrees(corrected_repeated_kfold_t(differences(row).reshape(3, 4), test_train_ratio=0), row)


@pytest.mark.parametrize(("name", "shape"), [("corr_kfold_10", (1, 10)), ("corr_3x4", (3, 4))])
def test_corrected_repeated_kfold_t(name, shape):
    row = ROWS[name]
    d = differences(row).reshape(shape)
    agrees(corrected_repeated_kfold_t(d), row)
    agrees(corrected_repeated_kfold_t(d, test_train_ratio=float(Fraction(fields(row)["n2/n1"]))), row)


@pytest.mark.parametrize("name", ["corr_resampled_10_270_30", "corr_resampled_10_200_100"])
def test_corrected_resampled_t(name):
    row = ROWS[name]
    sizes = {"n_train": int(fields(row)["n1"]), "n_test": int(fields(row)["n2"])}
    agrees(corrected_resampled_t(differences(row), **sizes), row)


@pytest.mark.parametrize("name", [name for name in ROWS if name.startswith("mcnemar_cc")])
def test_mcnemar(name):
    row = ROWS[name]
    # n01 counts the examples that A alone gets wrong: there only B is right.
    agrees(mcnemar(int(fields(row)["n10"]), int(fields(row)["n01"])), row)


@pytest.mark.parametrize("name", [name for name in ROWS if name.startswith("binom")])
def test_binomial(name):
    row = ROWS[name]
    wins, losses = int(fields(row)["s"]), int(fields(row)["f"])
    agrees(binomial(wins, losses), row)
    upper = float(row["note"].removeprefix("one-sided upper tail="))
    assert binomial(wins, losses, alternative="greater").pvalue == pytest.approx(upper, rel=1e-12)


@pytest.mark.parametrize("name", [name for name in ROWS if name.startswith("t_0.975")])
def test_quantiles(name):
    """An interval around zero reaches as many standard errors."""
    result = kfold_t(np.linspace(-1, 1, int(ROWS[name]["df"]) + 1))
    low, high = result.confidence_interval()
    assert (high - low) / 2 / result.standard_error == pytest.approx(float(ROWS[name]["statistic"]), rel=1e-12)


@pytest.mark.parametrize("name", [name for name in ROWS if name.startswith("t_tail")])
def test_extreme_tails(name):
    row = ROWS[name]
    result = averaged_t([float(row["statistic"])], df=int(row["df"]))
    assert result.pvalue == pytest.approx(float(row["p_value"]), rel=1e-12)


FIVE_BY_TWO = {
    "dietterich_5x2": five_by_two_t,
    "bb_printed_5x2": partial(five_by_two_t, form="as_printed"),
    "alpaydin_5x2F": five_by_two_f,
}


@pytest.mark.parametrize("name", FIVE_BY_TWO)
def test_five_by_two(name):
    row = ROWS[name]
    result = FIVE_BY_TWO[name](differences(row).reshape(5, 2))
    assert result.statistic == pytest.approx(float(row["statistic"]), rel=1e-12)
    assert result.pvalue == pytest.approx(float(row["p_value"]), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "test"),
    [
        ("bb_avg_t", averaged_t),
        ("bb_sufficient", partial(enough_partitions, rule="fixed")),
        ("bb_sufficient_printed", partial(enough_partitions, rule="as_printed")),
    ],
)
def test_over_partitions(name, test):
    row = ROWS[name]
    agrees(test([float(t) for t in fields(row)["t"].split(";")], df=9), row)


def test_proportions():
    for name in ("prop_60_40_100", "prop_25_18_100"):
        given = {key: int(value) for key, value in fields(ROWS[name]).items()}
        right = given["n"] - given["errors_A"], given["n"] - given["errors_B"]
        result = difference_of_proportions(*right, n_examples=given["n"])
        assert abs(result.statistic) == pytest.approx(float(ROWS[name]["statistic"]), rel=1e-12)
        assert result.pvalue == pytest.approx(float(ROWS[name]["p_value"]), rel=1e-12)
    row = ROWS["prop_corrected_35_15"]
    result = corrected_difference_of_proportions(int(fields(row)["n10"]), int(fields(row)["n01"]))
    assert abs(result.statistic) == pytest.approx(float(row["statistic"]), rel=1e-12)
    assert result.pvalue == pytest.approx(float(row["p_value"]), rel=1e-12)


@pytest.mark.parametrize(("name", "pvalues"), [("fisher_a", None), ("fisher_b", None), ("fisher_c", [0.25] * 55)])
def test_fisher(name, pvalues):
    given = pvalues or [float(p) for p in fields(ROWS[name])["p"].split(";")]
    agrees(fisher(given), ROWS[name])


@pytest.mark.parametrize("name", [name for name in ROWS if name.startswith("wilcoxon")])
def test_wilcoxon(name):
    row = ROWS[name]
    given = [1, -2, 3] if name == "wilcoxon_bb" else np.arange(1, int(fields(row)["n"]) + 1)
    result = wilcoxon(given)
    assert (result.statistic, result.pvalue) == (float(row["statistic"]), float(row["p_value"]))


def test_no_row_is_left_out():
    source = "".join(
        Path(__file__).with_name(name).read_text("utf-8") for name in (Path(__file__).name, "test_tails.py")
    )
    groups = ("mcnemar_cc", "binom", "t_0.975", "t_tail", "wilcoxon")
    assert [name for name in ROWS if not name.startswith(groups) and f'"{name}"' not in source] == []
    assert len(ROWS) == 46
