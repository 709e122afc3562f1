"""The file itself: who may open it, what is refused, what is detected."""

import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier

from foldwise import StoreError
from foldwise.data import Dataset
from foldwise.evaluation import evaluate
from foldwise.store import Judgement, Store
from foldwise.studies import Study, run_study


class Counting(DummyClassifier):
    """Counts its fits; fails while a file exists, or interrupts at a fit of a number."""

    fits = 0
    last = None

    def __init__(self, flag="", strategy="prior", random_state=None):
        super().__init__(strategy=strategy, random_state=random_state)
        self.flag = flag

    def fit(self, X, y):
        Counting.fits += 1
        if Counting.fits == Counting.last:
            raise KeyboardInterrupt
        if self.flag and Path(self.flag).exists():
            raise RuntimeError("not now")
        return super().fit(X, y)


@pytest.fixture
def fits(monkeypatch):
    """Count the fits of some work."""
    monkeypatch.setattr(Counting, "fits", 0)

    def count(work):
        before = Counting.fits
        work()
        return Counting.fits - before

    return count


def keep(path, data, learner=None, scheme="2x3", seed=1, **options):
    return evaluate({"guess": learner or DummyClassifier()}, data, scheme=scheme, seed=seed, store=path, **options)


def study(path, data, learners, scheme="3", seed=1, name="study"):
    return Study(name=name, datasets=[data], learners=learners, scheme=scheme, seed=seed, store=path)


def raw(path, statement):
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_new_file_is_a_store_in_wal_mode(path):
    with Store(path) as store:
        assert store.studies() == []
        assert repr(store) == f"<Store {str(path)!r}>"
        with pytest.raises(StoreError, match=r"study\.db is empty: nothing has been run"):
            store.runs()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA user_version").fetchone() == (2,)
    connection.close()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: path.write_bytes(b"dataset,learner\n" * 100), "is not a store: it is no SQLite file"),
        (lambda path: raw(path, "CREATE TABLE other (x)"), "is a database of another program"),
        (lambda path: (Store(path).close(), raw(path, "PRAGMA user_version = 99")), "written by a newer foldwise"),
        (lambda path: (Store(path).close(), raw(path, "PRAGMA user_version = 0")), "is of version 0 of the store"),
    ],
    ids=["folder", "text", "foreign", "newer", "older"],
)
def test_what_is_no_store_of_ours_is_refused(path, make, message):
    make(path)
    before = None if path.is_dir() else path.read_bytes()
    with pytest.raises(StoreError, match=message) as caught:
        Store(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert before is None or path.read_bytes() == before


def test_reading_needs_a_file_and_writing_a_folder(path):
    with pytest.raises(StoreError, match="there is no such store"):
        Store(path, writes=False)
    with pytest.raises(StoreError, match="there is no folder"):
        Store(path.parent / "none" / "x.db")
    assert not path.exists()


def test_who_reads_changes_nothing(path, iris):
    evaluate([DummyClassifier()], iris, scheme="3", seed=1, store=path)
    before = path.read_bytes()
    with Store(path, writes=False) as store:
        store.runs()
        with pytest.raises(StoreError, match="cannot be written"):
            store.note_judgement(Judgement(terms={}, findings=[]))
    assert path.read_bytes() == before


def test_names_of_any_kind(path, iris):
    names = ["a\nb", "../x", "\N{SNAKE}" * 50, "x" * 10_000, "<script>alert(1)</script>", "=1+1", "nul\0nul"]
    data = Dataset(iris.X, iris.y, "../../\n\ud800")
    run = evaluate({name: DummyClassifier() for name in names}, data, scheme="2", seed=1, store=path)
    with Store(path, writes=False) as store:
        (loaded,) = store.runs()
        assert store.studies() == ["run of ../../\n?"]
        assert store.check() == []
    assert loaded.learner_names == run.learner_names == tuple(names)
    assert loaded.data.name == "../../\n?"


def test_the_last_study_is_the_default(path, iris):
    one, two = (Dataset(iris.X, iris.y, name) for name in ("one", "two"))
    keep(path, one, scheme="3")
    keep(path, two, scheme="2")
    keep(path, one, scheme="3")
    with Store(path, writes=False) as store:
        assert store.studies() == ["run of one", "run of two"]
        assert store.runs()[0].assignment.n_folds == 3
        assert store.runs("run of two")[0].assignment.n_folds == 2
        with pytest.raises(StoreError, match=r"has no study 'three'\. It has: 'run of one', 'run of two'"):
            store.runs("three")


def test_changes_are_named(path, iris):
    tree, guess = DecisionTreeClassifier(), DummyClassifier()
    low = DecisionTreeClassifier(max_depth=2)

    def changes(data=iris, scheme="2x3", seed=1, **learners):
        return list(run_study(study(path, data, learners, scheme, seed)).changes)

    assert changes(tree=tree, guess=guess) == []
    assert changes(tree=tree, guess=guess) == []
    (words,) = changes(tree=low, guess=guess)
    assert words.startswith("the learner tree has changed: ")
    assert "max_depth" in words
    assert changes(tree=low, other=guess) == [
        "the learner other is new in the study.",
        "the learner guess is no longer part of the study.",
    ]
    shorter = Dataset(iris.X.iloc[:149], iris.y[:149], "iris")
    assert changes(shorter, tree=low, other=guess) == [
        "the data of iris have changed: 150 examples, 4 attributes before, 149 examples, 4 attributes now."
    ]
    assert changes(shorter, "3x3", tree=low, other=guess) == [
        "the scheme was RepeatedKFold(3, 2), is RepeatedKFold(3, 3)."
    ]
    assert changes(shorter, "3x3", 2, tree=low, other=guess) == ["the seed was 1, is 2."]


def test_what_is_known_is_not_computed_again(path, iris, fits):
    assert fits(lambda: keep(path, iris, Counting())) == 6
    assert fits(lambda: keep(path, iris, Counting(), scheme="3x3")) == 3


def test_only_failed_folds_are_repeated(path, iris, tmp_path, fits):
    """The learner fails while a file says so."""
    flag = tmp_path / "broken"
    flag.touch()
    learners = {"x": Counting(str(flag)), "guess": DummyClassifier()}
    run_study(study(path, iris, learners))
    with Store(path) as store:
        assert [cell.n_failed for cell in store.status()] == [3, 0]
    flag.unlink()
    assert fits(lambda: run_study(study(path, iris, learners))) == 0
    # A fourth fold is missing, too, and not asked for.
    assert fits(lambda: run_study(study(path, iris, learners, "2x3"), only_failed=True)) == 3
    with Store(path) as store:
        assert [(cell.n_failed, cell.n_missing) for cell in store.status()] == [(0, 3), (0, 3)]
        assert store.check() == []


def test_a_failure_stays_until_something_takes_its_place(path, iris, tmp_path, fits, monkeypatch):
    """Interrupted while failed folds are repeated: those that were not reached have still failed."""
    flag = tmp_path / "broken"
    flag.touch()
    assert fits(lambda: keep(path, iris, Counting(str(flag)), scheme="3")) == 3
    monkeypatch.setattr(Counting, "last", 5)
    with pytest.raises(KeyboardInterrupt):
        keep(path, iris, Counting(str(flag)), scheme="3", retry_failed=True)
    with Store(path) as store:
        (cell,) = store.status()
        assert store.check() == []
    assert (cell.n_done, cell.n_failed) == (3, 3)
    flag.unlink()
    keep(path, iris, Counting(str(flag)), scheme="3", retry_failed=True)
    with Store(path) as store:
        assert [(cell.n_done, cell.n_failed) for cell in store.status()] == [(3, 0)]


def test_a_learner_that_was_mended_is_repeated_where_it_had_failed(path, iris, tmp_path, fits):
    """As another learner it has nothing yet; the other one, which had not failed and is new, too, is left alone."""
    flag = tmp_path / "broken"
    flag.touch()
    run_study(study(path, iris, {"x": Counting(str(flag)), "guess": DummyClassifier()}))
    mended = {"x": Counting(), "guess": Counting(strategy="uniform")}
    assert fits(lambda: run_study(study(path, iris, mended), only_failed=True)) == 3
    with Store(path) as store:
        assert [(cell.n_failed, cell.n_missing) for cell in store.status()] == [(0, 0), (0, 3)]


def test_evaluate_computes_failed_folds_again_if_asked(path, iris, tmp_path):
    flag = tmp_path / "broken"
    flag.touch()
    assert len(evaluate([Counting(str(flag))], iris, scheme="3", seed=1, store=path).failures) == 3
    flag.unlink()
    assert len(evaluate([Counting(str(flag))], iris, scheme="3", seed=1, store=path).failures) == 3
    assert evaluate([Counting(str(flag))], iris, scheme="3", seed=1, store=path, retry_failed=True).failures == ()


@pytest.mark.usefixtures("fits")
def test_folds_that_are_not_there_are_failures_of_a_loaded_run(path, iris, monkeypatch):
    monkeypatch.setattr(Counting, "last", 6)
    with pytest.raises(KeyboardInterrupt):
        keep(path, iris, Counting())
    with Store(path, writes=False) as store:
        (run,) = store.runs()
        (cell,) = store.status()
    assert {failure.error for failure in run.failures} == {"NotRun: this fold has not been run yet"}
    assert (cell.n_done, cell.n_missing) == (6 - len(run.failures), len(run.failures))
    assert cell.n_missing > 0


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE fold SET predicted = zeroblob(length(predicted)) WHERE fold = 1",
        "UPDATE fold SET fit_seconds = fit_seconds + 1 WHERE fold = 1",
        "DELETE FROM fold WHERE fold = 1 AND partition_id = 1",
        "UPDATE tally SET n_folds = n_folds + 1",
        "UPDATE dataset SET target = substr(target, 1, length(target) - 1) || x'02'",
        "UPDATE partition SET codes = substr(codes, 1, length(codes) - 1) || x'01' WHERE id = 1",
        "UPDATE learner SET description = '\"x\"'",
        "UPDATE study SET runs = replace(runs, 'iris', 'wine')",
        "UPDATE environment SET versions = '{}'",
        "UPDATE assignment SET seed = '7'",
        "UPDATE cell SET learner_id = 1, stream = 'x'",
    ],
)
def test_every_change_from_outside_is_seen(path, iris, statement):
    keep(path, iris)
    raw(path, statement)
    with Store(path, writes=False) as store:
        with pytest.raises(StoreError, match=r"study\.db is damaged: .*Take a copy that is not") as caught:
            store.runs()
        assert "\n" not in str(caught.value)
        assert store.check()


def test_damaged_folds_are_dropped_and_computed_again(path, iris, fits):
    keep(path, iris, Counting(strategy="uniform"))
    with Store(path, writes=False) as store:
        (whole,) = store.runs()
    raw(path, "UPDATE fold SET predicted = zeroblob(length(predicted)) WHERE fold = 1")
    with Store(path) as store:
        assert len(store.check()) == 1
        assert store.repair() == 2
        assert store.check() == []
    assert fits(lambda: keep(path, iris, Counting(strategy="uniform"))) == 2
    with Store(path, writes=False) as store:
        (mended,) = store.runs()
    np.testing.assert_array_equal(mended.predictions, whole.predictions)


def test_other_versions_among_the_folds_are_a_caveat(path, iris, monkeypatch):
    keep(path, iris)
    monkeypatch.setattr("foldwise.store._complete.environment", lambda: {"numpy": "0.9", "python": "2.7"})
    keep(path, iris, scheme="3x3")
    with Store(path, writes=False) as store:
        (run,) = store.runs()
    (caveat,) = [caveat for caveat in run.caveats if caveat.code == "mixed_versions"]
    assert f"numpy 0.9 and {np.__version__}" in caveat.message


def test_a_copy_can_be_read_from_a_folder_that_may_not_be_written(path, iris, monkeypatch):
    """As root nothing is forbidden: what the system would say is put in its place."""
    keep(path, iris)
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    monkeypatch.setattr("os.access", lambda *_: False)
    with Store(copy, writes=False) as store:
        assert store.runs()[0].learner_names == ("guess",)
    assert not copy.with_name("copy.db-shm").exists()


def test_a_store_knows_its_file_wherever_the_program_goes(path, iris, monkeypatch):
    monkeypatch.chdir(path.parent)
    (path.parent / "sub").mkdir()
    with Store(path.name) as store:
        monkeypatch.chdir("sub")
        evaluate([DummyClassifier()], iris, scheme="3", seed=1, store=store)
    assert list((path.parent / "sub").iterdir()) == []


def test_a_store_serves_one_thread(path):
    with Store(path) as store, ThreadPoolExecutor() as pool:
        error = pool.submit(store.studies).exception()
    assert isinstance(error, StoreError)
    assert "serves the thread that opened it" in str(error)


def test_pipes_and_devices_are_no_stores(path):
    os.mkfifo(path)
    for odd in (path, "/dev/null"):
        with pytest.raises(StoreError, match="is not an ordinary file"):
            Store(odd)


def test_versions_of_other_runs_of_a_learner_are_not_mixed_in(path, iris, monkeypatch):
    keep(path, iris)
    monkeypatch.setattr("foldwise.store._complete.environment", lambda: {"numpy": "0.9"})
    keep(path, iris, seed=2)
    with Store(path, writes=False) as store:
        assert [caveat.code for caveat in store.runs()[0].caveats] == ["duplicate_rows"]
        assert store.environments() == [{"numpy": "0.9"}]


def test_a_store_may_be_handed_over_open(path, iris):
    with Store(path) as store:
        run = evaluate([DummyClassifier()], iris, scheme="3", seed=1, store=store)
        assert store.runs()[0].learner_names == run.learner_names
