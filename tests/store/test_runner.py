"""Several programs at one store: who has claimed what, and who is still there."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import pytest
from sklearn.dummy import DummyClassifier

from foldwise.evaluation import evaluate
from foldwise.store import Store


class Looking(DummyClassifier):
    """Looks into the store while it is fitted."""

    def fit(self, X, y):
        Looking.looks.append(Looking.now())
        return super().fit(X, y)


def ask(path, statement, *values):
    connection = sqlite3.connect(path, timeout=60)
    try:
        rows = connection.execute(statement, values).fetchall()
        connection.commit()
    finally:
        connection.close()
    return rows


@pytest.fixture
def run(path, iris, monkeypatch):
    """Run two repeats of three folds; what `now` returns is collected at each fit."""

    def run(now=lambda: None):
        monkeypatch.setattr(Looking, "looks", [], raising=False)
        monkeypatch.setattr(Looking, "now", staticmethod(now), raising=False)
        assert evaluate({"guess": Looking()}, iris, scheme="2x3", seed=1, store=path).failures == ()
        return Looking.looks

    return run


@pytest.fixture
def claimed(path, run):
    """Have all folds forgotten, and claimed by somebody else who says who and where it is."""

    def claim(machine, process):
        # As if the first program had been stopped when it had just begun.
        run()
        repeats = ask(path, "SELECT DISTINCT cell_id, partition_id, repeat FROM fold")
        ask(path, "UPDATE fold SET fit_seconds = -1")
        with Store(path) as store:
            assert store.repair() == 6
        ask(path, "INSERT INTO runner (machine, process, beat) VALUES (?, ?, 5)", machine, process)
        ((number,),) = ask(path, "SELECT max(id) FROM runner")
        for repeat in repeats:
            ask(path, "INSERT INTO claim VALUES (?, ?, ?, ?)", *repeat, number)
        return number

    return claim


def test_the_claims_of_the_dead_are_free(path, run, claimed):
    """A process that has been killed, whose number may have gone to another since."""
    ((machine, own),) = run(lambda: ask(path, "SELECT machine, process FROM runner"))[0]
    dead = subprocess.Popen([sys.executable, "-c", "pass"])
    dead.wait()
    for process in (f"{dead.pid} 1", f"{os.getpid()} 1"):
        assert process != own
        claimed(machine, process)
        begun = time.monotonic()
        assert len(run()) == 6
        assert time.monotonic() - begun < 10


def test_who_stops_beating_is_given_up_by_our_own_clock(path, run, claimed, monkeypatch):
    """On another machine, whose processes cannot be seen; the time of day plays no part."""
    monkeypatch.setattr("foldwise.store._runner._PATIENCE", 1.0)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    number = claimed("far", "1 1")
    begun = time.monotonic()

    def beat():
        while time.monotonic() - begun < 1.5:
            ask(path, "UPDATE runner SET beat = beat + 1 WHERE id = ?", number)
            time.sleep(0.1)

    beating = threading.Thread(target=beat)
    beating.start()
    first = run(time.monotonic)[0]
    beating.join()
    # As long as it has beaten, and then as long as we wait for it.
    assert first - begun > 2.4


def test_beats_are_counted(path, run, monkeypatch):
    monkeypatch.setattr("foldwise.store._runner._SECONDS_OF_A_BEAT", 0.01)

    def beats():
        for _ in range(500):
            time.sleep(0.01)
            ((beat,),) = ask(path, "SELECT beat FROM runner")
            if beat > 2:
                break
        return beat

    assert run(beats)[-1] > 2


SCRIPT = """
import sys, time
from sklearn.dummy import DummyClassifier
from foldwise.data import load
from foldwise.evaluation import evaluate
class Slow(DummyClassifier):
    def __init__(self, log=""):
        super().__init__()
        self.log = log
    def fit(self, X, y):
        with open(self.log, "a") as file:
            file.write("x")
        time.sleep(0.05)
        return super().fit(X, y)
run = evaluate({"slow": Slow(sys.argv[2])}, load("iris"), scheme="12x2", seed=1, store=sys.argv[1])
assert not run.failures
"""


def test_programs_share_the_work_of_one_that_was_killed(path, start, tmp_path):
    """At most one fold, the one in hand, is computed twice."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    log = tmp_path / "log"
    words = (script, path, log)
    first = start(*words)
    while not log.exists() or len(log.read_text()) < 5:
        time.sleep(0.01)
    first.send_signal(signal.SIGKILL)
    first.wait()
    programs = [start(*words) for _ in range(2)]
    assert [program.wait(timeout=120) for program in programs] == [0, 0]
    assert len(log.read_text()) in (24, 25)
    with Store(path, writes=False) as store:
        assert [cell.n_done for cell in store.status()] == [24]
        assert store.check() == []
    assert ask(path, "SELECT count(*) FROM runner") == ask(path, "SELECT count(*) FROM claim") == [(0,)]
