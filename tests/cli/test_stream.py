"""``foldwise stream``."""

import json

import numpy as np
import pytest

from foldwise.stats import betting_e_process
from foldwise.verdicts import Stream

D = [1, 1, 0, 1, -1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0]


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "answers.csv"
    rows = [f"{n},{max(d, 0)},{max(-d, 0)}" for n, d in enumerate(D)]
    path.write_text("\n".join(["item,new,old", *rows]) + "\n")
    return path


def test_the_answer_so_far(run, table):
    outcome = run("stream", table, "--a", "new", "--b", "old")
    assert (outcome.code, outcome.err) == (0, "")
    decided = int((betting_e_process(D).pvalues <= 0.05).argmax()) + 1
    assert outcome.out.startswith(f"new is better than old, decided after {decided} examples; 17 examples so far.\n")
    assert "not for folds or repeats" in outcome.out


def test_its_numbers_for_programs(run, table):
    document = json.loads(run("stream", table, "--a", "old", "--b", "new", "--json", "--alpha", "0.01").out)
    assert document["n"] == 17
    assert document["p_value"] == pytest.approx(betting_e_process(np.negative(D)).pvalues[-1])
    assert document["decision"] == ("b" if document["p_value"] <= 0.01 else "undecided")


def test_two_columns_need_no_names_and_numbers_written_in_two_ways_are_numbers(run, tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("x,y\n1,0\n1.0,0.50\n0.5,0.5\n")
    assert json.loads(run("stream", path, "--json").out)["estimate"] == pytest.approx(0.5)


def test_a_file_that_a_stream_keeps(run, tmp_path):
    path = tmp_path / "kept.jsonl"
    Stream("new", "old", high=10, file=path).update([10, 9], [0, 1])
    assert json.loads(run("stream", path, "--json").out)["estimate"] == 9
    assert "says itself what it holds" in run("stream", path, "--high", "5").error


@pytest.mark.parametrize(
    ("content", "words", "error"),
    [
        ("item,new,old\n1,1,0\n", [], "which two columns are scores? There are 'item', 'new', 'old'."),
        ("item,new,old\n1,1,0\n", ["--a", "nw", "--b", "old"], "there is no column 'nw'."),
        ("new,old\n1,2\n", [], "scores must be from 0 to 1, got 2 of 'old'"),
        ("new,old\n1,yes\n", [], "the column 'old' must hold scores, got 'yes'."),
        ("new,old\n1,0\n1,\n", [], "a score of 'old' is missing (number 2 of 2)."),
        (
            "fold,new,old\n1,1,0\n",
            ["--a", "new", "--b", "old"],
            "of a cross-validation, not of new examples",
        ),
        ("new,old\n1,0\n", ["--low", "2"], "low must be below high"),
        ("new,old\n1,0\n", ["--a", "new", "--b", "new"], "must have different names"),
    ],
)
def test_what_is_refused_is_one_line(run, tmp_path, content, words, error):
    path = tmp_path / "scores.csv"
    path.write_text(content)
    outcome = run("stream", path, *words)
    assert outcome.code == 2
    assert error in outcome.error


def test_no_file(run, tmp_path):
    assert "does not exist" in run("stream", tmp_path / "none.csv").error
