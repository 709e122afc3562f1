"""Caveats in a few words each, the most important first: what a glance at a result has room for."""

from collections.abc import Sequence
from typing import Final

from foldwise._core._errors import Caveat
from foldwise._core._numbers import counted

# Of all rooms, most important first: what makes the answer wrong or void, then what the data or the design bring, then
# what the test does, then what is good to know. Each holds wherever its code is given, so that it says less than the
# message.
SHORT_CAVEATS: Final[dict[str, str]] = {
    "not_recommended": "this test calls a winner far more often than its level says",
    "biased_methodology": "scores above chance on labels that mean nothing: it flatters",
    "few_datasets": "too few datasets for anybody to be called better over them",
    "reversed": "both learners were declared better on the same data",
    "power_without_level": "power is no merit where the level is too high",
    "certificate_much_damage": "one learner had to be spoilt so much that it is another",
    "zero_variance": "differences do not vary as the test needs",
    "opposite_means": "the mean scores favour the other learner",
    "opposite_signs": "statistic and mean difference favour different learners",
    "repeats_added": "repeats were added until another verdict was settled: rely on that one",
    "unguarded": "the variance could not be guarded: a false alarm is likelier",
    "at_chance": "no learner is clearly better than one that looks at no attribute",
    "partial_design": "what failed or is missing was left out",
    "near_copies": "some datasets are near copies of others: p-values are too small",
    "sparse_learner": "a learner has no score on half of the datasets or more",
    "missing_cells": "some learners have no score on some datasets",
    "infinite_left_out": "datasets with an infinite or undefined statistic were left out",
    "few_permutations": "too few permutations for p to reach 0.05",
    "certificate_few_trials": "too few trials for any difference to stay significant",
    "certificate_gap": "the learners are not quite equal in the trials",
    "null_unproved": "nobody knows that the learners are equally good there",
    "stratified_coins": "labels are coins: stratified folds make some rejections right",
    "groups_split": "examples of one group are on both sides of a split",
    "duplicate_rows": "some tested examples have copies among the training examples",
    "identical_scores": "both learners scored the same throughout",
    "no_disagreement": "both learners are right and wrong on the same examples",
    "unsettled": "the budget ended before this was settled",
    "seeds_assumed": "seeds are taken for trainings on one test set, not new splits",
    "one_test_set": "one test set: other examples may come out otherwise",
    "few_seeds": "few seeds: how much trainings differ is hardly known",
    "pairing_assumed": "whether the learners had the same splits could not be checked",
    "orientation_assumed": "greater values are taken to be better",
    "undefined_as_zero": "where the metric has no value, 0 was counted",
    "similar_labels": "some labels differ only in the way they are written",
    "size_dependent": "the order may depend on the size of the training set",
    "mostly_agree": "the learners answer alike on nearly all examples: the difference may be small",
    "few_discordant": "few examples tell the learners apart",
    "small_test_set": "few test examples: the interval is wide",
    "few_training_sets": "too few training sets for an interval",
    "few_executions": "few executions: shares of them are rough",
    "few_trials": "few trials: bootstrap limits are too narrow",
    "few_datasets_resampled": "few datasets: the interval over them is too narrow",
    "pooled_folds": "answers of all folds are counted as if one classifier gave them",
    "one_partition": "one partition: another split may come out otherwise",
    "small_sample": "few examples stand behind this",
    "small_class": "some folds test no example of a small class",
    "elevated_type1": "this test calls a winner more often than its level says",
    "independence": "p-values from the same data are taken for independent",
    "zero_pvalue": "one p-value of zero decides alone",
    "small_pilot": "the pilot is too small to say how much is needed",
    "assumed_numbers": "nothing was measured: the plan is as good as what was assumed",
    "assumed_correlation": "folds of unstable learners depend on each other more than assumed here",
    "undefined_pvalue": "undefined p-values were counted as 1",
    "undefined_counted": "where there was no p-value, no rejection was counted",
    "undetermined_counted": "some could not decide, and are not counted as differences",
    "equivalent_counted": "equivalent counts as no difference established",
    "discrete_pvalues": "some p-values come in steps: read the excess, not the distance",
    "not_calibrated": "a summary over partitions: its p has no exact meaning",
    "own_test": "a test of your own: its level is not known here",
    "not_adjusted": "p-values are not adjusted for the number of comparisons",
    "tries_behind": "more was tried on these data than p-values are adjusted for",
    "judged_before": "these results were judged before on other terms",
    "tries_unknown": "a learner does not tell how many candidates it tried",
    "tuned": "candidates were tried in tuning",
    "recommended_steps": "some steps are yours: the most similar algorithm, what the data should show",
    "significant_but_negligible": "the difference is significant, and too small to matter",
    "interval_disagrees": "interval and p fall on different sides: decide by p",
    "no_interval": "the test has no interval, so equivalence was not examined",
    "irregular_design": "some examples are left out of some repeats",
    "ratio_out_of_range": "test sets are smaller or larger than the test is advised for",
    "first_fold": "the test rests on the first of ten differences",
    "one_score_each": "one score for each cell: nothing tells how well it is known",
    "datasets_as_sample": "datasets are taken for a random sample",
    "certificate_generator": "trials come from a generator, as good as its fit",
    "certificate_subsamples": "trials are overlapping parts of one dataset",
    "certificate_damage": "learners were made equal by random errors",
    "not_validity": "to decide the same again is not to be right",
    "learner_warnings": "a learner gave warnings",
    "sharing_failed": "predicting all folds at once failed; each was fitted by itself",
    "mixed_versions": "folds were computed with different versions of packages",
    "approximate": "p is approximate, least certain for unstable learners (trees, 1-nearest neighbour)",
    "skewed_differences": "a few items count more than all others: errors may be more frequent",
    "normal_scores": "p is exact for normal scores",
    "serial_correlation": "p is approximate, least certain for few periods and lasting correlation",
    "negative_variance": "the variance up to the horizon was negative: other weights were used",
    "half_size": "the test trains on half of the examples",
    "not_a_mean": "the metric is no mean over examples: the ten-fold test was settled",
    "fixed_models": "about these models as they are, not about training them again",
    "by_group": "the difference is a mean over groups",
    "fixed_seed": "a learner's own randomness was held fixed",
    "fixed_splits": "the splitter draws the same splits for every seed",
    "prepared": "columns were encoded or filled for a learner",
    "time_limited": "the budget was time: another machine may stop elsewhere",
    "percent_as_shares": "scores in percent were divided by 100",
    "several_comparisons": "p-values are adjusted for all comparisons, intervals are not",
    "panel": "choose the test before looking",
}

_RANKS: Final = {code: rank for rank, code in enumerate(SHORT_CAVEATS)}


def by_importance(caveats: Sequence[Caveat]) -> list[Caveat]:
    """Return caveats without repeated codes, the most important first; those of unknown codes come first of all."""
    by_code = {caveat.code: caveat for caveat in reversed(caveats)}
    return sorted(by_code.values(), key=lambda caveat: _RANKS.get(caveat.code, -1))


def short_caveat(caveat: Caveat) -> str:
    """Return a caveat in a few words; of an unknown code, the first clause of its message.

    >>> short_caveat(Caveat(code="one_partition", message="One partition only."))
    'one partition: another split may come out otherwise'
    >>> short_caveat(Caveat(code="of_a_new_test", message="It is slow: very slow."))
    'It is slow'
    """
    clause = caveat.message.split(".")[0].split(";")[0].split(":")[0]
    return SHORT_CAVEATS.get(caveat.code, clause)


def beware_words(
    caveats: Sequence[Caveat], by_row: Sequence[Sequence[Caveat]] = (), *, some: str = ""
) -> tuple[tuple[tuple[str, str], ...], str]:
    """Return a labelled line for the most important caveat, if there is one, and words that name the others.

    Parameters
    ----------
    caveats : sequence of Caveat
        Of the whole result.
    by_row : sequence of sequences of Caveat
        Of each of its rows.
    some : str
        What to say before a caveat that only some of the rows have.

    >>> two = [Caveat(code="one_partition", message="One."), Caveat(code="tuned", message="Two.")]
    >>> beware_words(two)
    ((('beware', 'one partition: another split may come out otherwise [one_partition]'),), '1 more caveat [tuned]')
    >>> beware_words([], [[two[0]], []], some="some pairs")[0]
    (('beware', 'some pairs: one partition: another split may come out otherwise [one_partition]'),)
    >>> beware_words([])
    ((), '')
    """
    every = [*(caveat for row in by_row for caveat in row), *caveats]
    if not every:
        return (), ""
    first, *others = by_importance(every)
    is_of_all = first in caveats or all(first.code in {caveat.code for caveat in row} for row in by_row)
    codes = ", ".join(caveat.code for caveat in others)
    more = f"{counted(len(others), 'more caveat')} [{codes}]" if others else ""
    words = f"{short_caveat(first)} [{first.code}]"
    return (("beware", words if is_of_all else f"{some}: {words}"),), more
