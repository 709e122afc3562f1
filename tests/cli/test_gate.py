"""``foldwise gate``: exit codes that a pipeline can use, a comment, JSON, one line for what is wrong."""

import json
from pathlib import Path

import pytest

FILES = Path(__file__).parents[1] / "results" / "harness" / "files"


@pytest.fixture
def answers(tmp_path):
    """Write a file of 400 answers, the first of which are right."""

    def write(name, right, n=400, header="item,accuracy"):
        path = tmp_path / name
        path.write_text("\n".join([header, *(f"{i},{int(i < right)}" for i in range(n)), ""]))
        return path

    return write


@pytest.mark.parametrize(("right", "code", "word"), [(300, 0, "Not worse"), (280, 1, "Worse"), (296, 3, "Undecided")])
def test_the_exit_code_tells_the_outcome(run, answers, right, code, word):
    done = run("gate", answers("old.csv", 300), answers("new.csv", right), "--worse-by", "0.015")
    assert done.code == code
    assert done.out.startswith(f"{word}: ")
    assert done.err == (
        "Read 800 rows as scores of examples: item from 'item', score from 'accuracy' (accuracy); 400 items of data; "
        "learners in the order old, new.\n"
    )


def test_quiet(run, answers):
    assert run("gate", answers("old.csv", 300), answers("new.csv", 300), "--worse-by", "0.015", "-q").err == ""


def test_json(run, answers):
    done = run("gate", answers("old.csv", 300), answers("new.csv", 280), "--worse-by", "0.015", "--json")
    document = json.loads(done.out)
    assert done.code == 1
    assert (document["schema"], document["outcome"]) == ("foldwise.gate/1", "worse")
    assert document["estimate"] == -0.05
    assert set(document) == {
        *("schema", "outcome", "baseline", "candidate", "dataset", "metric", "lower_is_better", "score_baseline"),
        *("score_candidate", "estimate", "low", "high", "margin", "alpha", "n", "unit", "n_needed", "method", "kind"),
        *("design", "n_seeds", "reading", "caveats", "measured", "words"),
    }


def test_json_of_differences_that_do_not_vary_is_strict(run, tmp_path):
    for name, loss in (("old", 0.5), ("new", 0.75)):
        (tmp_path / f"{name}.csv").write_text("item,log_loss\n" + "".join(f"{i},{loss}\n" for i in range(9)))
    done = run("gate", tmp_path / "old.csv", tmp_path / "new.csv", "--worse-by", "0.1", "--json")
    assert json.loads(done.out, parse_constant=pytest.fail)["low"] is None
    assert done.code == 3


def test_a_comment_for_a_pull_request(run, answers, tmp_path):
    files = answers("old.csv", 300), answers("new.csv", 280)
    printed = run("gate", *files, "--worse-by", "0.015", "--markdown", "-")
    assert printed.out.splitlines()[:5] == [
        "**\N{CROSS MARK} Worse: new is worse than old by more than 0.015.**",
        "",
        "| accuracy | baseline | candidate | gain | one-sided 95% limits | lowest allowed |",
        "|---|---:|---:|---:|---:|---:|",
        "| data | 0.750 | 0.700 | -0.050 | -0.071 to -0.035 | -0.015 |",
    ]
    written = run("gate", *files, "--worse-by", "0.015", "--markdown", tmp_path / "comment.md")
    assert written.code == 1
    assert (tmp_path / "comment.md").read_text(encoding="utf-8") == printed.out
    assert written.out.startswith("Worse: ")
    assert "--markdown - and --json" in run("gate", *files, "--worse-by", "0", "--markdown", "-", "--json").error


def test_details(run, answers):
    done = run("gate", answers("old.csv", 300), answers("new.csv", 300), "--worse-by", "0.02", "--details")
    assert "Measured on the nearest case (right and wrong answers to 200 examples" in done.out


def test_names_in_one_file(run, tmp_path):
    path = tmp_path / "both.csv"
    path.write_text("qid,old,new\n" + "".join(f"q{i},1,{int(i % 9 > 0)}\n" for i in range(90)))
    names = ("--baseline-name", "old", "--candidate-name", "new")
    done = run("gate", path, *names, "--worse-by", "0.01", "--column", "item=qid", "--metric", "accuracy")
    assert done.out.startswith("Worse: new is worse than old by more than 0.01 on both.")


def test_files_of_a_harness(run):
    files = [next((FILES / name).glob("*.jsonl")) for name in ("model-a", "model-b")]
    done = run("gate", *files, "--worse-by", "0.01")
    assert done.code == 3
    assert done.out.startswith("Undecided: whether model-b is worse than model-a by more than 0.01 on sums is open.")
    assert "samples of lm-evaluation-harness" in done.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("item,accuracy\n", "no rows"),
        ("item,accuracy\n0,1\n0,1\n", "2 scores on item 0"),
        ("item,accuracy\n0,1\n1,\n", "the score of new on item 1 is nan"),
        ("item,accuracy\n0,1\n1,soso\n", "soso"),
        ("item,accuracy\n0,100\n1,0\n", "between 0 and 1, got 100"),
        ("item,quality\n0,1\n1,0\n", "only one of them has 'accuracy', 'quality'"),
        ("item,accuracy\n7,1\n8,0\n", "new lacks 398 items"),
        ('{"a": 1}\n', "of no known kind"),
    ],
)
def test_bad_input_is_one_line_and_2(run, answers, tmp_path, text, words):
    bad = tmp_path / "new.csv"
    bad.write_text(text)
    done = run("gate", answers("old.csv", 300), bad, "--worse-by", "0.01", "-q")
    assert done.code == 2
    assert words in done.error


def test_what_is_not_there_or_not_said(run, answers):
    old = answers("old.csv", 300)
    assert "nothing.csv" in run("gate", old, "nothing.csv", "--worse-by", "0.01").error
    assert "worse-by" in run("gate", old, old).error
    assert "which learner is which" in run("gate", old, "--worse-by", "0.01").error
    assert "pass 0.01, got 2" in run("gate", old, old, "--worse-by", "2").error
    assert run("gate", old, old, "--worse-by", "nan").code == 2
