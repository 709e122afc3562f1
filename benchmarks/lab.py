"""Whole simulations of the papers by the lab, beside what the same fits and tests cost elsewhere.

Ours are run in full, statistics included, in two processes that start with the work; seconds by the wall. The others
are extrapolated from a slice in the same run: CPU seconds of one thread for all fits, halved, as if they too kept both
cores busy all the time. Goals: 30, 20 and 180 s.

"Table 5": 4 networks, 1000 datasets of 300 examples each, 10 executions of 5 procedures with NaiveBayes and C45: 18.4
million fits. scikit-learn: `cross_val_score` of CategoricalNB and DecisionTreeClassifier, 10-fold. Weka: NaiveBayes and
J48 in a loop over the folds, in a JVM that has done it before; the test statistics come free.

"two kinds": Dietterich's population at 5 error rates, 9 tests, 10,000 trials each. SciPy: answers drawn by NumPy, one
test after the other by `scipy.stats`.

"exact null": two blocks of attributes, 3000 datasets of 200 examples, 20 procedures on 311 splits, with NearestNeighbor
and with LinearDiscriminantAnalysis. scikit-learn: `cross_val_score` of KNeighborsClassifier(1) and of the same
discriminant; the tests come free.

``python -m benchmarks.lab --quick`` does a twentieth of the trials, and extrapolates ours, too.
"""

import argparse
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
import scipy.stats
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import ShuffleSplit, StratifiedKFold, cross_val_score
from sklearn.naive_bayes import CategoricalNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from benchmarks._timing import print_table
from benchmarks._weka import Weka, WekaError
from foldwise.data import Dataset, write_arff
from foldwise.lab import OwnProcedure, replicability, type_one_error
from foldwise.lab.sources import ExchangeableBlocks, TwoKinds, table_five_sources
from foldwise.learners import NearestNeighbor
from foldwise.stats import kfold_t
from foldwise.verdicts import Procedure

N_CORES = 2
THIRD = "0.3333333333333333"
TABLE_FIVE = [
    "5x2/five_by_two_t",
    "resampled:10:0.1/corrected_resampled_t",
    "resampled:100:0.1/corrected_resampled_t",
    "10/kfold_t",
    "10x10/corrected_repeated_kfold_t",
]
TWO_KINDS = [
    f"holdout:{THIRD}/mcnemar",
    f"holdout:{THIRD}/binomial",
    f"holdout:{THIRD}/difference_of_proportions",
    f"resampled:30:{THIRD}/resampled_t",
    f"resampled:30:{THIRD}/corrected_resampled_t",
    "10/kfold_t",
    "10/corrected_repeated_kfold_t",
    "5x2/five_by_two_t",
    "5x2/five_by_two_f",
]
EXACT_NULL = [
    f"holdout:{THIRD}/mcnemar",
    "5x2/five_by_two_t",
    "5x2/five_by_two_f",
    "5x2/five_by_two_plain_t",
    "resampled:10:0.1/corrected_resampled_t",
    "resampled:100:0.1/corrected_resampled_t",
    "10/kfold_t",
    "10/corrected_repeated_kfold_t",
    "10x10/corrected_repeated_kfold_t",
    "10x10/uncorrected_repeated_kfold_t",
    *(
        f"20x10/{test}"
        for test in ("averaged_t", "fisher", "twice_the_mean", "running_twice_the_mean", "twice_the_median")
    ),
]
J48, BAYES = "weka.classifiers.trees.J48", "weka.classifiers.bayes.NaiveBayes"


def _smallest(differences: np.ndarray) -> float:
    return float(np.nanmin(kfold_t(differences).pvalue))


def _largest(differences: np.ndarray) -> float:
    return float(np.nanmax(kfold_t(differences).pvalue))


def _by_scipy(differences: np.ndarray) -> Any:
    return scipy.stats.ttest_1samp(differences.ravel(), 0)


def _by_examples(losses: np.ndarray) -> Any:
    return scipy.stats.ttest_1samp((losses[1] - losses[0]).mean(axis=0), 0)


OWN = [
    OwnProcedure("20x10", _smallest),
    OwnProcedure("20x10", _largest),
    OwnProcedure("10x10", _by_scipy),
    OwnProcedure("10", _by_examples, reads="losses", name="examples, once"),
    OwnProcedure("20x10", _by_examples, reads="losses", name="examples, 20 times"),
]


def run(share: float = 1.0) -> None:
    """Time all three; `share` of the trials."""
    if share < 1:
        # What is extrapolated should not hold the start of the processes many times over.
        _two_kinds(0.05)
    rows = []
    for name, ours, others in (
        ("Table 5", _table_five, {"scikit-learn": _table_five_by_sklearn, "Weka": _table_five_by_weka}),
        ("two kinds", _two_kinds, {"NumPy and SciPy": _two_kinds_by_scipy}),
        ("exact null", _exact_null, {"scikit-learn": _exact_null_by_sklearn}),
    ):
        seconds = _wall(ours, share) / share
        rows.append((name, "foldwise", f"{seconds:.1f}", ""))
        for other, measure in others.items():
            try:
                theirs = measure() / N_CORES
                rows.append(("", other, f"{theirs:,.0f}", f"{theirs / seconds:.0f}"))
            except WekaError as error:
                print(f"No Weka: {error}.\n")
    print_table(("simulation", "by", "seconds", "times as long"), rows)


def _wall(work: Callable[[float], object], share: float) -> float:
    started = perf_counter()
    work(share)
    return perf_counter() - started


def _table_five(share: float) -> None:
    networks = table_five_sources()
    replicability(TABLE_FIVE, list(networks), n_trials=int(1000 * share), n_executions=10, n_jobs=N_CORES)


def _two_kinds(share: float) -> None:
    populations = [TwoKinds(error) for error in (0.1, 0.2, 0.3, 0.4, 0.5)]
    type_one_error(TWO_KINDS, populations, n_trials=int(10_000 * share), n_jobs=N_CORES)


def _exact_null(share: float) -> None:
    procedures = [*(Procedure(*words.split("/")) for words in EXACT_NULL), *OWN]
    for learner in (NearestNeighbor(), LinearDiscriminantAnalysis()):
        type_one_error(procedures, ExchangeableBlocks(learner), n_trials=int(3000 * share), n_jobs=N_CORES)


def _cpu(work: Callable[[], object], n_rounds: int = 3) -> float:
    """CPU seconds of the best round."""
    best = np.inf
    for _ in range(n_rounds):
        started = process_time()
        work()
        best = min(best, process_time() - started)
    return float(best)


def _table_five_by_sklearn() -> float:
    seconds = []
    for network in table_five_sources():
        X, y = network.dataset(seed=1)
        codes = X.to_numpy(np.int64)
        for learner in (CategoricalNB(min_categories=2), DecisionTreeClassifier(criterion="entropy", random_state=1)):
            folds = StratifiedKFold(10, shuffle=True, random_state=1)
            seconds.append(
                _cpu(
                    lambda learner=learner, codes=codes, y=y, folds=folds: cross_val_score(learner, codes, y, cv=folds)
                )
            )
    # Of 2300 fits by each learner on each of 4000 datasets, ten were timed on one dataset of every network.
    return sum(seconds) / len(seconds) / 10 * 2 * 2300 * 4000


def _table_five_by_weka() -> float:
    seconds = []
    with Weka() as weka, tempfile.TemporaryDirectory() as folder:
        for number, network in enumerate(table_five_sources()):
            X, y = network.dataset(seed=1)
            table = Path(folder, f"{number}.arff")
            write_arff(Dataset(X, y.astype(str), name=f"source{number}"), table)
            weka.load(str(number), table, table)
            folds = Path(folder, "folds.txt")
            rng = np.random.default_rng(1)
            lines = [" ".join(map(str, rng.permutation(np.arange(300) % 10))) for _ in range(10)]
            folds.write_text("\n".join(lines) + "\n")
            for spec in (BAYES, J48):
                times = [weka.cross_validation_seconds(str(number), folds, spec) for _ in range(6)]
                seconds.append(min(times))
    return sum(seconds) / len(seconds) / 100 * 2 * 2300 * 4000


def _two_kinds_by_scipy() -> float:
    rng = np.random.default_rng(1)
    return _cpu(lambda: [_one_trial(rng) for _ in range(100)]) / 100 * 50_000


def _one_trial(rng: np.random.Generator) -> list[float]:
    """Draw and test once, without any loop over examples."""
    n = 300
    chance = np.where(rng.random(n) < 0.5, 0.05, 0.15)
    chances = np.stack([chance, 0.2 - chance])

    def errs(test: np.ndarray, beta: float = 0.0) -> np.ndarray:
        return rng.random((2, len(test))) < chances[:, test] + beta

    a, b = errs(rng.permutation(n)[:100])
    n_a, n_b = int((a & ~b).sum()), int((b & ~a).sum())
    p = (a.sum() + b.sum()) / 200
    tests = [
        scipy.stats.chi2.sf(max(abs(n_a - n_b) - 1, 0) ** 2 / max(n_a + n_b, 1), 1),
        scipy.stats.binomtest(n_a, max(n_a + n_b, 1)).pvalue,
        2 * scipy.stats.norm.sf(abs(a.mean() - b.mean()) / np.sqrt(max(2 * p * (1 - p) / 100, 1e-9))),
    ]
    d = np.array([np.subtract(*errs(rng.permutation(n)[:100]).mean(axis=1)) for _ in range(30)])
    folds = np.array_split(rng.permutation(n), 10)
    k = np.array([np.subtract(*errs(fold, rng.uniform(-0.02, 0.02)).mean(axis=1)) for fold in folds])
    h = np.empty((5, 2))
    for repeat in h:
        order = rng.permutation(n)
        for half in range(2):
            part = order[150 * half : 150 * half + 150]
            repeat[half] = np.subtract(*errs(part, rng.uniform(-0.02, 0.02)).mean(axis=1))
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", RuntimeWarning)
        tests += [scipy.stats.ttest_1samp(d, 0).pvalue, scipy.stats.ttest_1samp(k, 0).pvalue]
        for x, ratio in ((d, 0.5), (k, 1 / 9)):
            t = x.mean() / np.sqrt((1 / len(x) + ratio) * x.var(ddof=1))
            tests.append(2 * scipy.stats.t.sf(abs(t), len(x) - 1))
        variances = h.var(axis=1, ddof=1)
        tests.append(2 * scipy.stats.t.sf(abs(h[0, 0] / np.sqrt(variances.mean())), 5))
        tests.append(scipy.stats.f.sf((h**2).sum() / (2 * variances.sum()), 10, 5))
    return tests


def _exact_null_by_sklearn() -> float:
    X, y = ExchangeableBlocks().draw(np.random.default_rng(1))
    folds = StratifiedKFold(10, shuffle=True, random_state=1)
    splits = ShuffleSplit(10, test_size=0.1, random_state=1)
    seconds = 0.0
    for learner in (KNeighborsClassifier(1), LinearDiscriminantAnalysis()):
        for cv in (folds, splits):
            seconds += _cpu(lambda learner=learner, cv=cv: cross_val_score(learner, X[:, :5], y, cv=cv)) / 20
    # The mean of a fit, for 311 of them with two learners on both blocks of 3000 datasets.
    return seconds * 311 * 2 * 3000


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lab", description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a twentieth of the trials, extrapolated")
    run(0.05 if parser.parse_args().quick else 1.0)
