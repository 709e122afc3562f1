"""Every execution of every test, decided."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

import foldwise as fw
from foldwise.papers.bouckaert_frank_2004.experiments import Floats, Scored

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
