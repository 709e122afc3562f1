"""Methods over many datasets as the lab measures them: what they say of a table, held against the truth."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

import numpy as np

from foldwise.lab._table_block import TableBlock, without_gaps
from foldwise.lab._table_source import Floats
from foldwise.stats import (
    aligned_ranks,
    bergmann_hommel,
    conover,
    corrected_repeated_kfold_t,
    friedman,
    holm,
    iman_davenport,
    kfold_t,
    mean_rank_z,
    nemenyi,
    partial_conjunction,
    quade,
    rank_intervals,
    shaffer,
    sign_test,
    skillings_mack,
    uncorrected_repeated_kfold_t,
    wilcoxon,
)

# Fewer datasets without a gap say nothing: such a table counts as one in which nothing is found.
_FEWEST: Final = 2
# Limits of an interval belong to it, also where rounding has moved them.
_ROUNDING: Final = 1e-12


class DatasetMethod(Protocol):
    """What is done with every table; it is sent to worker processes.

    Examples
    --------
    >>> from foldwise.lab import DatasetMethod, dataset_methods
    >>> method: DatasetMethod = dataset_methods()["friedman"]
    >>> hasattr(method, "outcomes")
    True
    """

    def outcomes(self, block: TableBlock, alpha: float) -> dict[str, Floats]:
        """Return what became of each table, of shape (n_tables,), by the name of a measure.

        A number from 0 to 1, or NaN where the table says nothing about the measure.
        """
        ...


@dataclass(frozen=True, slots=True)
class TableTest:
    """One p-value for a whole table, of the hypothesis that all learners are equally good.

    Parameters
    ----------
    test : callable
        Takes scores of shape (..., n_datasets, n_learners) and returns a result with a `pvalue`.
    takes_gaps : bool, default False
        Whether it also takes a mask of what is there; else datasets with a gap are left out.

    Examples
    --------
    >>> from foldwise.lab import TableTest, dataset_methods
    >>> [name for name, method in dataset_methods().items() if isinstance(method, TableTest)]
    ['friedman', 'iman_davenport', 'quade', 'aligned_ranks', 'skillings_mack']
    """

    test: Callable[..., Any]
    takes_gaps: bool = False

    def outcomes(self, block: TableBlock, alpha: float) -> dict[str, Floats]:
        """Return whether it rejects: `false_alarm` of a null, `power` where learners differ."""
        scores, present = block.tables.scores, block.tables.present
        if self.takes_gaps:
            pvalue = self.test(scores, present).pvalue
        else:
            pvalue = np.ones(len(scores))
            for where, complete in without_gaps(scores, np.asarray(present.all(axis=-1))):
                if complete.shape[1] >= _FEWEST:
                    pvalue[where] = self.test(complete).pvalue
        name = "power" if block.true_signs.any() else "false_alarm"
        return {name: (np.asarray(pvalue) <= alpha).astype(np.float64)}


class FindsPairs(Protocol):
    """Tests of all pairs of learners."""

    def found(self, block: TableBlock, alpha: float) -> Floats:
        """Return who of every pair is found to be better, as `true_signs` says it; of shape (n_tables, n_pairs)."""
        ...


def by_rank_sums(result: Any) -> Floats:
    """Who is ahead by the ranks of differences."""
    return np.asarray(np.sign(result.rank_sum_a - result.rank_sum_b))


def by_wins(result: Any) -> Floats:
    """Who is ahead by the number of datasets."""
    return np.sign(np.asarray(result.wins - result.losses, dtype=np.float64))


def by_estimate(result: Any) -> Floats:
    """Who is ahead by the estimated difference."""
    return np.asarray(np.sign(result.estimate))


@dataclass(frozen=True, slots=True)
class PairTests:
    """A test of every pair of learners, on the datasets where both have a score, and an adjustment for their number.

    Parameters
    ----------
    test : callable
        Takes differences of shape (..., n_datasets) and returns a result with a `pvalue`.
    ahead : callable
        Takes the result and says who is ahead: positive for the first learner.
    adjust : callable, optional
        Takes p-values, a family along the last axis, and returns adjusted ones.

    Examples
    --------
    >>> from foldwise.lab import PairTests, dataset_methods
    >>> len([name for name, method in dataset_methods().items() if isinstance(method, PairTests)])
    9
    >>> dataset_methods()["wilcoxon/holm"].adjust.__name__
    'holm'
    """

    test: Callable[..., Any]
    ahead: Callable[[Any], Floats]
    adjust: Callable[[Floats], Floats] | None = holm

    def outcomes(self, block: TableBlock, alpha: float) -> dict[str, Floats]:
        """Return false alarms among pairs that are equally good, by pair and at all, and power among the others."""
        return _pair_outcomes(self.found(block, alpha), block.true_signs)

    def found(self, block: TableBlock, alpha: float) -> Floats:
        """Return who of every pair is found to be better."""
        pvalue, ahead = block.once(_tested_pairs, self.test, self.ahead)
        adjusted = pvalue if self.adjust is None else self.adjust(pvalue)
        return np.where(adjusted <= alpha, ahead, 0.0)


def _tested_pairs(
    block: TableBlock, test: Callable[..., Any], who_is_ahead: Callable[[Any], Floats]
) -> tuple[Floats, Floats]:
    """Return p-values of all pairs and who is ahead, each of shape (n_tables, n_pairs)."""
    *shape, n = block.differences.shape
    flat = block.differences.reshape(-1, n)
    pvalue, ahead = np.ones(len(flat)), np.zeros(len(flat))
    for where, rows in without_gaps(flat, ~np.isnan(flat)):
        if rows.shape[1] >= _FEWEST:
            result = test(rows)
            pvalue[where], ahead[where] = result.pvalue, who_is_ahead(result)
    return pvalue.reshape(shape), ahead.reshape(shape)


@dataclass(frozen=True, slots=True)
class RankPairTests:
    """Tests of all pairs from the ranks of all learners together, on the datasets without a gap.

    Parameters
    ----------
    test : callable
        Takes scores of shape (..., n_datasets, n_learners) and returns a result with a `pvalue` and an `estimate` for
        every pair.
    adjust : callable, optional
        As in `PairTests`; not needed where the test adjusts for the number of pairs itself.

    Examples
    --------
    >>> from foldwise.lab import RankPairTests, dataset_methods
    >>> [name for name, method in dataset_methods().items() if isinstance(method, RankPairTests)]
    ['nemenyi', 'conover/holm', 'mean_rank_z/holm', 'mean_rank_z:aligned/holm', 'mean_rank_z:quade/holm']
    """

    test: Callable[..., Any]
    adjust: Callable[[Floats], Floats] | None = None

    def outcomes(self, block: TableBlock, alpha: float) -> dict[str, Floats]:
        """Return false alarms among pairs that are equally good, by pair and at all, and power among the others."""
        return _pair_outcomes(self.found(block, alpha), block.true_signs)

    def found(self, block: TableBlock, alpha: float) -> Floats:
        """Return who of every pair is found to be better."""
        found = np.zeros((len(block.trials), len(block.true_signs)))
        present = np.asarray(block.tables.present.all(axis=-1))
        for where, complete in without_gaps(block.tables.scores, present):
            if complete.shape[1] >= _FEWEST:
                result = self.test(complete)
                adjusted = result.pvalue if self.adjust is None else self.adjust(result.pvalue)
                found[where] = np.where(adjusted <= alpha, np.sign(result.estimate), 0.0)
        return found


def _pair_outcomes(found: Floats, truth: Floats) -> dict[str, Floats]:
    false_alarms, right = (found != 0)[:, truth == 0], (found == truth)[:, truth != 0]
    outcomes = {}
    if false_alarms.shape[1]:
        outcomes["per_comparison"] = false_alarms.mean(axis=1)
        outcomes["family_wise"] = false_alarms.any(axis=1).astype(np.float64)
    if right.shape[1]:
        outcomes["power"] = right.mean(axis=1)
    return outcomes


@dataclass(frozen=True, slots=True)
class RankIntervals:
    """An interval for the rank of each learner, from tests of all pairs.

    Parameters
    ----------
    tests : PairTests or RankPairTests
        The tests.

    Examples
    --------
    >>> from foldwise.lab import RankIntervals, dataset_methods
    >>> [name for name, method in dataset_methods().items() if isinstance(method, RankIntervals)]
    ['rank_intervals', 'rank_intervals:nemenyi', 'rank_intervals/none']
    """

    tests: FindsPairs

    def outcomes(self, block: TableBlock, alpha: float) -> dict[str, Floats]:
        """Return whether all intervals hold all ranks that their learner shares, and how many ranks they hold."""
        found, (first, second), k = self.tests.found(block, alpha), block.pairs, block.source.n_learners
        better = np.zeros((len(found), k, k), dtype=bool)
        better[:, first, second], better[:, second, first] = found > 0, found < 0
        low, high = rank_intervals(better)
        best, worst = block.source.true_ranks
        held = np.asarray(((low <= best) & (high >= worst)).all(axis=-1))
        return {"rank_coverage": held.astype(np.float64), "rank_width": (high - low + 1).mean(axis=-1) / k}


@dataclass(frozen=True, slots=True)
class CenterInterval:
    """An interval for the centre of the differences of every pair, not adjusted for their number.

    Parameters
    ----------
    test : callable
        Takes differences of shape (..., n_datasets) and returns a result with a `confidence_interval`.

    Examples
    --------
    >>> from foldwise.lab import CenterInterval, dataset_methods
    >>> [name for name, method in dataset_methods().items() if isinstance(method, CenterInterval)]
    ['hodges_lehmann']
    """

    test: Callable[..., Any]

    def outcomes(self, block: TableBlock, alpha: float) -> dict[str, Floats]:
        """Return the share of the intervals that hold the true pseudo-median, and of those that have an end."""
        truth = block.source.pseudo_medians
        shape = block.differences.shape
        flat = block.differences.reshape(-1, shape[-1])
        low, high = np.full(len(flat), -np.inf), np.full(len(flat), np.inf)
        for where, rows in without_gaps(flat, ~np.isnan(flat)):
            if rows.shape[1] >= _FEWEST:
                low[where], high[where] = self.test(rows).confidence_interval(1 - alpha)
        told = {"bounded": np.isfinite(low).reshape(shape[:2]).mean(axis=1)}
        if truth is None:
            return told
        target = np.tile(truth[block.pairs], shape[0])
        return {
            "coverage": ((low <= target + _ROUNDING) & (target - _ROUNDING <= high)).reshape(shape[:2]).mean(axis=1),
            **told,
        }


@dataclass(frozen=True, slots=True)
class CountedDatasets:
    """A lower bound on the number of datasets on which the first learner of a pair is better.

    Parameters
    ----------
    test : callable
        Takes differences of shape (..., n_repeats, n_folds) and `alternative`, and returns a result with a `pvalue`.
    method : {'bonferroni', 'fisher'}, default 'bonferroni'
        As in `foldwise.stats.partial_conjunction`.

    Examples
    --------
    >>> from foldwise.lab import CountedDatasets, dataset_methods
    >>> [name for name, method in dataset_methods().items() if isinstance(method, CountedDatasets)]
    ['partial_conjunction', 'partial_conjunction:fisher', 'partial_conjunction:uncorrected']
    """

    test: Callable[..., Any]
    method: Any = "bonferroni"

    def outcomes(self, block: TableBlock, alpha: float) -> dict[str, Floats]:
        """Return the share of pairs whose bound is above the true number, and the share of the true number found."""
        (first, second), truth = block.pairs, block.tables.truth
        differences = block.folds[:, :, first] - block.folds[:, :, second]
        # What is missing speaks for nobody: no claim is made about it.
        missing = np.isnan(differences).any(axis=(-2, -1))
        differences[missing] = 0.0
        pvalue = np.where(missing, 1.0, self.test(differences, alternative="greater").pvalue)
        bound = partial_conjunction(np.swapaxes(pvalue, 1, 2), method=self.method).count(alpha)
        number = (truth[:, :, first] > truth[:, :, second]).sum(axis=1)
        right, there = np.minimum(bound, number).sum(axis=1), number.sum(axis=1)
        return {"overstated": (bound > number).mean(axis=1), "counted": right / np.where(there > 0, there, np.nan)}


_PRATT: Final = partial(wilcoxon, zeros="pratt")
_WILCOXON: Final = PairTests(_PRATT, by_rank_sums)

# What to call a method, and what it is: a new one is added here.
DATASET_METHODS: Final[dict[str, DatasetMethod]] = {
    "friedman": TableTest(friedman),
    "iman_davenport": TableTest(iman_davenport),
    "quade": TableTest(quade),
    "aligned_ranks": TableTest(aligned_ranks),
    "skillings_mack": TableTest(skillings_mack, takes_gaps=True),
    "wilcoxon/holm": _WILCOXON,
    "wilcoxon:dropped/holm": PairTests(partial(wilcoxon, zeros="wilcoxon"), by_rank_sums),
    "wilcoxon:split/holm": PairTests(partial(wilcoxon, zeros="split"), by_rank_sums),
    "wilcoxon:normal/holm": PairTests(partial(wilcoxon, zeros="pratt", method="normal"), by_rank_sums),
    "wilcoxon/shaffer": PairTests(_PRATT, by_rank_sums, adjust=shaffer),
    "wilcoxon/bergmann_hommel": PairTests(_PRATT, by_rank_sums, adjust=bergmann_hommel),
    "wilcoxon/none": PairTests(_PRATT, by_rank_sums, adjust=None),
    "sign_test/holm": PairTests(sign_test, by_wins),
    # Over datasets, which are independent, the t test over folds is the plain paired one.
    "t/holm": PairTests(partial(kfold_t, zero_variance="limit"), by_estimate),
    "nemenyi": RankPairTests(nemenyi),
    "conover/holm": RankPairTests(conover, holm),
    "mean_rank_z/holm": RankPairTests(mean_rank_z, holm),
    "mean_rank_z:aligned/holm": RankPairTests(partial(mean_rank_z, ranks="aligned"), holm),
    "mean_rank_z:quade/holm": RankPairTests(partial(mean_rank_z, ranks="quade"), holm),
    "rank_intervals": RankIntervals(_WILCOXON),
    "rank_intervals:nemenyi": RankIntervals(RankPairTests(nemenyi)),
    "rank_intervals/none": RankIntervals(PairTests(_PRATT, by_rank_sums, adjust=None)),
    "hodges_lehmann": CenterInterval(_PRATT),
    "partial_conjunction": CountedDatasets(corrected_repeated_kfold_t),
    "partial_conjunction:fisher": CountedDatasets(corrected_repeated_kfold_t, "fisher"),
    "partial_conjunction:uncorrected": CountedDatasets(uncorrected_repeated_kfold_t),
}
