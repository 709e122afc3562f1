"""``foldwise plan``: from the shell to an answer, and one line where there is none."""

import json

import pandas as pd
import pytest

from foldwise.cli import main


def test_assumed_numbers(capsys):
    assert main(["plan", "--of", "items", "--disagree", "0.1", "--difference", "0.02"]) == 0
    assert capsys.readouterr().out.startswith("About 2,100 items.\n\nto find     a difference of 0.02, with power 0.8")


def test_results_of_others(tmp_path, capsys):
    rows = [(name, item, int(item % 10 != 0 or name == "new")) for name in ("new", "old") for item in range(200)]
    path = tmp_path / "answers.csv"
    pd.DataFrame(rows, columns=["model", "item", "accuracy"]).to_csv(path, index=False)
    assert main(["plan", str(path), "--difference", "0.05", "--json", "--report", str(tmp_path / "out.md")]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "foldwise.plan/1"
    (pair,) = document["pairs"]
    assert (pair["a"], pair["b"], pair["spread"]) == ("new", "old", 0.1)
    assert document["headline"] in (tmp_path / "out.md").read_text(encoding="utf-8").replace("\\", "")


def test_learners_and_data(capsys, tmp_path):
    words = ["plan", "wine", "-l", "nb", "-l", "c45", "--difference", "0.02", "--scheme", "2x5", "--seed", "1", "-q"]
    assert main([*words, "--plot", str(tmp_path / "plan.svg")]) == 0
    assert "twice the data   " in capsys.readouterr().out
    assert (tmp_path / "plan.svg").stat().st_size > 5000


def test_a_store(tmp_path, capsys):
    kept = str(tmp_path / "kept.db")
    assert main(["evaluate", "iris", "-l", "nb", "--scheme", "2x5", "--store", kept, "-q"]) == 0
    capsys.readouterr()
    assert main(["plan", kept, "--difference", "0.02"]) == 2
    assert "two learners or more, got 'NaiveBayes'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--of", "items", "--disagree", "0.1"], "plan needs --difference"),
        (["--difference", "0.1"], "plan needs a pilot"),
        (["--difference", "-1", "--of", "items", "--sd", "1"], "difference must be a number above 0"),
        (["--difference", "0.1", "-l", "nb"], "none was given"),
        (["iris", "--difference", "0.1", "-l", "nb"], "two or more learners, got 1"),
        (["iris", "--difference", "0.1", "-l", "nb", "-l", "c45", "--only", "nb"], "--only, --study and --column"),
        (["there-is-none.csv", "--difference", "0.1"], "there-is-none.csv"),
        (["iris", "--difference", "0.1", "-l", "nb", "-l", "c45", "--sd", "1"], "cannot be assumed beside a pilot"),
        (["iris", "--difference", "0.1", "--target", "x"], "which --learner needs"),
    ],
)
def test_one_line_for_bad_input(words, message, capsys):
    assert main(["plan", *words]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1
