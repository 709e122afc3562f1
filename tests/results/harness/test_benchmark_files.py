"""Tables and predictions of AMLB, TabArena and OpenML, written here from the published schemas. Numbers by hand."""

import numpy as np
import pandas as pd
import pytest

from foldwise import DataFormatError, FoldwiseError, SchemeMismatchError
from foldwise.results import as_results

FOREST, LOGIT = [0.82, 0.84, 0.80, 0.83, 0.81], [0.80, 0.81, 0.80, 0.79, 0.80]


def refusal(source, kind=DataFormatError, **how):
    with pytest.raises(kind) as caught:
        as_results(source, **how)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def amlb(**change):
    """``results.csv``: two frameworks, two tasks, five folds."""
    rows = [
        {"id": f"openml.org/t/{task}", "task": task, "framework": name, "constraint": "1h8c", "fold": fold}
        | {"type": "binary", "result": score, "metric": "auc", "seed": fold + 7, "info": None}
        | {"acc": score / 2, "auc": score, "logloss": 1 - score}
        for task in ("adult", "credit")
        for name, scores in (("RandomForest", FOREST), ("Logit", LOGIT))
        for fold, score in enumerate(scores)
    ]
    return pd.DataFrame(rows).assign(**change)


def test_amlb_results(tmp_path):
    path = tmp_path / "results.csv"
    amlb().to_csv(path, index=False)
    runs, reading = as_results(path)
    assert [run.data.name for run in runs] == ["adult", "credit"]
    assert runs[0].learner_names == ("RandomForest", "Logit")
    assert runs[1].scores()[:, 0].tolist() == [FOREST, LOGIT]
    assert "results of the AutoML benchmark, scores: dataset from 'task', learner from 'framework'" in str(reading)
    assert "area under the ROC curve" in str(reading)
    runs, _ = as_results(path, metric="logloss")
    assert runs[0].scores()[0, 0] == pytest.approx([value - 1 for value in FOREST])


def test_amlb_by_other_metrics_and_constraints():
    table = amlb()
    table.loc[table["task"] == "credit", "metric"] = "neg_rmse"
    assert "scores by several metrics: 'auc', 'neg_rmse'. Choose: metric='auc'" in refusal(table)
    (run,), _ = as_results(table, metric="auc")
    assert run.data.name == "adult"
    both = pd.concat([amlb(), amlb(constraint="4h8c")])
    assert as_results(both)[0][0].learner_names[::2] == ("RandomForest (1h8c)", "RandomForest (4h8c)")


def test_amlb_failures_are_missing_results():
    table = amlb()
    lost = (table["framework"] == "Logit") & (table["task"] == "adult")
    table.loc[lost, ["result", "auc", "metric", "info"]] = [np.nan, np.nan, None, "TimeoutError: too long"]
    runs, reading = as_results(table)
    assert [run.learner_names for run in runs] == [("RandomForest",), ("RandomForest", "Logit")]
    assert reading.reasons == {("Logit", "adult"): "timeout"}
    table = amlb()
    table.loc[3, ["result", "info"]] = [np.nan, "MemoryError"]
    assert "allow_partial" in refusal(table)


def tabarena(n_folds=9, **change):
    """A long frame of errors of methods; by hand: 0.1 + fold / 100, and twice that."""
    rows = [
        {"method": method, "dataset": name, "fold": fold, "metric_error": factor * (0.1 + fold / 100)}
        | {"metric": "roc_auc", "problem_type": "binary", "time_train_s": 3.0, "time_infer_s": 0.1, "imputed": False}
        for name in ("anneal", "churn")
        for method, factor in (("GBM", 1), ("KNN", 2))
        for fold in range(n_folds)
    ]
    return pd.DataFrame(rows).assign(**change)


def test_tabarena(tmp_path):
    path = tmp_path / "model_results.parquet"
    tabarena().to_parquet(path)
    runs, reading = as_results(path)
    assert [run.data.name for run in runs] == ["anneal", "churn"]
    assert runs[0].scores()[0] == pytest.approx(-np.array([[0.1, 0.11, 0.12], [0.13, 0.14, 0.15], [0.16, 0.17, 0.18]]))
    assert "errors of TabArena (9 or 30 folds are 3 or 10 repeats of 3)" in str(reading)
    (_, run), _ = as_results(tabarena(3))
    assert run.scores().shape == (2, 1, 3)


def test_tabarena_imputed_results_are_missing():
    table = tabarena()
    table["imputed"] = (table["method"] == "KNN") & (table["dataset"] == "churn")
    runs, reading = as_results(table)
    assert [run.learner_names for run in runs] == [("GBM", "KNN"), ("GBM",)]
    assert reading.reasons == {("KNN", "churn"): "not available: imputed"}
    assert "imputed ones are missing" in str(reading)


def test_tabarena_by_several_metrics():
    table = tabarena()
    table.loc[table["dataset"] == "churn", "metric"] = "rmse"
    assert "errors by several metrics: 'roc_auc', 'rmse'. Choose: metric='roc_auc'" in refusal(table)
    assert [run.data.name for run in as_results(table, metric="rmse")[0]] == ["churn"]
    assert len(as_results(table, metric="metric_error")[0]) == 2


TRUTH = ["yes", "no"] * 3


def openml(path, predictions, **change):
    """Six examples in three folds; the ARFF file of a run on task 59."""
    rows = pd.DataFrame({"repeat": 0, "fold": [0, 0, 1, 1, 2, 2], "sample": 0, "row_id": range(6)})
    rows = rows.assign(prediction=predictions, correct=TRUTH).assign(**change)
    kinds = {"prediction": "{yes,no}", "correct": "{yes,no}", "truth": "{yes,no}"}
    head = ["@RELATION openml_task_59_predictions", ""]
    head += [f"@ATTRIBUTE {name} {kinds.get(name, 'NUMERIC')}" for name in rows]
    head += ["@ATTRIBUTE confidence.yes NUMERIC", "@ATTRIBUTE confidence.no NUMERIC", "@DATA"]
    path.parent.mkdir(exist_ok=True)
    lines = [",".join([*map(str, row), "0.5", "0.5"]) for row in rows.itertuples(index=False)]
    path.write_text("\n".join([*head, *lines, ""]))
    return path


def test_openml_predictions(tmp_path):
    """The second run errs on the first example of each fold."""
    paths = [openml(tmp_path / "forest.arff", TRUTH), openml(tmp_path / "logit.arff", ["no"] * 6)]
    (run,), reading = as_results(paths)
    assert (run.data.name, run.learner_names) == ("task 59", ("forest", "logit"))
    assert run.scores()[:, 0].tolist() == [[1, 1, 1], [0.5, 0.5, 0.5]]
    assert (
        "predictions of OpenML runs, predictions: repeat from 'repeat', fold from 'fold', instance from 'row_id'"
        in str(reading)
    )
    assert as_results(paths, metric="f1_macro")[0][0].scores()[1, 0, 0] == pytest.approx(1 / 3)
    assert as_results(paths, learners=["new", "old"])[0][0].learner_names == ("new", "old")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"sample": [0, 1] * 3}, "predictions of a learning curve"),
        ({"truth": ["no"] * 6}, "the columns 'truth', 'correct' differ"),
        ({"row_id": [0, 0, 2, 3, 4, 5]}, "instance 0"),
        ({"row_id": [7, 1, 2, 3, 4, 5]}, "instance 7"),
        ({"fold": [0, 1, 1, 0, 2, 2]}, "is in different folds for different learners"),
        ({"correct": ["no", "no", *TRUTH[2:]]}, "instance 0 has two actual values"),
    ],
)
def test_openml_hostile(tmp_path, change, words):
    paths = [openml(tmp_path / "forest.arff", TRUTH), openml(tmp_path / "logit.arff", TRUTH, **change)]
    assert words in refusal(paths)


def test_openml_cut_off(tmp_path):
    path = openml(tmp_path / "forest.arff", TRUTH)
    path.write_text(path.read_text()[:-12])
    assert "forest.arff" in refusal(path, FoldwiseError)


def predicted(folder, run, labels, fold=0, truth=("yes", "no", "yes", "no")):
    path = folder / run / "predictions" / "adult" / str(fold) / "predictions.csv"
    path.parent.mkdir(parents=True)
    frame = pd.DataFrame({"no": 0.5, "yes": 0.5, "predictions": list(labels), "truth": list(truth)})
    frame.to_csv(path, index=False)
    return path


def test_amlb_predictions(tmp_path):
    """By hand: the forest is right throughout, the other one in 2 of 4 and in 1 of 2 (of the second fold)."""
    paths = [
        predicted(tmp_path, "rf.small.1h8c.local", ["yes", "no"] * 2),
        predicted(tmp_path, "lr.small.1h8c.local", ["yes"] * 4),
        predicted(tmp_path, "rf.small.1h8c.local", ["no", "no"], 1, ["no", "no"]),
        predicted(tmp_path, "lr.small.1h8c.local", ["yes", "no"], 1, ["no", "no"]),
    ]
    (run,), reading = as_results(paths)
    assert (run.data.name, run.learner_names) == ("adult", ("rf", "lr"))
    assert run.scores()[:, 0].tolist() == [[1, 1], [0.5, 0.5]]
    assert "predictions of the AutoML benchmark, predictions:" in str(reading)
    assert as_results(paths, learners=["lr", "rf"])[0][0].learner_names == ("lr", "rf")
    assert "learner lr" in refusal(paths[:3])


def test_amlb_predictions_hostile(tmp_path):
    one = predicted(tmp_path, "rf.x", ["yes", "no"] * 2)
    other = predicted(tmp_path, "lr.x", ["yes", "no"] * 2, truth=["no", "yes", "yes", "no"])
    assert "The true values of task adult, fold 0 are not the same, row by row, in rf.x/predictions" in refusal(
        [one, other]
    )
    twice = predicted(tmp_path, "rf.y", ["no"] * 4)
    (run,), _ = as_results([one, twice])
    assert run.learner_names == ("rf.x", "rf.y")
    assert "adult: 4 results there are twice or more: learner rf" in refusal([one, one])


HOSTILE = [
    (amlb().assign(result=np.nan, info=None), "no"),
    (amlb().iloc[:0], "a table holds no scores."),
    (pd.concat([amlb(), amlb()]), "twice"),
    (amlb().assign(result="high"), "must hold numbers, got 'high'"),
    (amlb().assign(result=1.5), "must lie between 0 and 1"),
    (tabarena().assign(metric_error=np.nan), "no"),
    (tabarena().iloc[:0], "table"),
    (pd.concat([tabarena(3), tabarena(3)]), "twice"),
    (tabarena(3).assign(metric_error="?"), "no"),
    (tabarena(3).iloc[:-1], "allow_partial"),
    (tabarena().assign(method=None), "The column of the learner is empty"),
]


@pytest.mark.parametrize(("table", "words"), HOSTILE)
def test_hostile_tables(table, words):
    message = refusal(table, (DataFormatError, SchemeMismatchError))
    assert words in message


def test_a_metric_that_is_not_there():
    assert "has no scores by 'kappa2'. There are: 'auc'" in refusal(amlb(), metric="kappa2")
    assert "has no scores by 'auc'. There are: 'roc_auc'" in refusal(tabarena(), metric="auc")
