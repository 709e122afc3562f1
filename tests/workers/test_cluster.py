"""A real scheduler and real worker processes, some of which are killed: the result is that of this process alone."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from operator import itemgetter

import numpy as np
import pandas as pd
import pytest
from sklearn import config_context
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from foldwise import FoldwiseError
from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes
from foldwise.workers import _cluster

distributed = pytest.importorskip("distributed", reason="the extra 'dask' is not installed")
pytestmark = [pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")]


class Processes:
    """A scheduler, which listens to this machine only, and workers that come and go.

    Workers start slowly: tests that can do with those of the test before stand behind it, and the one that kills the
    scheduler stands last.
    """

    def __init__(self, folder):
        self.log = (folder / "log").open("wb")
        self.file = folder / "scheduler.json"
        self.processes = []
        self.workers = []
        self.options = {}
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(self.file)]
        self.scheduler = self._start("dask_scheduler", options)
        # It is made empty, and filled a moment later.
        while not self.file.exists() or not self.file.read_text().rstrip().endswith("}"):
            time.sleep(0.02)
        self.address = json.loads(self.file.read_text())["address"]
        self.client = distributed.Client(self.address, set_as_default=False)

    def _start(self, name, options):
        # In a session of its own: what is meant for pytest, such as Ctrl-C, does not reach it.
        command = [sys.executable, "-m", f"distributed.cli.{name}", *options]
        process = subprocess.Popen(command, stdout=self.log, stderr=self.log, start_new_session=True)
        self.processes.append(process)
        return process

    def start_worker(self, *, nanny=False):
        options = [self.address, "--host", "127.0.0.1", "--no-dashboard", "--nthreads", "2"]
        self.workers.append(self._start("dask_worker", [*options, "--nanny" if nanny else "--no-nanny"]))

    def kill_workers(self, n_workers):
        for _ in range(n_workers):
            self._kill(self.workers.pop())

    def _kill(self, process):
        # Not politely: one that cannot reach the scheduler would try for long.
        if process.poll() is None:
            # A nanny with its worker.
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def have(self, n_workers, **options):
        """Have so many workers; those of another kind leave."""
        if self.options != options:
            self.kill_workers(len(self.workers))
            self.options = options
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        self.kill_workers(len(self.workers) - n_workers)
        # One that was killed a moment ago may still be known.
        while len(self.client.nthreads()) > len(self.workers):
            time.sleep(0.02)
        while len(self.workers) < n_workers:
            self.start_worker(**options)
        while len(self.client.nthreads()) != n_workers:
            time.sleep(0.02)

    def close(self):
        self.client.close()
        for process in self.processes:
            self._kill(process)
        self.log.close()


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    processes = Processes(tmp_path_factory.mktemp("dask"))
    yield processes
    processes.close()


def make_slow(seconds=0.03):
    """A class made in a function travels by value: workers cannot import this file."""

    class Slow(ClassifierMixin, BaseEstimator):
        """Takes a while, and predicts by the mean of a column."""

        def __init__(self, extra=None):
            self.extra = extra

        def fit(self, X, y):
            time.sleep(seconds)
            self.classes_, self.mean_ = np.unique(y), X[:, 0].mean()
            return self

        def predict(self, X):
            return self.classes_[(X[:, 0] > self.mean_).astype(int)]

    return Slow


def assert_same(one, other):
    assert one.predictions.tobytes() == other.predictions.tobytes()
    assert one.predictions.dtype == other.predictions.dtype
    assert one.learners == other.learners
    assert one.failures == other.failures
    assert one.caveats == other.caveats
    assert (one.responses is None) == (other.responses is None)
    assert one.responses is None or one.responses.tobytes() == other.responses.tobytes()


@pytest.fixture
def at_result(monkeypatch):
    """Have something done when the first few results have come; returns which tasks came back."""

    def arrange(number, action):
        came = []
        settle = _cluster._Flight._settle

        def counting(flight, sent):
            came.append(sent)
            if len(came) == number:
                action()
            return settle(flight, sent)

        monkeypatch.setattr(_cluster._Flight, "_settle", counting)
        return came

    return arrange


@pytest.fixture
def pickled(monkeypatch):
    """Everything that is sent to the cluster to stay there, once for each time that it is."""
    sent = []

    def reduced(part):
        sent.append(part.content)
        return type(part), (part.content,)

    monkeypatch.setattr("foldwise.workers._job_parts.SentPart.__reduce__", reduced, raising=False)
    return sent


def test_no_workers(dask, xy, monkeypatch):
    dask.have(0)
    monkeypatch.setattr(_cluster, "_SECONDS_WITHOUT_WORKERS", 1.0)
    with (
        pytest.warns(RuntimeWarning, match=r"has no workers; waiting 1 s"),
        pytest.raises(FoldwiseError, match=r"^The Dask cluster at tcp://.* has had no workers for 1 s\. Start some"),
    ):
        evaluate([NaiveBayes()], *xy, scheme="1x3", seed=1, dask=dask.client)


@pytest.mark.slow
def test_addresses_at_which_nobody_answers(dask, xy, monkeypatch, capfd, tmp_path):
    monkeypatch.setattr("foldwise.workers._connect._PATIENCE", 1.0)
    dask.have(1)
    (worker,) = dask.client.nthreads()
    (tmp_path / "odd.json").write_text("[]")
    with socket.create_server(("127.0.0.1", 0)) as silent, socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        at = "127.0.0.1:{}".format
        wrong = {
            at(unused.getsockname()[1]): "No Dask scheduler answers at tcp://127.0.0.1:.*Timed out",
            at(silent.getsockname()[1]): "No Dask scheduler answers at tcp://127.0.0.1:",
            "odd://127.0.0.1:1": "No Dask scheduler answers at odd://.*unknown address scheme",
            worker: "is the address of a Dask Worker; dask must be that of the scheduler",
            str(tmp_path / "none.json"): "no such file exists",
            str(tmp_path / "odd.json"): r"odd.json is not the scheduler file of a Dask scheduler \(TypeError\)",
        }
        for address, words in wrong.items():
            began = time.monotonic()
            with pytest.raises(FoldwiseError, match=words) as caught:
                evaluate([NaiveBayes()], *xy, scheme="1x3", seed=1, dask=address)
            assert time.monotonic() - began < 4
            assert "\n" not in str(caught.value)
    with pytest.raises(TypeError, match=r"^dask must be an address .* or a Client; got int\.$"):
        evaluate([NaiveBayes()], *xy, scheme="1x3", seed=1, dask=8786)
    assert capfd.readouterr() == ("", "")


def test_fast_folds_travel_together(dask, xy, at_result):
    """300 folds of 0.01 s: one by itself, a repeat of two until it is back, and then for half a second, 50 at most."""
    dask.have(2)
    came = at_result(-1, None)
    evaluate([make_slow(0.01)()], *xy, scheme="150x2", seed=1, dask=dask.client)
    tasks = [sent.task.pairs for sent in came if hasattr(sent.task, "pairs")]
    assert sorted(pair for task in tasks for pair in task) == [(i, fold) for i in range(150) for fold in (0, 1)]
    sizes = [len(task) for task in tasks]
    assert min(sizes) == 1
    assert 2 < max(sizes) <= 50
    assert len(sizes) < 100


def test_the_same_as_here(dask, odd, xy):
    """Learners that share, that do not, that warn, print, fail, draw; two datasets; classes with probabilities."""
    dask.have(2)
    learners = {
        "c45": C45(),
        "bayes": NaiveBayes(),
        "logit": LogisticRegression(max_iter=2),
        "odd": odd("raise sometimes"),
        "noisy": odd("print"),
        "random": odd("random"),
    }
    datasets = [Dataset(*xy, "made"), load("iris")]
    here = evaluate(learners, datasets, scheme="2x5", seed=1)
    there = evaluate(learners, datasets, scheme="2x5", seed=1, dask=dask.address)
    for one, other in zip(here, there, strict=True):
        assert_same(one, other)
    assert [learner.shared for learner in there[0].learners] == [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    assert [caveat.code for caveat in there[0].learners[2].caveats] == ["learner_warnings"]
    assert there[0].learners[4].output == "noise from Python\n"
    assert 0 < len(there[0].failures) < 10
    assert there[0].failures[0].error == "ValueError: only on some folds"
    with_responses = {"c45": C45(), "logit": LogisticRegression()}
    options = {"scheme": "2x3", "seed": 1, "probabilities": True, "sharing": False}
    assert_same(evaluate(with_responses, *xy, **options), evaluate(with_responses, *xy, **options, dask=str(dask.file)))


def test_what_came_back_is_stored(dask, xy, tmp_path):
    """And is not computed again: the times are those of the workers."""
    dask.have(2)
    options = {"scheme": "2x4", "seed": 1, "store": tmp_path / "runs.db"}
    learners = {"bayes": NaiveBayes(), "slow": make_slow(0.0)()}
    first = evaluate(learners, *xy, **options, dask=dask.client)
    again = evaluate(learners, *xy, **options)
    assert_same(first, again)
    assert first.fit_seconds.tobytes() == again.fit_seconds.tobytes()


def test_settings_of_scikit_learn_reach_the_workers(dask, xy):
    """Without names of columns the learner would fail."""
    dask.have(2)
    X = pd.DataFrame(xy[0]).add_prefix("x")
    learner = make_pipeline(StandardScaler(), FunctionTransformer(itemgetter(["x0", "x1"])), LogisticRegression())
    with config_context(transform_output="pandas"):
        run = evaluate([learner], X, xy[1], scheme="1x3", seed=1, dask=dask.client)
    assert run.failures == ()


def test_data_are_sent_once(dask, xy, pickled):
    """To two learners that share work and two that do not; one of each takes labels of another kind."""
    dask.have(2)
    learners = {"bayes": NaiveBayes(), "c45": C45(), "one": LogisticRegression(), "two": LogisticRegression(C=2)}
    data = Dataset(*xy, "data")
    run = evaluate(learners, data, scheme="3x4", seed=1, dask=dask.client)
    for part in (data.X, run.target, run.assignment, run.target.labels):
        assert sum(content is part for content in pickled) == 1
    assert sum(isinstance(content, pd.Categorical) for content in pickled) == 1
    # Besides these, every job by itself, without them.
    light = [content for content in pickled if isinstance(content, bytes)]
    assert len(light) == len(learners)
    assert len(pickled) == 5 + len(learners)
    assert max(map(len, light)) < 3000


def test_one_learner_at_a_time_in_a_worker_with_threads(dask, xy):
    """What each of them prints, and its warnings, would be the other's otherwise."""
    dask.have(2)

    def make_talking(word):
        class Talking(make_slow()):
            def fit(self, X, y):
                print(word)
                super().fit(X, y)
                print(word)
                return self

        return Talking()

    learners = {word: make_talking(word) for word in ("one", "two")}
    run = evaluate(learners, *xy, scheme="1x4", seed=1, dask=dask.client)
    assert [learner.output for learner in run.learners] == ["one\none\n", "two\ntwo\n"]


def test_other_versions_are_refused(dask, xy, monkeypatch):
    """By all workers before the first task, and by one that joins later, with its first task."""
    dask.have(2)
    real = _cluster.versions()
    monkeypatch.setattr(_cluster, "versions", lambda: real | {"numpy": "0.1"})
    words = rf"the worker tcp://127.0.0.1:\d+ has numpy {np.__version__} instead of 0.1\. Install the same packages"
    with pytest.raises(FoldwiseError, match=words):
        evaluate([NaiveBayes()], *xy, scheme="1x3", seed=1, dask=dask.client)
    monkeypatch.setattr(_cluster._Flight, "check_versions", lambda flight: None)
    with pytest.raises(FoldwiseError, match=words):
        evaluate([NaiveBayes()], *xy, scheme="1x3", seed=1, dask=dask.client)


def test_learners_that_cannot_travel(dask, xy, tmp_path, monkeypatch):
    dask.have(2)
    locked = make_slow()(threading.Lock())
    with pytest.raises(FoldwiseError, match=r"^Slow cannot be sent to the cluster \(TypeError: cannot pickle .*lock"):
        evaluate([locked], *xy, scheme="1x3", seed=1, dask=dask.client)
    (tmp_path / "only_here.py").write_text("from foldwise.learners import C45\nclass Mine(C45): pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    import only_here

    with pytest.raises(FoldwiseError, match=r"cannot load a learner \(ModuleNotFoundError: No module named 'only_here"):
        evaluate([only_here.Mine()], *xy, scheme="1x3", seed=1, dask=dask.client)


def count_tasks(client):
    return client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks))


def test_leaving_early_cancels_what_is_on_its_way(dask, xy, monkeypatch):
    """Nothing stays with the scheduler, and a client of the user's stays open."""
    dask.have(2)

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("foldwise._core.Progress.advance", interrupt)
    with pytest.raises(KeyboardInterrupt):
        evaluate({"slow": make_slow(0.2)()}, *xy, scheme="2x10", seed=1, dask=dask.client, sharing=False)
    until = time.monotonic() + 5
    while count_tasks(dask.client) and time.monotonic() < until:
        time.sleep(0.05)
    assert count_tasks(dask.client) == 0
    assert dask.client.status == "running"


CALL = """
import sys, time
import numpy as np
from foldwise.evaluation import evaluate
from foldwise.evaluation._door import Execution, execute
from sklearn.base import BaseEstimator, ClassifierMixin

class Slow(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        time.sleep(3)
    def predict(self, X):
        return X[:, 0]

print("begun", file=sys.stderr, flush=True)
evaluate([Slow()], np.eye(40), np.arange(40) % 2, scheme="10x10", seed=1, dask=sys.argv[1])
"""


def test_ctrl_c(dask, start):
    """Within a second, with one traceback."""
    dask.have(2)
    with start("-c", CALL, dask.address) as process:
        assert process.stderr.readline() == "begun\n"
        while not any(dask.client.processing().values()):
            time.sleep(0.05)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    assert time.monotonic() - sent < 3
    assert said.count("Traceback") == 1
    assert said.splitlines()[-2:] == ["KeyboardInterrupt", "Nothing was done yet."]


def test_a_worker_is_killed_half_way(dask, xy, at_result):
    """The fold that it was fitting is fitted again."""
    dask.have(2)
    learners = {"slow": make_slow(0.3)(), "bayes": NaiveBayes()}
    came = at_result(7, lambda: dask.workers[0].kill())
    run = evaluate(learners, *xy, scheme="2x8", seed=1, dask=dask.client)
    assert len(came) > 10
    assert len(dask.client.nthreads()) == 1
    learners["slow"] = make_slow(0.0)()
    assert_same(run, evaluate(learners, *xy, scheme="2x8", seed=1))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:The Dask cluster at .* has no workers:RuntimeWarning")
def test_data_that_are_lost_are_sent_again(dask, xy, at_result, pickled):
    """The only worker is killed, and with it go the data, which Dask cannot make again; another one takes its place."""
    dask.have(1)

    def replace_worker():
        dask.kill_workers(1)
        dask.start_worker()

    at_result(4, replace_worker)
    learners = {"slow": make_slow()()}
    data = Dataset(*xy, "data")
    run = evaluate(learners, data, scheme="4x10", seed=1, dask=dask.client)
    assert sum(content is data.X for content in pickled) == 2
    assert_same(run, evaluate(learners, *xy, scheme="4x10", seed=1))


@pytest.mark.slow
def test_a_worker_that_joins_is_used(dask, xy, at_result):
    dask.have(1)
    at_first = set(dask.client.nthreads())
    came = at_result(2, dask.start_worker)
    learners = {"slow": make_slow(0.4)()}
    run = evaluate(learners, *xy, scheme="2x10", seed=1, dask=dask.client)
    assert {sent.worker for sent in came} > at_first
    assert run.failures == ()


def make_deadly():
    class Deadly(make_slow(0.0)):
        """Ends the process that is to predict the example whose first number is 0."""

        def predict(self, X):
            if (X[:, 0] == 0).any():
                os._exit(7)
            return super().predict(X)

    class DeadlyTogether(make_slow(0.0)):
        """Only if it is asked for all folds at once."""

        def predict_folds(self, X, y, folds):
            os._exit(7)

    return Deadly(), DeadlyTogether()


@pytest.fixture
def allow(dask):
    """Set how many workers Dask may lose with a task; it takes seconds to start one."""

    def allow(number):
        def set_number(dask_scheduler):
            before, dask_scheduler.allowed_failures = dask_scheduler.allowed_failures, number
            return before

        return dask.client.run_on_scheduler(set_number)

    before = allow(3)
    yield allow
    allow(before)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:The Dask cluster at .* has no workers:RuntimeWarning")
@pytest.mark.parametrize(("n_workers", "allowed", "cost"), [(1, 3, "2 workers"), (2, 0, "1 worker")])
def test_a_learner_that_kills_its_worker(dask, xy, allow, monkeypatch, n_workers, allowed, cost):
    """Its fold has failed in the end, and no other; a nanny starts the worker again.

    With a single worker all data are lost, and Dask blames nobody.
    """
    dask.have(n_workers, nanny=True)
    allow(allowed)
    if n_workers == 1:
        monkeypatch.setattr(_cluster, "_MOST_SENT", 2)
    X = np.column_stack([np.arange(40.0), xy[0]])
    deadly, together = make_deadly()
    learners = {"deadly": deadly, "together": together, "slow": make_slow()()}
    run = evaluate(learners, X, xy[1], scheme="1x5", seed=1, dask=dask.client)
    (failure,) = run.failures
    assert (failure.learner, failure.fold) == ("deadly", run.assignment.folds[0, 0])
    assert failure.error == f"WorkerLost: fitting this cost the cluster {cost}"
    here = evaluate({"slow": make_slow()()}, X, xy[1], scheme="1x5", seed=1).predictions[0]
    elsewhere = run.assignment.folds[0] != failure.fold
    np.testing.assert_array_equal(run.predictions[0][:, elsewhere], here[:, elsewhere])
    np.testing.assert_array_equal(run.predictions[1:], [here, here])
    (caveat,) = run.learners[1].caveats
    assert f"predict_folds failed (WorkerLost: fitting this cost the cluster {cost})" in caveat.message


def test_a_learner_that_interrupts(dask, xy):
    """Neither the worker nor this program ends by that: the fold has failed."""
    dask.have(1)

    class Interrupts(LogisticRegression):
        def fit(self, X, y):
            raise KeyboardInterrupt("stop")

    run = evaluate([Interrupts()], *xy, scheme="1x3", seed=1, dask=dask.client)
    assert [failure.error for failure in run.failures] == ["KeyboardInterrupt: stop"] * 3


def test_a_client_that_is_closed(dask, xy):
    dask.have(1)
    with distributed.Client(dask.client.scheduler.address, set_as_default=False) as client:
        pass
    with pytest.raises(ValueError, match="a Client that is closed"):
        evaluate([LogisticRegression()], *xy, scheme="1x3", seed=1, dask=client)


@pytest.mark.slow
def test_a_scheduler_that_goes_away(dask, xy, at_result, monkeypatch, capfd):
    """One line that names it, and nothing else on the terminal."""
    dask.have(1, nanny=True)
    monkeypatch.setattr("foldwise.workers._connect._PATIENCE", 1.0)
    dask.client.close()
    at_result(3, dask.scheduler.kill)
    words = rf"^The Dask scheduler at {dask.address} no longer answers: .* with a store, what is done is kept\.$"
    with pytest.raises(FoldwiseError, match=words):
        evaluate([make_slow()()], *xy, scheme="4x10", seed=1, dask=dask.address)
    assert capfd.readouterr().err == ""
