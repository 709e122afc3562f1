"""A command that is asked to end says so in one line, ends everybody who works for it, and keeps what is done."""

import os
import signal
import sys

import pytest

import foldwise.learners
from foldwise.cli import main
from foldwise.store import Store

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc and /dev/shm")

MODULE = """
import pathlib, time
from sklearn.dummy import DummyClassifier

class Slow(DummyClassifier):
    def fit(self, X, y):
        pathlib.Path({begun!r}).touch()
        time.sleep(600)
"""
WORDS = ("-m", "foldwise", "compare", "iris", "-l", "sklearn.dummy.DummyClassifier", "-l", "slow_for_this_test.Slow")
SAYS = {
    signal.SIGINT: (130, "interrupted: "),
    signal.SIGTERM: (143, "interrupted by SIGTERM: "),
    signal.SIGHUP: (129, "interrupted by SIGHUP: "),
}
# The first learner takes no time.
LOST = "4 of 8 fits were done and are lost: with a store (store='study.db', --store study.db) they are kept.\n"


@pytest.fixture
def begun(tmp_path):
    """The file that says that a learner is at work."""
    (tmp_path / "slow_for_this_test.py").write_text(MODULE.format(begun=str(tmp_path / "begun")))
    return tmp_path / "begun"


@pytest.mark.parametrize(
    ("options", "started", "number"),
    [
        (("--jobs", 2), "popen_loky", signal.SIGINT),
        pytest.param(("--jobs", 2), None, signal.SIGTERM, marks=pytest.mark.slow),
        (("--isolate",), "_isolated_worker", signal.SIGHUP),
        pytest.param(("--isolate",), None, signal.SIGTERM, marks=pytest.mark.slow),
        ((), None, signal.SIGINT),
    ],
)
def test_it_ends_in_good_order(watched, begun, options, started, number):
    """While processes are started, or while a learner works; the signal goes to all of the group, as at a terminal."""
    program = watched(*WORDS, "--scheme", "2x2", *options)
    if started is None:
        program.wait_for(begun.exists)
    else:
        program.wait_for(lambda: any(started in words for words in program.processes().values()))
    os.killpg(program.process.pid, number)
    out, err = program.process.communicate(timeout=60)
    code, says = SAYS[number]
    assert (program.process.returncode, out) == (code, "")
    # Before anybody is at work, nothing may be done.
    assert err == says + LOST or (started is not None and err == f"{says}Nothing was done yet.\n")
    assert program.left() == []


def test_what_is_done_is_in_the_store(watched, begun, tmp_path):
    program = watched(*WORDS, "--scheme", "2x2", "--store", tmp_path / "kept.db")
    program.wait_for(begun.exists)
    program.process.terminate()
    _, err = program.process.communicate(timeout=60)
    assert program.process.returncode == 143
    kept = tmp_path / "kept.db"
    assert err == f"interrupted by SIGTERM: 4 of 8 fits are kept in {kept}: run the same again to go on.\n"
    with Store(tmp_path / "kept.db") as store:
        (study,) = store.studies()
        assert [(cell.learner, cell.n_done) for cell in store.status(study)] == [("DummyClassifier", 4), ("Slow", 0)]


def test_what_the_program_ignores_or_handles_is_left_to_it(monkeypatch):
    """`nohup` has SIGHUP ignored; and one who calls `main` has its handlers back."""
    seen = {}

    def look(*_, **__):
        seen.update({number: signal.getsignal(number) for number in SAYS})
        return {}

    monkeypatch.setattr(foldwise.learners, "make_learners", look)
    before = {number: signal.getsignal(number) for number in SAYS}
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        main(["compare", "iris", "-l", "nb", "-l", "c45", "--scheme", "2", "--alpha", "2"])
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before[signal.SIGHUP])
    assert {number: signal.getsignal(number) for number in SAYS} == before
    assert seen[signal.SIGHUP] is signal.SIG_IGN
    assert seen[signal.SIGTERM] is not before[signal.SIGTERM]
