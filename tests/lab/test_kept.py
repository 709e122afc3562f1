"""What is kept of trials: nothing is computed twice, nothing is lost, and nothing is taken for something else."""

import os
import signal
import sqlite3
import time
from dataclasses import replace

import numpy as np
import pytest

from foldwise import StoreError
from foldwise.lab import OwnProcedure, kept_trials, run_trials, type_one_error
from foldwise.lab.sources import ExchangeableBlocks, Generated, TwoKinds
from foldwise.learners import C45, NaiveBayes
from foldwise.verdicts import Procedure

SOURCE = TwoKinds(0.3, n_examples=30)
LEVEL = {"p": 0.01}
FIRST, SECOND = "5/kfold_t", "5x2/five_by_two_f"
STUDY = """
from foldwise.lab import run_trials, sources
run_trials(["5/kfold_t", "5x2/five_by_two_f"], sources.TwoKinds(0.3, n_examples=30), n_trials=40_000, store={path!r})
"""


@pytest.fixture
def computed(monkeypatch):
    """Blocks and designs that a source was asked for."""
    asked = []
    answer = TwoKinds.answer

    def noted(self, trials, designs, seed):
        asked.append((trials, [str(design.scheme) for design in designs]))
        return answer(self, trials, designs, seed)

    monkeypatch.setattr(TwoKinds, "answer", noted)
    return asked


def pvalues(procedures, n_trials, path=None, source=SOURCE, **how):
    found = run_trials(procedures, source, n_trials=n_trials, store=path, **how).found
    return {name: each.pvalue for name, each in found.items()}


def test_a_further_procedure_and_more_trials_compute_only_what_they_add(tmp_path, computed):
    path = tmp_path / "lab.db"
    pvalues([FIRST], 450, path)
    assert [trials for trials, _ in computed] == [range(200), range(200, 400), range(400, 450)]
    computed.clear()
    pvalues([FIRST], 450, path)
    assert computed == []
    pvalues([FIRST, SECOND], 450, path)
    assert [designs for _, designs in computed] == [["FiveByTwo()"]] * 3
    computed.clear()
    kept = pvalues([FIRST, SECOND], 700, path)
    assert [trials for trials, _ in computed] == [range(400, 600), range(600, 700)]
    fresh = pvalues([FIRST, SECOND], 700)
    for name in (FIRST, SECOND):
        np.testing.assert_array_equal(kept[name], fresh[name])


@pytest.mark.parametrize(
    "changed",
    [
        {"source": TwoKinds(0.31, n_examples=30)},
        {"source": replace(SOURCE, quality="independent", name="")},
        {"seed": 1},
        {"n_executions": 2},
        {"procedures": [Procedure("5", "kfold_t", alternative="greater")]},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_what_has_changed_is_computed(tmp_path, computed, changed):
    path = tmp_path / "lab.db"
    pvalues([FIRST], 10, path)
    asked = {"procedures": [FIRST], "n_trials": 10, **changed}
    pvalues(path=path, **asked)
    assert len(computed) == 2


def test_names_change_nothing(tmp_path, computed):
    path = tmp_path / "lab.db"
    pvalues([FIRST], 10, path)
    pvalues({"called otherwise": Procedure("5", "kfold_t")}, 10, path, replace(SOURCE, name="renamed"))
    assert len(computed) == 1


def test_a_test_of_ones_own_is_told_by_its_code(tmp_path, computed):
    half, third = (OwnProcedure("5", lambda d, share=share: share, name="mine") for share in (0.5, 0.3))
    for one in (half, third, replace(third, name="other")):
        pvalues([one], 10, tmp_path / "lab.db")
    assert len(computed) == 2


def helper(differences):
    return 0.01


def asks_helper(differences):
    return helper(differences)


def reads_level(differences, by=1):
    return by * LEVEL["p"]


def draws(rng):
    X = rng.normal(size=(40, 2))
    return X, (X[:, 0] > LEVEL["p"]).astype(int)


@pytest.mark.parametrize(
    ("test", "change"),
    [
        (asks_helper, lambda patch: patch.setitem(globals(), "helper", lambda differences: 0.9)),
        (reads_level, lambda patch: patch.setitem(LEVEL, "p", 0.9)),
        (reads_level, lambda patch: patch.setattr(reads_level, "__defaults__", (90,))),
    ],
    ids=["function", "variable", "defaults"],
)
def test_what_a_test_of_ones_own_calls_and_reads_may_change(tmp_path, monkeypatch, test, change):
    how = {"n_trials": 20, "store": tmp_path / "lab.db"}
    assert type_one_error(OwnProcedure("5", test), SOURCE, **how).frame()["rate"].tolist() == [1.0]
    change(monkeypatch)
    assert type_one_error(OwnProcedure("5", test), SOURCE, **how).frame()["rate"].tolist() == [0.0]


def test_what_a_function_that_draws_reads_may_change(tmp_path, monkeypatch):
    source = Generated(draws, (NaiveBayes(), C45()), 40)
    first = pvalues([FIRST], 10, tmp_path / "lab.db", source)[FIRST]
    monkeypatch.setitem(LEVEL, "p", 0.9)
    kept, fresh = (pvalues([FIRST], 10, path, source)[FIRST] for path in (tmp_path / "lab.db", None))
    np.testing.assert_array_equal(kept, fresh)
    assert (first != fresh).any()


def test_learners_are_told_by_their_parameters(tmp_path):
    how = {"n_trials": 2, "store": tmp_path / "lab.db"}
    one, *others = (
        ExchangeableBlocks(learner, 20, name="same") for learner in (C45(), C45(pruned=False), NaiveBayes(), C45())
    )
    run_trials(FIRST, one, **how)
    assert [kept_trials(FIRST, source, **how) for source in others] == [0, 0, 2]


def test_killed_and_run_again_it_gives_the_same_numbers(tmp_path, start, computed):
    path = tmp_path / "lab.db"
    running = start("-c", STUDY.format(path=str(path)))
    try:
        until = time.monotonic() + 60
        while n_kept(path) < 4 and time.monotonic() < until:
            time.sleep(0.02)
    finally:
        running.kill()
        running.wait()
    assert running.returncode == -getattr(signal, "SIGKILL", -1)
    n_blocks = n_kept(path) // 2
    assert 2 <= n_blocks < 200
    n_trials = 200 * (n_blocks + 2)
    kept = pvalues([FIRST, SECOND], n_trials, path)
    assert len(computed) == 2
    fresh = pvalues([FIRST, SECOND], n_trials)
    for name in (FIRST, SECOND):
        np.testing.assert_array_equal(kept[name], fresh[name])


def n_kept(path):
    """Number of findings in a file that may be just in the making; each has four arrays."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
            return connection.execute("SELECT count(*) FROM kept WHERE name = 'pvalue'").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def test_a_damaged_row_is_told(tmp_path):
    path = tmp_path / "lab.db"
    pvalues([FIRST], 10, path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE kept SET content = CAST(content || x'00' AS BLOB) WHERE name = 'pvalue'")
    connection.close()
    with pytest.raises(StoreError, match=r"lab.db is damaged: a row of the table kept does not match") as told:
        pvalues([FIRST], 10, path)
    assert "\n" not in str(told.value)


def foreign(path):
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()


def of_runs(path):
    from sklearn.dummy import DummyClassifier

    from foldwise.data import load
    from foldwise.evaluation import evaluate

    evaluate([DummyClassifier()], load("iris"), scheme="2", seed=1, store=path, progress=False)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (foreign, "is a database of another program or purpose, not a store of the lab"),
        (of_runs, "of another program or purpose, not a store of the lab"),
        (lambda path: path.write_text("a letter", encoding="utf-8"), "it is no SQLite file"),
        (os.mkdir, "is a folder"),
    ],
    ids=["foreign", "runs", "text", "folder"],
)
def test_other_files_are_refused_and_left_as_they_are(tmp_path, make, words):
    path = tmp_path / "lab.db"
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(StoreError, match=words) as told:
        pvalues([FIRST], 10, path)
    assert "\n" not in str(told.value)
    assert before == (path.read_bytes() if path.is_file() else b"")


def test_a_store_of_the_lab_is_none_of_runs(tmp_path):
    path = tmp_path / "lab.db"
    pvalues([FIRST], 10, path)
    with pytest.raises(StoreError, match="purpose, not a store of runs"):
        of_runs(path)


def test_what_cannot_be_told_from_another_is_refused(tmp_path):
    with (tmp_path / "open").open("w", encoding="utf-8") as file:
        test = OwnProcedure("5", lambda d, file=file: 0.5, name="mine")
        with pytest.raises(TypeError, match=r"^mine cannot be kept in a store: nothing tells the content of _io\.Text"):
            pvalues([test], 10, tmp_path / "lab.db")


def test_a_variable_that_cannot_be_told_from_another_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(LEVEL, "p", (each for each in [0.5]))
    with pytest.raises(TypeError, match=r"^The global variable LEVEL__p of reads_level cannot be kept in a store: "):
        pvalues([OwnProcedure("5", reads_level)], 10, tmp_path / "lab.db")
    assert not (tmp_path / "lab.db").exists()
