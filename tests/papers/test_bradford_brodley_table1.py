"""Accuracies beside Table 1 of Bradford and Brodley (2001), "The effect of instance-space partition on significance".

The printed numbers (columns 1x10cv, means over 55 partitions that are not stratified) and ours (ten such partitions)
stand in `docs/bradford-brodley-accuracies.csv`. The slow tests compute ours again for the cheaper datasets, from the
ARFF files in the folder named by FOLDWISE_DATA.
"""

import importlib.util
import os
from pathlib import Path

import pytest

from foldwise.data import Dataset, load

DOCS = Path(__file__).parents[2] / "docs"
needs_data = pytest.mark.skipif(
    not os.environ.get("FOLDWISE_DATA"), reason="FOLDWISE_DATA does not name a folder of UCI ARFF files"
)


@pytest.fixture(scope="module")
def recipe():
    """The script that wrote the table."""
    spec = importlib.util.spec_from_file_location("make_accuracies", DOCS / "make_accuracies.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def table(recipe):
    return recipe.read_table()


def test_the_printed_table(table):
    """Sums of the printed columns, and a row to see that the columns are not swapped."""
    assert len(table) == 23
    papers = table.filter(like="_paper")
    assert papers.sum().tolist() == pytest.approx([1920.0, 1924.5, 1898.7])
    assert papers.loc["tic-tac-toe"].tolist() == [84.6, 84.4, 69.7]


def test_only_one_gap_is_above_three_points(recipe, table):
    """Naive Bayes on soybean; the last test shows why."""
    gaps = {
        (dataset, learner)
        for learner in recipe.LEARNERS
        for dataset in table.index[(table[learner] - table[f"{learner}_paper"]).abs() > 3]
    }
    assert gaps == {("soybean-large", "discretized_naive_bayes")}
    means = [(table[learner] - table[f"{learner}_paper"]).abs().mean() for learner in recipe.LEARNERS]
    assert means == pytest.approx([0.75, 0.86, 0.37], abs=0.005)


@needs_data
@pytest.mark.slow
@pytest.mark.parametrize(
    "dataset", ["breast-cancer", "cleve", "glass2", "labor-neg", "monk1-full", "soybean-large", "vote", "zoo"]
)
def test_the_table_is_what_the_learners_give(recipe, table, dataset):
    """To the hundredth of a point, except that a tie may fall otherwise on another machine."""
    found = recipe.accuracies(load(f"uci:{table.loc[dataset, 'uci']}"), recipe.LEARNERS)
    ours = {column: table.loc[dataset, column] for column in found}
    assert found == pytest.approx(ours, rel=0, abs=0.06)


@needs_data
@pytest.mark.slow
@pytest.mark.parametrize(
    ("dataset", "margin"),
    [("soybean-large", [0.5, 0.5, 0.3]), ("mushroom", [0.05, 0.05, 0.1]), ("vote", [0.5, 0.5, 0.1])],
)
def test_the_paper_took_a_missing_value_for_a_value(recipe, table, dataset, margin):
    """With one more value for missing ones, all three learners come to what the paper has, on the nominal datasets.

    On soybean our naive Bayes is 3.0 points better than the paper's when missing values are left out, and the trees are
    1.9 and 2.4 worse when shares of an example go down all branches; with one more value the gaps are 0.1, 0.2 and 0.5.
    """
    data = load(f"uci:{table.loc[dataset, 'uci']}")
    X = data.X.copy()
    for name in X.columns[X.isna().any()]:
        X[name] = X[name].cat.add_categories("missing").fillna("missing")
    found = recipe.accuracies(Dataset(X, data.y, name=data.name), recipe.LEARNERS)
    for learner, allowed in zip(recipe.LEARNERS, margin, strict=True):
        assert abs(found[learner] - table.loc[dataset, f"{learner}_paper"]) <= allowed, learner
