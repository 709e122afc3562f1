"""``--positive``: which label a metric is about."""

import json

import pytest

STUMP = ("-l", "stump=sklearn.tree.DecisionTreeClassifier(max_depth=1)")
MAJORITY = ("-l", "majority=sklearn.dummy.DummyClassifier(strategy='constant', constant='yes')")
FIXED = ("--scheme", "2x2", "--seed", "1", "--json")


@pytest.fixture
def uneven(table):
    """Five of twenty are no; whoever says yes always has an F1 of 6/7 for yes, and of 0 for no."""
    return table("size,label", [f"{i},{'no' if i < 5 else 'yes'}" for i in range(20)])


@pytest.mark.filterwarnings("default")
def test_compare(run, uneven):
    documents = {}
    for label in ("yes", "no"):
        done = run("compare", uneven, *STUMP, *MAJORITY, *FIXED, "--metric", "f1", "--positive", label)
        assert done.code == 0
        documents[label] = json.loads(done.out)
    assert documents["yes"]["metric"]["name"] == "f1:yes"
    assert documents["yes"]["metric"]["is_scorer"]
    assert documents["yes"]["comparisons"][0]["score_b"] == pytest.approx(6 / 7, abs=0.02)
    assert documents["no"]["comparisons"][0]["score_b"] == 0


def test_evaluate_and_replicate(run, uneven):
    words = ("--metric", "recall", "--positive", "yes")
    done = run("evaluate", uneven, *MAJORITY, *FIXED, *words)
    assert json.loads(done.out)["estimates"][0]["score"] == 1
    done = run("replicate", uneven, *STUMP, *MAJORITY, *FIXED, *words, "--executions", "2")
    assert json.loads(done.out)["metric"]["name"] == "recall:yes"


def test_judge_a_store_and_predictions(run, uneven, tmp_path):
    store = tmp_path / "kept.db"
    run("compare", uneven, *STUMP, *MAJORITY, *FIXED, "--store", store)
    done = run("judge", store, "--metric", "recall", "--positive", "yes", "--json", "--quiet")
    assert json.loads(done.out)["comparisons"][0]["score_b"] == 1
    path = tmp_path / "predictions.csv"
    rows = [
        f"{name},{i % 4},{i},{'ny'[i > 4]},{'y' if name == 'b' else 'ny'[i > 3]}" for name in "ab" for i in range(20)
    ]
    path.write_text("\n".join(["learner,fold,instance,actual,predicted", *rows]))
    done = run("judge", path, "--metric", "recall", "--positive", "y", "--json", "--quiet")
    assert json.loads(done.out)["comparisons"][0]["score_b"] == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--metric", "f1"),
            "not known which of 'no', 'yes'. Write 'f1:no' or 'f1:yes' (on the command line --positive no or "
            "--positive yes), or use an average such as f1_macro.",
        ),
        (
            ("--metric", "f1", "--positive", "maybe"),
            "no example has the positive label 'maybe'. The labels are 'no', 'yes'.",
        ),
        (("--metric", "accuracy", "--positive", "yes"), "is about all labels alike"),
        (("--positive", "yes"), "--positive goes with a --metric that is about one label, such as f1, precision"),
        (("--metric", "acc"), "Unknown metric 'acc'. Did you mean 'accuracy'?"),
        (("--metric", "AUC"), "Unknown metric 'AUC'. Did you mean 'roc_auc'?"),
        (("--metric", "rmse"), "Unknown metric 'rmse'. Did you mean 'neg_root_mean_squared_error'?"),
        (("--test", "ttest"), "Unknown test 'ttest'. Did you mean corrected_repeated_kfold_t?"),
        (("--scheme", "10-fold"), "got '10-fold'. Did you mean '10'?"),
        (("--adjust", "bonferoni"), "got 'bonferoni'. Did you mean 'bonferroni'?"),
    ],
)
def test_refusals(run, uneven, words, message):
    outcome = run("compare", uneven, *STUMP, *MAJORITY, "--scheme", "2x2", *words)
    assert outcome.code == 2
    assert message in outcome.error


def test_scores_have_no_positive_label(run, tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("model,fold,acc\na,1,0.9\na,2,0.8\nb,1,0.7\nb,2,0.7\n")
    outcome = run("judge", path, "--metric", "acc", "--positive", "yes")
    assert outcome.code == 2
    assert "error: " in outcome.err
