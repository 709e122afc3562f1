"""Result files of the real Weka, and its own corrected test on them; how they were made says files/README.md."""

import os
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from foldwise import DataFormatError
from foldwise.results import as_runs
from foldwise.stats import corrected_repeated_kfold_t, corrected_resampled_t
from foldwise.verdicts import judge

FILES = Path(__file__).parent / "files"
LEARNERS = ("NaiveBayes", "J48 -C 0.25 -M 2", "J48 -U -M 2")

# PairedCorrectedTTester of Weka 3.9.7 on weka_cv.arff: mean difference and p of each pair of learners.
CROSS_VALIDATED = {
    ("Percent_correct", "iris"): [(0.6666669, 0.7726341743047151), (0.6666669, 0.7726341743047151), (0, 1)],
    ("Percent_correct", "hepatitis"): [
        (1.9354838, 0.4433318786314627),
        (5.1612904, 0.10600031479182608),
        (3.2258066, 0.39337326350054974),
    ],
    ("Area_under_ROC", "hepatitis"): [
        (0.2098453, 0.015549989706551358),
        (0.1439762, 0.027470057333873806),
        (-0.0658691, 0.18892113054466267),
    ],
    ("Root_mean_squared_error", "hepatitis"): [
        (-0.04089, 0.2304894381982977),
        (-0.0492317, 0.10595851466582457),
        (-0.0083417, 0.7195950139348969),
    ],
}
# The same on weka_splits.arff.
SPLIT = {
    "Percent_correct": [
        (1.2943833333333337, 0.5736247347592757),
        (5.1037785, 0.38285150499209697),
        (3.809395166666666, 0.5300086453307215),
    ],
    "Area_under_ROC": [
        (0.183943, 7.707674633554989e-4),
        (0.142827, 0.02996913370514728),
        (-0.041116, 0.348596890682679),
    ],
}


def natural(metric):
    """What turns a difference of scores into one of Weka's numbers."""
    return {"Percent_correct": 100, "Root_mean_squared_error": -1}.get(metric, 1)


def check_verdict(run, expected):
    """The whole way, from the file to the verdict."""
    rows = judge(run).comparisons
    assert [row.pvalue for row in rows] == pytest.approx([pvalue for _, pvalue in expected], rel=1e-9)


@pytest.mark.parametrize(("metric", "dataset"), CROSS_VALIDATED)
def test_cross_validation_is_judged_as_by_weka(metric, dataset):
    runs, _ = as_runs(FILES / "weka_cv.arff", metric=metric)
    (run,) = [run for run in runs if run.data.name == dataset]
    assert run.learner_names == LEARNERS
    assert (run.assignment.n_repeats, run.assignment.n_folds) == (2, 5)
    for (a, b), (difference, pvalue) in zip(
        combinations(run.scores(), 2), CROSS_VALIDATED[metric, dataset], strict=True
    ):
        result = corrected_repeated_kfold_t(a - b, test_train_ratio=run.assignment.test_train_ratio)
        assert result.estimate * natural(metric) == pytest.approx(difference, abs=1e-12)
        assert result.pvalue == pytest.approx(pvalue, rel=1e-9)
    check_verdict(run, CROSS_VALIDATED[metric, dataset])


@pytest.mark.parametrize("metric", SPLIT)
def test_random_splits_are_judged_as_by_weka(metric):
    """The sizes of the splits differ a little; Weka, too, takes the ratio of their sums."""
    (run,), _ = as_runs(FILES / "weka_splits.arff", metric=metric)
    n_train, n_test = run.sizes()
    assert (n_train + n_test).ravel().tolist() == [155] * 6
    assert n_test.ravel().tolist() == [52, 52, 53, 51, 52, 53]
    for (a, b), (difference, pvalue) in zip(combinations(run.scores(), 2), SPLIT[metric], strict=True):
        result = corrected_resampled_t((a - b).ravel(), n_train=n_train.ravel(), n_test=n_test.ravel())
        assert result.estimate * natural(metric) == pytest.approx(difference, abs=1e-12)
        assert result.pvalue == pytest.approx(pvalue, rel=1e-9)
    check_verdict(run, SPLIT[metric])


def test_csv_and_arff_hold_the_same():
    """The listener for ARFF writes six decimals."""
    precise, rounded = (as_runs(FILES / name)[0] for name in ("weka_cv.csv", "weka_cv.arff"))
    for one, other in zip(precise, rounded, strict=True):
        assert (one.data.name, one.learner_names) == (other.data.name, other.learner_names)
        assert (one.sizes()[1] == other.sizes()[1]).all()
        np.testing.assert_allclose(one.scores(), other.scores(), rtol=0, atol=1e-8)
    assert precise[0].scores()[0, 0, 0] == pytest.approx(29 / 30, abs=1e-15)


def test_what_is_read_is_shown():
    _, reading = as_runs(FILES / "weka_cv.csv")
    assert str(reading).startswith("Read 60 rows as results of Weka's Experimenter: dataset from 'Key_Dataset', repeat")
    assert "score from 'Percent_correct' (accuracy, percent divided by 100)" in str(reading)


def test_another_measure():
    (run, _), _ = as_runs(FILES / "weka_cv.csv", metric="error_rate")
    assert run.metric.label == "error rate"
    assert run.scores()[0, 0, 0] == pytest.approx(-1 / 30)
    (run, _), _ = as_runs(FILES / "weka_cv.csv", columns={"score": "Kappa_statistic"})
    assert run.metric.label == "kappa"


def test_names_are_short_where_they_can_be():
    (run, _), _ = as_runs(FILES / "weka_cv.csv", learners=["NaiveBayes", "J48 -U -M 2"])
    assert run.learner_names == ("NaiveBayes", "J48 -U -M 2")


def test_averages_over_folds_are_refused():
    with pytest.raises(DataFormatError, match=r"averages over folds \(AveragingResultProducer\)"):
        as_runs(FILES / "weka_averaged.csv")


def test_its_own_names_stay():
    with pytest.raises(ValueError, match="only the score can be chosen, not 'fold'"):
        as_runs(FILES / "weka_cv.csv", columns={"fold": "Key_Run"})


ORACLE = os.environ.get("FOLDWISE_ORACLE")
needs_oracle = pytest.mark.skipif(not ORACLE, reason="FOLDWISE_ORACLE does not name a folder with Weka's output")


@pytest.fixture(scope="module")
def weka():
    """Weka's t and p of 14 datasets and 3 pairs of learners."""
    table = pd.read_csv(Path(ORACLE) / "weka_ttester.csv")
    return {(row.dataset, *row.pair.split("-")): (row.t, row.p) for row in table.itertuples()}


def check_against(weka, runs):
    seen = 0
    for run in runs:
        for a, b in combinations(range(3), 2):
            result = corrected_repeated_kfold_t(run.scores()[a] - run.scores()[b], test_train_ratio=1 / 9)
            t, pvalue = weka[run.data.name, run.learner_names[a], run.learner_names[b]]
            # Shares instead of percent leave a relative 1e-13 of a difference of nearly equal numbers.
            assert result.statistic == pytest.approx(t, rel=1e-9, abs=1e-9)
            assert result.pvalue == pytest.approx(pvalue, rel=1e-8)
            seen += 1
    assert seen == len(weka) == 42
    for row in judge(runs, test="corrected_repeated_kfold_t").comparisons:
        assert row.pvalue == pytest.approx(weka[row.dataset, row.a, row.b][1], rel=1e-8)


@needs_oracle
def test_scores_of_the_oracle(weka):
    runs, reading = as_runs(Path(ORACLE) / "weka_10x10.csv")
    assert "score from 'percent_correct' (accuracy, percent divided by 100); 10 times 10-fold" in str(reading)
    check_against(weka, runs)


@needs_oracle
def test_predictions_of_the_oracle(weka):
    table = pd.read_csv(Path(ORACLE) / "weka_predictions.csv.gz")
    folds = pd.read_csv(Path(ORACLE) / "weka_folds.csv.gz")
    runs, reading = as_runs(table.merge(folds, on=["dataset", "run", "instance"]))
    assert "as predictions" in str(reading)
    check_against(weka, runs)
