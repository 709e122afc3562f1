"""Folds in processes of their own: whatever a learner does to its process, its fold has failed and nothing else."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array
from sklearn import config_context
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from foldwise import FoldwiseError
from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate
from foldwise.workers import Limits

pytestmark = pytest.mark.skipif(not hasattr(os, "waitid"), reason="isolation is refused here")

# The first column numbers the rows, so that a learner can tell by its training set which fold it is in.
X = np.column_stack([np.arange(40.0), np.random.default_rng(0).normal(size=40)])
Y = np.where(X[:, 1] > 0, "yes", "no")


def make_reckless():
    """A class made in a function travels by value: workers cannot import this file."""
    lock = threading.Lock()

    class Reckless(ClassifierMixin, BaseEstimator):
        """Predicts by its random state; if `at` is the sum of its row numbers, it first does harm."""

        def __init__(self, how="", at=None, folder="", random_state=None):
            self.how = how
            self.at = at
            self.folder = folder
            self.random_state = random_state

        def fit(self, X, y):
            self.classes_ = np.unique(y)
            if self.at is None or X[:, 0].sum() == self.at:
                getattr(self, self.how or "do_nothing")()
            return self

        def predict(self, X):
            return np.random.RandomState(self.random_state).choice(self.classes_, len(X))

        def do_nothing(self):
            pass

        def note(self, pid):
            Path(self.folder, str(pid)).touch()

        def hang(self):
            self.note(os.getpid())
            time.sleep(600)

        def hang_in_compiled_code(self):
            import ctypes

            self.note(os.getpid())
            self.note(subprocess.Popen(["sleep", "600"]).pid)
            # Unlike any other function of ctypes this keeps Python's lock: no thread of Python can do anything.
            ctypes.PyDLL(None).sleep(600)

        def hang_in_child(self):
            child = subprocess.Popen(["sleep", "600"])
            self.note(child.pid)
            child.wait()

        def leave(self):
            os._exit(3)

        def leave_with_child(self):
            """The child has a copy of the connection, so that its other end is not told."""
            pid = os.fork()
            if not pid:
                time.sleep(600)
            self.note(pid)
            os._exit(4)

        def crash(self):
            import ctypes

            ctypes.string_at(0)

        def kill(self):
            os.kill(os.getpid(), signal.SIGKILL)

        def take_a_lot(self):
            np.ones(125_000_000)

        def take_and_hold(self):
            pieces = [np.ones(1_250_000) for _ in range(20)]
            time.sleep(600)
            return pieces

        def leak(self):
            sys.modules.setdefault("leaked", []).append(np.ones(7_500_000))
            self.note(os.getpid())

        def chatter(self):
            for _ in range(20_000):
                print("noise from Python")
                os.write(1, b"noise from below\n")
            os.write(2, b"noise of errors\n")

        def close_outputs(self):
            os.close(1)
            os.close(2)

        def close_everything(self):
            os.closerange(0, 4096)

        def close_everything_and_hang(self):
            os.closerange(0, 4096)
            time.sleep(600)

        def write_everywhere(self):
            for descriptor in range(3, 4096):
                try:
                    os.write(descriptor, b"x" * 100)
                except OSError:
                    continue

        def write_once_and_hang(self):
            for descriptor in range(3, 4096):
                try:
                    os.write(descriptor, b"x")
                except OSError:
                    continue
            time.sleep(600)

        def interrupt(self):
            raise KeyboardInterrupt

        def wait_a_little(self):
            time.sleep(0.6)

        def leave_later(self):
            threading.Timer(0.3, os._exit, (3,)).start()

    class NotSendable(Reckless):
        def do_nothing(self):
            return lock

    class NotLoadable(Reckless):
        def __setstate__(self, state):
            raise ValueError("does not like it here")

    return Reckless, NotSendable, NotLoadable


Reckless, NotSendable, NotLoadable = make_reckless()
BAD = {
    "hang_in_child": "TimeLimit: not done after 3 s",
    "hang_in_compiled_code": "TimeLimit: not done after 3 s",
    "leave": "WorkerLost: the process ended with exit code 3",
    "leave_with_child": "WorkerLost: the process ended with exit code 4",
    "crash": "WorkerLost: killed by SIGSEGV",
    "kill": "WorkerLost: killed by SIGKILL",
    # 1 GB at once is more than can be asked for; 200 MB, 10 MB at a time, are seen from outside.
    "take_a_lot": "MemoryError: Unable to allocate 954. MiB for an array with shape (125000000,) and data type float64",
    "take_and_hold": "MemoryLimit: used more than 150 MB",
    "close_everything": "WorkerLost: the process ended with exit code 1",
    "close_everything_and_hang": "WorkerLost: the learner closed its connection",
    "write_everywhere": "WorkerLost: its answer was garbled",
    "interrupt": "KeyboardInterrupt: no message",
}
GOOD = ["do_nothing", "chatter", "close_outputs"]
NOT_SENT = {
    NotSendable: "NotSendable: TypeError: cannot pickle '_thread.lock' object",
    NotLoadable: "NotSendable: ValueError: does not like it here",
}
LINUX_ONLY = {"take_a_lot", "take_and_hold"}


def isolated(learners, *data, n_jobs=1, scheme="2x2", metric=None, store=None, **limits):
    how = {"scheme": scheme, "seed": 1, "metric": metric, "n_jobs": n_jobs, "store": store}
    return evaluate(learners, *data, isolate=Limits(**limits), **how)


def in_this_process(learners, *data, scheme="2x2"):
    return evaluate(learners, *data, scheme=scheme, seed=1, sharing=False)


def split_of(scheme, repeat, fold):
    return in_this_process([Reckless()], X, Y, scheme=scheme).assignment.split(repeat, fold)


def is_running(pid):
    """A zombie, which only waits for somebody to ask how it ended, is not running."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def all_ended(folder, seconds=3.0):
    """Tell whether there are processes that left their number, and all are gone."""
    pids = [int(path.name) for path in Path(folder).iterdir()]
    until = time.monotonic() + seconds
    while any(map(is_running, pids)) and time.monotonic() < until:
        time.sleep(0.01)
    return bool(pids) and not any(map(is_running, pids))


@pytest.fixture(scope="module", params=[1, pytest.param(2, marks=pytest.mark.slow)])
def outcome(request, tmp_path_factory):
    """All of them on the same workers; each does harm in the first of four folds."""
    folder = tmp_path_factory.mktemp("pids")
    at = X[split_of("2x2", 0, 0)[0], 0].sum()
    learners = {how: Reckless(how, at, str(folder)) for how in [*BAD, *GOOD]}
    learners |= {kind.__name__: kind() for kind in NOT_SENT}
    run = isolated(learners, X, Y, n_jobs=request.param, seconds=3, megabytes=150)
    return run, folder


@pytest.fixture(scope="module")
def harmless():
    return in_this_process({how: Reckless() for how in [*BAD, *GOOD]}, X, Y)


@pytest.mark.parametrize("how", BAD)
def test_harm_is_recorded_and_other_folds_are_as_ever(outcome, harmless, how):
    if how in LINUX_ONLY and not Path("/proc/self/status").exists():
        pytest.skip("memory is limited on Linux only")
    run, _ = outcome
    assert [(f.repeat, f.fold, f.error) for f in run.failures if f.learner == how] == [(0, 0, BAD[how])]
    number = list(BAD).index(how)
    expected = harmless.predictions[number].copy()
    # Where a fold has failed, a run has -2.
    expected[0, split_of("2x2", 0, 0)[1]] = -2
    np.testing.assert_array_equal(run.predictions[number], expected)


@pytest.mark.parametrize("how", GOOD)
def test_what_is_odd_but_harmless_changes_nothing(outcome, harmless, how):
    number = list(harmless.learners).index(next(learner for learner in harmless.learners if learner.name == how))
    run, _ = outcome
    assert [failure for failure in run.failures if failure.learner == how] == []
    np.testing.assert_array_equal(run.predictions[number], harmless.predictions[number])


@pytest.mark.parametrize("kind", NOT_SENT)
def test_a_learner_that_cannot_be_sent_has_failed_in_every_fold(outcome, kind):
    run, _ = outcome
    errors = [failure.error for failure in run.failures if failure.learner == kind.__name__]
    assert errors == [NOT_SENT[kind]] * 4


def test_what_is_printed_is_kept(outcome):
    run, _ = outcome
    output = {learner.name: learner.output for learner in run.learners}
    assert output["chatter"].startswith("noise from ")
    assert len(output["chatter"]) == 2000
    assert output["do_nothing"] == ""


def test_children_of_lost_learners_are_gone(outcome):
    _, folder = outcome
    assert len(list(folder.iterdir())) == 4
    assert all_ended(folder)


def test_only_the_bad_fold_is_lost():
    """Nine folds of ten are good."""
    at = X[split_of("1x10", 0, 3)[0], 0].sum()
    run = isolated([Reckless("leave", at)], X, Y, scheme="1x10")
    assert [(failure.fold, failure.error) for failure in run.failures] == [
        (3, "WorkerLost: the process ended with exit code 3")
    ]


def test_good_learners_give_what_they_give_here():
    """Tables of all kinds; most of them too large for the pipe at once."""
    rng = np.random.default_rng(1)
    numbers = rng.normal(size=(3000, 12))
    words = np.where(numbers[:, 0] + rng.normal(size=3000) > 0, "up", "down")
    frame = pd.DataFrame(numbers).add_prefix("x").assign(
        colour=pd.Categorical.from_codes(rng.integers(3, size=3000), ["red", "green", "blue"]), text=words[::-1]
    )  # fmt: skip
    datasets = [
        Dataset(numbers, words, "numbers"),
        Dataset(frame, words, "frame"),
        Dataset(np.asfortranarray(numbers), words, "by column"),
        Dataset(csr_array(np.where(numbers > 1, numbers, 0)), words, "sparse"),
        load("iris"),
    ]
    learners = {
        "logit": LogisticRegression(max_iter=3),
        "tree": DecisionTreeClassifier(max_depth=4, max_features=2),
        "forest": RandomForestClassifier(3, n_jobs=2),
    }
    for here, there in zip(in_this_process(learners, datasets), isolated(learners, datasets, n_jobs=2), strict=True):
        assert there.failures == ()
        np.testing.assert_array_equal(there.predictions, here.predictions)
        assert np.isfinite(there.fit_seconds).all()
        assert there.learners == here.learners
        assert "learner_warnings" in [caveat.code for caveat in there.learners[0].caveats]


def test_real_targets_and_settings(monkeypatch):
    """Those of scikit-learn, and a fair part of the cores unless the environment says how many threads to use."""

    class Shows(LinearRegression):
        def fit(self, X, y):
            from sklearn import get_config

            print(get_config()["assume_finite"], os.environ["OMP_NUM_THREADS"], os.environ["OPENBLAS_NUM_THREADS"])
            return super().fit(X, y)

    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setattr("joblib.cpu_count", lambda: 6)
    with config_context(assume_finite=True):
        there = isolated([Shows()], X, X[:, 1] * 3, n_jobs=2)
    assert there.learners[0].output == "True 7 3\n"
    np.testing.assert_array_equal(there.predictions, in_this_process([LinearRegression()], X, X[:, 1] * 3).predictions)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is limited on Linux only")
def test_a_leak_is_no_harm_to_later_folds_and_leaves_no_file(tmp_path, monkeypatch):
    """60 MB are left behind by each of ten folds, where 100 MB may be used: it is half full after one."""
    pids, temporary = tmp_path / "pids", tmp_path / "temporary"
    pids.mkdir()
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    assert isolated([Reckless("leak", folder=str(pids))], X, Y, scheme="1x10", megabytes=100).failures == ()
    assert len(list(pids.iterdir())) == 10
    assert all_ended(pids)
    assert list(temporary.iterdir()) == []


@pytest.mark.slow
def test_loading_has_a_clock_of_its_own(monkeypatch):
    class Slow(Reckless):
        def __setstate__(self, state):
            time.sleep(1 if self.__class__.__name__ == "Slow" else 600)
            self.__dict__.update(state)

    class Endless(Slow):
        pass

    monkeypatch.setattr("foldwise.workers._isolation._LOADING_SECONDS", 2.0)
    run = isolated([Slow(), Endless()], X, Y, scheme="1x2", n_jobs=2, seconds=0.5)
    assert [(failure.learner, failure.error) for failure in run.failures] == [
        ("Endless", "TimeLimit: not loaded after 2 s")
    ] * 2


def test_interrupted_half_way_nobody_is_left(tmp_path, monkeypatch):
    """At the first result, when another fold hangs with a child of its own."""
    at = X[split_of("2x2", 0, 0)[0], 0].sum()
    learners = {"bad": Reckless("hang_in_compiled_code", at, str(tmp_path)), "good": Reckless()}
    before = threading.active_count()
    interrupted = []

    def interrupt(*_):
        until = time.monotonic() + 20
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < until:
            time.sleep(0.01)
        interrupted.append(sum(is_running(path.name) for path in tmp_path.iterdir()))
        interrupted.append(time.monotonic())
        raise KeyboardInterrupt

    monkeypatch.setattr("foldwise._core.Progress.advance", interrupt)
    with pytest.raises(KeyboardInterrupt):
        isolated(learners, X, Y, n_jobs=2)
    assert interrupted[0] == 2
    assert time.monotonic() - interrupted[1] < 1
    assert all_ended(tmp_path)
    assert threading.active_count() == before


SCRIPT = """
import ctypes, os, subprocess, sys, time
from pathlib import Path
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from foldwise.evaluation import evaluate

class Wild(ClassifierMixin, BaseEstimator):
    def __init__(self, how, folder):
        self.how, self.folder = how, folder
    def fit(self, X, y):
        print("so much", file=sys.stderr)
        if self.how == "crash":
            os.write(1, b"noise")
            os.abort()
        for pid in os.getpid(), subprocess.Popen(["sleep", "600"]).pid:
            Path(self.folder, str(pid)).touch()
        ctypes.PyDLL(None).sleep(600)
    def predict(self, X):
        return X[:, 0]

X = np.arange(20.0).reshape(10, 2)
run = evaluate([Wild(*sys.argv[1:])], X, np.arange(10) % 2, scheme="1x2", seed=1, isolate=True, n_jobs=2)
print([failure.error for failure in run.failures])
"""


@pytest.fixture
def start_script(start, tmp_path):
    """Everything at the top level, not kept from being run again when the script is imported."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    folder, temporary = tmp_path / "pids", tmp_path / "temporary"
    folder.mkdir()
    temporary.mkdir()

    def started(how):
        process = start(script, how, folder, TMPDIR=temporary)
        until = time.monotonic() + 30
        while how == "hang" and len(list(folder.iterdir())) < 4 and time.monotonic() < until:
            time.sleep(0.01)
        return process, folder

    return started


def test_a_script_and_its_own_learner(start_script):
    """No noise of the learner, and none of its end: only the line that tells of the first failure."""
    with start_script("crash")[0] as process:
        said, complained = process.communicate(timeout=60)
    assert said == "['WorkerLost: killed by SIGABRT', 'WorkerLost: killed by SIGABRT']\n"
    (line,) = complained.splitlines()
    # Which of the two folds is first, nobody knows.
    assert re.match(r"Wild failed on data, repeat 0, fold [01]: WorkerLost: killed by SIGABRT\. ", line)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_nobody_outlives_the_coordinator(start_script, tmp_path, number):
    """Two workers that hold Python's lock, with a child each; an interrupt goes to the group, as from a terminal."""
    process, folder = start_script("hang")
    with process:
        assert sum(is_running(path.name) for path in folder.iterdir()) == 4
        sent = time.monotonic()
        os.killpg(process.pid, number)
        complained = process.communicate(timeout=10)[1]
        assert time.monotonic() - sent < 3
    assert process.returncode == -number
    assert all_ended(folder)
    assert complained.count("Traceback") == (number == signal.SIGINT)
    until = time.monotonic() + 3
    while (left := list((tmp_path / "temporary").iterdir())) and time.monotonic() < until:
        time.sleep(0.01)
    assert left == []


def test_workers_that_cannot_start_are_an_error(monkeypatch):
    monkeypatch.setattr(sys, "path", [])
    with pytest.raises(FoldwiseError, match=r"^Worker processes cannot be started: ModuleNotFoundError: No module"):
        isolated([Reckless()], X, Y)


def test_nothing_to_do_starts_nothing(tmp_path, monkeypatch):
    isolated([Reckless()], X, Y, store=tmp_path / "store.db")
    monkeypatch.setattr("foldwise.workers._isolation.ForkServer", None)
    assert isolated([Reckless()], X, Y, store=tmp_path / "store.db").failures == ()


def test_systems_without_it_are_told(monkeypatch):
    monkeypatch.delattr(os, "waitid")
    with pytest.raises(FoldwiseError, match=r"^Isolation needs Linux, or macOS with Python 3\.13 or later"):
        isolated([Reckless()], X, Y)


def test_what_a_learner_leaves_behind_ends_with_it():
    """A thread that ends the process some time later: no other learner is fitted there."""
    learners = {"late": Reckless("leave_later"), "slow": Reckless("wait_a_little")}
    run = isolated(learners, X, Y, scheme="1x2", seconds=20)
    assert {failure.learner for failure in run.failures} <= {"late"}


@pytest.mark.slow
def test_a_stray_byte_is_no_answer(monkeypatch):
    """It looks like the beginning of one, and then nothing follows."""
    monkeypatch.setattr("foldwise.workers._isolated_process.secrets.token_bytes", lambda n: b"x" * n)
    monkeypatch.setattr("foldwise.workers._isolation._ANSWERING_SECONDS", 0.5)
    run = isolated({"stray": Reckless("write_once_and_hang")}, X, Y, scheme="1x2", seconds=60)
    assert [failure.error for failure in run.failures] == ["WorkerLost: its answer was garbled"] * 2
