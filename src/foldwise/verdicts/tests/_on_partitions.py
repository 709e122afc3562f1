"""Tests that combine statistics or p-values of single repeats: how they are fed, and their records."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from foldwise.splits import Assignment
from foldwise.stats import (
    averaged_t,
    binomial,
    fisher,
    kfold_t,
    running_twice_the_mean,
    twice_the_mean,
    twice_the_median,
    wilcoxon_significances,
)
from foldwise.verdicts.evidence._finding import Alternative, Finding, Floats, Reading, reading
from foldwise.verdicts.tests._other_partitions import normal_score, others
from foldwise.verdicts.tests._record import REPEATED, Feed, Need, standardized

if TYPE_CHECKING:
    from foldwise.verdicts.evidence._evidence import Evidence, PairEvidence
    from foldwise.verdicts.evidence._setting import Setting

_PARTITIONS: Final = "two or more repeats of k-fold cross-validation, or accuracy on two or more random splits"
_MERGED: Final = "p_i: p-value of partition i"


def _averaged_t(evidence: Evidence, alternative: Alternative) -> Reading:
    """Feed the k-fold t statistic of every repeat."""
    each = kfold_t(evidence.complete("averaged_t"), **evidence.magnitude())
    result = averaged_t(np.asarray(each.statistic), df=each.df, alternative=alternative)
    return reading(result, estimate=evidence.mean_difference(), direction=result.statistic)


def _no_interval(evidence: PairEvidence, result: Any) -> dict[str, Any]:
    # The spread of the averaged statistic over partitions is not that of the difference.
    return {**standardized(evidence, result), "standard_error": np.nan, "interval": None}


def _statistics_without_each_repeat(evidence: PairEvidence, _: Finding, __: Alternative) -> Floats:
    statistics = np.asarray(kfold_t(evidence.pair.differences, **evidence.magnitude()).statistic)
    return np.asarray(others(statistics).mean(axis=1))


def _merged_to(test: Callable[..., Any]) -> Feed:
    """Feed the p-value of every repeat: of its folds, or of its disagreements where a repeat is one split."""

    def feed(evidence: Evidence, alternative: Alternative) -> Reading:
        p, undefined = _known(_pvalues(evidence, test.__name__, alternative))
        return reading(test(p), estimate=evidence.mean_difference(), undefined=undefined)

    return feed


def _merged(evidence: PairEvidence, _: Any) -> dict[str, Any]:
    return {"standard_error": np.nan, "interval": None, "n_scores": evidence.pair.run.assignment.n_repeats}


def _twice_the_mean_without_each_repeat(evidence: PairEvidence, _: Finding, alternative: Alternative) -> Floats:
    merged = twice_the_mean(others(_pvalues(evidence, "twice_the_mean", alternative)))
    return normal_score(np.asarray(merged.pvalue), alternative)


def _fisher(evidence: Evidence, alternative: Alternative) -> Reading:
    """Feed one-sided p-values of the repeats; two-sided is twice the smaller of the two directions."""
    (greater, undefined), (less, _) = (_known(_pvalues(evidence, "fisher", side)) for side in _SIDES)
    for_a, for_b = fisher(greater), fisher(less)
    if alternative == "two-sided":
        is_a = np.asarray(for_a.pvalue) <= np.asarray(for_b.pvalue)
    else:
        is_a = np.full(undefined.shape, alternative == "greater")
    p = np.where(is_a, for_a.pvalue, for_b.pvalue)
    estimate = np.asarray(evidence.mean_difference())
    return Reading(
        statistic=np.where(undefined, np.nan, np.where(is_a, for_a.statistic, for_b.statistic)),
        pvalue=np.where(undefined, np.nan, np.minimum(1.0, 2 * p) if alternative == "two-sided" else p),
        estimate=estimate,
        direction=np.where(undefined, estimate, np.where(is_a, 1.0, -1.0)),
        undefined=undefined,
        # Of a single experiment; df and flags are the same in both directions otherwise.
        result=for_a if is_a.all() else for_b,
    )


def _fisher_without_each_repeat(evidence: PairEvidence, _: Finding, alternative: Alternative) -> Floats:
    sides: tuple[Alternative, ...] = _SIDES if alternative == "two-sided" else (alternative,)
    combined = [np.asarray(fisher(others(_pvalues(evidence, "fisher", side))).pvalue) for side in sides]
    return normal_score(np.minimum(len(sides) * np.min(combined, axis=0), 1.0), alternative)


def _wilcoxon_significances(evidence: Evidence, alternative: Alternative) -> Reading:
    """Feed the signed one-tailed p-values of the repeats."""
    signed, undefined = _signed(evidence)
    result = wilcoxon_significances(signed, alternative=alternative)
    lead = np.asarray(result.rank_sum_a) - np.asarray(result.rank_sum_b)
    return reading(result, estimate=evidence.mean_difference(), direction=lead, undefined=undefined)


def _significances_without_each_repeat(evidence: PairEvidence, _: Finding, alternative: Alternative) -> Floats:
    result = wilcoxon_significances(others(_signed(evidence)[0]), alternative=alternative)
    return normal_score(np.asarray(result.pvalue), alternative)


def _signed(evidence: Evidence) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """One-tailed p-value of every repeat, negative where it is for `b`; and where one is undefined."""
    (greater, undefined), (less, _) = (_known(_pvalues(evidence, "wilcoxon_significances", side)) for side in _SIDES)
    return np.where(greater <= less, np.minimum(greater, 0.5), -np.minimum(less, 0.5)), undefined


def _pvalues(evidence: Evidence, test: str, alternative: Alternative) -> Floats:
    """P-value of every repeat: of its folds, or of its disagreements where a repeat is one split."""
    d = evidence.complete(test)
    if evidence.is_cross_validation:
        return np.asarray(kfold_t(d, alternative=alternative, **evidence.magnitude()).pvalue)
    return np.asarray(binomial(*evidence.disagreements(), alternative=alternative).pvalue)


def _known(pvalues: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Put a number where a repeat without variance has no p-value, and return in which experiments."""
    missing = np.isnan(pvalues)
    return np.where(missing, 0.5, pvalues), np.asarray(missing.any(axis=-1))


def _over_partitions(setting: Setting) -> bool:
    if setting.assignment.n_repeats < 2 or setting.is_disjoint_training:
        return False
    counts = setting.is_several_splits and setting.is_accuracy and isinstance(setting.assignment, Assignment)
    return setting.is_cross_validation or counts


_SIDES: Final[tuple[Alternative, ...]] = ("greater", "less")

RECORDS: Final = (
    Need(
        function=averaged_t,
        rank=120,
        label="t averaged over partitions",
        symbol="mean t",
        swapped="negated",
        reads="partitions",
        design=REPEATED,
        fits=lambda setting: setting.is_repeated,
        feed=_averaged_t,
        beside=_no_interval,
        other_partitions=_statistics_without_each_repeat,
        questions=(8,),
        differs="averages the statistics of single partitions instead of their differences",
        assumes="What the k-fold t test of one partition assumes; its own distribution is not known.",
        avoid="When a p-value with a known meaning is needed: it is a summary.",
        formula="mean(t) = 1/M sum_{i=1..M} t_i",
        symbols="mean(t): the statistic averaged over partitions",
        df="those of the test of one partition",
        is_summary=True,
        flags={
            "not_calibrated": "This is a summary over partitions without a distribution of its own: its p-value is not "
            "calibrated."
        },
    ),
    Need(
        function=running_twice_the_mean,
        rank=130,
        label="smallest running twice-the-mean p-value",
        symbol="mean p",
        swapped="same",
        reads="partitions",
        design=_PARTITIONS,
        fits=_over_partitions,
        feed=_merged_to(running_twice_the_mean),
        beside=_merged,
        other_partitions="its p-value depends on the order of the partitions",
        questions=(8,),
        differs="merges the p-values of single partitions in the order in which they were drawn",
        assumes="The p-value of each partition is valid by itself, and partitions were drawn at random, one by one.",
        avoid="When the partitions were sorted or selected.",
        formula="p = min(1, min_{l <= M} 2/l sum_{i=1..l} p_i)",
        symbols=f"{_MERGED}, in the order in which they were drawn; l: how many were looked at, of M",
        df="none: p-values are merged",
    ),
    Need(
        function=twice_the_mean,
        rank=140,
        label="twice the mean p-value",
        symbol="mean p",
        swapped="same",
        reads="partitions",
        design=_PARTITIONS,
        fits=_over_partitions,
        feed=_merged_to(twice_the_mean),
        beside=_merged,
        other_partitions=_twice_the_mean_without_each_repeat,
        questions=(8,),
        differs="merges the p-values of single partitions under any dependence, which costs power",
        assumes="The p-value of each partition is valid by itself.",
        avoid="When power matters more than a guarantee.",
        formula="p = min(1, 2/M sum_{i=1..M} p_i)",
        symbols=f"{_MERGED} of M",
        df="none: p-values are merged",
    ),
    Need(
        function=twice_the_median,
        rank=150,
        label="twice the median p-value",
        symbol="median p",
        swapped="same",
        reads="partitions",
        design=_PARTITIONS,
        fits=_over_partitions,
        feed=_merged_to(twice_the_median),
        beside=_merged,
        other_partitions="leaving out a repeat tells nothing about a median",
        questions=(8,),
        differs="merges the p-values of single partitions under any dependence, which costs power",
        assumes="The p-value of each partition is valid by itself.",
        avoid="When power matters more than a guarantee.",
        formula="p = min(1, M/k p_(k))",
        symbols="p_(k): k-th smallest of the p-values of M partitions; ceil: rounded up",
        df="none: p-values are merged",
    ),
    Need(
        function=fisher,
        rank=230,
        label="Fisher's combination over partitions",
        symbol="chi2",
        swapped="same",
        reads="partitions",
        design=_PARTITIONS,
        fits=_over_partitions,
        feed=_fisher,
        beside=_merged,
        other_partitions=_fisher_without_each_repeat,
        questions=(8,),
        differs="takes partitions of the same data for independent experiments",
        assumes="The p-values are independent; those of partitions of one dataset are not.",
        avoid="Over partitions of one dataset, always: use twice_the_mean.",
        formula="X = -2 sum_i ln p_i",
        symbols=_MERGED,
        advisable=False,
        flags={
            "zero_pvalue": "The p-value of some partition is zero, which decides the combination alone.",
        },
    ),
    Need(
        function=wilcoxon_significances,
        rank=240,
        label="Wilcoxon test on signed significances of partitions",
        symbol="W",
        swapped="same",
        reads="partitions",
        design=_PARTITIONS,
        fits=_over_partitions,
        feed=_wilcoxon_significances,
        beside=_merged,
        other_partitions=_significances_without_each_repeat,
        questions=(8,),
        differs="ranks partitions of the same data like independent experiments; fewer than six never reject two-sided",
        assumes="The significances are independent; those of partitions of one dataset are not.",
        avoid="Over partitions of one dataset, always: use twice_the_mean.",
        symbols="W_a, W_b: sums of ranks of what favours a and of what favours b",
        df="none: exact, or normal for many significances",
        advisable=False,
    ),
)
