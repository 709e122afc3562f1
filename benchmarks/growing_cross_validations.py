"""What more repeats, more rows and more learners cost when folds share their work.

CPU milliseconds of `prepare_folds` and `codes` for 10-fold cross-validation, best round, and what one more prediction
costs after the preparation: nanoseconds between the last two numbers of repeats, for naive Bayes also per class and
attribute. scikit-learn's `cross_val_score` beside it for up to ten repeats: it costs the same for every fit.
Memory is how far the peak of the process rises, each in a process of its own.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pandas as pd
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from benchmarks._timing import milliseconds, print_table
from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes, NearestNeighbor
from foldwise.splits import RepeatedKFold

LEARNERS: dict[str, tuple[Any, Any]] = {
    "NearestNeighbor": (NearestNeighbor(), KNeighborsClassifier(1)),
    "NaiveBayes": (NaiveBayes(), GaussianNB()),
    "C45": (C45(), DecisionTreeClassifier(random_state=0)),
}
REPEATS = (1, 10, 100, 1000)
ROWS = (500, 1000, 2000, 5000, 10_000, 20_000)
ROUNDS = 3


@dataclass(frozen=True)
class Cost:
    """CPU seconds of `n_repeats` times 10-fold cross-validation; `prepared` is the part that all repeats share."""

    learner: str
    dataset: str
    n_rows: int
    n_repeats: int
    ours: float
    prepared: float
    scikit_learn: float


def run() -> None:
    costs = by_repeats()
    print("### By number of repeats\n")
    _print(costs)
    print("\nOne more prediction:\n")
    _print_slopes(costs)
    print("\n### By number of rows, one repeat\n")
    _print(by_rows())
    print("\n### By number of learners\n\n`evaluate`, iris, 10 x 10 folds: CPU milliseconds.\n")
    print_table(("learners", "CPU"), [(str(n), milliseconds(seconds)) for n, seconds in by_learners()])
    print("\n### Memory by number of rows\n")
    _print_memory()


def by_repeats() -> list[Cost]:
    """Time each learner on datasets whose numbers of rows, columns and classes differ."""
    costs = []
    for name in ("iris", "wdbc", "balance-scale", *(["uci:vehicle"] if os.environ.get("FOLDWISE_DATA") else [])):
        data = load(name)
        X, y = data.X, np.unique(data.y, return_inverse=True)[1]
        for learner in LEARNERS:
            # A thousand repeats of a tree are ten thousand fits.
            several = REPEATS if learner != "C45" else REPEATS[:3]
            costs += [measure(learner, name.removeprefix("uci:"), X, y, n_repeats) for n_repeats in several]
    return costs


def by_rows() -> list[Cost]:
    """Time one repeat on more and more rows, of letter if it is there, else of waveform-21."""
    large = load("uci:letter" if os.environ.get("FOLDWISE_DATA") else "waveform-21")
    y = np.unique(large.y, return_inverse=True)[1]
    return [
        measure(learner, large.name.removeprefix("uci:"), large.X.iloc[:n], y[:n], 1)
        for learner in LEARNERS
        for n in ROWS
        if n <= len(y)
    ]


def by_learners() -> list[tuple[int, float]]:
    """Time `evaluate` with one to eight learners on one assignment."""
    seconds = []
    iris = load("iris")
    for n_learners in (1, 2, 4, 8):
        learners = {f"k = {k + 1}": NearestNeighbor(n_neighbors=k + 1) for k in range(n_learners)}
        best = np.inf
        for _ in range(ROUNDS + 1):
            started = process_time()
            evaluate(learners, iris, seed=1)
            best = min(best, process_time() - started)
        seconds.append((n_learners, float(best)))
    return seconds


def measure(learner: str, dataset: str, X: pd.DataFrame, y: np.ndarray[Any, Any], n_repeats: int) -> Cost:
    ours, peer = LEARNERS[learner]
    labels = pd.Categorical(y)
    assignment = RepeatedKFold(10, n_repeats).assign(len(y), seed=1)
    best = prepared = theirs = np.inf
    for _ in range(ROUNDS):
        started = process_time()
        predictor = ours.prepare_folds(X, labels)
        middle = process_time()
        predictor.codes(assignment.folds)
        best, prepared = min(best, process_time() - started), min(prepared, middle - started)
    if n_repeats <= 10:
        table, splits = X.to_numpy(np.float64), [(train, test) for _, _, train, test in assignment.splits()]
        for _ in range(2):
            started = process_time()
            cross_val_score(peer, table, y, cv=splits)
            theirs = min(theirs, process_time() - started)
    return Cost(learner, dataset, len(y), n_repeats, float(best), float(prepared), float(theirs))


def _print(costs: list[Cost]) -> None:
    rows = [
        (
            cost.learner,
            cost.dataset,
            str(cost.n_rows),
            str(cost.n_repeats),
            milliseconds(cost.ours),
            milliseconds(cost.prepared),
            milliseconds(cost.scikit_learn) if np.isfinite(cost.scikit_learn) else "",
            f"{cost.scikit_learn / cost.ours:.1f}" if np.isfinite(cost.scikit_learn) else "",
        )
        for cost in costs
    ]
    print_table(("learner", "dataset", "rows", "repeats", "ours", "of it once", "scikit-learn", "times"), rows)


def _print_slopes(costs: list[Cost]) -> None:
    rows = []
    for learner, dataset in dict.fromkeys((cost.learner, cost.dataset) for cost in costs):
        few, many = [cost for cost in costs if (cost.learner, cost.dataset) == (learner, dataset)][-2:]
        data = load(dataset if dataset != "vehicle" else "uci:vehicle")
        per = 1e9 * (many.ours - few.ours) / (many.n_rows * (many.n_repeats - few.n_repeats))
        cells = len(set(data.y)) * data.n_attributes
        rows.append((learner, dataset, f"{per:.2f}", f"{per / cells:.2f}" if learner == "NaiveBayes" else ""))
    print_table(("learner", "dataset", "ns per prediction", "per class and attribute"), rows)


def _print_memory() -> None:
    rows = []
    for learner in LEARNERS:
        for n in (1250, 2500, 5000):
            program = f"from benchmarks.growing_cross_validations import rise; rise({learner!r}, {n})"
            done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
            megabytes = json.loads(done.stdout)
            rows.append((learner, str(n), f"{megabytes:.1f}", f"{1e6 * megabytes / n:.0f}"))
    print_table(("learner", "rows of waveform-21", "MB", "bytes a row"), rows)


def rise(learner: str, n: int) -> None:
    """Print by how many megabytes one repeat raises the peak of memory (Linux)."""
    data = load("waveform-21")
    X, y = data.X.iloc[:n].copy(), pd.Categorical(data.y[:n])
    folds = RepeatedKFold(10, 1).assign(n, seed=1).folds
    ours = LEARNERS[learner][0]
    ours.predict_folds(X[:50], y[:50], folds[:, :50] % 2)
    Path("/proc/self/clear_refs").write_text("5")
    before = _memory("VmRSS")
    ours.predict_folds(X, y, folds)
    print(json.dumps(_memory("VmHWM") - before))


def _memory(field: str) -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field)) / 1e3
