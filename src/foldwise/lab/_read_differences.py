"""How tests on differences per fold read a whole block of trials at once."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from foldwise.lab._as_found import as_found
from foldwise.lab._fold_scores import FoldScores
from foldwise.lab._found import Found
from foldwise.stats import (
    corrected_repeated_kfold_t,
    corrected_resampled_t,
    five_by_two_f,
    five_by_two_plain_t,
    five_by_two_t,
    kfold_t,
    resampled_t,
    uncorrected_repeated_kfold_t,
)
from foldwise.verdicts import Alternative

DifferenceReader = Callable[[FoldScores, Alternative], Found]


def _table_to(test: Callable[..., Any]) -> DifferenceReader:
    def read(scores: FoldScores, alternative: Alternative) -> Found:
        return as_found(test(scores.differences(), alternative=alternative))

    return read


def _row_to(test: Callable[..., Any]) -> DifferenceReader:
    def read(scores: FoldScores, alternative: Alternative) -> Found:
        d = scores.differences()
        return as_found(test(d.reshape(*d.shape[:2], -1), alternative=alternative))

    return read


def _corrected_resampled(scores: FoldScores, alternative: Alternative) -> Found:
    d = scores.differences()[..., 0]
    n_train, n_test = (size[..., 0] for size in scores.sizes())
    ratios = n_test.sum(axis=-1) / n_train.sum(axis=-1)
    numbers = np.empty((3, *ratios.shape))
    for ratio in np.unique(ratios):
        # The correction takes one set of sizes, and only the ratio of their sums matters.
        which = ratios == ratio
        sizes = {"n_train": n_train[which][0], "n_test": n_test[which][0]}
        result = corrected_resampled_t(d[which], **sizes, alternative=alternative)
        numbers[:, which] = result.statistic, result.pvalue, result.estimate
    statistic, pvalue, estimate = numbers
    return Found(statistic=statistic, pvalue=pvalue, estimate=estimate, direction=estimate)


def _five_by_two_t(scores: FoldScores, alternative: Alternative) -> Found:
    result = five_by_two_t(scores.differences(), alternative=alternative)
    return as_found(result, estimate=result.mean_difference, direction=result.statistic)


def _five_by_two_f(scores: FoldScores, alternative: Alternative) -> Found:
    check_no_sides("five_by_two_f", alternative)
    return as_found(five_by_two_f(scores.differences()))


def check_no_sides(test: str, alternative: Alternative) -> None:
    """Refuse the sides that a ratio of variances does not have."""
    if alternative != "two-sided":
        raise ValueError(f"{test} has no sides, got alternative={alternative!r}. Use 'two-sided', or a t test.")


DIFFERENCE_READERS: Final[dict[str, DifferenceReader]] = {
    "corrected_repeated_kfold_t": _table_to(corrected_repeated_kfold_t),
    "corrected_resampled_t": _corrected_resampled,
    "five_by_two_f": _five_by_two_f,
    "five_by_two_plain_t": _table_to(five_by_two_plain_t),
    "five_by_two_t": _five_by_two_t,
    "kfold_t": _row_to(kfold_t),
    "resampled_t": _row_to(resampled_t),
    "uncorrected_repeated_kfold_t": _table_to(uncorrected_repeated_kfold_t),
}
