"""`foldwise evaluate`: one learner on the command line."""

import json

import pytest

STUMP = "stump=sklearn.tree.DecisionTreeClassifier(max_depth=1)"
MAJORITY = "majority=sklearn.dummy.DummyClassifier"


def estimates(outcome):
    assert outcome.code == 0
    document = json.loads(outcome.out)
    assert document["schema"] == "foldwise.estimates/1"
    return document["estimates"]


def test_cross_validation_gives_a_spread(run, table):
    """Size separates the classes of the table: the stump is right everywhere."""
    outcome = run("evaluate", table(), "--target", "label", "-l", STUMP, "--scheme", "2x5")
    assert (outcome.code, outcome.err) == (0, "")
    spread = "stump on table: accuracy 1.000, the mean of 10 folds; the worst has 1.000, the best 1.000.\n"
    assert outcome.out.startswith(spread)
    details = run("evaluate", table(), "--target", "label", "-l", STUMP, "--scheme", "2x5", "--details").out
    assert details.startswith("stump on table: mean accuracy 1.000 over 10 folds; spread over folds:")
    assert details.count("\n") == 1


def test_a_test_set_gives_an_interval(run, table):
    """All 10 right: Clopper and Pearson's lower limit is (alpha / 2) ** (1 / 10)."""
    (row,) = estimates(
        run("evaluate", table(), "-l", STUMP, "--scheme", "holdout:10:stratified", "--alpha", "0.1", "--json")
    )
    assert (row["question"], row["n_right"], row["n_examples"]) == (1, 10, 10)
    assert row["low"] == pytest.approx(0.05**0.1)


def test_disjoint_training_sets(run):
    (row,) = estimates(
        run("evaluate", "iris", "-l", STUMP, "--scheme", "disjoint:5:0.5:stratified", "--seed", "3", "--json")
    )
    assert (row["question"], row["n_train"], row["n_test"]) == (5, [15, 15], [75, 75])
    assert row["low"] < row["score"] < row["high"]


def test_several_datasets(run):
    rows = estimates(run("evaluate", "iris", "monk2", "-l", MAJORITY, "--scheme", "5", "--json"))
    # A third of iris is in each class, and 290 of the 432 monks do not have exactly two first values.
    assert [(row["dataset"], row["n_right"]) for row in rows] == [("iris", 50), ("monk2", 290)]


def test_options_reach_the_run(run, table):
    rows = [f"g{i % 8},{i},{('no', 'yes')[i % 2]}" for i in range(40)]
    path = table("patient,visit,label", rows)
    outcome = run(
        *("evaluate", path, "-l", STUMP, "--groups", "patient", "--scheme", "4", "--seed", "7"),
        *("--metric", "balanced_accuracy", "--target", "label", "--json"),
    )
    document = json.loads(outcome.out)
    assert document["metric"]["name"] == "balanced_accuracy"
    assert document["runs"][0]["design"]["seed"] == 7
    assert document["runs"][0]["dataset"]["n_attributes"] == 1


def test_files_are_written_and_named(run, table, tmp_path):
    report, figure = tmp_path / "out.html", tmp_path / "out.svg"
    words = ("evaluate", table(), "-l", MAJORITY, "--scheme", "2x2", "--report", report, "--plot", figure)
    assert run(*words).out.splitlines()[-2:] == [f"plot: {figure}", f"report: {report}"]
    assert "majority" in report.read_text(encoding="utf-8")
    assert figure.read_bytes().startswith(b"<?xml")
    assert run(*words, "--quiet").out.splitlines()[-1].startswith("details ")


def test_an_undefined_metric_is_refused_before_the_first_fit(run, table, monkeypatch):
    """Ten rows of each class in twenty folds: each has one."""
    monkeypatch.setattr("foldwise.runs._fold._run_fold", None)
    outcome = run("evaluate", table(), "-l", STUMP, "--scheme", "20", "--metric", "roc_auc")
    assert outcome.code == 2
    assert (
        "'roc_auc' is undefined on the test set of repeat 0, fold 0, which has 1 example, of the class" in outcome.error
    )


def test_a_failed_fit_ends_with_1_unless_allowed(run, table, tmp_path, monkeypatch):
    """The row with a zero is trained on in one of the two folds of each of the two repeats."""
    source = """
import numpy as np
from sklearn.dummy import DummyClassifier
class Wary(DummyClassifier):
    def fit(self, X, y):
        if np.any(np.asarray(X) == 0): raise RuntimeError("zero was seen")
        return super().fit(X, y)
"""
    (tmp_path / "wary_for_this_test.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    path = table("size,label", [f"{i},{'ab'[i % 2]}" for i in range(20)])
    words = ("evaluate", path, "-l", "wary_for_this_test.Wary", "--scheme", "2x2")
    refused = run(*words)
    assert refused.code == 1
    told, error = refused.err.splitlines()
    assert told.startswith("warning: Wary failed on table, repeat 0, fold ")
    assert error.startswith("error: 2 of 4 fits failed")
    (row,) = estimates(run(*words, "--allow-partial", "--json"))
    assert row["n_scores"] == 2


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["iris", "-l", STUMP, "-l", MAJORITY], "one learner, got 2. To compare them use foldwise compare."),
        (["iris"], "missing option '--learner'"),
        (["-l", STUMP], "missing argument 'DATA'"),
        (["iris", "-l", STUMP, "--test", "binomial"], "no such option: --test"),
        (["nowhere.csv", "-l", STUMP], "'nowhere.csv' does not exist"),
        (["nowhere.csv", "-l", STUMP, "--alpha", "2"], "alpha must be strictly between 0 and 1"),
        (["nowhere.csv", "-l", STUMP, "--plot", "out.doc"], "got '.doc'"),
        (["iris", "wine", "-l", STUMP, "--groups", "alcohol"], "--groups goes with one dataset, got 2"),
        (["iris", "-l", STUMP, "--scheme", "disjoint:80:0.5"], "80"),
        (["iris", "-l", STUMP, "--metric", "goodness"], "Unknown metric 'goodness'"),
    ],
)
def test_bad_input(run, words, expected):
    outcome = run("evaluate", *words)
    assert outcome.code == 2
    assert expected in outcome.error
