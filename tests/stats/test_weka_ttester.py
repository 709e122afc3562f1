"""Weka's own corrected paired t-test, recomputed from the scores of its folds.

The folder named by FOLDWISE_ORACLE holds what Weka 3.9.7 wrote for 14 datasets and NaiveBayes, J48 and IBk, ten times
ten-fold: `weka_10x10.csv` (percent correct of every fold) and `weka_ttester.csv` (t, p and decision at level .05).
Weka uses percent, which t does not notice, and a test/train ratio of 1/9. Where all differences are equal and not zero
it gives p = 0, as `zero_variance='limit'` does; none of the 42 comparisons is such a case.
"""

import os
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from foldwise.stats import corrected_repeated_kfold_t

ORACLE = os.environ.get("FOLDWISE_ORACLE")
pytestmark = pytest.mark.skipif(not ORACLE, reason="FOLDWISE_ORACLE does not name a folder with Weka's output")


@pytest.fixture(scope="module")
def weka():
    """Weka's table of 42 comparisons."""
    return pd.read_csv(Path(ORACLE) / "weka_ttester.csv")


@pytest.fixture(scope="module")
def ours(weka):
    """The same comparisons, as one batch of shape (42, 10, 10)."""
    folds = pd.read_csv(Path(ORACLE) / "weka_10x10.csv").sort_values(["run", "fold"])
    scores = {key: part["percent_correct"].to_numpy() for key, part in folds.groupby(["dataset", "learner"])}
    pairs = [(row.dataset, *row.pair.split("-")) for row in weka.itertuples()]
    differences = [scores[dataset, a] - scores[dataset, b] for dataset, a, b in pairs]
    return corrected_repeated_kfold_t(np.reshape(differences, (-1, 10, 10)))


def test_every_comparison_is_there(weka, ours):
    assert len(weka) == 42
    assert weka["dataset"].nunique() == 14
    assert not ours.flags.names


def test_same_differences(weka, ours):
    assert ours.estimate == pytest.approx(weka["mean_a"] - weka["mean_b"], rel=0, abs=1e-12)


def test_same_statistics(weka, ours):
    np.testing.assert_allclose(ours.statistic, weka["t"], rtol=1e-13)


def test_same_pvalues(weka, ours):
    """From 8e-18 to .96."""
    np.testing.assert_allclose(ours.pvalue, weka["p"], rtol=1e-12)


def test_the_readme_has_the_largest_deviations(weka, ours):
    """Rounded up: as numpy and libm may add their sums in another order, within a factor of two."""
    text = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    t, p = (float(number) for number in re.findall(r"largest relative deviation (\S+)", text))
    for printed, found, theirs in ((t, ours.statistic, weka["t"]), (p, ours.pvalue, weka["p"])):
        assert printed / 2 <= np.abs(found / theirs - 1).max() <= printed


def test_same_decisions(weka, ours):
    better = np.where(ours.statistic > 0, "a", "b")
    assert np.where(ours.pvalue <= 0.05, better, "tie").tolist() == weka["verdict"].tolist()
