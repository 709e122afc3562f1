"""C4.5 against Weka 3.9.7's J48: trees, class distributions, predictions.

`weka/j48.json` holds random tables (mixed, with missing values, weights, values closer than 1e-5, repeated rows,
useless columns, nominal columns of many values, numbers of 1e12 and more, exact ties, missing values whose shares
decide whether a branch is raised) and what J48 made of them; `weka/J48Answers.java` wrote it. The folder named by
FOLDWISE_ORACLE holds what J48 predicted in ten runs of ten-fold cross-validation on 14 datasets, the one named by
FOLDWISE_DATA their ARFF files.
"""

import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from foldwise.data import load
from foldwise.learners import C45

ORACLE, DATA = os.environ.get("FOLDWISE_ORACLE"), os.environ.get("FOLDWISE_DATA")
with_oracle = pytest.mark.skipif(
    not (ORACLE and DATA), reason="FOLDWISE_ORACLE and FOLDWISE_DATA do not name Weka's output and the ARFF files"
)

# Predictions in ten runs of ten-fold cross-validation; none of them differs from Weka's.
PREDICTIONS = {
    "anneal": 8980,
    "autos": 2050,
    "balance-scale": 6250,
    "breast-cancer": 2860,
    "credit-a": 6900,
    "glass": 2140,
    "hepatitis": 1550,
    "iris": 1500,
    "labor": 570,
    "lymphography": 1480,
    "pima-diabetes": 7680,
    "soybean": 6830,
    "vote": 4350,
    "zoo": 1010,
}

FILE = Path(__file__).with_name("weka") / "j48.json"
TABLES = {table["name"]: table for table in json.loads(FILE.read_text())["tables"]}
# Here J48 counts rows where we count their weights, and that changes its tree.
ROWS_COUNTED = "rowcount-1"
ANSWERS = [(name, answer["options"]) for name, table in TABLES.items() for answer in table["answers"]]


def as_options(flags):
    """J48's command line as our parameters."""
    words = flags.split()
    options = {"pruned": "-U" not in words, "raising": "-S" not in words, "collapse": "-O" not in words}
    for flag, name, kind in (("-C", "confidence", float), ("-M", "min_leaf", int)):
        if flag in words:
            options[name] = kind(words[words.index(flag) + 1])
    return options


def floats(rows):
    return np.array([[np.nan if value is None else value for value in row] for row in rows], dtype=float)


@pytest.fixture(scope="module")
def read(coded):
    """The table and J48's answer; the training rows come first."""

    def found(name, options):
        table = TABLES[name]
        answer = next(answer for answer in table["answers"] if answer["options"] == options)
        y, n_values = np.array(table["y"], np.int32), np.array(table["n_values"], np.int32)
        data = coded(floats(table["X"]), n_values, y, table["n_classes"], np.array(table["weight"], float))
        return data, table["n_train"], answer

    return found


def flat(tree, node=0):
    """The tree in the form of the file: [counts] or [counts, attribute, threshold, [children]]."""
    counts = tree.counts[node].tolist()
    if tree.attribute[node] < 0:
        return [counts]
    children = range(tree.first_child[node], tree.first_child[node] + tree.n_children[node])
    return [counts, int(tree.attribute[node]), float(tree.threshold[node]), [flat(tree, child) for child in children]]


def agree(ours, weka):
    assert len(ours) == len(weka)
    assert ours[0] == pytest.approx(weka[0], rel=0, abs=1e-9)
    if len(weka) == 1:
        return
    assert ours[1] == weka[1]
    if weka[2] is not None:
        assert ours[2] == weka[2]
    assert len(ours[3]) == len(weka[3])
    for one, other in zip(ours[3], weka[3], strict=True):
        agree(one, other)


def test_the_tables_are_there():
    assert len(TABLES) == 23
    assert len(ANSWERS) == 92
    assert sum(len(answer["tree"]) > 1 for table in TABLES.values() for answer in table["answers"]) >= 75


@pytest.mark.parametrize(("name", "options"), [(n, o) for n, o in ANSWERS if n != ROWS_COUNTED])
def test_trees_distributions_and_predictions_of_j48(read, name, options):
    data, n_train, answer = read(name, options)
    learner = data.fitted(C45(**as_options(options)), slice(n_train))
    agree(flat(learner.tree_), answer["tree"])
    tested = data.frame(slice(n_train, None))
    np.testing.assert_allclose(learner.predict_proba(tested), floats(answer["distributions"]), rtol=0, atol=1e-9)
    assert learner.predict(tested).tolist() == answer["codes"]


def test_ties_within_a_millionth_go_to_the_first_class(read):
    """J48's distributions have 0.5 and 0.5 + 1e-16 here; its predictions take them for equal."""
    data, n_train, answer = read("tie-1", "-U")
    weka = floats(answer["distributions"])
    assert (weka.argmax(axis=1) != answer["codes"]).sum() == 10
    learner = data.fitted(C45(pruned=False), slice(n_train))
    assert learner.predict(data.frame(slice(n_train, None))).tolist() == answer["codes"]


@pytest.mark.parametrize("name", TABLES)
def test_the_oracle_of_the_kernel_is_j48_to_the_letter(read, load_oracle, name):
    """With rows counted as J48 counts them, so also where weights matter to that."""
    oracle = load_oracle("c45_tree")

    def nested(node):
        if node.is_leaf:
            return [node.counts.tolist()]
        return [node.counts.tolist(), node.attribute, float(node.threshold), [nested(c) for c in node.children]]

    for options in (answer["options"] for answer in TABLES[name]["answers"]):
        data, n, answer = read(name, options)
        training = data.X[:n], data.n_values, data.y[:n], data.weight[:n], data.n_classes
        root = oracle.fit(*training, rows=np.ones(n), **as_options(options))
        agree(nested(root), answer["tree"])
        found = np.array([oracle.probabilities(data.n_values, root, row) for row in data.X[n:]])
        np.testing.assert_allclose(found, floats(answer["distributions"]), rtol=0, atol=1e-9)
        assert [oracle.predict(row) for row in found] == answer["codes"]


def test_where_j48_counts_rows_we_count_their_weights(read, load_oracle):
    """Our tree is the oracle's, not J48's."""
    oracle = load_oracle("c45_tree")
    data, n, answer = read(ROWS_COUNTED, "-U")
    learner = data.fitted(C45(pruned=False), slice(n))
    root = oracle.fit(data.X[:n], data.n_values, data.y[:n], data.weight[:n], data.n_classes, pruned=False)
    expected = [oracle.probabilities(data.n_values, root, row) for row in data.X[n:]]
    ours = learner.predict_proba(data.frame(slice(n, None)))
    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-9)
    assert abs(ours - floats(answer["distributions"])).max() == pytest.approx(0.0075, abs=1e-4)


@pytest.fixture(scope="module")
def weka():
    """J48's predictions, with the fold in which each was made."""
    folder, key = Path(ORACLE), ["dataset", "run", "instance"]
    predictions = pd.read_csv(folder / "weka_predictions.csv.gz", dtype={"predicted": str}).query("learner == 'J48'")
    return predictions.merge(pd.read_csv(folder / "weka_folds.csv.gz"), on=key, validate="1:1")


@with_oracle
@pytest.mark.parametrize("name", PREDICTIONS)
def test_every_prediction_in_ten_runs_of_ten_folds(weka, name):
    part = weka[weka["dataset"] == name]
    data = load(Path(DATA) / f"{name}.arff")
    y = pd.Categorical(data.y, categories=data.target_names)
    different = 0
    for _, tested in part.groupby(["run", "fold"]):
        rows = tested["instance"].to_numpy()
        training = np.setdiff1d(np.arange(len(y)), rows)
        labels = C45().fit(data.X.iloc[training], y[training]).predict(data.X.iloc[rows])
        different += (labels.astype(str) != tested["predicted"].to_numpy()).sum()
    assert (len(part), different) == (PREDICTIONS[name], 0)
