import json
import signal
import sqlite3
import sys
import time
from contextlib import suppress

import pytest

from foldwise import StoreError
from foldwise.store import Store

SLOW = """
import time
from pathlib import Path
from sklearn.dummy import DummyClassifier
class Slow(DummyClassifier):
    def fit(self, X, y):
        if Path(__file__).with_name("slow").exists():
            time.sleep(0.15)
        return super().fit(X, y)
class Broken(DummyClassifier):
    def fit(self, X, y):
        raise RuntimeError("it is broken")
class Picky(DummyClassifier):
    def fit(self, X, y):
        if X.shape[1] == 13:
            raise RuntimeError("too many")
        return super().fit(X, y)
class Wordy(DummyClassifier):
    def fit(self, X, y):
        raise RuntimeError("it is broken" + "x" * 200)
"""
SAME = ("scores.csv", "verdicts.csv", "study.json", "predictions.csv")


@pytest.fixture
def study(tmp_path, monkeypatch):
    """Write a study of two datasets, 2 times 3 folds, beside a module with odd learners."""
    (tmp_path / "learners_of_this_test.py").write_text(SLOW)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    def write(second="sklearn.dummy.DummyClassifier", name="first.toml", first="nb"):
        path = tmp_path / name
        path.write_text(
            f'scheme = "2x3"\n[datasets]\niris = "iris"\nwine = "wine"\n'
            f'[learners]\none = "{first}"\ntwo = {{ class = "{second}" }}\n'
        )
        return path

    return write


@pytest.fixture
def begin(start):
    """Start the command in a process of its own; it is ended with the test."""

    def call(*words):
        return start("-m", "foldwise", *words)

    return call


def wait_for_folds(store, least):
    """Wait until so many folds are stored, while another process writes them."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        # It may be just about to be made.
        with suppress(StoreError), Store(store, writes=False) as opened:
            if opened.studies() and sum(cell.n_done for cell in opened.status()) >= least:
                return
        time.sleep(0.05)
    raise AssertionError("no fold was stored in time")


def test_run_status_export_check(run, study, tmp_path):
    path = study()
    assert "nothing has been run yet" in run("study", "status", path).out
    outcome = run("study", "run", path)
    assert outcome.code == 0
    assert outcome.out.startswith("one and two on 2 datasets: one is better on 2")
    assert "first: 2 learners on 2 datasets, 2 times 3-fold cross-validation, all 24 folds run\n" in outcome.out
    assert outcome.err.splitlines()[0] == "24 folds to compute."
    assert run("study", "run", path).err == "24 of 24 folds are there already.\n"
    assert run("study", "run", path, "--quiet").err == ""
    store = tmp_path / "first.db"
    for source in (path, store):
        lines = run("study", "status", source).out.splitlines()
        assert lines[0] == "first: 24 of 24 folds run, 0 failed, 0 missing."
        assert lines[2] == "Over 2 datasets: one has the best mean rank (1.00), then two (2.00)."
        assert lines[5].split() == ["iris", "one", "6/6", "0", "0"]
        document = json.loads(run("study", "status", source, "--json").out)
        assert document["cells"][3]["n_done"] == 6
        assert document["ranks"][0] == {"learner": "one", "mean_rank": 1.0, "n_datasets": 2}
    assert run("study", "export", store, tmp_path / "out").out.count("\n") == 4
    assert run("study", "check", store).out == f"{store}: sound.\n"


def test_killed_and_run_again_gives_the_same_bytes(run, study, begin, tmp_path):
    path = study("learners_of_this_test.Slow")
    (tmp_path / "slow").touch()
    process = begin("study", "run", path)
    wait_for_folds(tmp_path / "first.db", 9)
    # While it runs.
    assert run("study", "status", path).code == 0
    process.kill()
    process.wait()
    (tmp_path / "slow").unlink()
    done = sum(cell["n_done"] for cell in json.loads(run("study", "status", path, "--json").out)["cells"])
    assert 9 <= done < 24
    again = run("study", "run", path)
    assert again.code == 0
    assert f"{done} of 24 folds are there already." in again.err
    (tmp_path / "whole").mkdir()
    whole = study("learners_of_this_test.Slow", "whole/first.toml")
    assert run("study", "run", whole, "--quiet").code == 0
    for each, folder in ((path, "a"), (whole, "b")):
        assert run("study", "export", each, tmp_path / folder, "--predictions").code == 0
    for name in SAME:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_an_interruption_says_how_far_it_came(study, begin, tmp_path):
    (tmp_path / "slow").touch()
    process = begin("study", "run", study("learners_of_this_test.Slow"))
    wait_for_folds(tmp_path / "first.db", 9)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1].startswith("interrupted; ")
    assert err.endswith(" of 24 folds are stored, the same command goes on from there.\n")
    assert "Traceback" not in err


def test_failed_folds_end_with_1_and_a_line(run, study):
    path = study("learners_of_this_test.Broken")
    outcome = run("study", "run", path)
    assert outcome.code == 1
    assert outcome.err.splitlines()[-1] == (
        "12 of 24 folds failed; the first: two on iris: RuntimeError: it is broken. --only-failed repeats them."
    )
    assert "two: 6 of 6 folds failed" in outcome.out
    assert "12 folds that failed are repeated." in run("study", "run", path, "--only-failed").err


def test_a_changed_learner_is_named(run, study, tmp_path):
    path = study(first="c45")
    run("study", "run", path)
    study(first="c45(min_leaf=7)")
    said = "the study file has changed since the last run, in learners ('one')"
    assert run("study", "status", path).out.startswith(f"changed: {said}")
    # What is written are results of the file as it was.
    assert run("study", "export", path, tmp_path / "out").err.startswith(f"warning: {said}")
    assert run("study", "report", path, tmp_path / "out.md").err.startswith(f"warning: {said}")
    assert "min_leaf was 2, is 7" in run("study", "run", path).err.splitlines()[0]


def test_the_summary_is_short(run, study, tmp_path, monkeypatch):
    """Two datasets, two learners: the answer over both, a line for each, the study, the tests, where to go on."""
    monkeypatch.chdir(tmp_path)
    lines = [line for line in run("study", "run", study().name).out.splitlines() if line]
    table = next(number for number, line in enumerate(lines) if line.startswith("dataset "))
    assert [line.split()[:4] for line in lines[table + 1 : table + 3]] == [
        ["iris", "one", "vs", "two"],
        ["wine", "one", "vs", "two"],
    ]
    assert all(line.endswith("one better") for line in lines[table + 1 : table + 3])
    assert lines[table + 3].startswith("study             first: 2 learners on 2 datasets")
    assert lines[-4].endswith(": --details")
    assert lines[-3:] == [
        "store: first.db",
        "report: foldwise study report first.toml first.html",
        "other tests: foldwise judge first.db --test NAME (see: foldwise tests)",
    ]


@pytest.mark.parametrize("option", ["--details", "--verbose", "-v"])
def test_details_are_all_scores_and_all_verdicts(run, study, option):
    out = run("study", "run", study(), option).out
    lines = [line for line in out.splitlines() if line]
    assert lines[:2] == ["Mean accuracy (* the best of its row):", "dataset     one      two"]
    assert [line.split()[0] for line in lines[2:4]] == ["iris", "wine"]
    assert all(line.split()[1].endswith("*") and not line.split()[2].endswith("*") for line in lines[2:4])
    assert lines[4].startswith("first: ")
    assert "Of the four sources of variation" in out


def test_a_report_without_a_file_is_printed(run, study):
    path = study()
    printed = run("study", "run", path, "--quiet").out
    assert run("study", "report", path).out == printed
    assert run("study", "report", path, "--details").out.startswith("Mean accuracy (* the best of its row):\n")


def test_what_failed_is_in_the_summary(run, study):
    path = study("learners_of_this_test.Broken")
    path.write_text(path.read_text() + 'three = "sklearn.dummy.DummyClassifier"\n')
    out = run("study", "run", path, "--details").out
    # The first table is that of the cells; another has wins, ties and losses.
    cells = [line.split()[2] for line in out.splitlines() if line.startswith(("iris ", "wine "))]
    assert cells[:2] == ["failed"] * 2
    assert cells.count("failed") == 2
    out = run("study", "run", path).out
    (left_out,) = (line for line in out.splitlines() if line.startswith("left out "))
    assert "two: complete on no dataset and left out of all verdicts (12 of 12 folds failed:" in left_out
    assert " -l one -l three --test NAME" in out


def test_missing_cells_are_named_with_the_policy(run, study):
    path = study("learners_of_this_test.Picky")
    path.write_text(path.read_text() + 'three = "sklearn.dummy.DummyClassifier"\n')
    said = "1 of 6 cells (two on wine): each pair is judged on the datasets where both learners have a score"
    assert said in " ".join(run("study", "run", path).out.split())
    assert "enter the Skillings-Mack test" in run("study", "report", path, "--missing", "skillings_mack").out
    refused = run("study", "run", path, "--missing", "zero")
    assert (refused.code, refused.error.count("\n")) == (2, 0)
    assert "missing must be one of 'pairs', 'skillings_mack', 'complete'" in refused.error


def test_a_settled_study_is_run_looked_at_and_reported(run, study, tmp_path):
    path = study()
    path.write_text(path.read_text().replace('"2x3"', '"settled"\nmax_repeats = 10'))
    outcome = run("study", "run", path, "--quiet")
    assert outcome.code == 0
    assert "first: 2 learners on 2 datasets, repeats added until settled, all 200 folds run" in " ".join(
        outcome.out.split()
    )
    assert run("study", "report", path).out == outcome.out
    assert "Settled: 2 of 2 datasets." in run("study", "status", path).out
    assert run("study", "export", path, tmp_path / "out").code == 0
    path = study("learners_of_this_test.Picky", "second.toml")
    path.write_text(path.read_text().replace('"2x3"', '"settled"\nmax_repeats = 5') + 'three = "c45"\n')
    failed = run("study", "run", path)
    assert failed.code == 1
    assert "left out: wine: two has failed there: RuntimeError: too many. --only-failed tries again." in failed.err


def test_a_long_error_is_cut_at_its_end(run, study):
    path = study("learners_of_this_test.Wordy")
    run("study", "run", path)
    errors = [line.partition("Runtime")[2] for line in run("study", "status", path).out.splitlines()]
    assert [error for error in errors if error] == ["Error: it is broken".ljust(112, "x") + "…"] * 2
    whole = run("study", "status", path, "--details").out
    assert "…" not in whole
    assert whole.count("Error: it is broken".ljust(150, "x")) == 2


def test_doubtful_columns_are_named_before_the_run(run, study, tmp_path):
    rows = [f"p{i},{i % 7},{'ab'[i % 2]}" for i in range(24)]
    (tmp_path / "visits.csv").write_text("\n".join(["patient,x,y", *rows]))
    path = study()
    path.write_text(path.read_text().replace('"wine"', '"visits.csv"'))
    said = run("study", "run", path).err.splitlines()
    assert said[0].startswith("warning: wine: taken as categories: 'patient' (identifier?).")
    assert said[1] == "24 folds to compute."


def test_a_damaged_fold_is_found_dropped_and_computed_again(run, study, tmp_path):
    path, store = study(), tmp_path / "first.db"
    run("study", "run", path)
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE fold SET fit_seconds = fit_seconds + 1 WHERE fold = 1 AND cell_id = 1")
    connection.close()
    assert run("study", "check", store).code == 1
    assert "dropped" in run("study", "check", store, "--repair").out
    assert run("study", "run", path).code == 0
    assert run("study", "check", store).code == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("run", "nowhere.toml"), "does not exist"),
        (("status", "nowhere.db"), "there is no such store"),
        (("export", "nowhere.db", "out"), "there is no such store"),
        (("report", "nowhere.db", "out.doc"), "got '.doc'"),
        (("check", "nowhere.db"), "there is no such store"),
        (("run", "nowhere.toml", "--time-limit", "-3"), "--time-limit must be a positive number, or 0 for no limit"),
        (("run", "nowhere.toml", "--memory-limit", "-3"), "--memory-limit must be a positive number"),
    ],
)
def test_bad_input_ends_with_2_and_one_line(run, words, expected, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = run("study", *words)
    assert outcome.code == 2
    assert expected in outcome.error
    assert list(tmp_path.iterdir()) == []
