"""How far scores lie apart on partitions of the same data: by hand, by SciPy's limits, and what is refused."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi2
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier

import foldwise as fw
from foldwise.replicability import partition_spread


def table(scores):
    """Return scores of one learner, of shape (n_repeats, n_folds), as a long table."""
    rows = [
        {"dataset": "d", "learner": "a", "repeat": repeat, "fold": fold, "accuracy": value}
        for repeat, values in enumerate(scores)
        for fold, value in enumerate(values)
    ]
    return pd.DataFrame(rows)


def run_of(scores):
    return fw.runs.Run.from_scores(table(scores))


def test_by_hand():
    """Means of the repeats are .5, .6 and .7: standard deviation .1; limits by SciPy's chi-squared with 2 df."""
    (row,) = partition_spread(run_of([[0.4, 0.6], [0.5, 0.7], [0.6, 0.8]])).itertuples()
    assert (row.dataset, row.learner, row.n_partitions) == ("d", "a", 3)
    assert (row.mean, row.sd) == pytest.approx((0.6, 0.1))
    assert (row.low, row.high) == pytest.approx([0.1 * np.sqrt(2 / chi2.ppf(q, 2)) for q in (0.975, 0.025)])


def test_several_repeats_make_a_partition():
    """Pairs of repeats average to .55, .65 and .75."""
    (row,) = partition_spread(
        run_of([[0.5, 0.5], [0.6, 0.6], [0.6, 0.6], [0.7, 0.7], [0.7, 0.7], [0.8, 0.8]]), size=2
    ).itertuples()
    assert (row.n_partitions, row.mean, row.sd) == pytest.approx((3, 0.65, 0.1))


def test_a_learner_that_draws_nothing_varies_by_the_partition_alone():
    data = fw.data.load("wine")
    learners = {"tree": DecisionTreeClassifier(random_state=0), "again": DecisionTreeClassifier(random_state=0)}
    spread = partition_spread(fw.evaluate({**learners, "guess": DummyClassifier()}, data, scheme="5x5", seed=1))
    tree, again, guess = spread["sd"]
    assert tree == again > 0
    assert guess < tree


def test_too_few_partitions_are_refused():
    with pytest.raises(fw.SchemeMismatchError, match="three partitions or more of 2 repeats"):
        partition_spread(run_of([[0.5, 0.6], [0.5, 0.7]]), size=2)
    with pytest.raises(TypeError, match="needs a Run"):
        partition_spread([1, 2])


def test_what_the_page_says_of_the_table():
    """Means of independent trees vary less than a tree on every data set; other combinations as much, typically."""
    table = pd.read_csv(Path(__file__).parents[2] / "docs" / "partition-spread.csv")
    clean = table[table["labels_changed"] == 0].pivot(index="learner", columns="dataset", values="sd")
    ratio = clean / clean.loc["tree"]
    assert (ratio.loc[["bagged trees", "random forest", "extra trees"]] < 1).to_numpy().all()
    typical = np.exp(np.log(ratio).mean(axis=1))
    assert typical["bagged trees"] == pytest.approx(0.75, abs=0.05)
    assert typical[["boosted trees", "output codes of trees"]].to_numpy() == pytest.approx(1, abs=0.05)
