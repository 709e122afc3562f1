"""How the tests are fed: from pairs of learners to findings, one function per kind of reading."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise.stats import (
    averaged_t,
    binomial,
    corrected_repeated_kfold_t,
    corrected_resampled_t,
    delong,
    delve_quasi_f,
    difference_of_proportions,
    fisher,
    five_by_two_f,
    five_by_two_t,
    kfold_t,
    sign_flip,
    sign_test,
    wilcoxon_significances,
)
from foldwise.verdicts._comparison import Alternative
from foldwise.verdicts._finding import Finding, finding
from foldwise.verdicts._metric_losses import metric_losses
from foldwise.verdicts._pair import Pair
from foldwise.verdicts._strict_look import strict_finding, strict_resampled, two_fold

Feed = Callable[[Sequence[Pair], Alternative], Finding]


def differences_to(call: Callable[..., Any]) -> Feed:
    """Feed the differences per fold through `call(pair, **options)`, with d as effect size."""

    def feed(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
        (pair,) = pairs
        result = call(pair, alternative=alternative, score_magnitude=pair.magnitude)
        return finding(result, **_standardized(pair, result))

    return feed


def kept_to(function: Callable[..., Any]) -> Feed:
    """Feed all differences, in one row, to a test that takes no sizes."""
    return differences_to(lambda pair, **options: function(pair.kept_differences, **options))


def table_to(function: Callable[..., Any]) -> Feed:
    """Feed the table of repeats and folds to a test that takes no sizes."""
    return differences_to(lambda pair, **options: function(pair.table, **options))


def _corrected_repeated(pair: Pair, **options: Any) -> Any:
    # Without all folds, n and df shrink and the ratio comes from the folds that are left.
    return corrected_repeated_kfold_t(pair.table, test_train_ratio=pair.test_train_ratio, **options)


def _corrected_resampled(pair: Pair, **options: Any) -> Any:
    n_train, n_test = pair.sizes()
    return corrected_resampled_t(pair.kept_differences, n_train=n_train, n_test=n_test, **options)


to_corrected_repeated_kfold_t = differences_to(_corrected_repeated)
to_corrected_resampled_t = differences_to(_corrected_resampled)


def to_five_by_two_t(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
    """Feed the ten differences; the estimate is their mean, the evidence that of the first of them."""
    (pair,) = pairs
    result = five_by_two_t(pair.complete("five_by_two_t"), alternative=alternative, score_magnitude=pair.magnitude)
    return finding(
        result,
        **_standardized(pair, result),
        estimate=float(result.mean_difference),
        direction=float(result.statistic),
    )


def to_five_by_two_f(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
    """Feed the ten differences; F has no sides, so the mean difference says which learner is ahead."""
    (pair,) = pairs
    result = five_by_two_f(pair.complete("five_by_two_f"), score_magnitude=pair.magnitude)
    return _sided(finding(result, **_standardized(pair, result)), alternative)


def complete_to(function: Callable[..., Any], test: str) -> Feed:
    """Feed the table of repeats and folds, refused where some are missing."""
    return differences_to(lambda pair, **options: function(pair.complete(test), **options))


def counts_to(function: Callable[..., Any]) -> Feed:
    """Feed the counts of examples that only one learner gets right, with g as effect size."""

    def feed(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
        (pair,) = pairs
        each_a_only, each_b_only, n_examples = _disagreements(pair)
        a_only, b_only = int(each_a_only.sum()), int(each_b_only.sum())
        result = function(a_only, b_only, n_examples=n_examples, alternative=alternative)
        n = a_only + b_only
        effect = a_only / n - 0.5 if n else np.nan
        return finding(result, effect_size=effect, effect_size_name="g", n_scores=n)

    return feed


def to_difference_of_proportions(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
    """Feed the counts of right answers, as if the two test sets were different ones."""
    (pair,) = pairs
    both, right = _answers(pair)
    right_a, right_b = (int((right[learner] & both).sum()) for learner in (pair.a, pair.b))
    result = difference_of_proportions(right_a, right_b, n_examples=int(both.sum()), alternative=alternative)
    return finding(result, n_scores=int(both.sum()))


def to_sign_flip(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
    """Feed the differences of losses of single examples."""
    (pair,) = pairs
    losses = _losses(pair)
    both = np.isfinite(losses).all(axis=0)
    d = (losses[1] - losses[0])[both]
    # The flips are random where there are too many to enumerate; the seed of the design makes them repeatable.
    seed, magnitude = pair.run.assignment.seed or 0, np.abs(losses[:, both]).max(axis=0)
    result = sign_flip(d, seed=seed, alternative=alternative, score_magnitude=magnitude)
    spread = float(np.std(d, ddof=1)) if d.size > 1 else 0.0
    return finding(
        result,
        effect_size=float(result.estimate) / spread if spread > 0 else np.nan,
        effect_size_name="d over examples",
        n_scores=int(d.size),
    )


def to_delong(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
    """Feed the responses of both learners and the labels of the test set."""
    (pair,) = pairs
    run = pair.run
    assert run.responses is not None, "roc_auc keeps responses"
    rows = np.flatnonzero(run.tested()[[pair.a, pair.b]].all(axis=(0, 1)))
    responses = run.responses[[pair.a, pair.b], 0][:, rows]
    result = delong(responses[0], responses[1], run.target.values[rows] == 1, alternative=alternative)
    return finding(result, n_scores=int(rows.size))


def to_delve_quasi_f(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
    """Feed the losses of all training sets on the common test set; F has no sides."""
    (pair,) = pairs
    pair.complete("delve_quasi_f")
    losses = _losses(pair, every_repeat=True)
    common = np.isfinite(losses).all(axis=(0, 1))
    result = delve_quasi_f(losses[:, :, common])

    def interval(level: float) -> tuple[float, float]:
        low, high = result.confidence_interval(level)
        return float(low[0, 1]), float(high[0, 1])

    found = finding(
        result,
        estimate=float(result.estimate[0] - result.estimate[1]),
        standard_error=float(result.standard_error[0, 1]),
        interval=interval,
        n_scores=int(losses[:, :, common].size // 2),
    )
    return _sided(found, alternative)


def to_twofold_jackknife_t(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
    """Feed the losses of single examples in every repeat, and the half that tested them."""
    (pair,) = pairs
    losses = two_fold(pair, None)
    result = losses.test(alternative)
    return replace(strict_finding(result, losses), seen=strict_resampled(result, has_floor=losses.is_zero_one))


def to_averaged_t(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
    """Feed the k-fold t statistic of every repeat."""
    (pair,) = pairs
    each = kfold_t(pair.complete("averaged_t"), score_magnitude=pair.magnitude)
    result = averaged_t(np.asarray(each.statistic), df=each.df, alternative=alternative)
    return finding(
        result,
        **_standardized(pair, result),
        estimate=pair.mean_difference,
        direction=float(result.statistic),
        # That of the averaged statistic over partitions is not one of the difference.
        standard_error=np.nan,
        interval=None,
    )


def merged_to(function: Callable[..., Any], test: str) -> Feed:
    """Feed the p-value of every repeat: of its folds, or of its disagreements where a repeat is one split."""

    def feed(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
        (pair,) = pairs
        pvalues = repeat_pvalues(pair, test, alternative)
        if np.isnan(pvalues).any():
            return _undefined(pair, df=None)
        result = function(pvalues)
        return finding(result, estimate=pair.mean_difference, standard_error=np.nan, n_scores=result.n_pvalues)

    return feed


def to_fisher(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
    """Feed one-sided p-values of the repeats; two-sided is twice the smaller of the two directions."""
    (pair,) = pairs
    by_side = {}
    for side in ("greater", "less"):
        pvalues = repeat_pvalues(pair, "fisher", side)
        if np.isnan(pvalues).any():
            return _undefined(pair, df=2.0 * pvalues.size)
        by_side[side] = fisher(pvalues)
    side = min(by_side, key=lambda name: by_side[name].pvalue) if alternative == "two-sided" else alternative
    result = by_side[side]
    p = min(1.0, 2 * float(result.pvalue)) if alternative == "two-sided" else float(result.pvalue)
    return finding(
        result,
        pvalue=p,
        estimate=pair.mean_difference,
        direction=1.0 if side == "greater" else -1.0,
        standard_error=np.nan,
        n_scores=pair.run.assignment.n_repeats,
    )


def to_wilcoxon_significances(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
    """Feed the signed one-tailed p-values of the repeats."""
    (pair,) = pairs
    signed = signed_significances(pair)
    if np.isnan(signed).any():
        return _undefined(pair, df=None)
    result = wilcoxon_significances(signed, alternative=alternative)
    return finding(
        result,
        estimate=pair.mean_difference,
        direction=float(result.rank_sum_a) - float(result.rank_sum_b),
        standard_error=np.nan,
        interval=None,
        n_scores=int(signed.size),
    )


def datasets_to(function: Callable[..., Any]) -> Feed:
    """Feed one mean difference per dataset."""

    def feed(pairs: Sequence[Pair], alternative: Alternative) -> Finding:
        d = np.array([pair.mean_difference for pair in pairs])
        magnitudes = [pair.magnitude for pair in pairs]
        result = function(d, alternative=alternative, score_magnitude=magnitudes)
        signs = sign_test(d, score_magnitude=magnitudes)
        wins, losses = int(signs.wins), int(signs.losses)
        n = wins + losses
        return finding(
            result,
            direction=float(result.estimate) or float(wins - losses),
            standard_error=np.nan,
            effect_size=wins / n - 0.5 if n else np.nan,
            effect_size_name="g over datasets",
            # Ties tell nobody apart, and neither test counts them.
            n_scores=n,
        )

    return feed


def _standardized(pair: Pair, result: Any) -> dict[str, Any]:
    kept = pair.kept_differences
    spread = float(np.std(kept, ddof=1))
    usable = spread > 0 and "zero_variance" not in result.flags
    return {
        "effect_size": float(kept.mean() / spread) if usable else np.nan,
        "effect_size_name": "d",
        "n_scores": int(kept.size),
    }


def _sided(found: Finding, alternative: Alternative) -> Finding:
    """Refuse the sides that a ratio of variances does not have."""
    if alternative != "two-sided":
        raise ValueError(
            f"This test has no sides, got alternative={alternative!r}. Use alternative='two-sided', or a t test."
        )
    return found


def _answers(pair: Pair) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which predictions both learners made, and which predictions are right, of shape (..., n_repeats, n_examples)."""
    tested = pair.run.tested()
    return tested[pair.a] & tested[pair.b], pair.run.correct()


def _disagreements(pair: Pair) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], int]:
    """Count, of each repeat, the examples that only one learner gets right; and all that both were tested on."""
    both, right = _answers(pair)
    a_only = (right[pair.a] & ~right[pair.b] & both).sum(axis=1)
    b_only = (right[pair.b] & ~right[pair.a] & both).sum(axis=1)
    return a_only, b_only, int(both.sum())


def _losses(pair: Pair, *, every_repeat: bool = False) -> npt.NDArray[np.float64]:
    """Losses of both learners: of shape (2, n_repeats, n_examples), or (2, n_examples) where each is tested once."""
    losses = metric_losses(pair.run, pair.setting.metric)[[pair.a, pair.b]]
    if every_repeat:
        return losses
    once = np.full(losses[:, 0].shape, np.nan)
    for repeat in range(losses.shape[1]):
        np.copyto(once, losses[:, repeat], where=np.isfinite(losses[:, repeat]))
    return once


def repeat_pvalues(pair: Pair, test: str, alternative: Alternative) -> npt.NDArray[np.float64]:
    """P-value of every repeat: of its folds, or of its disagreements where a repeat is one split."""
    if pair.setting.is_cross_validation:
        each = kfold_t(pair.complete(test), alternative=alternative, score_magnitude=pair.magnitude)
        return np.asarray(each.pvalue)
    pair.complete(test)
    a_only, b_only, _ = _disagreements(pair)
    return np.asarray(binomial(a_only, b_only, alternative=alternative).pvalue)


def signed_significances(pair: Pair) -> npt.NDArray[np.float64]:
    """One-tailed p-value of every repeat, negative where it is for `b`; NaN where it is undefined."""
    greater, less = (repeat_pvalues(pair, "wilcoxon_significances", side) for side in ("greater", "less"))
    return np.where(greater <= less, np.minimum(greater, 0.5), -np.minimum(less, 0.5))


def _undefined(pair: Pair, *, df: float | None) -> Finding:
    """Make the finding of a repeat without variance, which has no p-value to combine."""
    return Finding(
        statistic=np.nan,
        pvalue=np.nan,
        df=df,
        estimate=pair.mean_difference,
        direction=pair.mean_difference,
        standard_error=np.nan,
        interval=None,
        effect_size=np.nan,
        effect_size_name="",
        n_scores=pair.run.assignment.n_repeats,
        flags=frozenset({"zero_variance"}),
    )
