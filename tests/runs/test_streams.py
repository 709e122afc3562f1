"""Comparisons in threads of a program that goes on printing, logging and warning: nobody's words are another's."""

import logging
import os
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import RandomForestClassifier

from foldwise.evaluation import evaluate
from foldwise.verdicts import compare


def talking(word):
    """Made in a function, so that it travels to worker processes by value."""

    class Talking(ClassifierMixin, BaseEstimator):
        def fit(self, X, y):
            import time
            import warnings

            print(f"<{word}")
            time.sleep(0.001)
            warnings.warn(f"{word} is slow", stacklevel=1)
            print(f"{word}>")
            self.classes_ = np.unique(y)
            return self

        def predict(self, X):
            return np.full(X.shape[0], self.classes_[0])

    return Talking()


def heard_of(run, word):
    (learner,) = [learner for learner in run.learners if learner.name == word]
    (warned,) = [caveat.message for caveat in learner.caveats if caveat.code == "learner_warnings"]
    return learner.output, warned


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("n_threads", [2, 4])
def test_comparisons_in_threads_leave_the_program_its_words(xy, capfd, n_threads, n_jobs):
    """They begin one after the other and end in another order; a thread logs and prints 120 lines meanwhile."""
    out, inode, filters = sys.stdout, os.fstat(1).st_ino, list(warnings.filters)
    logger, handler = logging.Logger("of the program"), logging.StreamHandler(sys.stdout)
    logger.addHandler(handler)
    verdicts = {}

    def call(number):
        names = [f"a{number}", f"b{number}"]
        learners = {name: talking(name) for name in names}
        scheme = f"{10 - 2 * number}x5"
        verdicts[number] = compare(learners, *xy, scheme=scheme, test="corrected_repeated_kfold_t", n_jobs=n_jobs)

    def talk():
        for line in range(120):
            logger.warning("log %d", line)
            print(f"print {line}", flush=True)
            time.sleep(0.002)

    threads = [threading.Thread(target=call, args=(number,)) for number in range(n_threads)]
    threads.append(threading.Thread(target=talk))
    for thread in threads:
        thread.start()
        time.sleep(0.01)
    for thread in threads:
        thread.join()
    assert sys.stdout is out
    assert os.fstat(1).st_ino == inode
    assert warnings.filters == filters
    said = capfd.readouterr().out.splitlines()
    for kind in ("log", "print"):
        assert [line for line in said if line.startswith(kind)] == [f"{kind} {line}" for line in range(120)]
    assert len(said) == 240
    for number, verdict in verdicts.items():
        n_folds = (10 - 2 * number) * 5
        for name in (f"a{number}", f"b{number}"):
            output, warned = heard_of(verdict.runs[0], name)
            assert set(output.splitlines()) == {f"<{name}", f"{name}>"}
            assert warned.startswith(f"{name} warned {n_folds} times: UserWarning: {name} is slow")
    print("after")
    assert capfd.readouterr().out == "after\n"


def test_warnings_of_the_program_are_its_own(xy):
    """Each learner warns once for each of its 20 folds; the thread beside it 50 times, as errors."""
    errors = []

    def warn():
        for _ in range(50):
            try:
                warnings.warn("of the program", RuntimeWarning, stacklevel=1)
            except RuntimeWarning as error:
                errors.append(str(error))
            time.sleep(0.001)

    thread = threading.Thread(target=warn)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        thread.start()
        run = evaluate({"a": talking("a"), "b": talking("b")}, *xy, scheme="4x5", seed=1)
        thread.join()
    assert errors == ["of the program"] * 50
    for name in "ab":
        assert heard_of(run, name)[1].startswith(f"{name} warned 20 times: UserWarning: {name} is slow")


def test_forests_in_threads_leave_the_filters_in_order():
    """scikit-learn sets filters for every tree, which threads mix up."""
    filters, content = warnings.filters, list(warnings.filters)
    X = np.random.default_rng(0).normal(size=(2000, 10))
    evaluate([RandomForestClassifier(10, max_depth=2)], X, X[:, 0] > 0, scheme="10x2", seed=1, n_jobs=2)
    assert warnings.filters is filters
    assert filters == content


def test_threads_that_want_different_numbers_of_processes_wait_for_each_other(xy):
    """joblib has one set of worker processes for the whole program, and changes it while others use it."""
    runs = {}

    def call(n_jobs):
        runs[n_jobs] = evaluate([talking("a")], *xy, scheme="4x5", seed=1, n_jobs=n_jobs)

    threads = [threading.Thread(target=call, args=(n_jobs,), daemon=True) for n_jobs in (2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(runs) == [2, 3]
    assert (runs[2].predictions == runs[3].predictions).all()


def test_threads_are_told_apart(runs_door, capfd):
    heard, meet = {}, threading.Barrier(3)

    def speak(name):
        with runs_door.listen_here() as said:
            for _ in range(3):
                meet.wait()
                print(name)
                sys.stdout.buffer.write(b"below\n")
                warnings.warn(name, stacklevel=1)
        heard[name] = said

    threads = [threading.Thread(target=speak, args=(name,)) for name in ("left", "right")]
    for thread in threads:
        thread.start()
    for _ in range(3):
        meet.wait()
        print("neither")
    for thread in threads:
        thread.join()
    assert {name: (said.text, dict(said.warnings)) for name, said in heard.items()} == {
        name: (f"{name}\nbelow\n" * 3, {f"UserWarning: {name}": 3}) for name in ("left", "right")
    }
    assert capfd.readouterr().out == "neither\n" * 3


def test_one_learner_within_another(runs_door, capfd):
    with runs_door.listen_here() as outer:
        print("before")
        with runs_door.listen_here() as inner:
            print("inside")
        print("after")
    assert (outer.text, inner.text) == ("before\nafter\n", "inside\n")


def test_only_the_beginning_is_kept(runs_door):
    with runs_door.listen_here() as heard:
        for _ in range(1000):
            print("x" * 9999)
    assert heard.text == "x" * 2000


def test_a_stream_that_others_replace_meanwhile_is_theirs(runs_door, capfd):
    """One that begins before ours and ends within it, and one that begins within it and ends later."""
    from contextlib import redirect_stdout
    from io import StringIO

    before, first, second = sys.stdout, redirect_stdout(StringIO()), redirect_stdout(StringIO())
    first.__enter__()
    listening = runs_door.listen_here()
    listening.__enter__()
    first.__exit__(None, None, None)
    assert sys.stdout is before
    second.__enter__()
    listening.__exit__(None, None, None)
    second.__exit__(None, None, None)
    print("seen")
    with runs_door.listen_here() as heard:
        print("heard")
    assert sys.stdout is before
    assert heard.text == "heard\n"
    assert capfd.readouterr().out == "seen\n"


def test_a_program_that_the_learner_starts_has_an_output(xy, capfd):
    class Starts(type(talking("x"))):
        def fit(self, X, y):
            subprocess.run([sys.executable, "-c", "print('from another program')"], stdout=sys.stdout, check=True)
            self.classes_ = np.unique(y)
            return self

    run = evaluate([Starts()], *xy, scheme="1x2", seed=1)
    assert run.failures == ()
    assert capfd.readouterr().out == "from another program\n" * 2


PRINTING_WHILE_OTHERS_LISTEN = """
import sys, threading, time
from foldwise.evaluation import evaluate
from sklearn.base import BaseEstimator, ClassifierMixin

class Zero(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        self.classes_ = [0, 1]
        return self
    def predict(self, X):
        return [0] * len(X)

def listen():
    while time.monotonic() < end:
        evaluate([Zero()], [[0.0]] * 8, [0, 1] * 4, scheme="2x4", seed=1, sharing=False)

end = time.monotonic() + 1.5
sys.setswitchinterval(1e-6)
threads = [threading.Thread(target=listen) for _ in range(2)]
for thread in threads:
    thread.start()
while any(thread.is_alive() for thread in threads):
    print("x", end="")
"""


def test_no_crash_where_somebody_prints_while_others_listen(finished):
    """Before Python 3.13 print holds no reference of its own to what stands for standard output meanwhile."""
    program = finished("-c", PRINTING_WHILE_OTHERS_LISTEN, stdout=subprocess.DEVNULL)
    assert (program.returncode, program.stderr) == (0, "")
