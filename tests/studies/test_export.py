import csv
import json

import numpy as np
import pandas as pd
import pytest

from foldwise.data import Dataset
from foldwise.results import as_runs
from foldwise.studies import Study, export, read_results, run_study
from foldwise.verdicts import judge

NAMES = ["two\nlines", "../up", "\N{GRINNING FACE}", "x" * 10_000, "<script>alert(1)</script>", "=cmd()"]


@pytest.fixture
def study(tmp_path):
    learners = {"nb": "nb", "dummy": "sklearn.dummy.DummyClassifier"}
    return Study(name="first", datasets=["iris"], learners=learners, scheme="2x3", store=tmp_path / "first.db")


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_any_name_is_read_back_and_what_a_spreadsheet_would_run_gets_a_quote(tmp_path):
    formulas = ["=1+1", "+a", "-a", "@a", "\ta", "\ra", "'a", " =a", "\uff1d1"]
    others = ['a"b', "a,b", "a\nb", "a\rb", " a ", "plain", "-1", "-1e-3"]
    learners = dict.fromkeys([*formulas, *others], "sklearn.dummy.DummyClassifier")
    study = Study(name="first", datasets=["iris"], learners=learners, scheme="2", store=tmp_path / "first.db")
    run_study(study)
    export(study, tmp_path / "out")
    names = [row["learner"] for row in rows(tmp_path / "out" / "cells.csv")]
    assert names == [*(f"'{name}" for name in formulas), *others]


def test_the_tables_hold_the_results(study, tmp_path):
    results = run_study(study)
    export(study, tmp_path / "out", predictions=True)
    scores = rows(tmp_path / "out" / "scores.csv")
    assert len(scores) == 12
    assert {row["status"] for row in scores} == {"done"}
    expected = results.runs[0].scores().ravel().tolist()
    assert [float(row["accuracy"]) for row in scores] == expected
    (verdict,) = rows(tmp_path / "out" / "verdicts.csv")
    assert float(verdict["pvalue"]) == results.verdicts[0].comparisons[0].pvalue
    # Every example is tested once in each repeat, by each learner: 2 x 2 x 150.
    predicted = rows(tmp_path / "out" / "predictions.csv")
    assert len(predicted) == 600
    right = sum(row["actual"] == row["predicted"] for row in predicted if row["learner"] == "nb")
    assert right == results.runs[0].correct()[0].sum()
    document = json.loads((tmp_path / "out" / "study.json").read_text(encoding="utf-8"))
    assert document["datasets"][0]["fingerprint"] == results.runs[0].data.fingerprint


@pytest.mark.parametrize("name", ["scores", "predictions"])
def test_the_export_can_be_judged_again(study, tmp_path, name):
    results = run_study(study)
    export(study, tmp_path / "out", predictions=True)
    again = judge(tmp_path / "out" / f"{name}.csv")
    assert again.comparisons[0].pvalue == pytest.approx(results.verdicts[0].comparisons[0].pvalue, rel=1e-9)


@pytest.mark.parametrize(
    "labels", [("01", "1"), ("1.0", "1"), ("1e3", "1000"), ("1", "NA"), ("yes", "yes "), ("?", "nan")]
)
def test_labels_come_back_as_they_were(tmp_path, labels):
    """Ten of each, told apart by the one attribute: all are right, and nothing is merged or missing."""
    table = Dataset(pd.DataFrame({"x": [0.0] * 10 + [1.0] * 10}), np.repeat(np.array(labels, dtype=object), 10))
    learners = {"nn": "nn", "dummy": "sklearn.dummy.DummyClassifier"}
    study = Study(name="first", datasets={"t": table}, learners=learners, scheme="2x5", store=tmp_path / "first.db")
    run_study(study)
    export(study, tmp_path / "out", predictions=True)
    (run,), _ = as_runs(tmp_path / "out" / "predictions.csv")
    assert sorted(map(str, run.target.classes.tolist())) == sorted(labels)
    assert run.scores().mean(axis=(1, 2)).tolist() == [1, 0.5]


def test_two_runs_give_the_same_bytes_but_for_timings(study, tmp_path):
    other = Study(name="first", datasets=["iris"], learners=study.learners, scheme="2x3", store=tmp_path / "other.db")
    run_study(study)
    run_study(other, sharing=False)
    for each, folder in ((study, "a"), (other, "b")):
        export(each, tmp_path / folder, predictions=True)
    for name in ("scores.csv", "verdicts.csv", "study.json", "predictions.csv"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_missing_and_failed_folds_have_rows(study, tmp_path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("foldwise.studies._progress.StudyProgress.advance", stop)
    with pytest.raises(KeyboardInterrupt):
        run_study(study)
    (path,) = export(study, tmp_path / "scores.csv")
    found = rows(path)
    assert len(found) == 12
    missing = sum(cell.n_missing for cell in read_results(study).cells)
    assert sum(row["status"] == "missing" and row["accuracy"] == "" for row in found) == missing > 0


def test_hostile_names_are_stored_exported_and_shown(tmp_path):
    learners = {name: "nb" if number % 2 else "sklearn.dummy.DummyClassifier" for number, name in enumerate(NAMES)}
    study = Study(
        name="\n<b>../\ud800",
        datasets=dict.fromkeys(NAMES[:1], "iris"),
        learners=learners,
        scheme="2",
        store=tmp_path / "x.db",
    )
    results = run_study(study)
    assert list(results.runs[0].learner_names) == NAMES
    assert "<script>" not in results._repr_html_()
    assert "\n<b>" not in str(results).splitlines()[0]
    export(study, tmp_path / "out", predictions=True)
    names = list(dict.fromkeys(row["learner"] for row in rows(tmp_path / "out" / "scores.csv")))
    assert names == [*NAMES[:5], "'=cmd()"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "cells.csv", "predictions.csv", "scores.csv", "study.json", "verdicts.csv",
    ]  # fmt: skip
    assert isinstance(results.frame(), pd.DataFrame)


@pytest.mark.parametrize(
    ("target", "name", "content"),
    [
        ("scores.csv", "scores.csv", "dataset,learner,repeat,fold,score\n"),
        ("out", "scores.csv", "my own"),
        ("out", "verdicts.csv", "metric;test"),
        ("out", "cells.csv", "a,b\n"),
        ("out", "study.json", "{}"),
    ],
)
def test_no_file_of_another_is_replaced(study, tmp_path, target, name, content):
    (tmp_path / "out").mkdir()
    path = tmp_path / target / name if target == "out" else tmp_path / name
    path.write_text(content)
    with pytest.raises(ValueError, match=f"{name} is there already, and is no export of a study"):
        export(study, tmp_path / target)
    assert path.read_text() == content


def test_an_export_and_an_empty_file_are_replaced(study, tmp_path):
    run_study(study)
    (tmp_path / "scores.csv").touch()
    for predictions in (False, True, False):
        export(study, tmp_path / "scores.csv", predictions=predictions)
        export(study, tmp_path / "out", predictions=predictions)
    assert len(rows(tmp_path / "scores.csv")) == 12
    # One learner is an estimate, and has other columns.
    alone = Study(name="one", datasets=["iris"], learners=["nb"], scheme="2x3", store=tmp_path / "one.db")
    results = run_study(alone)
    for _ in range(2):
        export(results, tmp_path / "alone")


def test_counts_of_cells_add_up_and_sizes_are_numbers(study, tmp_path):
    """Three folds of 150 flowers: 100 to train, 50 to test."""
    run_study(study)
    export(study, tmp_path / "out")
    for row in rows(tmp_path / "out" / "cells.csv"):
        assert [row[key] for key in ("n_folds", "n_done", "n_failed", "n_missing")] == ["6", "6", "0", "0"]
    (verdict,) = rows(tmp_path / "out" / "verdicts.csv")
    assert [verdict[f"{key}_{end}"] for key in ("n_train", "n_test") for end in ("min", "max")] == [
        "100", "100", "50", "50",
    ]  # fmt: skip
    codes = verdict["caveats"].split()
    assert len(codes) == len(set(codes)) > 0


def test_places_that_cannot_be_written_are_refused(study, tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(ValueError, match="is a file"):
        export(study, tmp_path / "file")
    with pytest.raises(ValueError, match=r"ends in \.html\. Give a folder .*foldwise study report writes pages"):
        export(study, tmp_path / "page.html")
    with pytest.raises(ValueError, match="there is no folder"):
        export(study, tmp_path / "no" / "out")
