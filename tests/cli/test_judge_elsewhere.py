"""`foldwise judge` on files of other programs: one line says how they were read, or why not."""

import json
from pathlib import Path

import pandas as pd
import pytest

FILES = Path(__file__).parents[1] / "results" / "harness" / "files"
A, B = [1, 0, 1, 1, 1, 1, 0, 1], [0, 0, 1, 0, 1, 0, 0, 1]


@pytest.fixture
def answers(tmp_path):
    """Write the scores of two models on eight questions, a file for each: 6 and 3 are right."""
    paths = []
    for name, values in (("old", B), ("new", A)):
        rows = [{"item": f"q{i}", "text": f"t{i // 2}", "score": value} for i, value in enumerate(values)]
        paths.append(tmp_path / f"{name}.jsonl")
        paths[-1].write_text("".join(json.dumps(row) + "\n" for row in rows))
    return paths


def test_a_file_for_each_model(run, answers):
    """Differences by hand: three questions that only the new one has right, p = 2 / 2**3."""
    done = run("judge", *answers, "--metric", "accuracy")
    assert done.code == 0
    assert done.err == (
        "Read 16 rows as scores of examples: item from 'item', learner from 'learner', score from 'score' (accuracy); "
        "8 items of data; learners in the order old, new; not read: 'text'.\n"
    )
    assert "accuracy 0.750 against 0.375" in done.out
    assert "p = 0.25" in done.out
    clustered = run("judge", *answers, "--metric", "accuracy", "--column", "cluster=text")
    assert "cluster from 'text'" in clustered.err
    assert clustered.code == 0


@pytest.mark.parametrize(
    ("words", "read"),
    [
        (["model-a", "model-b"], "Read 6 rows as samples of lm-evaluation-harness: item from 'doc_id'"),
        (["inspect_samples.csv"], "Read 12 rows as samples of Inspect"),
        (["mlflow_runs.csv"], "Read 10 rows as runs of MLflow"),
        (["optuna_kept.csv", "--scheme", "5"], "Read 10 rows as 2 complete trials of Optuna"),
    ],
)
def test_files_of_real_programs(run, words, read):
    paths = [FILES / word if (FILES / word).exists() else word for word in words]
    paths = [next(path.glob("*.jsonl")) if isinstance(path, Path) and path.is_dir() else path for path in paths]
    done = run("judge", *paths)
    assert done.code == 0
    (line,) = done.err.splitlines()
    assert line.startswith(read)


def test_refusals_are_one_line(run, answers, tmp_path):
    assert "has one score for each trial" in run("judge", FILES / "optuna_means.csv").error
    assert "do not say how the 5 splits were made" in run("judge", FILES / "optuna_kept.csv").error
    assert "is packed with zstandard" in run("judge", FILES / "inspect_model-a.eval").error
    answers[0].write_text("\n".join(answers[0].read_text().splitlines()[:-2]) + "\n")
    assert (
        "items must be the same for all learners; of 8, old lacks 2 items ('q6', 'q7')" in run("judge", *answers).error
    )
    assert "Files read together must be of one kind" in run("judge", answers[0], FILES / "mlflow_runs.csv").error
    other = tmp_path / "other.csv"
    pd.DataFrame({"item": ["q1"], "accuracy": [1]}).to_csv(other, index=False)
    assert "must have the same columns" in run("judge", answers[1], other).error
