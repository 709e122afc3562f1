"""How tests that combine the statistics or p-values of single repeats read a whole block of trials at once."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise.lab._as_found import as_found
from foldwise.lab._found import Found
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
from foldwise.verdicts import Alternative

Floats = npt.NDArray[np.float64]
# Answers, or fold scores of a cross-validation: those of random splits have no p-value per repeat.
PartitionReader = Callable[[Any, Alternative], Found]


def _averaged_t(scores: Any, alternative: Alternative) -> Found:
    d = scores.differences()
    each = kfold_t(d)
    result = averaged_t(each.statistic, df=each.df, alternative=alternative)
    return as_found(result, estimate=d.mean(axis=(-2, -1)), direction=result.statistic)


def _merged_to(test: Callable[..., Any]) -> PartitionReader:
    def read(scores: Any, alternative: Alternative) -> Found:
        p, undefined = _known(_pvalues(scores, alternative))
        return as_found(test(p), estimate=_mean(scores), undefined=undefined)

    return read


def _fisher(scores: Any, alternative: Alternative) -> Found:
    (greater, undefined), (less, _) = (_known(_pvalues(scores, side)) for side in ("greater", "less"))
    for_a, for_b = fisher(greater), fisher(less)
    if alternative == "two-sided":
        is_a = np.asarray(for_a.pvalue) <= np.asarray(for_b.pvalue)
    else:
        is_a = np.full(undefined.shape, alternative == "greater")
    p = np.where(is_a, for_a.pvalue, for_b.pvalue)
    estimate = _mean(scores)
    return Found(
        statistic=np.where(undefined, np.nan, np.where(is_a, for_a.statistic, for_b.statistic)),
        pvalue=np.where(undefined, np.nan, np.minimum(1.0, 2 * p) if alternative == "two-sided" else p),
        estimate=estimate,
        direction=np.where(undefined, estimate, np.where(is_a, 1.0, -1.0)),
    )


def _wilcoxon_significances(scores: Any, alternative: Alternative) -> Found:
    (greater, undefined), (less, _) = (_known(_pvalues(scores, side)) for side in ("greater", "less"))
    signed = np.where(greater <= less, np.minimum(greater, 0.5), -np.minimum(less, 0.5))
    result = wilcoxon_significances(signed, alternative=alternative)
    lead = np.asarray(result.rank_sum_a) - np.asarray(result.rank_sum_b)
    return as_found(result, estimate=_mean(scores), direction=lead, undefined=undefined)


def _pvalues(scores: Any, alternative: Alternative) -> Floats:
    """P-value of every repeat: of its folds, or of its disagreements where a repeat is one split."""
    d = scores.differences()
    if d.shape[-1] > 1:
        return np.asarray(kfold_t(d, alternative=alternative).pvalue)
    return np.asarray(binomial(*scores.disagreements(), alternative=alternative).pvalue)


def _known(pvalues: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Put a number where a repeat without variance has no p-value, and say in which experiments."""
    missing = np.isnan(pvalues)
    return np.where(missing, 0.5, pvalues), np.asarray(missing.any(axis=-1))


def _mean(scores: Any) -> Floats:
    return np.asarray(scores.differences().mean(axis=(-2, -1)))


PARTITION_READERS: Final[dict[str, PartitionReader]] = {
    "averaged_t": _averaged_t,
    "fisher": _fisher,
    "running_twice_the_mean": _merged_to(running_twice_the_mean),
    "twice_the_mean": _merged_to(twice_the_mean),
    "twice_the_median": _merged_to(twice_the_median),
    "wilcoxon_significances": _wilcoxon_significances,
}
