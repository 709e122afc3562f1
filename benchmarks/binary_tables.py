"""Naive Bayes and C4.5 for all folds of 300 examples with nine two-valued attributes and two classes.

Microseconds of CPU, best round, for one pair: each of the two learners trained without one of ten folds, and that fold
predicted; C45 with pruning and raising. Mean of three tables from each source: classes that have nothing to do with the
attributes, attributes that are independent given the class, parities of class and attribute, and a chain in which every
attribute depends on the one before. "one by one" fits every fold by itself, from the same encoded table. Two threads
that share 100 repeats are timed by the wall, as pairs per second.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from benchmarks._timing import interleaved, print_table
from foldwise.learners import C45, NaiveBayes
from foldwise.learners._binary_folds import binary_bayes_folds, binary_tree_folds
from foldwise.learners._fold_predictor import FoldByFold, SharedFolds
from foldwise.learners._training import Training
from foldwise.learners._tree_builder import Growth

N, N_ATTRIBUTES, N_FOLDS, N_TABLES = 300, 9, 10, 3
SOURCES = ("noise", "naive Bayes", "parity", "chain")


def draw(source: str, rng: np.random.Generator) -> Training:
    """Draw one table."""
    y = rng.integers(0, 2, N)
    X = np.empty((N, N_ATTRIBUTES))
    before = y
    for a in range(N_ATTRIBUTES):
        if source == "naive Bayes" and a < 6:
            chance = 0.35 + 0.3 * y
        elif source == "parity" and a % 2:
            chance = np.where(before ^ y, 0.75, 0.25)
        elif source == "chain":
            chance = np.where(before, 0.8, 0.2)
        else:
            chance = np.full(N, 0.5)
        before = (rng.random(N) < chance).astype(int)
        X[:, a] = before
    return Training(X, y.astype(np.int32), np.ones(N), np.full(N_ATTRIBUTES, 2, dtype=np.int32), 2)


def run() -> None:
    rng = np.random.default_rng(1)
    rows = []
    for source in SOURCES:
        tables = [draw(source, rng) for _ in range(N_TABLES)]
        ours = [_shared(table) for table in tables]
        theirs = [(FoldByFold(NaiveBayes(), table), FoldByFold(C45(), table)) for table in tables]
        folds = np.stack([rng.permutation(np.arange(N) % N_FOLDS) for _ in range(100)]).astype(np.int32)
        bayes, trees = ([pair[k] for pair in ours] for k in (0, 1))
        ways = {
            "bayes": lambda bayes=bayes, folds=folds: _predict(bayes, folds),
            "tree": lambda trees=trees, folds=folds: _predict(trees, folds),
            "ten": lambda ours=ours, folds=folds: _predict(sum(ours, ()), folds[:10]),
            "one": lambda ours=ours, folds=folds: _predict(sum(ours, ()), folds[:1]),
            "one by one": lambda theirs=theirs, folds=folds: _predict(sum(theirs, ()), folds[:1]),
            "threads": lambda ours=ours, folds=folds: _in_threads(sum(ours, ()), folds),
        }
        times = interleaved(ways, 15)
        n_repeats = {"ten": 10, "one": 1, "one by one": 1}
        each = {name: min(t.cpu) * 1e6 / (n_repeats.get(name, 100) * N_FOLDS * N_TABLES) for name, t in times.items()}
        per_second = 100 * N_FOLDS * N_TABLES / min(times["threads"].wall)
        pair = each["bayes"] + each["tree"]
        numbers = (each["bayes"], each["tree"], pair, each["ten"], each["one"], each["one by one"])
        rows.append((source, *(f"{number:.2f}" for number in numbers), f"{per_second:,.0f}"))
    header = ("source", "bayes", "tree", "pair", "10 repeats", "1 repeat", "one by one", "pairs/s, 2 threads")
    print_table(header, rows)


def _shared(table: Training) -> tuple[SharedFolds, SharedFolds]:
    bayes = binary_bayes_folds(table)
    trees = binary_tree_folds(table, Growth(min_leaf=2, confidence=0.25, prune=True, raising=True, collapse=True))
    assert bayes is not None
    assert trees is not None
    return bayes, trees


def _predict(learners: list[SharedFolds], folds: np.ndarray) -> None:
    for learner in learners:
        learner.codes(folds)


def _in_threads(learners: list[SharedFolds], folds: np.ndarray) -> None:
    halves = np.array_split(folds, 2)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda half: _predict(learners, half), halves))
