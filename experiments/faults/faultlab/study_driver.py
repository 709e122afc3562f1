"""The program that faults happen to. It imports everything once, and forks a child for each job: that costs no time.

Jobs come as lines of JSON; the numbers of processes and how they ended go back as such. A child writes what came of its
job into a file, as the last thing it does.
"""

import ctypes
import json
import os
import signal
import sys
import tempfile
import traceback
from functools import partial
from pathlib import Path

import joblib  # noqa: F401
import numpy as np
from faultlab import learners, scale, surroundings
from faultlab.export import export

from foldwise import StoreError
from foldwise.data import Dataset
from foldwise.evaluation import evaluate
from foldwise.learners import NaiveBayes
from foldwise.store import Store, _runner
from foldwise.workers import _fold_job, _work_off


def data(n_examples=24):
    """Two classes that overlap; every row is another, so that a training set is known by its rows."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(n_examples, 2))
    y = np.where(X[:, 0] + rng.normal(size=n_examples) > 0, "yes", "no")
    return Dataset(X, y, name="overlap")


def study(job):
    """Run a study: two learners that leave lines, the second random, and one whose folds share their work."""
    chosen = {
        "plain": learners.Noted(fails=job.get("fails", 3)),
        "coin": learners.NotedCoin(prints=job.get("prints", True)),
        "bayes": NaiveBayes(),
    }
    names = job.get("learners", list(chosen))
    return evaluate(
        {name: chosen[name] for name in names},
        data(),
        scheme=job["scheme"],
        seed=1,
        probabilities=job.get("probabilities", True),
        store=job["store"],
        n_jobs=job.get("n_jobs", 1),
        progress=False,
    )


def run(job):
    """Run the study to its end."""
    study(job)
    return {}


def read(job):
    """Read all of a store."""
    with Store(job["store"], writes=job.get("writes", False)) as store:
        return {"damage": store.check(), "text": export(store)}


def recover(job):
    """Read what a fault has left, go on to the end, and read again."""
    left = outcome(read, {**job, "writes": True})
    then = outcome(run, job)
    return {"left": left, "then": then, "last": outcome(read, job)}


def recover_all(job):
    """Do so with several stores."""
    return {"outcomes": [recover({**job, "store": path}) for path in job["stores"]]}


def run_where_the_disk_is_full(job):
    """Run it on a disk of its own that is too small, then give it room and go on."""
    surroundings.mount_tiny_disk(job["folder"], job["size"])
    there = {**job, "store": f"{job['folder']}/tiny.db"}
    first = outcome(run, there)
    read_full = outcome(read, there)
    surroundings.enlarge_disk(job["folder"])
    return {"first": first, "while_full": read_full, **recover(there)}


JOBS = {
    "run": run,
    "read": read,
    "recover": recover,
    "recover_all": recover_all,
    "tiny_disk": run_where_the_disk_is_full,
    "grow": partial(scale.grow, study),
    "reopen": partial(scale.reopen, study),
}


def outcome(work, job):
    """Do it, and say how it ended."""
    try:
        return {"ended": "well", **work(job)}
    except StoreError as error:
        return {"ended": "StoreError", "message": str(error)}
    except BaseException as error:
        return {"ended": type(error).__name__, "message": str(error), "trace": traceback.format_exc()}


def next_fold(self, next_task=_fold_job.FoldJob.next_task):
    """Make a block of every single fold, also of quick ones: the finer they are, the more there is to go wrong."""
    self._size = 1
    return next_task(self)


def child(job):
    """Prepare the surroundings, do the job, write down how it ended."""
    os.environ[learners.LINES] = job.get("lines", os.devnull)
    os.environ[learners.SECONDS] = str(job.get("seconds", 0))
    _fold_job.FoldJob.next_task = next_fold
    if job.get("in_threads"):
        _work_off._RELEASING = {"faultlab.learners.Noted", "faultlab.learners.NotedCoin"}
        _work_off._FROM_CELLS = 0
    _runner._PATIENCE = job.get("patience", _runner._PATIENCE)
    _runner._SECONDS_OF_A_BEAT = job.get("seconds_of_a_beat", _runner._SECONDS_OF_A_BEAT)
    library = ctypes.CDLL(os.environ["FAULTS_LIBRARY"])
    # Opened first: later it may not be allowed any more.
    with open(job["result"], "w", encoding="utf-8") as result:
        surroundings.enter(job, library)
        ended = outcome(JOBS[job["job"]], job)
        ended["counted"] = library.faults_counted()
        surroundings.leave(library)
        json.dump(ended, result)


def warm_up():
    """Do everything once, so that what is looked up only the first time is known to all children."""
    with tempfile.TemporaryDirectory() as folder:
        job = {"store": f"{folder}/warm.db", "scheme": "1x2"}
        os.environ[learners.LINES] = os.devnull
        study(job)
        read(job)


def serve():
    """Fork a child for each line, and tell when one has ended."""

    def reap(*_):
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            os.write(1, f"{json.dumps({'ended': pid, 'status': os.waitstatus_to_exitcode(status)})}\n".encode())

    signal.signal(signal.SIGCHLD, reap)
    for line in sys.stdin:
        job = json.loads(line)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        pid = os.fork()
        if not pid:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
            _detach()
            code = 1
            try:
                child(job)
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(code)
        os.write(1, f"{json.dumps({'started': pid})}\n".encode())
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})


def _detach():
    # The pipes are for the parent; and a signal to the group of this child reaches it and its workers only.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.setpgid(0, 0)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    warm_up()
    serve()
