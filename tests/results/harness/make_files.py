"""Make the small files in ``files/`` with the real packages, from made-up tasks, and record their versions.

Run by hand, ``python make_files.py inspect lm_eval`` in an environment that has inspect-ai and lm-eval, ``python
make_files.py mlflow optuna skore excel`` in one that has mlflow-skinny, optuna, skore and openpyxl. Tests only read the
files. Files of the other formats are written by the tests themselves, from the published schemas.
"""

import json
import shutil
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

FILES = Path(__file__).parent / "files"
ANSWERS = {"model-a": {"s1": "4", "s2": "6", "s3": "9"}, "model-b": {"s1": "4", "s2": "5", "s3": "8"}}
QUESTIONS = {"s1": ("2+2?", "4"), "s2": ("3+3?", "6"), "s3": ("4+5?", "9")}


def inspect_files() -> None:
    """Write the table of samples, a log as JSON, and one as Inspect packs it."""
    import inspect_ai
    from inspect_ai.analysis import EvalModel, SampleSummary, samples_df
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput
    from inspect_ai.scorer import match
    from inspect_ai.solver import solver

    @solver
    def answering(name):
        async def solve(state, generate):
            state.output = ModelOutput.from_content(name, ANSWERS[name][state.sample_id])
            return state

        return solve

    with tempfile.TemporaryDirectory() as folder:
        for form in ("json", "eval"):
            for name in ANSWERS:
                data = [Sample(id=key, input=text, target=target) for key, (text, target) in QUESTIONS.items()]
                task = inspect_ai.Task(name="sums", dataset=data, solver=answering(name), scorer=match(), epochs=2)
                logs = inspect_ai.eval(
                    task, model=f"mockllm/{name}", log_dir=f"{folder}/{form}", display="none", log_format=form
                )
                if form == "json" or name == "model-a":
                    shutil.copy(logs[0].location.removeprefix("file://"), FILES / f"inspect_{name}.{form}")
        samples_df(f"{folder}/json", columns=SampleSummary + EvalModel).to_csv(
            FILES / "inspect_samples.csv", index=False
        )


def lm_eval_files() -> None:
    """Write the samples of two made-up models on a made-up task."""
    import lm_eval
    from lm_eval.api.model import LM
    from lm_eval.loggers import EvaluationTracker
    from lm_eval.tasks import TaskManager

    class Answering(LM):
        def __init__(self, name):
            super().__init__()
            self.answers = {text: ANSWERS[name][key] for key, (text, _) in QUESTIONS.items()}

        def generate_until(self, requests, disable_tqdm=False):
            return [self.answers[request.args[0]] for request in requests]

        def loglikelihood(self, requests, disable_tqdm=False):
            raise NotImplementedError

        loglikelihood_rolling = loglikelihood

    with tempfile.TemporaryDirectory() as folder:
        questions = Path(folder, "questions.jsonl")
        rows = [{"question": text, "answer": target} for text, target in QUESTIONS.values()]
        questions.write_text("".join(json.dumps(row) + "\n" for row in rows))
        task = {
            "task": "sums",
            "dataset_path": "json",
            "dataset_kwargs": {"data_files": {"test": str(questions)}},
            "test_split": "test",
            "output_type": "generate_until",
            "doc_to_text": "{{question}}",
            "doc_to_target": "{{answer}}",
            "generation_kwargs": {"until": ["\n"]},
            "metric_list": [{"metric": "exact_match", "aggregation": "mean", "higher_is_better": True}],
        }
        for name in ANSWERS:
            found = lm_eval.simple_evaluate(
                model=Answering(name), tasks=[task], task_manager=TaskManager(), log_samples=True, bootstrap_iters=0
            )
            tracker = EvaluationTracker(output_path=folder)
            tracker.general_config_tracker.model_name_sanitized = name
            tracker.date_id = "2026-01-01T00-00-00.000000"
            tracker.save_results_samples("sums", found["samples"]["sums"])
            (FILES / name).mkdir(exist_ok=True)
            for path in Path(folder).rglob(f"{name}/samples_*.jsonl"):
                shutil.copy(path, FILES / name / path.name)


SCORES = {"forest": [0.82, 0.84, 0.80, 0.83, 0.81], "logit": [0.80, 0.81, 0.80, 0.79, 0.80]}


def mlflow_files() -> None:
    """Write the table of runs: a parent for each learner, a child for each fold."""
    import mlflow

    with tempfile.TemporaryDirectory() as folder:
        mlflow.set_tracking_uri(f"sqlite:///{folder}/runs.db")
        mlflow.create_experiment("sums", artifact_location=f"{folder}/artifacts")
        mlflow.set_experiment("sums")
        for name, scores in SCORES.items():
            with mlflow.start_run(run_name=name):
                for fold, score in enumerate(scores):
                    with mlflow.start_run(run_name=f"{name} {fold}", nested=True):
                        mlflow.log_params({"fold": fold, "depth": 3})
                        mlflow.log_metric("accuracy", score)
                mlflow.log_metric("accuracy", sum(scores) / 5)
        runs = mlflow.search_runs().assign(artifact_uri="")
        runs.drop(columns=[name for name in runs if "user" in name or "source" in name]).to_csv(
            FILES / "mlflow_runs.csv", index=False
        )


def optuna_files() -> None:
    """Write the tables of trials of two studies: one kept the scores of folds, the other only their mean."""
    import optuna

    rows = list(SCORES.values())

    def objective(trial):
        depth = trial.suggest_int("depth", 0, 2)
        if depth == 2:
            raise optuna.TrialPruned
        if trial.study.user_attrs["keeps"]:
            trial.set_user_attr("accuracy", rows[depth])
        return sum(rows[depth]) / 5

    for name, keeps in (("kept", True), ("means", False)):
        study = optuna.create_study(direction="maximize")
        study.set_user_attr("keeps", keeps)
        for depth in (0, 1, 2):
            study.enqueue_trial({"depth": depth})
        study.optimize(objective, n_trials=3)
        study.trials_dataframe().to_csv(FILES / f"optuna_{name}.csv", index=False)


def skore_files() -> None:
    """Record what reports of two learners answer to the questions that the reader asks."""
    import skore
    from sklearn.datasets import make_classification
    from sklearn.dummy import DummyClassifier
    from sklearn.model_selection import RepeatedKFold
    from sklearn.naive_bayes import GaussianNB

    X, y = make_classification(24, n_features=4, random_state=0)
    splitter = RepeatedKFold(n_splits=3, n_repeats=2, random_state=0)
    recorded = {}
    for name, learner in (("bayes", GaussianNB()), ("guess", DummyClassifier())):
        report = skore.CrossValidationReport(learner, X, y, splitter=splitter)
        recorded[name] = {
            "estimator_name_": report.estimator_name_,
            "split_indices": [[part.tolist() for part in split] for split in report.split_indices],
            "y": report.y.tolist(),
            "predictions": [fold.tolist() for fold in report.get_predictions(data_source="test")],
            "accuracy": [float(each.metrics.accuracy(data_source="test")) for each in report.reports_],
        }
    (FILES / "skore_reports.json").write_text(json.dumps(recorded) + "\n")


def excel_files() -> None:
    """Write a sheet of scores."""
    import pandas as pd

    rows = [(name, fold, score) for name, scores in SCORES.items() for fold, score in enumerate(scores)]
    pd.DataFrame(rows, columns=["learner", "fold", "accuracy"]).to_excel(
        FILES / "scores.xlsx", index=False, engine="openpyxl"
    )


MADE = {
    "inspect": (inspect_files, "inspect-ai"),
    "lm_eval": (lm_eval_files, "lm-eval"),
    "mlflow": (mlflow_files, "mlflow-skinny"),
    "optuna": (optuna_files, "optuna"),
    "skore": (skore_files, "skore"),
    "excel": (excel_files, "openpyxl"),
}

if __name__ == "__main__":
    FILES.mkdir(exist_ok=True)
    kept = FILES / "versions.json"
    versions = json.loads(kept.read_text()) if kept.exists() else {}
    for name in sys.argv[1:] or MADE:
        make, package = MADE[name]
        make()
        versions[package] = version(package)
    kept.write_text(json.dumps(dict(sorted(versions.items())), indent=2) + "\n")
