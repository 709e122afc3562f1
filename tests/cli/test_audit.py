"""``foldwise audit``."""

import json

import pytest

from foldwise.cli import main


@pytest.fixture
def scores(tmp_path):
    rows = [f"{n},{r},{f},{0.7 + f / 50 + r / 100}" for n in "ab" for r in range(2) for f in range(5)]
    path = tmp_path / "scores.csv"
    path.write_text("learner,repeat,fold,acc\n" + "\n".join(rows) + "\n")
    return str(path)


def test_a_file_of_scores(scores, capsys):
    assert main(["audit", scores, "--column", "score=acc"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Of 23 questions about scores.csv, results, 2 are answered yes, 2 no; 19 cannot be seen.\n")
    assert "\nyes              Is there more than one partition of the data?\n" in out
    assert out.rstrip().splitlines()[-1].startswith("21. ")


def test_pages_and_documents(scores, tmp_path, capsys):
    page = tmp_path / "audit.html"
    assert main(["audit", scores, "--report", str(page), "--json"]) == 0
    told = capsys.readouterr()
    document = json.loads(told.out)
    assert document["schema"] == "foldwise.audit/1"
    assert told.err == f"report: {page}\n"
    assert "Ask the authors" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("bad", ["nowhere.csv", "cut.json", "other.json"])
def test_bad_input_is_one_line(bad, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cut.json").write_text('{"schema": "foldwise.verdict/1", "runs": [')
    (tmp_path / "other.json").write_text('{"schema": "foldwise.plan/1"}')
    assert main(["audit", bad]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("error: ")
    assert told.err.count("\n") == 1
