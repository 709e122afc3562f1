"""A program that is killed while others work for it: they end as well, and leave nothing behind."""

import signal
import sys
from itertools import product

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc and /dev/shm")

PROGRAM = """
import pathlib, time
import numpy as np
from sklearn.dummy import DummyClassifier
from foldwise.evaluation import evaluate

class Slow(DummyClassifier):
    def fit(self, X, y):
        pathlib.Path({begun!r}).touch()
        time.sleep(600)

X = np.random.default_rng(0).normal(size=(20_000, 20))
evaluate([Slow()], X, X[:, 0] > 0, scheme='2x5', seed=1, {how})
"""
# What the first process that is started for others has in its command line.
WORKERS = {"n_jobs=2": "popen_loky", "n_jobs=2, isolate=True": "_isolated_worker"}


# Each signal at each moment and with each kind of worker; the other half of all combinations is slow.
QUICK = [
    ("n_jobs=2", "starting", signal.SIGTERM),
    ("n_jobs=2", "working", signal.SIGKILL),
    ("n_jobs=2, isolate=True", "starting", signal.SIGKILL),
    ("n_jobs=2, isolate=True", "working", signal.SIGTERM),
]
SLOW = [
    pytest.param(*case, marks=pytest.mark.slow)
    for case in product(WORKERS, ["starting", "working"], [signal.SIGTERM, signal.SIGKILL])
    if case not in QUICK
]


@pytest.mark.parametrize(("how", "moment", "number"), [*QUICK, *SLOW])
def test_nothing_is_left_of_a_killed_program(watched, tmp_path, how, moment, number):
    begun = tmp_path / "begun"
    program = watched("-c", PROGRAM.format(begun=str(begun), how=how))
    if moment == "starting":
        program.wait_for(lambda: any(WORKERS[how] in words for words in program.processes().values()))
    else:
        program.wait_for(begun.exists)
    program.process.send_signal(number)
    assert program.process.wait(timeout=60) == -number
    assert program.left() == []


# Whoever starts the workers is asked something, and nobody is there to be answered.
GONE = """
import os, socket, time
from foldwise.workers._isolated_process import FORK, HAS_ENDED, ORDER, REPLY
from foldwise.workers._isolated_worker import tend

orders, theirs = socket.socketpair()
if os.fork() == 0:
    orders.close()
    try:
        tend(theirs.fileno(), None)
    finally:
        os._exit(0)
theirs.close()
orders.recv(REPLY.size)
# As long as this connection is open, the worker waits.
connection, far = socket.socketpair()
socket.send_fds(orders, [ORDER.pack(FORK, 0)], [far.fileno()])
(worker,) = REPLY.unpack(orders.recv(REPLY.size))
orders.sendall(ORDER.pack(HAS_ENDED, worker) * 3)
orders.close()
os.wait()
print(worker, flush=True)
time.sleep(600)
"""


def test_workers_end_with_who_is_gone_in_the_middle_of_an_answer(watched):
    program = watched("-c", GONE)
    worker = int(program.process.stdout.readline())
    program.wait_for(lambda: worker not in program.processes())
