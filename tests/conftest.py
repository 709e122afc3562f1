"""What several folders of tests share."""

import importlib.util
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import uuid
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

# The same examples in every run, and no time limit for one: whether the tests pass must not depend on luck or load.
# HYPOTHESIS_PROFILE=explore draws new examples.
settings.register_profile("steady", derandomize=True, deadline=None, max_examples=40)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

# Shells start what runs in the background with Ctrl-C ignored, and programs that tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ORACLES = Path(__file__).parent / "oracles"
PAPERS = Path(__file__).parent / "stats" / "papers"


@pytest.fixture(autouse=True)
def _no_figure_is_left_open():
    """pyplot keeps figures until they are closed, and warns of more than twenty."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.fixture
def same_text(request):
    """Compare a text with a file in ``golden`` beside the test; ``FOLDWISE_GOLDEN=write pytest ...`` writes it anew."""
    folder = request.path.parent / "golden"

    def compare(name, text):
        path = folder / f"{name}.txt"
        if os.environ.get("FOLDWISE_GOLDEN") == "write":
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return compare


@pytest.fixture
def same_words(same_text):
    """Compare what a result says, at a glance and in details, with files in ``golden`` beside the test.

    A change of wording is a change that someone reads before it is made: ``FOLDWISE_GOLDEN=write pytest ...`` writes
    the files again, then read the difference.
    """

    def compare(name, result):
        same_text(name, f"{result}\n")
        same_text(f"{name}-details", f"{result.details()}\n")
        codes = [caveat.code for caveat in getattr(result, "caveats", ())]
        assert [code for code in codes if code not in str(result)] == []
        if not result.glance().tables:
            assert len(str(result).split()) <= 80

    return compare


@pytest.fixture(scope="session")
def load_oracle():
    """Import an oracle by name: it stands beside the tests and imports nothing from foldwise."""

    def load(name):
        spec = importlib.util.spec_from_file_location(f"oracle_{name}", ORACLES / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


# Private parts that several folders are about. What one folder is about is taken by its own conftest.py or by the one
# file that needs it; everything else comes in through the front doors of the rooms.


@pytest.fixture(scope="session")
def core():
    """What every room may lean on."""
    from foldwise import _core

    return _core


@pytest.fixture(scope="session")
def runs_door():
    """What `runs` offers to other rooms."""
    from foldwise.runs import _door

    return _door


@pytest.fixture(scope="session")
def identity():
    """What the store takes for the same learner."""
    from foldwise.store import _identity

    return _identity


@pytest.fixture(scope="session", name="Training")
def training_class():
    """The table as learners and kernels read it."""
    from foldwise.learners._training import Training

    return Training


@pytest.fixture(scope="session")
def binary():
    """What answers all folds of a small table of zeros and ones at once, and its limits."""
    from foldwise.learners import _binary_folds

    return _binary_folds


@pytest.fixture(scope="session")
def tree_builder():
    """What grows trees, from lists that are sorted once for all of them."""
    from foldwise.learners import _tree_builder

    return _tree_builder


@pytest.fixture(scope="session")
def constant():
    """Twelve zeros and eight ones, four stratified folds of three and two: each accuracy is 0.6 or 0.4."""
    from sklearn.dummy import DummyClassifier

    from foldwise.data import Dataset
    from foldwise.verdicts import compare

    data = Dataset(np.arange(40.0).reshape(20, 2), [0] * 12 + [1] * 8, name="twenty")
    learners = {name: DummyClassifier(strategy="constant", constant=k) for k, name in enumerate(("zeros", "ones"))}
    return compare(learners, data, scheme="4", seed=1, progress=False)


@pytest.fixture(scope="session")
def make():
    """Make a verdict of trees of growing depth under the names given."""
    from sklearn.tree import DecisionTreeClassifier

    from foldwise.data import Dataset
    from foldwise.verdicts import compare

    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    y = (X[:, 0] + X[:, 1] * rng.normal(size=60) > 0).astype(int)

    def made(names=("stump", "tree"), *, datasets=("noise",), scheme="3x4", **options):
        learners = {name: DecisionTreeClassifier(max_depth=depth) for depth, name in enumerate(names, start=1)}
        data = [Dataset(X, y, name=name) for name in datasets]
        return compare(learners, data, scheme=scheme, seed=1, progress=False, **options)

    return made


@pytest.fixture(scope="session")
def pair(make):
    return make()


@pytest.fixture(scope="session")
def regression():
    from sklearn.linear_model import LinearRegression
    from sklearn.tree import DecisionTreeRegressor

    from foldwise.verdicts import compare

    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    learners = {"line": LinearRegression(), "stump": DecisionTreeRegressor(max_depth=1)}
    return compare(learners, X, X[:, 0] + 0.1 * rng.normal(size=60), scheme="5", seed=1, progress=False)


@pytest.fixture(scope="session")
def panel(pair):
    """Tests that disagree: at this generous level those that take folds for independent see a difference."""
    from foldwise.verdicts import judge

    return judge(pair.runs[0], test="all", alpha=0.3, rope=0.01)


@pytest.fixture(scope="session")
def estimates():
    """One learner on one test set of twenty: seven of its answers are right."""
    from sklearn.dummy import DummyClassifier

    from foldwise import splits
    from foldwise.data import Dataset
    from foldwise.evaluation import evaluate
    from foldwise.verdicts import judge

    data = Dataset(np.arange(40.0)[:, np.newaxis], [1] * 14 + [0] * 26, name="forty")
    learner = {"ones": DummyClassifier(strategy="constant", constant=1)}
    scheme = splits.Holdout(0.5, stratified=True)
    return judge(evaluate(learner, data, scheme=scheme, seed=1, progress=False))


@pytest.fixture(scope="session")
def spread():
    """One learner, cross-validated: a spread, and no interval."""
    from sklearn.linear_model import LinearRegression

    from foldwise.evaluation import evaluate
    from foldwise.verdicts import judge

    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    y = X[:, 0] + 0.1 * rng.normal(size=60)
    return judge(evaluate({"line": LinearRegression()}, X, y, scheme="2x5", seed=1, progress=False))


@pytest.fixture(scope="session")
def randomization():
    """Nineteen made-up scores on permuted labels: mean 0.5, the observed one higher than all of them."""
    from foldwise.verdicts import Caveat, LabelRandomization

    return LabelRandomization(
        name="tuned tree",
        dataset="noise",
        metric_label="accuracy",
        observed=0.9,
        reference=np.repeat([0.45, 0.5, 0.55], [5, 9, 5]),
        chance=0.4,
        bias=0.1,
        bias_low=0.08,
        bias_high=0.12,
        pvalue=0.05,
        n_permutations=19,
        seed=7,
        caveats=(Caveat(code="leak", message="Scores beyond chance."),),
    )


@pytest.fixture(scope="session")
def moods(tmp_path_factory):
    """A study that was interrupted: three datasets of twenty examples, three constant learners, 2x4 folds of five.

    Always-zero is right on 12, 8 and 16 of 20 examples. The moody one says zero, too, but fails on three columns, and
    stops everything on four: on "odd" its folds failed, on "late" they have not been run.
    """
    from sklearn.dummy import DummyClassifier

    from foldwise.data import Dataset
    from foldwise.studies import Study, read_results, run_study

    class Moody(DummyClassifier):
        def fit(self, X, y, sample_weight=None):
            if X.shape[1] == 3:
                raise ValueError("three columns")
            if X.shape[1] == 4:
                raise KeyboardInterrupt
            return super().fit(X, y, sample_weight)

    datasets = [
        Dataset(np.arange(20.0 * n_columns).reshape(20, n_columns), [0] * n_zeros + [1] * (20 - n_zeros), name=name)
        for name, n_columns, n_zeros in (("plain", 2, 12), ("odd", 3, 8), ("late", 4, 16))
    ]
    learners = {
        "zeros": DummyClassifier(strategy="constant", constant=0),
        "ones": DummyClassifier(strategy="constant", constant=1),
        "moody": Moody(strategy="constant", constant=0),
    }
    store = tmp_path_factory.mktemp("moods") / "moods.db"
    study = Study(name="moods", datasets=datasets, learners=learners, scheme="2x4", seed=1, store=store)
    with pytest.raises(KeyboardInterrupt):
        run_study(study)
    return read_results(study)


class Program:
    """A program that `warm_start.py` has made, with what the tests need of `subprocess.Popen`."""

    def __init__(self, orders, words, *, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=None, **environment):
        self.stdout = self.stderr = self.returncode = None
        self._answers, answers = socket.socketpair()
        with answers, open(os.devnull, "r+b") as nothing, ExitStack() as theirs:
            descriptors = [nothing.fileno()]
            for name, given in (("stdout", stdout), ("stderr", stderr)):
                if given == subprocess.PIPE:
                    ours, given = os.pipe()
                    theirs.callback(os.close, given)
                    setattr(self, name, os.fdopen(ours, encoding="utf-8"))
                elif given == subprocess.DEVNULL:
                    given = nothing.fileno()
                descriptors.append(given)
            order = {
                "words": [str(word) for word in words],
                "cwd": str(cwd or Path.cwd()),
                "env": {**os.environ, **{name: str(value) for name, value in environment.items()}},
            }
            socket.send_fds(orders, [b"x"], [*descriptors, answers.fileno()])
        self._answers.sendall(json.dumps(order).encode() + b"\n")
        self.pid = self._hear()

    def _hear(self):
        (number,) = struct.unpack("<q", self._answers.recv(8, socket.MSG_WAITALL))
        return number

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.wait()
        for stream in (self.stdout, self.stderr, self._answers):
            if stream:
                stream.close()

    def poll(self):
        with suppress(subprocess.TimeoutExpired):
            self.wait(timeout=0)
        return self.returncode

    def wait(self, timeout=None):
        if self.returncode is None:
            if not select.select([self._answers], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("the program", timeout)
            self.returncode = self._hear()
        return self.returncode

    def communicate(self, timeout=None):
        """Wait for the end, and return what was written; once."""
        words = {}

        def read(name, stream):
            words[name] = stream.read()

        streams = {"stdout": self.stdout, "stderr": self.stderr}
        reading = [threading.Thread(target=read, args=item) for item in streams.items() if item[1]]
        for thread in reading:
            thread.start()
        self.wait(timeout)
        for thread in reading:
            thread.join()
        with self:
            return words.get("stdout"), words.get("stderr")

    def send_signal(self, number):
        os.kill(self.pid, number)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def end(self):
        """Have it ended, if it has not."""
        if self.poll() is None:
            self.kill()
        with self:
            pass


@pytest.fixture(scope="session")
def warm():
    """Where programs are ordered: a process that has scikit-learn loaded, and nothing of foldwise."""
    if not hasattr(os, "fork"):
        pytest.skip("processes cannot divide here")
    ours, theirs = socket.socketpair()
    # Programs have their own search path, and what they write is read as UTF-8.
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"PYTHONUTF8": "1"}
    command = [sys.executable, Path(__file__).with_name("warm_start.py"), str(theirs.fileno())]
    with subprocess.Popen(command, env=surroundings, pass_fds=[theirs.fileno()], start_new_session=True), ours:
        theirs.close()
        yield ours


@pytest.fixture(scope="session")
def finished(warm):
    """Run a Python program that needs scikit-learn to its end, without waiting for that to be loaded."""

    def finish(*words, **how):
        program = Program(warm, words, **how)
        try:
            out, err = program.communicate(timeout=300)
        finally:
            program.end()
        return subprocess.CompletedProcess(words, program.returncode, out, err)

    return finish


@pytest.fixture
def start(warm):
    """Start Python programs in the same way; all end with the test."""
    programs = []

    def started(*words, **how):
        programs.append(Program(warm, words, **how))
        return programs[-1]

    yield started
    for program in programs:
        program.end()


class Watched:
    """A program, and all that it leaves behind: processes, temporary files, shared memory."""

    def __init__(self, start, words, folder):
        self._mark = f"FOLDWISE_WATCHED={uuid.uuid4().hex}"
        self._folder = folder / "temporary"
        self._folder.mkdir()
        name, _, value = self._mark.partition("=")
        paths = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
        self.process = start(*words, **{name: value, "TMPDIR": self._folder, "PYTHONPATH": paths})

    def processes(self):
        """What the program has started, without itself: numbers and command lines."""
        found = {}
        for path in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                # Of a process that has only divided, /proc tells the environment of the one that was started.
                state, _, _, session = (path / "stat").read_text().rpartition(")")[2].split()[:4]
                marked = self._mark.encode() in (path / "environ").read_bytes()
                ours = marked or (int(session) == self.process.pid and state != "Z")
                if ours and int(path.name) != self.process.pid:
                    found[int(path.name)] = (path / "cmdline").read_text().replace("\0", " ")
        return found

    def wait_for(self, condition):
        until = time.monotonic() + 60
        while not condition() and self.process.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
        assert condition(), self.process.communicate(timeout=10)

    def left(self):
        """What is there once everybody has had a few seconds to leave."""
        until = time.monotonic() + 15
        while (left := self._left()) and time.monotonic() < until:
            time.sleep(0.1)
        return left

    def _left(self):
        shared = [path.name for path in Path("/dev/shm").glob(f"*[-_]{self.process.pid}[-_]*")]
        return [*self.processes().values(), *(path.name for path in self._folder.iterdir()), *shared]

    def end(self):
        self.process.end()
        for pid in self.processes():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


@pytest.fixture
def watched(start, tmp_path):
    """Start Python programs and see what they leave behind; modules in `tmp_path` can be imported."""
    programs = []

    def watch(*words):
        programs.append(Watched(start, words, tmp_path))
        return programs[-1]

    yield watch
    for program in programs:
        program.end()


def make_odd():
    """A class made in a function travels to worker processes by value: they cannot import this file."""
    from sklearn.base import BaseEstimator, ClassifierMixin

    class Odd(ClassifierMixin, BaseEstimator):
        """Predicts the first class, unless `how` says otherwise."""

        def __init__(self, how="", random_state=None):
            self.how = how
            self.random_state = random_state

        def fit(self, X, y):
            self.classes_ = np.unique(y)
            if self.how == "raise":
                raise RuntimeError("no luck\nsecond line")
            if self.how == "exit":
                raise SystemExit(3)
            if self.how == "raise sometimes" and int(abs(X.sum()) * 1e6) % 2:
                raise ValueError("only on some folds")
            if self.how == "print":
                print("noise from Python")
                os.write(1, b"noise from below\n")
            if self.how == "write into X":
                X[:] = 0
                y[:] = self.classes_[0]
            return self

        def predict(self, X):
            n = X.shape[0]
            if self.how == "short":
                n -= 1
            if self.how == "wide":
                return np.full((n, 2), self.classes_[0])
            if self.how == "nan":
                return np.full(n, np.nan)
            if self.how == "unknown":
                return np.full(n, "surprise")
            if self.how == "random":
                return np.random.RandomState(self.random_state).choice(self.classes_, n)
            return np.full(n, self.classes_[0])

    return Odd


@pytest.fixture(scope="session")
def odd():
    return make_odd()


@pytest.fixture(scope="session")
def xy():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3))
    return X, np.where(X[:, 0] + rng.normal(size=40) > 0, "yes", "no")


@pytest.fixture(scope="session")
def overall_of():
    """Make the answer over datasets from mean scores: a row for each learner, NaN where there is none."""
    from foldwise.runs import as_metric
    from foldwise.verdicts import Cells
    from foldwise.verdicts.judging import Terms
    from foldwise.verdicts.overall import make_overall

    def made(scores, learners, datasets, *, metric="accuracy", task="classification", reasons=None, **terms):
        cells = replace(Cells.of_scores(scores, learners, datasets), reasons=reasons or {})
        n_pairs = len(learners) * (len(learners) - 1) // 2
        return make_overall(cells, as_metric(metric, task), Terms(**terms), family=n_pairs)

    return made


@pytest.fixture(scope="session")
def five_on_thirty(overall_of):
    """Table 2 of Garcia and Herrera (2008): accuracies of five learners on thirty datasets."""
    lines = (PAPERS / "garcia_herrera_2008_table2.csv").read_text(encoding="utf-8").splitlines()
    (_, *learners), *rows = (line.split(",") for line in lines)
    return overall_of(np.array([row[1:] for row in rows], dtype=float).T, learners, [row[0] for row in rows])


@pytest.fixture(scope="session")
def twenty_on_hundred(overall_of):
    """Twenty learners with long names on a hundred datasets, made up; three of a hundred cells are missing."""
    rng = np.random.default_rng(0)
    scores = 0.75 + 0.12 * rng.normal(size=100) + 0.02 * rng.normal(size=(20, 1)) + 0.04 * rng.normal(size=(20, 100))
    scores[rng.random(size=scores.shape) < 0.03] = np.nan
    names = [f"HistGradientBoostingClassifier(max_iter={n}, learning_rate=0.03)" for n in range(20)]
    return overall_of(scores, names, [f"a dataset with a name that is long, version {n}" for n in range(100)])
