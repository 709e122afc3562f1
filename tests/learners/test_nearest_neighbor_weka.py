"""Nearest neighbour against Weka 3.9.7's IBk -K 1, prediction by prediction.

The folder named by FOLDWISE_ORACLE holds what Weka predicted in ten runs of ten-fold cross-validation on 14 datasets:
`weka_folds.csv.gz` (the folds), `weka_test_order.csv.gz` (the order of the rows inside a test fold) and
`weka_predictions.csv.gz` (labels). FOLDWISE_DATA holds the ARFF files.
"""

import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from foldwise.data import load
from foldwise.learners import NearestNeighbor

ORACLE, DATA = os.environ.get("FOLDWISE_ORACLE"), os.environ.get("FOLDWISE_DATA")
pytestmark = pytest.mark.skipif(
    not (ORACLE and DATA), reason="FOLDWISE_ORACLE and FOLDWISE_DATA do not name Weka's output and the ARFF files"
)

# Predictions of the default that differ from Weka's, which normalises by ranges that the test rows have widened.
# Datasets that are not named differ nowhere; a dataset of nominal columns only has no ranges.
DIFFERENT = {"autos": 2, "credit-a": 21, "glass": 17, "iris": 2, "labor": 9, "pima-diabetes": 68}
NOMINAL_ONLY = {"breast-cancer", "soybean", "vote"}
DATASETS = sorted({"anneal", "balance-scale", "hepatitis", "lymphography", "zoo"} | set(DIFFERENT) | NOMINAL_ONLY)


@pytest.fixture(scope="module")
def oracle():
    """Every prediction of IBk with its fold and its position in the fold."""
    key = ["dataset", "run", "instance"]
    predictions = pd.read_csv(Path(ORACLE) / "weka_predictions.csv.gz", dtype={"predicted": str}).query(
        "learner == 'IBk'"
    )
    order = pd.read_csv(Path(ORACLE) / "weka_test_order.csv.gz")
    return predictions.merge(order, on=key, validate="1:1").sort_values(["dataset", "run", "fold", "position"])


def predicted(data, part, **options):
    """Labels predicted for the rows of `part`, fold by fold."""
    y = pd.Categorical(data.y, categories=data.target_names)
    labels = []
    for _, test in part.groupby(["run", "fold"], sort=False):
        rows = test["instance"].to_numpy()
        trained = np.setdiff1d(np.arange(len(y)), rows)
        learner = NearestNeighbor(**options).fit(data.X.iloc[trained], y[trained])
        labels.append(learner.predict(data.X.iloc[rows]))
    return np.concatenate(labels)


def test_every_dataset_is_there(oracle):
    assert sorted(oracle["dataset"].unique()) == DATASETS
    assert oracle.groupby(["dataset", "run", "fold"]).ngroups == 1400


@pytest.mark.parametrize("name", DATASETS)
def test_same_predictions(oracle, name):
    """All of Weka's with its widening ranges; with the ranges of the training rows only, the differences counted."""
    data = load(Path(DATA) / f"{name}.arff")
    part = oracle[oracle["dataset"] == name]
    weka = part["predicted"].to_numpy()
    np.testing.assert_array_equal(predicted(data, part, widen_ranges=True), weka)
    assert np.count_nonzero(predicted(data, part) != weka) == DIFFERENT.get(name, 0)
    assert (name in NOMINAL_ONLY) == (not (data.X.dtypes != "category").any())
