"""Several programs at one store: who has claimed what, and who is still there."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from sklearn.dummy import DummyClassifier

from foldwise.evaluation import evaluate
from foldwise.runs._plan import make_plans
from foldwise.store import Store, _runner
from foldwise.store._connection import transaction
from foldwise.store._folds import Retry
from foldwise.store._register import register
from foldwise.store._runner import Runner


@pytest.fixture
def work(path, iris):
    """A job of two repeats of three folds, and the store that knows it."""
    (plan,), _ = make_plans({"guess": DummyClassifier()}, iris, scheme="2x3", seed=1)
    with Store(path) as store:
        with transaction(store._connection):
            run = register(store._connection, plan)
        yield plan.jobs[0], {plan.jobs[0]: run}, store


def test_a_repeat_belongs_to_who_claims_it_first(path, work):
    job, runs, _ = work
    with Runner(path, runs, Retry()) as first, Runner(path, runs, Retry()) as second:
        assert first.claim(job, [(0, 0), (0, 1)]) == [(0, 0), (0, 1)]
        assert second.claim(job, [(0, 2), (1, 0)]) == [(1, 0)]
        assert first.claim(job, [(0, 2)]) == [(0, 2)]
        assert second.free({job: job.assignment.pairs()}) == {job: [(1, 0), (1, 1), (1, 2)]}
        assert (first.others(), second.others()) == (1, 1)
    with Runner(path, runs, Retry()) as third:
        assert third.others() == 0
        assert third.claim(job, [(0, 0), (1, 0)]) == [(0, 0), (1, 0)]


def test_what_is_known_is_not_claimed(path, work, iris):
    job, runs, store = work
    evaluate({"guess": DummyClassifier()}, iris, scheme="1x3", seed=1, store=store)
    with Runner(path, runs, Retry()) as runner:
        assert runner.claim(job, job.assignment.pairs()) == [(1, 0), (1, 1), (1, 2)]


def test_the_claims_of_the_dead_are_free(path, work):
    """A process that has been killed, whose number may have gone to another since."""
    job, runs, store = work
    with Runner(path, runs, Retry()) as runner:
        dead = subprocess.Popen([sys.executable, "-c", "pass"])
        dead.wait()
        own = _runner._process(os.getpid())
        for process in (f"{dead.pid} 1", f"{own.split()[0]} 1"):
            with transaction(store._connection):
                cursor = store._connection.execute(
                    "INSERT INTO runner (machine, process, beat) VALUES (?, ?, 0)", (_runner._machine(), process)
                )
                cell, partition = runs[job].cells[0].number, runs[job].partitions[1]
                store._connection.execute(
                    "INSERT OR REPLACE INTO claim VALUES (?, ?, -1, ?)", (cell, partition, cursor.lastrowid)
                )
            assert runner.others() == 0
            assert runner.free({job: [(1, 0)]}) == {job: [(1, 0)]}
        assert runner.claim(job, [(1, 0)]) == [(1, 0)]


def test_who_stops_beating_is_given_up_by_our_own_clock(path, work, monkeypatch):
    """On another machine, whose processes cannot be seen; the time of day plays no part."""
    _, runs, store = work
    moments = iter([0.0, 10.0, 31.0])
    now = next(moments)
    monkeypatch.setattr(_runner, "monotonic", lambda: now)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    with transaction(store._connection):
        cursor = store._connection.execute("INSERT INTO runner (machine, process, beat) VALUES ('far', '1 1', 5)")
    with Runner(path, runs, Retry()) as runner:
        assert runner.others() == 1
        now = next(moments)
        assert runner.others() == 1
        store._connection.execute("UPDATE runner SET beat = 6 WHERE id = ?", (cursor.lastrowid,))
        now = next(moments)
        assert runner.others() == 1  # it has beaten since
        now += 29
        assert runner.others() == 1
        now += 2
        assert runner.others() == 0


def test_beats_are_counted(path, work, monkeypatch):
    _, runs, store = work
    monkeypatch.setattr(_runner, "_SECONDS_OF_A_BEAT", 0.01)
    with Runner(path, runs, Retry()):
        for _ in range(500):
            time.sleep(0.01)
            (beat,) = store._connection.execute("SELECT beat FROM runner").fetchone()
            if beat > 2:
                break
    assert beat > 2


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


def test_two_programs_share_the_work(path, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    words = [sys.executable, str(script), str(path), str(tmp_path / "log")]
    programs = [subprocess.Popen(words) for _ in range(2)]
    assert [program.wait(timeout=120) for program in programs] == [0, 0]
    assert (tmp_path / "log").read_text() == "x" * 24
    with Store(path, writes=False) as store:
        assert [cell.n_done for cell in store.status()] == [24]
        assert store.check() == []


def test_a_killed_program_is_taken_over(path, tmp_path):
    """At most one fold, the one in hand, is computed twice."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    log = tmp_path / "log"
    words = [sys.executable, str(script), str(path), str(log)]
    first = subprocess.Popen(words)
    while not log.exists() or len(log.read_text()) < 5:
        time.sleep(0.01)
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert subprocess.run(words, timeout=120).returncode == 0
    assert len(log.read_text()) in (24, 25)
    with Store(path, writes=False) as store:
        assert [cell.n_done for cell in store.status()] == [24]
        assert store._connection.execute("SELECT count(*) FROM runner").fetchone() == (0,)
        assert store._connection.execute("SELECT count(*) FROM claim").fetchone() == (0,)


def test_claims_may_come_from_any_thread(path, work):
    job, runs, _ = work
    granted = []
    with Runner(path, runs, Retry()) as runner:
        threads = [threading.Thread(target=lambda: granted.extend(runner.claim(job, [(0, 0)]))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert granted == [(0, 0)] * 4
