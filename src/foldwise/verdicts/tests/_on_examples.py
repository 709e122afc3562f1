"""Tests on single examples: right or wrong answers, losses, responses. How they are fed, and their records."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise.splits import Assignment
from foldwise.stats import (
    binomial,
    corrected_difference_of_proportions,
    delong,
    delve_quasi_f,
    difference_of_proportions,
    hall_t,
    mcnemar,
    paired_items_t,
    sign_flip,
    sign_flip_interval,
    twofold_jackknife_t,
)
from foldwise.verdicts.evidence._answer_counts import AnswerCounts
from foldwise.verdicts.evidence._finding import Alternative, Finding, Reading, example_effect, reading
from foldwise.verdicts.evidence._setting import metric_losses
from foldwise.verdicts.evidence._two_fold import jackknife_spread
from foldwise.verdicts.tests._other_partitions import TAKEN_AS_GIVEN
from foldwise.verdicts.tests._record import COIN_TOSSES, RANDOM_SAMPLE, Feed, Need

if TYPE_CHECKING:
    import numpy.typing as npt

    from foldwise.verdicts.evidence._boundaries import PartitionSpread
    from foldwise.verdicts.evidence._evidence import Evidence, PairEvidence
    from foldwise.verdicts.evidence._pair import Pair
    from foldwise.verdicts.evidence._setting import Setting

# So many flips can be counted one by one.
_FEW_EXAMPLES: Final = 25

_TESTED_ONCE: Final = "accuracy on a run that tests each example once (a hold-out or a single cross-validation)"


def _counts_to(test: Callable[..., Any]) -> Feed:
    """Feed the counts of examples that only one learner gets right."""

    def feed(evidence: Evidence, alternative: Alternative) -> Reading:
        a_only, b_only = (count.sum(axis=-1) for count in evidence.disagreements())
        return reading(test(a_only, b_only, n_examples=evidence.n_tested(), alternative=alternative))

    return feed


def _answers(evidence: PairEvidence) -> AnswerCounts:
    only_a, only_b = (int(count.sum()) for count in evidence.disagreements())
    both_right = evidence.n_right()[0] - only_a
    both_wrong = evidence.n_tested() - both_right - only_a - only_b
    return AnswerCounts(both_right=both_right, only_a=only_a, only_b=only_b, both_wrong=both_wrong)


def _cohens_g(evidence: PairEvidence, _: Any) -> dict[str, Any]:
    answers = _answers(evidence)
    n = answers.only_a + answers.only_b
    effect = answers.only_a / n - 0.5 if n else np.nan
    return {"effect_size": effect, "effect_size_name": "g", "n_scores": n, "answers": answers}


def _proportions(evidence: Evidence, alternative: Alternative) -> Reading:
    """Feed the counts of right answers, as if the two test sets were different ones."""
    a, b = evidence.n_right()
    return reading(difference_of_proportions(a, b, n_examples=evidence.n_tested(), alternative=alternative))


def _sign_flip(evidence: Evidence, alternative: Alternative) -> Reading:
    d, n_tested, options = evidence.loss_differences()
    result = sign_flip(d, alternative=alternative, **options)
    # An example that no repeat tests counts as one that both get right: its difference has no sign to flip.
    return reading(result, estimate=None if n_tested is None else d.sum(axis=-1) / n_tested)


def _over_examples(evidence: PairEvidence, result: Any) -> dict[str, Any]:
    d, _, options = evidence.loss_differences()
    effect = example_effect(float(result.estimate), float(np.std(d, ddof=1)) if d.size > 1 else 0.0, d.size)
    if not evidence.pair.setting.is_hold_out or evidence.pair.setting.is_accuracy:
        return effect
    return effect | {"interval": _limits_of_losses(d, float(options["score_magnitude"].max()))}


def _limits_of_losses(d: npt.NDArray[Any], largest: float) -> Callable[[float], tuple[float, float]]:
    """Return limits for the mean difference on one test set: of few examples those of the test itself."""

    @cache
    def interval(level: float) -> tuple[float, float]:
        if d.size <= _FEW_EXAMPLES:
            low, high = sign_flip_interval(d, level=level)
            return float(low), float(high)
        # Of more Student's and Hall's, of which the wider: differences of losses may be skewed.
        both = [test(d, score_magnitude=largest).confidence_interval(level) for test in (paired_items_t, hall_t)]
        return min(float(low) for low, _ in both), max(float(high) for _, high in both)

    return interval


def _delong(evidence: PairEvidence, alternative: Alternative) -> Reading:
    return reading(delong(*evidence.responses(), alternative=alternative))


def _delve_quasi_f(evidence: Evidence, _: Alternative) -> Reading:
    """Feed the losses of all training sets on the common test set."""
    evidence.complete("delve_quasi_f")
    losses, tested = evidence.losses()
    if tested.ndim == 1:
        result = delve_quasi_f(losses[:, :, tested])
        return reading(result, estimate=result.estimate[0] - result.estimate[1])
    n_tested = tested.sum(axis=-1)
    numbers = np.empty((3, *n_tested.shape))
    for n in np.unique(n_tested):
        # Experiments with as many test examples fit into one array, examples that are not tested left out.
        which = n_tested == n
        places = np.argsort(~tested[which], axis=-1, kind="stable")[:, np.newaxis, np.newaxis, :n]
        result = delve_quasi_f(np.take_along_axis(losses[which], places, axis=-1))
        numbers[:, which] = result.statistic, result.pvalue, result.estimate[..., 0] - result.estimate[..., 1]
    statistic, pvalue, estimate = numbers
    return Reading(statistic=statistic, pvalue=pvalue, estimate=estimate, direction=estimate)


def _all_algorithms(pair: Pair) -> Any:
    losses = metric_losses(pair.run, pair.setting.metric)
    return delve_quasi_f(losses[:, :, np.isfinite(losses).all(axis=(0, 1))])


def _of_two_algorithms(evidence: PairEvidence, result: Any) -> dict[str, Any]:
    losses, tested = evidence.losses()

    def interval(level: float) -> tuple[float, float]:
        low, high = result.confidence_interval(level)
        return float(low[0, 1]), float(high[0, 1])

    return {
        "standard_error": float(result.standard_error[0, 1]),
        "interval": interval,
        "n_scores": int(losses[:, :, tested].size // 2),
    }


def _twofold_jackknife_t(evidence: Evidence, alternative: Alternative) -> Reading:
    d, halves, options = evidence.halves()
    return reading(twofold_jackknife_t(d, halves, alternative=alternative, **options))


def _jackknifed(evidence: PairEvidence, result: Any) -> dict[str, Any]:
    losses = evidence.two_fold
    return {**losses.effect(result), "spread": jackknife_spread(result, has_floor=losses.is_zero_one)}


def _spread_beside(_: PairEvidence, finding: Finding, __: Alternative) -> PartitionSpread:
    assert finding.spread is not None, "beside the result stands how it varies"
    return finding.spread


def _is_repeated_halving(setting: Setting) -> bool:
    design = setting.assignment
    if not isinstance(design, Assignment) or setting.loss is None:
        return False
    halving = design.n_folds == 2 and design.n_repeats >= 5 and bool((design.folds >= 0).all())
    return halving and design.n_examples >= 20


RECORDS: Final = (
    Need(
        function=delve_quasi_f,
        rank=30,
        label="DELVE quasi-F test",
        symbol="F",
        swapped="same",
        reads="losses",
        design="disjoint training sets with one test set (splits.DisjointTraining) and a metric that is a mean of "
        "losses of single examples",
        fits=lambda setting: setting.is_disjoint_training and setting.loss is not None,
        feed=_delve_quasi_f,
        beside=_of_two_algorithms,
        of_all=_all_algorithms,
        other_partitions=TAKEN_AS_GIVEN,
        questions=(7,),
        differs="counts both the draw of training sets and the draw of test examples",
        assumes="Effects of training sets and of test examples are independent and roughly normal.",
        avoid="When the data are too few to be cut into several training sets of the size that matters.",
        formula="F = (MS_A + MS_ATE)/(MS_AT + MS_AE); "
        "nu_1 = (MS_A + MS_ATE)^2/(MS_A^2/f_A + MS_ATE^2/f_ATE); "
        "nu_2 = (MS_AT + MS_AE)^2/(MS_AT^2/f_AT + MS_AE^2/f_AE)",
        symbols="MS: mean square of the algorithms (A), and of their interactions with training sets (AT), with "
        "examples (AE) and with both (ATE): MS_A, MS_AT, MS_AE, MS_ATE; f: degrees of freedom of a mean square; "
        "a, t, e: numbers of algorithms, training sets and test examples; nu_1, nu_2: degrees of freedom of F",
        df="nu_1 and nu_2, after Satterthwaite [3]",
        has_sides=False,
        advised_with=("disjoint:5:0.5",),
    ),
    Need(
        function=binomial,
        rank=50,
        label="exact binomial test on disagreements",
        symbol="wins",
        swapped="counted",
        reads="disagreements",
        design=_TESTED_ONCE,
        fits=lambda setting: setting.counts_examples,
        feed=_counts_to(binomial),
        beside=_cohens_g,
        other_partitions=TAKEN_AS_GIVEN,
        questions=(3, 8),
        differs="counts examples, and takes the training set or the partition as given",
        assumes=RANDOM_SAMPLE,
        avoid="When the question is how learners behave on other training sets: it never varies them. On the pooled "
        "answers of a cross-validation it is not exact: .11 at nominal .05 was measured with 1-nearest neighbour.",
        formula="P(S >= s) = 2^-m sum_{i=s..m} C(m, i)",
        symbols=COIN_TOSSES,
        df="none: the distribution is exact",
        advised_with=("holdout:0.33",),
    ),
    Need(
        function=mcnemar,
        rank=60,
        label="McNemar's test",
        symbol="chi2",
        swapped="same",
        reads="disagreements",
        design=_TESTED_ONCE,
        fits=lambda setting: setting.counts_examples,
        feed=_counts_to(mcnemar),
        beside=_cohens_g,
        other_partitions=TAKEN_AS_GIVEN,
        questions=(3, 8),
        differs="approximates the binomial test by chi-square",
        assumes=RANDOM_SAMPLE,
        avoid="With fewer than 25 disagreements: the binomial test is exact.",
        formula="chi^2 = (max(|b - c| - 1, 0)^2)/(b + c)",
        symbols="chi^2: the statistic, referred to the chi-square distribution",
        advised_with=("holdout:0.33",),
    ),
    Need(
        function=corrected_difference_of_proportions,
        rank=70,
        label="corrected difference of two proportions",
        symbol="z",
        swapped="negated",
        reads="disagreements",
        design=_TESTED_ONCE,
        fits=lambda setting: setting.counts_examples,
        feed=_counts_to(corrected_difference_of_proportions),
        beside=_cohens_g,
        other_partitions=TAKEN_AS_GIVEN,
        questions=(3, 8),
        differs="is the square root of McNemar's statistic",
        assumes=RANDOM_SAMPLE,
        avoid="With fewer than 25 disagreements: the binomial test is exact.",
        formula="z = sign(b - c) max(|b - c| - 1, 0)/sqrt(b + c)",
        symbols="a, b: the classifiers; sign: +1, 0 or -1",
        df="none: normal distribution",
    ),
    Need(
        function=delong,
        rank=80,
        label="DeLong's test of two areas under the ROC curve",
        symbol="z",
        swapped="negated",
        reads="responses",
        design="a hold-out of two classes with metric roc_auc",
        fits=lambda setting: setting.is_hold_out and setting.metric.name == "roc_auc",
        feed=_delong,
        beside=lambda evidence, _: {"n_scores": int(evidence.responses()[0].size)},
        other_partitions=TAKEN_AS_GIVEN,
        questions=(3,),
        differs="compares how examples are ranked, not how they are classified",
        assumes=RANDOM_SAMPLE,
        avoid="With few examples of one class, and when the threshold of a decision is fixed.",
        formula="z = mean(d) / sqrt(s_d^2 / m + s_e^2 / n)",
        symbols="a, b: the classifiers; s_d^2, s_e^2: variances of the d_i and of the e_j",
        df="none: normal distribution",
    ),
    Need(
        function=sign_flip,
        rank=90,
        label="sign-flip permutation test on losses",
        symbol="standardized sum",
        swapped="negated",
        reads="losses",
        design="a metric that is a mean of losses of single examples, on a run that tests each example once",
        fits=lambda setting: setting.loss is not None and setting.assignment.each_example_tested_once,
        feed=_sign_flip,
        beside=_over_examples,
        other_partitions=TAKEN_AS_GIVEN,
        questions=(3, 8),
        differs="permutes the losses of single examples, and takes the training set or the partition as given",
        assumes="Differences of losses are symmetric about zero if the learners are equally good, and independent.",
        avoid="When the question is how learners behave on other training sets: it never varies them.",
        formula="p = P(|sum_i +- d_i| >= |sum_i d_i|)",
        symbols="d_i: difference of the losses of the two learners on example i; n: test examples",
        df="none: all signs, or random ones",
    ),
    Need(
        function=twofold_jackknife_t,
        rank=110,
        label="two-fold jackknife t test",
        symbol="t",
        swapped="negated",
        reads="halves",
        design="five or more repeats of two-fold cross-validation of 20 or more examples, and a metric that is a mean "
        "of losses of single examples",
        fits=_is_repeated_halving,
        feed=_twofold_jackknife_t,
        beside=_jackknifed,
        other_partitions=_spread_beside,
        questions=(8,),
        differs="takes its variance from single examples, each counted for its own loss and for what it teaches",
        assumes="Examples are independent draws, halves plain draws, and learners indifferent to the order of rows.",
        avoid="With fewer than 50 repeats, which leave too much noise in its variance; when both learners are no "
        "better than the majority rule; and when training on half the examples is not what matters.",
        formula="t = mean(d) / sqrt((n-1)/n sum_j (mean(d_(j)) - m)^2 - v)",
        symbols="d: loss of b less loss of a of one example in one repeat, the learners trained on the half "
        "that it is not in",
    ),
    Need(
        function=difference_of_proportions,
        rank=220,
        label="difference of two proportions",
        symbol="z",
        swapped="negated",
        reads="disagreements",
        design=_TESTED_ONCE,
        fits=lambda setting: setting.counts_examples,
        feed=_proportions,
        beside=lambda evidence, _: {"n_scores": evidence.n_tested(), "answers": _answers(evidence)},
        other_partitions=TAKEN_AS_GIVEN,
        questions=(3, 8),
        differs="ignores that both learners were tested on the same examples",
        assumes="The two learners were tested on different, independent examples; they were not.",
        avoid="Always: use binomial.",
        formula="z = (p_a - p_b) / sqrt(2 p (1 - p) / n)",
        symbols="a, b: the classifiers, right on a share p_a and p_b of the examples",
        df="none: normal distribution",
        advisable=False,
    ),
)
