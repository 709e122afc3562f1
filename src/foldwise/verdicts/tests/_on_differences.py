"""Tests on differences of scores, fold by fold: how they are fed, and their records."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from scipy.special import fdtrc

from foldwise._core import Caveat
from foldwise.stats import (
    balanced_two_fold_t,
    corrected_repeated_kfold_t,
    corrected_resampled_t,
    five_by_two_f,
    five_by_two_plain_t,
    five_by_two_t,
    kfold_t,
    resampled_t,
    uncorrected_repeated_kfold_t,
)
from foldwise.verdicts.evidence._finding import Alternative, Finding, Floats, Reading, reading
from foldwise.verdicts.tests._other_partitions import (
    TAKEN_AS_GIVEN,
    mean_of_differences,
    normal_score,
    ten_numerators,
)
from foldwise.verdicts.tests._record import (
    CORRELATED,
    DIFFERENCE,
    OF_ONE_FOLD,
    REPEATED,
    REPEATS,
    Feed,
    Need,
    standardized,
)

if TYPE_CHECKING:
    from foldwise.verdicts.evidence._evidence import Evidence, PairEvidence

_FIVE_BY_TWO: Final = "five times two-fold cross-validation (scheme '5x2')"
_TEN_DIFFERENCES: Final = (
    "Differences of different halves vary alike and are nearly independent, which they are not: five splits of one "
    "sample overlap."
)


def _row_to(test: Callable[..., Any]) -> Feed:
    """Feed all differences, in one row, to a test that takes no sizes."""

    def feed(evidence: Evidence, alternative: Alternative) -> Reading:
        return reading(test(evidence.row(), alternative=alternative, **evidence.magnitude()))

    return feed


def _table_to(test: Callable[..., Any]) -> Feed:
    """Feed the table of repeats and folds to a test that takes no sizes."""

    def feed(evidence: Evidence, alternative: Alternative) -> Reading:
        return reading(test(evidence.table(), alternative=alternative, **evidence.magnitude()))

    return feed


def _complete_to(test: Callable[..., Any]) -> Feed:
    """Feed the table of repeats and folds, refused where some are missing."""

    def feed(evidence: Evidence, alternative: Alternative) -> Reading:
        table = evidence.complete(test.__name__)
        return reading(test(table, alternative=alternative, **evidence.magnitude()))

    return feed


def _corrected_repeated(evidence: Evidence, alternative: Alternative) -> Reading:
    # Without all folds, n and df shrink and the ratio comes from the folds that are left.
    options = {**evidence.ratio(), **evidence.magnitude()}
    return reading(corrected_repeated_kfold_t(evidence.table(), alternative=alternative, **options))


def _corrected_resampled(evidence: Evidence, alternative: Alternative) -> Reading:
    d, (n_train, n_test), options = evidence.row(), evidence.sizes(), evidence.magnitude()
    if d.ndim == 1:
        return reading(corrected_resampled_t(d, n_train=n_train, n_test=n_test, alternative=alternative, **options))
    ratios = n_test.sum(axis=-1) / n_train.sum(axis=-1)
    numbers = np.empty((3, *ratios.shape))
    for ratio in np.unique(ratios):
        # The correction takes one set of sizes, and only the ratio of their sums matters.
        which = ratios == ratio
        # One number stands for all splits where only their ratio is known.
        sizes = {"n_train": np.squeeze(n_train[which][0]), "n_test": np.squeeze(n_test[which][0])}
        result = corrected_resampled_t(d[which], **sizes, alternative=alternative, **options)
        numbers[:, which] = result.statistic, result.pvalue, result.estimate
    statistic, pvalue, estimate = numbers
    return Reading(statistic=statistic, pvalue=pvalue, estimate=estimate, direction=estimate)


def _five_by_two_t(evidence: Evidence, alternative: Alternative) -> Reading:
    """Feed ten differences; the estimate is the mean of all, the evidence that of the first of them."""
    result = five_by_two_t(evidence.complete("five_by_two_t"), alternative=alternative, **evidence.magnitude())
    return reading(result, estimate=result.mean_difference, direction=result.statistic)


def _five_by_two_f(evidence: Evidence, _: Alternative) -> Reading:
    """Feed ten differences; F has no sides, so the mean difference says which learner is ahead."""
    return reading(five_by_two_f(evidence.complete("five_by_two_f"), **evidence.magnitude()))


def _five_by_two_f_without_each_repeat(evidence: PairEvidence, _: Finding, __: Alternative) -> Floats:
    # F is the mean square over the mean variance, so four repeats estimate the same as five.
    d = evidence.pair.differences
    squares, variances = np.square(d).sum(axis=1), np.square(d[:, 0] - d[:, 1]) / 2
    with np.errstate(all="ignore"):
        f = (squares.sum() - squares) / (2 * (variances.sum() - variances))
    return normal_score(fdtrc(10, 5, f), "two-sided")


RECORDS: Final = (
    Need(
        function=five_by_two_t,
        rank=10,
        label="5x2cv paired t test",
        symbol="t",
        swapped="negated",
        reads="differences",
        design=_FIVE_BY_TWO,
        fits=lambda setting: setting.is_five_by_two,
        feed=_five_by_two_t,
        beside=standardized,
        other_partitions=ten_numerators,
        questions=(8,),
        differs="rests on the first of ten differences; the others only measure its variance",
        assumes=_TEN_DIFFERENCES,
        avoid="When the conclusion should survive another random split: no other test changes its mind as often.",
        formula="t = x_11 / sqrt(1/5 sum_{j=1..5} s_j^2); s_j^2 = (x_1j - m_j)^2 + (x_2j - m_j)^2",
        symbols="x_11: the difference on the first fold of the first repeat; s_j^2: variance within repeat j",
        beware=Caveat(
            code="first_fold",
            message="The statistic and the interval rest on the first fold of the first repeat; the mean difference is "
            "that of all ten.",
        ),
        advised_with=("5x2",),
    ),
    Need(
        function=corrected_repeated_kfold_t,
        rank=20,
        label="corrected repeated k-fold t test",
        symbol="t",
        swapped="negated",
        reads="differences",
        design="k-fold cross-validation, repeated or not",
        fits=lambda setting: setting.is_cross_validation,
        feed=_corrected_repeated,
        beside=standardized,
        other_partitions=mean_of_differences,
        questions=(8,),
        differs="widens the variance because training sets overlap",
        assumes=CORRELATED,
        avoid="For unstable learners such as 1-nearest neighbour, for learners at chance and with outliers, when a "
        "false alarm is costly: its level was up to 3.4 times the nominal one.",
        formula="t = mean(d) / sqrt((1/(rk) + n_2/n_1) s^2)",
        symbols=f"{OF_ONE_FOLD}; {REPEATS}; n_1, n_2: training and test examples of a fold",
        assumes_correlation=True,
        advised_with=("settled", "10x10"),
    ),
    Need(
        function=corrected_resampled_t,
        rank=40,
        label="corrected resampled t test",
        symbol="t",
        swapped="negated",
        reads="differences",
        design="two or more random splits",
        fits=lambda setting: setting.is_several_splits and not setting.is_time_ordered,
        feed=_corrected_resampled,
        beside=standardized,
        other_partitions=mean_of_differences,
        questions=(8,),
        differs="widens the variance because splits overlap",
        assumes=CORRELATED,
        avoid="When the test set is smaller than 1/20 or larger than 1/2 of the training set.",
        formula="t = mean(d) / sqrt((1/n + n_2/n_1) s^2)",
        symbols=f"{DIFFERENCE} on one split; n_1, n_2: training and test examples of a split",
        assumes_correlation=True,
        advised_with=("settled", "10x10"),
        flags={
            "ratio_out_of_range": "The test set is smaller than 1/20 or larger than 1/2 of the training set, "
            "outside the range for which the correction is advised."
        },
    ),
    Need(
        function=five_by_two_f,
        rank=100,
        label="combined 5x2cv F test",
        symbol="F",
        swapped="same",
        reads="differences",
        design=_FIVE_BY_TWO,
        fits=lambda setting: setting.is_five_by_two,
        feed=_five_by_two_f,
        beside=standardized,
        other_partitions=_five_by_two_f_without_each_repeat,
        questions=(8,),
        differs="uses all ten differences in the numerator",
        assumes=_TEN_DIFFERENCES,
        avoid="When an interval is wanted: it has none; and for unstable learners, where its level is above nominal.",
        formula="F = sum_ij x_ij^2 / (2 sum_{j=1..5} s_j^2)",
        symbols="F: the statistic, from all ten differences",
        has_sides=False,
        advised_with=("5x2",),
    ),
    Need(
        function=balanced_two_fold_t,
        rank=105,
        label="balanced two-fold t test",
        symbol="t",
        swapped="negated",
        reads="differences",
        design="two-fold cross-validations with balanced halves (scheme 'balanced:3')",
        fits=lambda setting: setting.is_balanced_two_fold,
        feed=_complete_to(balanced_two_fold_t),
        beside=standardized,
        other_partitions="how the variance of this test varies over partitions is not known",
        questions=(8,),
        differs="takes its variance from the differences within repeats, which balanced halves make uncorrelated",
        assumes="Examples act by their own losses alone, and not by what they teach; losses are roughly normal.",
        avoid="For unstable learners, and when half of the data is too little to train on.",
        formula="t = mean(x) / sqrt(1/(4m) sum_i (x_i1 - x_i2)^2)",
        symbols="x: all differences; x_i1, x_i2: on the two halves of repeat i of m",
    ),
    Need(
        function=kfold_t,
        rank=180,
        label="k-fold cross-validated t test",
        symbol="t",
        swapped="negated",
        reads="differences",
        design="a single k-fold cross-validation",
        fits=lambda setting: setting.is_cross_validation and setting.is_single,
        feed=_row_to(kfold_t),
        beside=standardized,
        other_partitions=TAKEN_AS_GIVEN,
        questions=(8,),
        differs="takes the folds for independent although they share training examples",
        assumes="Differences of the folds are independent and normal; they are not independent.",
        avoid="When a false alarm is worse than a missed difference, for it rejects up to 2.6 times too often: use "
        "corrected_repeated_kfold_t.",
        formula="t = mean(d) / sqrt(s^2 / k)",
        symbols=f"{OF_ONE_FOLD}; k: folds",
        advisable=False,
        flags={
            "elevated_type1": "This test rejects a true null hypothesis up to 2.6 times as often as its level says."
        },
    ),
    Need(
        function=resampled_t,
        rank=190,
        label="resampled paired t test",
        symbol="t",
        swapped="negated",
        reads="differences",
        design="two or more random splits",
        fits=lambda setting: (
            setting.is_several_splits and not setting.is_disjoint_training and not setting.is_time_ordered
        ),
        feed=_row_to(resampled_t),
        beside=standardized,
        other_partitions=mean_of_differences,
        questions=(8,),
        differs="takes the splits for independent although they overlap: the more splits, the more false alarms",
        assumes="Differences of the splits are independent; they are not.",
        avoid="Always: use corrected_resampled_t.",
        formula="t = mean(d) / sqrt(s^2 / n)",
        symbols=f"{DIFFERENCE} on one split; n: splits",
        advisable=False,
    ),
    Need(
        function=uncorrected_repeated_kfold_t,
        rank=200,
        label="uncorrected repeated k-fold t test",
        symbol="t",
        swapped="negated",
        reads="differences",
        design=REPEATED,
        fits=lambda setting: setting.is_repeated,
        feed=_table_to(uncorrected_repeated_kfold_t),
        beside=standardized,
        other_partitions=mean_of_differences,
        questions=(8,),
        differs="takes all folds of all repeats for independent: the more repeats, the more false alarms",
        assumes="Differences of all folds of all repeats are independent; they are not.",
        avoid="Always: use corrected_repeated_kfold_t.",
        formula="t = mean(d) / sqrt(s^2 / (rk))",
        symbols=f"{OF_ONE_FOLD}; {REPEATS}",
        advisable=False,
    ),
    Need(
        function=five_by_two_plain_t,
        rank=210,
        label="plain t test on ten 5x2cv differences",
        symbol="t",
        swapped="negated",
        reads="differences",
        design=_FIVE_BY_TWO,
        fits=lambda setting: setting.is_five_by_two,
        feed=_complete_to(five_by_two_plain_t),
        beside=standardized,
        other_partitions=mean_of_differences,
        questions=(8,),
        differs="takes ten differences of overlapping halves for independent",
        assumes="The ten differences are independent; they are not.",
        avoid="Always: use five_by_two_t or five_by_two_f.",
        formula="t = mean(d) / sqrt(s^2 / 10)",
        symbols=OF_ONE_FOLD,
        advisable=False,
    ),
)
