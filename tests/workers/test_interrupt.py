"""Ctrl-C during a run: within a second, whoever is working, and without a heap of tracebacks."""

import os
import re
import signal
import time

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

SETTING = """
import pathlib, sys, time
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import RandomForestClassifier
from foldwise.learners import C45
from foldwise.evaluation import evaluate

class Slow(ClassifierMixin, BaseEstimator):
    def __init__(self, begun=""):
        self.begun = begun
    def fit(self, X, y):
        pathlib.Path(self.begun).touch()
        time.sleep(600)
    def predict(self, X):
        return X[:, 0]

rng = np.random.default_rng(0)
X = rng.normal(size=(2000, 20))
y = (X[:, 0] + X[:, 1] + rng.normal(size=2000) > 0).astype(int)
print("begun", file=sys.stderr, flush=True)
"""
CALL = """
try:
    evaluate([{learner}], X, y, scheme='1000x10', seed=1, n_jobs={n_jobs})
finally:
    print(time.time(), file=sys.stderr, flush=True)
"""
LEARNERS = {
    # One by one: in this process, or in others.
    "slow": "Slow({begun!r})",
    # Together, in threads if there are several.
    "shared": "C45()",
    # One by one in threads.
    "forest": "RandomForestClassifier(300)",
}


@pytest.mark.parametrize(
    ("learner", "n_jobs"),
    [
        ("slow", 1),
        ("slow", 2),
        ("shared", 1),
        ("shared", 2),
        pytest.param("forest", 1, marks=pytest.mark.slow),
        ("forest", 2),
    ],
)
def test_a_run_stops_within_a_second(start, learner, n_jobs, tmp_path):
    """The signal goes to all processes of the group, as from a terminal."""
    begun = tmp_path / "begun"
    call = CALL.format(learner=LEARNERS[learner].format(begun=str(begun)), n_jobs=n_jobs)
    with start("-c", SETTING + call) as process:
        assert process.stderr.readline() == "begun\n"
        while learner == "slow" and process.poll() is None and not begun.exists():
            time.sleep(0.01)
        # Long enough for all who share the work to be at it.
        time.sleep(0.5)
        assert process.poll() is None
        sent = time.time()
        os.killpg(process.pid, signal.SIGINT)
        stopped, said = float(process.stderr.readline()), process.stderr.read()
    assert stopped - sent < 1
    # The end of the interpreter is not ours, but nothing of ours may hold it up.
    assert time.time() - sent < 3
    assert process.returncode == -signal.SIGINT
    assert said.count("Traceback") == 1
    *_, last, note = said.splitlines()
    assert last == "KeyboardInterrupt"
    assert re.fullmatch(
        r"Nothing was done yet\.|\d+ of 10000 fits were done and are lost: with a store "
        r"\(store='study\.db', --store study\.db\) they are kept\.",
        note,
    )
