"""Naive Bayes against Weka 3.9.7's NaiveBayes, prediction by prediction.

The folder named by FOLDWISE_ORACLE holds what Weka predicted in ten runs of ten-fold cross-validation on 14 datasets:
`weka_folds.csv.gz` (the folds) and `weka_predictions.csv.gz` (labels). FOLDWISE_DATA holds the ARFF files.
"""

import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from foldwise.data import load
from foldwise.learners import NaiveBayes

ORACLE, DATA = os.environ.get("FOLDWISE_ORACLE"), os.environ.get("FOLDWISE_DATA")
pytestmark = pytest.mark.skipif(
    not (ORACLE and DATA), reason="FOLDWISE_ORACLE and FOLDWISE_DATA do not name Weka's output and the ARFF files"
)
DATASETS = [
    "anneal", "autos", "balance-scale", "breast-cancer", "credit-a", "glass", "hepatitis", "iris", "labor",
    "lymphography", "pima-diabetes", "soybean", "vote", "zoo",
]  # fmt: skip


@pytest.fixture(scope="module")
def oracle():
    """Every prediction of NaiveBayes with its fold."""
    predictions = pd.read_csv(Path(ORACLE) / "weka_predictions.csv.gz", dtype={"predicted": str})
    folds = pd.read_csv(Path(ORACLE) / "weka_folds.csv.gz")
    ours = predictions[predictions["learner"] == "NaiveBayes"]
    return ours.merge(folds, on=["dataset", "run", "instance"], validate="1:1")


def test_every_dataset_is_there(oracle):
    assert sorted(oracle["dataset"].unique()) == DATASETS
    assert oracle.groupby(["dataset", "run", "fold"]).ngroups == 1400
    assert len(oracle) == 54150


@pytest.mark.parametrize("name", DATASETS)
def test_same_predictions(oracle, name):
    data = load(Path(DATA) / f"{name}.arff")
    y = pd.Categorical(data.y, categories=data.target_names)
    for _, test in oracle[oracle["dataset"] == name].groupby(["run", "fold"]):
        rows = test["instance"].to_numpy()
        trained = np.setdiff1d(np.arange(len(y)), rows)
        learner = NaiveBayes().fit(data.X.iloc[trained], y[trained])
        np.testing.assert_array_equal(learner.predict(data.X.iloc[rows]), test["predicted"].to_numpy())
