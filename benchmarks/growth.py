"""How time and memory of a whole run grow: with rows, columns, repeats, learners and datasets.

`evaluate(...).scores()` on tables of normal numbers and two classes, ten folds, each run in a process of its own: CPU
seconds, and by how much the peak of memory is above that of a small run. "times" is how many times as long the run took
as the one above it, "of size" how many times as large it was: if the first is larger, growth is worse than linear.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from benchmarks._timing import print_table

ONE = {"rows": 1000, "columns": 10, "repeats": 1, "learners": 1, "datasets": 1}
SIZES = {
    "rows": (10_000, 100_000, 1_000_000),
    "columns": (20, 200, 2000),
    "repeats": (10, 100, 1000),
    "learners": (1, 10, 50),
    "datasets": (2, 20, 200),
}
LEARNERS = ("NaiveBayes", "GaussianNB", "RidgeClassifier")
_PROGRAM = """
import json, resource, sys, time
import numpy as np
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from foldwise.data import Dataset
from foldwise.evaluation import evaluate
from foldwise.learners import NaiveBayes
from foldwise.splits import RepeatedKFold

sizes, name = json.loads(sys.argv[1]), sys.argv[2]
def table(number, n, p):
    rng = np.random.default_rng(number)
    y = rng.integers(0, 2, n)
    return Dataset(rng.normal(size=(n, p)) + y[:, np.newaxis] / 2, y, f"set {number}")
def one(size):
    learners = {str(i): globals()[name]() for i in range(size["learners"])}
    sets = [table(i, size["rows"], size["columns"]) for i in range(size["datasets"])]
    started = time.process_time()
    for run in evaluate(learners, sets, scheme=RepeatedKFold(10, size["repeats"]), seed=1, progress=False):
        run.scores()
    return time.process_time() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
one({"rows": 100, "columns": 2, "repeats": 1, "learners": 1, "datasets": 1})
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
seconds, peak = one(sizes)
print(json.dumps([seconds, peak - before]))
"""


def run() -> None:
    rows = []
    before: dict[tuple[str, str], tuple[int, float]] = {}
    for what, learner, size, seconds, memory in measured():
        times = of_size = ""
        if (what, learner) in before:
            earlier, once = before[what, learner]
            times, of_size = f"{seconds / once:.1f}", f"{size / earlier:.0f}"
        rows.append((what, learner, f"{size:,}", f"{seconds:.3f}", f"{memory:.0f}", times, of_size))
        before[what, learner] = size, seconds
    print_table(("what grows", "learner", "size", "CPU s", "MB", "times", "of size"), rows)


def measured() -> Iterator[tuple[str, str, int, float, float]]:
    """Yield what grows, the learner, the size, CPU seconds and MB of one run after the other."""
    for what, sizes in SIZES.items():
        for learner in LEARNERS:
            for size in sizes:
                yield what, learner, size, *_measured({**ONE, what: size}, learner)


def _measured(sizes: dict[str, int], learner: str) -> Any:
    program = [sys.executable, "-W", "ignore", "-c", _PROGRAM, json.dumps(sizes), learner]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)
