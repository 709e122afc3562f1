"""MLflow, Optuna, skore, Excel, polars and Arrow: files of the real packages (versions.json) and what is near them."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from foldwise import DataFormatError, MissingDependencyError, SchemeMismatchError
from foldwise.results import as_results

FILES = Path(__file__).parent / "files"
FOREST, LOGIT = [0.82, 0.84, 0.80, 0.83, 0.81], [0.80, 0.81, 0.80, 0.79, 0.80]
RUNS = pd.read_csv(FILES / "mlflow_runs.csv")
TRIALS = pd.read_csv(FILES / "optuna_kept.csv")


def refusal(source, kind=DataFormatError, **how):
    with pytest.raises(kind) as caught:
        as_results(source, **how)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def by_name(run):
    return {name: scores.tolist() for name, scores in zip(run.learner_names, run.scores()[:, 0], strict=True)}


# MLflow.


@pytest.mark.parametrize("source", [FILES / "mlflow_runs.csv", RUNS, RUNS.iloc[::-1]])
def test_mlflow_of_the_real_package(source):
    (run,), reading = as_results(source)
    assert by_name(run) == {"forest": FOREST, "logit": LOGIT}
    assert run.learner_names == ("forest", "logit")
    assert "Read 10 rows as runs of MLflow (2 runs without fold or seed not taken), scores: learner from" in str(
        reading
    )
    assert "score from 'metrics.accuracy' (accuracy); 5-fold cross-validation" in str(reading)


def test_mlflow_parameters_name_learners_and_seeds_stay_seeds():
    """What a parent says holds for its children; seeds are trainings, or splits if the user says so, as everywhere."""
    table = RUNS.assign(**{"params.model": RUNS["tags.mlflow.runName"].where(RUNS["params.fold"].isna()) + "!"})
    assert by_name(as_results(table)[0][0]) == {"forest!": FOREST, "logit!": LOGIT}
    seeds = RUNS.rename(columns={"params.fold": "params.seed"})
    (scores,), _ = as_results(seeds)
    assert (scores.again, scores.scores[scores.learners.index("logit"), 0].tolist()) == ("seed", LOGIT)
    (run,), reading = as_results(seeds, scheme="resampled:5:0.2")
    assert run.scores().shape == (2, 5, 1)
    assert "repeat from 'seed'" in str(reading)
    constant = RUNS.assign(**{"params.seed": 42, "tags.dataset": "sums"})
    assert as_results(constant)[0][0].data.name == "sums"


def test_mlflow_metrics_say_on_which_part_they_were_measured():
    """An error in validation is one of which lower is better; scores on training sets are not asked about."""
    table = RUNS.rename(columns={"metrics.accuracy": "metrics.val_rmse"}).assign(**{"metrics.train_rmse": 0.1})
    (run,), reading = as_results(table)
    assert by_name(run)["logit"] == [-value for value in LOGIT]
    assert "score from 'metrics.val_rmse' (root mean squared error, lower is better, negated)" in str(reading)


def test_mlflow_failed_runs_are_missing():
    table = RUNS.assign(status=["FAILED", *RUNS["status"][1:]])
    assert "learner logit, fold 4" in refusal(table)
    runs, _ = as_results(table, allow_partial=True)
    assert len(runs[0].failures) == 1


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (RUNS.assign(**{"metrics.f1": 0.5}), "scores by several metrics: 'accuracy', 'f1'"),
        (RUNS.assign(**{"metrics.accuracy": np.nan}), "a table holds no scores."),
        (RUNS.rename(columns={"metrics.accuracy": "metrics.training_score"}), "only scores on training sets"),
        (RUNS.drop(columns="tags.mlflow.parentRunId"), "nothing says which learner run"),
        (
            RUNS.assign(**{"params.model": "a", "params.algorithm": "b"}),
            "'params.model' and 'params.algorithm' could be",
        ),
        (RUNS[RUNS["params.fold"].notna()], "nothing says which learner run"),
        (RUNS[RUNS["params.fold"].isna()], "One score per learner on one dataset"),
        (pd.concat([RUNS, RUNS]), "is there twice"),
        (RUNS.assign(**{"metrics.accuracy": 7.0}), "accuracy must lie between 0 and 1, got 7"),
        (RUNS.assign(**{"params.fold": RUNS["params.fold"].replace(4, 3)}), "twice"),
        (RUNS.iloc[1:], "logit"),
    ],
)
def test_mlflow_hostile(table, words):
    assert words in refusal(table)


# Optuna.


def test_optuna_of_the_real_package():
    (run,), reading = as_results(FILES / "optuna_kept.csv", scheme="5")
    assert by_name(run) == {"trial 0": FOREST, "trial 1": LOGIT}
    assert "2 complete trials of Optuna, 1 pruned or failed one left out, scores: learner from 'number'" in str(reading)
    assert "do not say how the 5 splits were made" in refusal(FILES / "optuna_kept.csv", SchemeMismatchError)


def test_optuna_with_one_score_for_each_trial():
    message = refusal(FILES / "optuna_means.csv", scheme="5")
    assert "has one score for each trial, all on the same data: nothing says how much it would vary" in message
    assert "trial.set_user_attr('accuracy', scores.tolist())" in message


def study(direction="MAXIMIZE", name="accuracy", scores=(FOREST, LOGIT), states=("COMPLETE",) * 2, sign=1):
    """What the reader asks a study for."""
    trials = [
        SimpleNamespace(
            number=number, state=SimpleNamespace(name=state), values=[sign * np.mean(row)], user_attrs={name: row}
        )
        for number, (row, state) in enumerate(zip(scores, states, strict=True))
    ]

    class Study:
        directions = (SimpleNamespace(name=direction),)

        def trials_dataframe(self):
            raise AssertionError

    Study.__module__ = "optuna.study"
    Study.trials = trials
    return Study()


def test_a_study_and_its_direction():
    assert by_name(as_results(study(), scheme="5")[0][0]) == {"trial 0": FOREST, "trial 1": LOGIT}
    errors = as_results(study("MINIMIZE", "rmse"), scheme="5")[0][0]
    assert by_name(errors)["trial 1"] == [-value for value in LOGIT]
    assert "The study minimizes the mean of these scores, but greater values of 'accuracy'" in refusal(
        study("MINIMIZE"), scheme="5"
    )
    assert "The study maximizes the mean" in refusal(study(name="rmse"), scheme="5")
    assert "Are greater values of 'folds' better?" in refusal(study("MINIMIZE", "folds"), scheme="5")
    assert by_name(as_results(study(name="folds"), scheme="5")[0][0])["trial 0"] == FOREST
    # The objective may be another than what was kept.
    assert by_name(as_results(study("MINIMIZE", sign=-1), scheme="5")[0][0])["trial 0"] == FOREST


def test_a_real_study():
    optuna = pytest.importorskip("optuna")
    made = optuna.create_study(direction="maximize")
    for scores in (FOREST, LOGIT):
        trial = made.ask()
        for fold, score in enumerate(scores):
            trial.set_user_attr(f"fold_{fold}", score)
        made.tell(trial, sum(scores) / 5)
    assert by_name(as_results(made, scheme="5", metric="accuracy")[0][0]) == {"trial 0": FOREST, "trial 1": LOGIT}


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (TRIALS.iloc[2:], "no trial is complete (1 other)"),
        (pd.concat([TRIALS, TRIALS]), "trial 0 is there twice"),
        (TRIALS.assign(user_attrs_f1=TRIALS["user_attrs_accuracy"]), "several attributes hold scores of folds"),
        (TRIALS.assign(user_attrs_accuracy=["[0.5, 0.6]", "[0.5]", None]), "1 complete trial of 2 kept no scores"),
        (TRIALS.assign(user_attrs_accuracy=["[0.5, 0.6]", "[0.5, 0.6, 0.7]", None]), "trial 0 has 2 scores"),
        (TRIALS.assign(user_attrs_accuracy=["[0.5, 0.", "[0.5, 0.6]", None]), "kept no scores in 'accuracy'"),
        (TRIALS.assign(user_attrs_accuracy=["[0.5, NaN]", "[0.5, 0.6]", None]), "trial 0"),
        (TRIALS.rename(columns={"user_attrs_accuracy": "user_attrs_cv"}), "Are greater values of 'cv' better?"),
    ],
)
def test_optuna_hostile(table, words):
    assert words in refusal(table, scheme="2")


# skore.


def report(recorded, **change):
    """A report that answers what a real one answered."""
    told = {**recorded, **change}

    class CrossValidationReport:
        estimator_name_ = told["estimator_name_"]
        split_indices = tuple((np.array(train), np.array(test)) for train, test in told["split_indices"])
        y = np.array(told["y"])

        def get_predictions(self, *, data_source):
            assert data_source == "test"
            return [np.array(fold) for fold in told["predictions"]]

    CrossValidationReport.__module__ = "skore._reports"
    return CrossValidationReport()


RECORDED = json.loads((FILES / "skore_reports.json").read_text())
REPORTS = {name: report(recorded) for name, recorded in RECORDED.items()}


@pytest.mark.parametrize("source", [REPORTS, list(REPORTS.values())])
def test_skore_of_the_real_package(source):
    """Two times three folds; accuracies as skore gave them."""
    (run,), reading = as_results(source, **({} if isinstance(source, dict) else {"learners": ["bayes", "guess"]}))
    assert run.learner_names == ("bayes", "guess")
    assert run.scores().shape == (2, 2, 3)
    for place, recorded in enumerate(RECORDED.values()):
        assert run.scores()[place].ravel() == pytest.approx(recorded["accuracy"])
    assert "reports of skore, predictions: repeat from 'split_indices', fold from" in str(reading)


def test_skore_reports_of_real_objects():
    """Each fold of 50 has 16 of the class that is the most frequent of the other 100."""
    skore = pytest.importorskip("skore")
    from sklearn.datasets import load_iris
    from sklearn.dummy import DummyClassifier
    from sklearn.naive_bayes import GaussianNB

    X, y = load_iris(return_X_y=True)
    both = {"a": GaussianNB(), "b": DummyClassifier()}
    reports = {name: skore.CrossValidationReport(each, X, y, splitter=3) for name, each in both.items()}
    (run,), _ = as_results(skore.compare(reports))
    assert run.learner_names == ("a", "b")
    assert run.scores()[1, 0] == pytest.approx([0.32] * 3)


def test_skore_reports_of_random_splits_and_of_one_test_set():
    splits = [([0, 1, 2], [3, 4]), ([2, 3, 4], [0, 1]), ([0, 2, 4], [1, 3])]
    own = {
        "estimator_name_": "x",
        "split_indices": splits,
        "y": [0, 1, 0, 1, 0],
        "predictions": [[1, 0], [0, 0], [1, 1]],
    }
    (run,), _ = as_results({"a": report(own), "b": report(own, predictions=[[0, 0], [0, 1], [1, 1]])})
    assert run.assignment.description == "3 independent splits"
    assert run.scores()[:, :, 0].tolist() == [[1, 0.5, 1], [0.5, 1, 1]]
    assert run.assignment.test_train_ratio == pytest.approx(2 / 3)


def test_skore_reports_of_whole_numbers_that_are_predicted():
    """By hand: both errors of a fold are 1, and 2 in the other report."""
    splits = [([0, 1], [2, 3]), ([2, 3], [0, 1])]
    own = {"estimator_name_": "x", "split_indices": splits, "y": [1, 5, 3, 9], "predictions": [[4, 8], [2, 6]]}
    reports = {"a": report(own), "b": report(own, predictions=[[5.0, 7.0], [3.0, 7.0]])}
    for each in reports.values():
        type(each).ml_task = "regression"
    (run,), _ = as_results(reports)
    assert run.target.task == "regression"
    (run,), _ = as_results(reports, metric="neg_mean_absolute_error")
    assert run.scores()[:, 0].tolist() == [[-1, -1], [-2, -2]]


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"split_indices": RECORDED["bayes"]["split_indices"][::-1]}, "were not tested on the same splits"),
        ({"y": [1 - y for y in RECORDED["bayes"]["y"]]}, "has two actual values"),
        ({"y": [[y, y] for y in RECORDED["bayes"]["y"]]}, "has several targets"),
    ],
)
def test_skore_hostile(other, words):
    assert words in refusal({"a": report(RECORDED["bayes"]), "b": report(RECORDED["guess"], **other)})


def test_skore_names_and_time():
    same = [report(RECORDED["bayes"]), report(RECORDED["bayes"])]
    assert "Two reports are of 'GaussianNB'. Name the learners" in refusal(same)
    ordered = {"split_indices": [([0], [1, 2]), ([0, 1, 2], [3, 4])], "y": [0, 1] * 3, "predictions": [[1, 0]] * 2}
    each = report({"estimator_name_": "x", **ordered})
    assert "differ in size, as those in the order of time do" in refusal({"a": each, "b": each})


# Tables of other libraries, and Excel.


SCORES = pd.DataFrame({"learner": ["forest"] * 5 + ["logit"] * 5, "fold": [*range(5)] * 2, "accuracy": FOREST + LOGIT})


def test_arrow_and_polars_tables():
    arrow = pytest.importorskip("pyarrow")
    table = arrow.Table.from_pandas(SCORES)
    assert by_name(as_results(table)[0][0]) == {"forest": FOREST, "logit": LOGIT}
    halves = [table.slice(0, 5), table.slice(5)]
    assert by_name(as_results(halves)[0][0]) == {"forest": FOREST, "logit": LOGIT}
    polars = pytest.importorskip("polars")
    assert by_name(as_results(polars.from_pandas(SCORES))[0][0]) == {"forest": FOREST, "logit": LOGIT}


def test_tables_that_hold_nothing_yet():
    class LazyFrame:
        pass

    assert "is a LazyFrame, which holds no rows yet" in refusal(LazyFrame(), TypeError)

    class DataFrame:
        def to_pandas(self):
            raise ImportError("pyarrow is required")

    assert "to_pandas needs another package: pyarrow is required" in refusal(DataFrame(), TypeError)


def test_excel_of_the_real_package():
    pytest.importorskip("openpyxl")
    (run,), _ = as_results(FILES / "scores.xlsx")
    assert by_name(run) == {"forest": FOREST, "logit": LOGIT}


def test_excel_hostile(tmp_path, monkeypatch):
    cut = tmp_path / "scores.xlsx"
    cut.write_bytes((FILES / "scores.xlsx").read_bytes()[:2000])
    assert "scores.xlsx is not a whole ZIP file" in refusal(cut)
    old = tmp_path / "scores.xls"
    old.write_bytes(b"\xd0\xcf\x11\xe0")
    assert "scores.xls: of spreadsheets only .xlsx is read" in refusal(old)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    assert "pip install 'foldwise[excel]'" in refusal(FILES / "scores.xlsx", MissingDependencyError)


def test_excel_with_several_sheets(tmp_path):
    pytest.importorskip("openpyxl")
    path = tmp_path / "two.xlsx"
    with pd.ExcelWriter(path, engine="openpyxl") as file:
        SCORES.to_excel(file, sheet_name="mine", index=False)
        SCORES.to_excel(file, sheet_name="old", index=False)
    assert "two.xlsx has several sheets: 'mine', 'old'. Save the one" in refusal(path)
    empty = tmp_path / "empty.xlsx"
    SCORES.iloc[:0].to_excel(empty, index=False, engine="openpyxl")
    assert "empty.xlsx has no sheet with rows" in refusal(empty)
