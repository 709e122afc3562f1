"""Scores of three learners on 27 datasets: what Tables 1 to 4 and the results in the text are made from."""

from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

import foldwise as fw
from foldwise.papers.experiment import experiment
from foldwise.papers.workbench import Sets, Workbench

Floats: TypeAlias = npt.NDArray[np.float64]

LEARNERS: Final[dict[str, Any]] = {
    "naive Bayes": fw.learners.NaiveBayes(),
    "C4.5": fw.learners.C45(),
    "1-NN": fw.learners.NearestNeighbor(),
}
# By the paper's order: the key in the printed tables, how a row is called, and places among the learners.
PAIRS: Final = {
    "nb_c45": ("naive Bayes v C4.5", 0, 1),
    "nb_nn": ("naive Bayes v 1-NN", 0, 2),
    "c45_nn": ("C4.5 v 1-NN", 1, 2),
}
PAIR_NAMES: Final = {key: name for key, (name, _, _) in PAIRS.items()}
_EXECUTIONS: Final = 10
# Enough to see what is done: an execution of a quick look is as large as any.
_QUICK_EXECUTIONS: Final = 4
_QUICK_SETS: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scored:
    """Differences in accuracy of all executions.

    Parameters
    ----------
    datasets : tuple of str
        By the names in the paper.
    differences : ndarray of shape (n_datasets, n_pairs, n_executions, n_repeats, n_folds)
        Accuracy of the first of a pair minus that of the second.
    n_train, n_test : tuple of int
        Examples in the first training and test set, one number for each dataset.
    incomplete : str
        Why these are not all executions on all datasets.
    """

    datasets: tuple[str, ...]
    differences: Floats
    n_train: tuple[int, ...]
    n_test: tuple[int, ...]
    incomplete: str


def _names() -> dict[str, str]:
    return fw.data.sets_of("bouckaert_frank_2004")


def _sets(bench: Workbench) -> Sets:
    return bench.sets(_names(), quick=_QUICK_SETS)


def _scored(bench: Workbench, sets: Sets, scheme: fw.splits.Scheme, n_executions: int) -> Scored:
    """Evaluate once with the repeats of all executions, then cut: repeats are drawn independently."""
    runs = bench.evaluate(LEARNERS, sets, scheme)
    differences, sizes = [], []
    for run in runs.values():
        scores = run.scores()
        pairs = np.stack([scores[first] - scores[second] for _, first, second in PAIRS.values()])
        differences.append(pairs.reshape(len(PAIRS), n_executions, -1, scores.shape[-1]))
        known = run.sizes()
        # Schemes of foldwise know how many examples they hand out.
        assert known is not None
        sizes.append((int(known[0][0, 0]), int(known[1][0, 0])))
    return Scored(
        datasets=tuple(runs),
        differences=np.stack(differences),
        n_train=tuple(train for train, _ in sizes),
        n_test=tuple(test for _, test in sizes),
        incomplete=sets.incomplete,
    )


@experiment("Bouckaert and Frank: 27 datasets, ten times 5x2 cross-validation", seconds=6, data=_names)
def halvings(bench: Workbench) -> Scored:
    """Stratified halves, as all folds of the paper are."""
    n = bench.size(_EXECUTIONS, _QUICK_EXECUTIONS)
    return _scored(bench, _sets(bench), fw.splits.RepeatedKFold(2, 5 * n), n)


@experiment("Bouckaert and Frank: 27 datasets, ten times 100 random splits", seconds=34, data=_names)
def splits(bench: Workbench) -> Scored:
    """Plain random splits, nine tenths to train on."""
    n = bench.size(_EXECUTIONS, _QUICK_EXECUTIONS)
    return _scored(bench, _sets(bench), fw.splits.Resampled(100 * n, 0.1, stratified=False), n)


@experiment("Bouckaert and Frank: 27 datasets, ten times 10x10 cross-validation", seconds=28, data=_names)
def folds(bench: Workbench) -> Scored:
    """Stratified folds, as far as small classes reach."""
    n = bench.size(_EXECUTIONS, _QUICK_EXECUTIONS)
    return _scored(bench, _sets(bench), fw.splits.RepeatedKFold(10, 10 * n), n)


@experiment("Bouckaert and Frank: the same splits with strata", seconds=38, data=_names)
def stratified_splits(bench: Workbench) -> Scored:
    """For the claim that strata change little; not in the tables of the paper.

    A class of a single example cannot be on both sides of a split: datasets that have one are left out.
    """
    n = bench.size(_EXECUTIONS, _QUICK_EXECUTIONS)
    sets = _sets(bench)
    fit = {name: data for name, data in sets.found.items() if np.unique(data.y, return_counts=True)[1].min() > 1}
    return _scored(bench, replace(sets, found=fit), fw.splits.Resampled(100 * n, 0.1, stratified=True), n)


@experiment("Bouckaert and Frank: the same folds without strata", seconds=32, data=_names)
def plain_folds(bench: Workbench) -> Scored:
    """For the claim that strata change little; not in the tables of the paper."""
    n = bench.size(_EXECUTIONS, _QUICK_EXECUTIONS)
    return _scored(bench, _sets(bench), fw.splits.RepeatedKFold(10, 10 * n, stratified=False), n)
