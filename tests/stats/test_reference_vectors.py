"""Statistic, df and p-value of small inputs, computed with 60-digit arithmetic, to 1e-12."""

import csv
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from foldwise.stats import binomial, corrected_repeated_kfold_t, corrected_resampled_t, kfold_t, mcnemar
from foldwise.stats._student import student_critical, student_pvalue

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
    assert student_critical(0.95, int(ROWS[name]["df"])) == pytest.approx(float(ROWS[name]["statistic"]), rel=1e-12)


@pytest.mark.parametrize("name", [name for name in ROWS if name.startswith("t_tail")])
def test_extreme_tails(name):
    row = ROWS[name]
    p = student_pvalue(np.array(float(row["statistic"])), int(row["df"]), "two-sided")
    assert p == pytest.approx(float(row["p_value"]), rel=1e-12)
