"""Plain tables and JSON lines with a score for every example, and tables of one learner each. Numbers by hand."""

import json

import numpy as np
import pandas as pd
import pytest

from foldwise import DataFormatError
from foldwise.results import ItemScores, ScoreTable, as_results

A, B = [1.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.0]
ITEMS = ["q1", "q2", "q3", "q4"]
LONG = pd.DataFrame({"item": ITEMS * 2, "model": ["a"] * 4 + ["b"] * 4, "score": A + B})
WIDE = pd.DataFrame({"item": ITEMS, "a": A, "b": B})


def refusal(source, **how):
    with pytest.raises(DataFormatError) as caught:
        as_results(source, **how)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("table", "how"),
    [
        (LONG, {}),
        (LONG.sample(frac=1, random_state=1), {"learners": ["a", "b"]}),
        (LONG.rename(columns={"item": "question_id", "score": "exact_match"}), {}),
        (LONG.rename(columns={"item": "id", "score": "is_correct"}).astype({"is_correct": bool}), {}),
        (LONG.rename(columns={"item": "frage", "score": "acc"}), {"columns": {"item": "frage"}}),
        (WIDE, {}),
        (WIDE, {"metric": "accuracy"}),
        (WIDE.rename(columns={"a": "mean a"}), {"columns": {"learner": ["mean a", "b"]}}),
        (WIDE.assign(n_tokens=[3, 9, 5, 7]), {"columns": {"learner": ["a", "b"]}}),
        (WIDE.assign(b=["False", "False", "True", "False"], a=[True, False, True, True]), {}),
    ],
)
def test_long_and_wide_tables(table, how):
    (scores,), reading = as_results(table, **how)
    assert isinstance(scores, ItemScores)
    order = [ITEMS.index(item) for item in scores.items]
    assert scores.means().tolist() == [[A[i] for i in order], [B[i] for i in order]]
    assert f"Read {len(table)} rows as scores of examples" in str(reading)
    assert "4 items of data" in str(reading)


def test_datasets_clusters_epochs_and_seeds():
    """Two datasets of two items; each item asked twice; items of a dataset are one cluster."""
    table = pd.concat(
        [LONG.assign(dataset=["x", "x", "y", "y"] * 2, passage=["p", "q", "r", "r"] * 2, trial=i) for i in (1, 2)]
    )
    assert "another answer of the same learner: columns={'epoch': 'trial'}" in refusal(table)
    results, reading = as_results(table, columns={"cluster": "passage", "epoch": "trial"})
    assert [(each.dataset, each.scores.shape, each.n_clusters) for each in results] == [
        ("x", (2, 2, 2), 2),
        ("y", (2, 2, 2), 1),
    ]
    assert results[0].cluster_name == "passage"
    assert "cluster from 'passage'" in str(reading)
    (seeds, _), _ = as_results(table.rename(columns={"trial": "seed"}))
    assert (seeds.again, seeds.paired, seeds.scores.shape) == ("seed", False, (2, 2, 2))
    both = table.rename(columns={"trial": "seed"}).assign(epoch=table["trial"])
    assert "Both 'epoch' (epoch) and 'seed' (seed)" in refusal(both)


def test_errors_are_turned_round_and_metrics_chosen():
    (scores,), reading = as_results(LONG.assign(score=1 - LONG["score"]).rename(columns={"score": "error"}))
    assert scores.means().tolist() == [[value - 1 for value in A], [value - 1 for value in B]]
    assert "lower is better" in str(reading)
    several = pd.concat([LONG.assign(metric="accuracy"), LONG.assign(metric="f1", score=0.5)])
    assert "names several kinds of scores, 'accuracy', 'f1'" in refusal(several)
    assert as_results(several, metric="f1")[0][0].means().tolist() == [[0.5] * 4] * 2
    assert "accuracy must lie between 0 and 1, got 3" in refusal(LONG.assign(score=3.0), metric="accuracy")


def test_what_was_read_before_is_read_as_before():
    """One score for each dataset and learner, whatever numbers its rows; folds; repeats."""
    means = pd.DataFrame({"id": range(4), "dataset": list("xxyy"), "learner": list("abab"), "accuracy": [0.5] * 4})
    assert isinstance(as_results(means)[0], ScoreTable)
    folds = LONG.rename(columns={"item": "fold", "score": "accuracy"}).assign(id=range(8))
    assert as_results(folds)[0][0].scores()[0, 0].tolist() == A
    wide = pd.DataFrame({"case": ["1", "2"], "dataset": ["x", "y"], "nb": [0.5, 0.6], "svm": [0.25, 0.75]})
    assert isinstance(as_results(wide.drop(columns="case"))[0], ScoreTable)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (LONG.iloc[:-2], r"b lacks 2 items ('q3', 'q4')"),
        (LONG.assign(item=[*ITEMS, "q5", "q6", "q7", "q8"]), r"a lacks 4 items ('q5', 'q6', 'q7', 'q8'); b lacks 4"),
        (pd.concat([LONG, LONG.iloc[:1]]), "a has 2 scores on item 'q1'"),
        (LONG.assign(score=[np.nan, *A[1:], *B]), "the score of a on item 'q1' is nan (1 of 8"),
        (LONG.assign(score=[np.inf, *A[1:], *B]), "the score of a on item 'q1' is inf"),
        (LONG.assign(score=["good", *A[1:], *B]), "The column 'score' must hold numbers, got 'good' in row 1"),
        (LONG.assign(item=[None, *ITEMS[1:], *ITEMS]), "have no item. Name them."),
        (LONG.assign(model=[None, *LONG["model"][1:]]), "The column of the learner is empty in row 1"),
        (LONG.assign(cluster=["x", *"yyyzzzz"]), "item 'q1' is in two clusters"),
        (LONG.iloc[:0], "The table has 0 rows"),
        (WIDE.assign(item=["q1"] * 4), "a has 4 scores on item 'q1'"),
        (WIDE.assign(accuracy=0.5), "No column says which is the learner"),
    ],
)
def test_hostile_tables(table, words):
    assert words in refusal(table)


def test_roles_that_are_not_there():
    assert "There is no column 'topic', given as the cluster" in refusal(LONG, columns={"cluster": "topic"})
    named = LONG.rename(columns={"item": "frage"})
    assert "No column says which is the item" in refusal(named.assign(c=1), columns={"cluster": "c"})


@pytest.mark.parametrize("end", ["csv", "jsonl", "json", "parquet"])
def test_a_file_for_each_learner(tmp_path, end):
    paths = []
    for name, values in (("a", A), ("b", B)):
        frame, path = pd.DataFrame({"item": ITEMS, "score": values, "text": "x"}), tmp_path / f"{name}.{end}"
        if end == "csv":
            frame.to_csv(path, index=False)
        elif end == "parquet":
            frame.to_parquet(path)
        else:
            frame.to_json(path, orient="records", lines=end == "jsonl")
        paths.append(path)
    (scores,), _ = as_results(paths)
    assert scores.learners == ("a", "b")
    assert scores.means().tolist() == [A, B]
    assert as_results(paths, learners=["new", "old"])[0][0].learners == ("new", "old")
    (one,), _ = as_results(paths[0])
    assert (one.learners, one.means().tolist()) == (("a",), [A])
    assert "do not tell whose results" in refusal([paths[0], paths[0]])


def test_tables_of_one_learner_each_may_have_folds_or_datasets():
    folds = [pd.DataFrame({"fold": [1, 2, 3, 4], "accuracy": values}) for values in (A, B)]
    assert "Name those of the tables in their order: learners=['NAME1', 'NAME2']" in refusal(folds)
    (run,), _ = as_results(folds, learners=["a", "b"])
    assert run.scores()[:, 0].tolist() == [A, B]
    datasets = [pd.DataFrame({"dataset": ITEMS, "accuracy": values}) for values in (A, B)]
    assert as_results(datasets, learners=["a", "b"])[0].scores.tolist() == [A, B]
    other = [folds[0], folds[1].rename(columns={"fold": "repeat"})]
    assert "must have the same columns: a table has 'fold', 'accuracy'" in refusal(other, learners=["a", "b"])


def test_json_lines_that_are_no_objects(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"item": 1, "model": "a", "score": 1}) + "\n" + '{"item": 2, "mod')
    assert "a.jsonl, line 2: a JSON object was expected" in refusal(path)
    path.write_text(json.dumps([{"item": 1, "model": "a", "score": 1}, 5]))
    assert "a.jsonl: entry 2 of 2 is no JSON object" in refusal(path)


def test_grades_beside_texts_that_were_answered():
    """Answers in other words than the target are right by their grade, and wrong as labels."""
    answers = LONG.assign(target=["4", "5", "6", "7"] * 2, prediction=["It is 4", "8", "6", "7", "5", "6", "6", "8"])
    message = refusal(answers)
    assert (
        "The column 'score' says right or wrong, but not the same as whether 'prediction' is 'target' (row 1)"
        in message
    )
    (scores,), _ = as_results(answers, columns={"score": "score"})
    assert scores.means().tolist() == [A, B]
    (run,), _ = as_results(answers, columns={"predicted": "prediction"})
    assert run.scores().ravel().tolist() == [0.5, 0.25]
    same = answers.assign(prediction=["4", "8", "6", "7", "5", "6", "6", "8"])
    assert as_results(same)[0][0].scores().ravel().tolist() == [0.75, 0.25]
    probabilities = answers.assign(score=0.25)
    assert "not read: 'score'" in str(as_results(probabilities)[1])
