"""Scores of three learners on 27 datasets, and all executions of all tests decided: for Tables 1 to 4 and the text."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

import foldwise as fw
from foldwise.papers.paper import experiment
from foldwise.papers.workbench import LoadedSets, Workbench

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


def _sets(bench: Workbench) -> LoadedSets:
    return bench.sets(_names(), quick=_QUICK_SETS)


def _scored(bench: Workbench, sets: LoadedSets, scheme: fw.splits.Scheme, n_executions: int) -> Scored:
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
    fit = {name: data for name, data in sets.datasets.items() if np.unique(data.y, return_counts=True)[1].min() > 1}
    return _scored(bench, replace(sets, datasets=fit), fw.splits.Resampled(100 * n, 0.1, stratified=True), n)


@experiment("Bouckaert and Frank: the same folds without strata", seconds=32, data=_names)
def plain_folds(bench: Workbench) -> Scored:
    """For the claim that strata change little; not in the tables of the paper."""
    n = bench.size(_EXECUTIONS, _QUICK_EXECUTIONS)
    return _scored(bench, _sets(bench), fw.splits.RepeatedKFold(10, 10 * n, stratified=False), n)


ALPHA: Final = 0.05
ALPHAS: Final = (0.01, 0.025, 0.05, 0.1)
SPLITS: Final = (10, 20, 50, 100)
REPEATS: Final = (1, 2, 5, 10)
# Accuracies are at most 1: a spread of differences that rounding of such numbers explains is none.
_ROUNDED: Final[dict[str, Any]] = {"score_magnitude": 1.0}

Test = Callable[..., Any]
Cut = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Decisions:
    """What the executions of one test said.

    Parameters
    ----------
    datasets : tuple of str
        By the names in the paper.
    pvalues : ndarray of shape (n_pairs, n_datasets, n_executions)
        Two-sided; NaN where the variance is zero and the mean is not, which rejects nothing.
    signs : ndarray of shape (n_pairs, n_datasets, n_executions)
        Of the statistic: 1 if the first of the pair does better.
    """

    datasets: tuple[str, ...]
    pvalues: Floats
    signs: npt.NDArray[np.int64]

    def outcomes(self, alpha: float = ALPHA) -> npt.NDArray[np.int64]:
        """Count executions that declare the second better, neither, the first: shape (n_pairs, n_datasets, 3)."""
        return fw.stats.count_outcomes(np.where(self.pvalues <= alpha, self.signs, 0))

    def rejections(self, alpha: float = ALPHA) -> npt.NDArray[np.int64]:
        """Count executions that do not reject and that do, whoever is better: shape (n_pairs, n_datasets, 2)."""
        three = self.outcomes(alpha)
        return np.stack([three[..., 1], three[..., 0] + three[..., 2]], axis=-1)

    def on(self, datasets: tuple[str, ...]) -> "Decisions":
        """Keep these datasets."""
        places = [self.datasets.index(name) for name in datasets]
        return Decisions(datasets=datasets, pvalues=self.pvalues[:, places], signs=self.signs[:, places])


def decide(scored: Scored, test: Test, cut: Cut = lambda x: x, *, sized: bool = False) -> Decisions:
    """Apply a test to every execution.

    Parameters
    ----------
    scored : Scored
        Differences.
    test : callable
        One of `foldwise.stats`.
    cut : callable
        Takes the differences on one dataset, with leading axes, and gives those that the test is to see.
    sized : bool, default False
        Whether the test needs the sizes of training and test sets.
    """
    results = [
        test(cut(each), **_ROUNDED, **({"n_train": n_train, "n_test": n_test} if sized else {}))
        for each, n_train, n_test in zip(scored.differences, scored.n_train, scored.n_test, strict=True)
    ]
    pvalues = np.stack([np.asarray(result.pvalue) for result in results], axis=1)
    signs = np.stack([np.sign(np.asarray(result.statistic)) for result in results], axis=1)
    return Decisions(datasets=scored.datasets, pvalues=pvalues, signs=signs.astype(np.int64))


def five_by_two(scored: Scored) -> Decisions:
    """Dietterich's test of Table 1."""
    return decide(scored, fw.stats.five_by_two_t)


def by_splits(scored: Scored) -> dict[int, Decisions]:
    """Corrected resampled test of Table 2: of each execution the first so many splits."""
    return {n: decide(scored, fw.stats.corrected_resampled_t, _first_splits(n), sized=True) for n in SPLITS}


def by_repeats(scored: Scored) -> dict[int, Decisions]:
    """Corrected repeated cross-validation of Table 3: of each execution the first so many repeats."""
    return {r: decide(scored, fw.stats.corrected_repeated_kfold_t, _first_repeats(r)) for r in REPEATS}


def ten_folds(scored: Scored) -> Decisions:
    """Plain t test on the first cross-validation of each execution."""
    return decide(scored, fw.stats.kfold_t, lambda x: x[..., 0, :])


def uncorrected(scored: Scored) -> Decisions:
    """Plain t test on all hundred folds of each execution."""
    return decide(scored, fw.stats.uncorrected_repeated_kfold_t)


def _first_splits(n: int) -> Cut:
    return lambda x: x[..., :n, 0]


def _first_repeats(r: int) -> Cut:
    return lambda x: x[..., :r, :]
