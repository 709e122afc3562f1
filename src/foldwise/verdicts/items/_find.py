"""The test that fits scores of items, and what it finds in a pair of learners."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt
from scipy.special import stdtr

from foldwise.results import ItemScores
from foldwise.stats import binomial, hall_t, paired_items_t, sign_flip, sign_flip_interval
from foldwise.stats._door import student_quantile
from foldwise.verdicts.evidence._answer_counts import AnswerCounts
from foldwise.verdicts.evidence._finding import Alternative, Finding, Interval, example_effect, make_finding

Floats = npt.NDArray[np.float64]
ItemTest = Literal["binomial", "sign_flip+hall_t", "paired_items_t+hall_t", "sign_flip", "paired_items_t", "seeds"]

# With fewer items, or clusters of them, signs are flipped: docs/items-levels.csv has both tests on both sides of it.
FEW_UNITS: Final = 30

# Two tests are joined by this: the larger p-value of both, and an interval that holds those of both.
JOINED: Final = "+"
_HALL: Final = ", and Hall's for skewed differences: the larger p-value of both"

LABELS: Final[dict[str, str]] = {
    "binomial": "exact binomial test of the items that only one of the two has right, Tango's interval",
    "sign_flip+hall_t": "sign-flip test of {unit}s, all flips counted" + _HALL,
    "paired_items_t+hall_t": "paired t test of {unit}s" + _HALL,
    "sign_flip": "sign-flip test of {unit}s, all flips counted, with its own interval",
    "paired_items_t": "paired t test of {unit}s",
    "seeds": "t test over seeds and items, both random",
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Units:
    """What counts as one observation: items, or clusters of items that belong together.

    Parameters
    ----------
    name : {'item', 'cluster'}
        What they are.
    n : int
        How many.
    codes : ndarray of int or None
        The cluster of each item.
    """

    name: str
    n: int
    codes: npt.NDArray[np.intp] | None

    @classmethod
    def of(cls, scores: ItemScores) -> Units:
        """Take the clusters of some scores, or their items."""
        if scores.clusters is None:
            return cls(name="item", n=len(scores.items), codes=None)
        codes = np.unique(scores.clusters, return_inverse=True)[1].astype(np.intp)
        return cls(name="cluster", n=int(codes.max()) + 1, codes=codes)

    def sums(self, d: Floats) -> Floats:
        """Return the sum over the items of each unit."""
        if self.codes is None:
            return d
        return np.asarray(np.bincount(self.codes, weights=d, minlength=self.n), dtype=np.float64)

    def sizes(self) -> Floats:
        """Return the number of items of each unit."""
        counts = np.ones(self.n) if self.codes is None else np.bincount(self.codes, minlength=self.n)
        return np.asarray(counts, dtype=np.float64)


def fitting_test(scores: ItemScores, units: Units) -> ItemTest:
    """Return which test fits: by seeds, for right and wrong answers, for few units, for many."""
    if scores.again == "seed" and scores.scores.shape[2] > 1:
        return "seeds"
    if units.name == "item" and are_answers(scores):
        return "binomial"
    return "sign_flip+hall_t" if units.n < FEW_UNITS else "paired_items_t+hall_t"


def are_answers(scores: ItemScores) -> bool:
    """Whether each learner answered each item once, and every score is 0 or 1."""
    values = scores.scores
    return values.shape[2] == 1 and bool(((values == 0) | (values == 1)).all())


def find(scores: ItemScores, units: Units, pair: tuple[int, int], test: ItemTest, alternative: Alternative) -> Finding:
    """Apply a test to two learners."""
    a, b = pair
    if test == "seeds":
        return over_seeds(scores, units, pair, alternative)
    means = scores.means()
    d = means[a] - means[b]
    effect = example_effect(float(d.mean()), float(d.std(ddof=1)) if len(d) > 1 else 0.0, len(d))
    if test == "binomial":
        # Errors are negated: of them 0 is right.
        answers = _answers(means[a], means[b], right=0.0 if scores.metric.lower_is_better else 1.0)
        counts = binomial(answers.only_a, answers.only_b, n_examples=answers.n, alternative=alternative)
        return make_finding(counts, **effect, answers=answers)
    magnitude = np.maximum(np.abs(means[a]), np.abs(means[b]))
    largest = float(magnitude.max())
    if "paired_items_t" in test:
        student = paired_items_t(d, units.codes, alternative=alternative, score_magnitude=largest)
        found = make_finding(student, **effect)
    else:
        found = _by_flips(d, units, magnitude, alternative, effect)
    if JOINED in test:
        corrected = hall_t(d, units.codes, alternative=alternative, score_magnitude=largest)
        found = _more_cautious(found, make_finding(corrected, **effect))
    # Kept, for the limits of a sign-flip test are long in the making and asked for more than once.
    return replace(found, interval=cache(_bounded(found.limits, scores)))


def _answers(a: Floats, b: Floats, right: float) -> AnswerCounts:
    """Count answers that are right, and others."""
    a_right, b_right = a == right, b == right
    both, either = int((a_right & b_right).sum()), int((a_right | b_right).sum())
    return AnswerCounts(
        both_right=both,
        only_a=int(a_right.sum()) - both,
        only_b=int(b_right.sum()) - both,
        both_wrong=len(a) - either,
    )


def _more_cautious(found: Finding, corrected: Finding) -> Finding:
    """Return which of two findings has the larger p-value, with limits that enclose those of both."""
    if math.isnan(corrected.pvalue):
        return found

    def interval(level: float) -> tuple[float, float]:
        (low, high), (other_low, other_high) = found.limits(level), corrected.limits(level)
        return min(low, other_low), max(high, other_high)

    larger = corrected if corrected.pvalue > found.pvalue else found
    return replace(larger, interval=interval, standard_error=found.standard_error)


def _by_flips(
    d: Floats,
    units: Units,
    magnitude: Floats,
    alternative: Alternative,
    effect: dict[str, Any],
) -> Finding:
    """Apply the sign-flip test to sums over units; the error is that of the t test."""
    sums, sizes = units.sums(d), units.sizes()
    rounding = units.sums(magnitude)
    flipped = sign_flip(sums, alternative=alternative, score_magnitude=rounding)
    deviations = sums - d.mean() * sizes
    n = units.n
    error = math.sqrt(n / (n - 1) * float(np.square(deviations).sum())) / len(d)

    def interval(level: float) -> tuple[float, float]:
        low, high = sign_flip_interval(sums, sizes, level=level)
        return float(low), float(high)

    return make_finding(
        flipped,
        estimate=float(d.mean()),
        standard_error=error,
        interval=interval,
        **effect,
    )


def over_seeds(scores: ItemScores, units: Units, pair: tuple[int, int], alternative: Alternative) -> Finding:
    """Test two learners over random trainings and random items, by the parts of the variance of their difference.

    With the part of the seeds of each learner, or of the pairs of seeds, and the part of the items,

        t = mean(d) / sqrt(sum_k v_k),   df = (sum_k v_k)^2 / sum_k v_k^2 / df_k.

    What seeds and items do together is in both parts, so that the variance is, if anything, too large.
    """
    parts = seed_variances(scores, units, pair)
    d = scores.means()[pair[0]] - scores.means()[pair[1]]
    estimate = float(d.mean())
    total = sum(part for part, _ in parts)
    magnitude = float(np.abs(scores.scores).max())
    rounding = 8 * np.finfo(np.float64).eps * magnitude
    flags = set()
    if total <= rounding**2:
        total = 0.0
        flags.add("identical_scores" if abs(estimate) <= rounding else "zero_variance")
    error = math.sqrt(total)
    df = total**2 / sum(part**2 / n for part, n in parts if n > 0) if total > 0 else math.nan
    statistic = estimate / error if total > 0 else 0.0 if "identical_scores" in flags else math.copysign(math.inf, d[0])
    pvalue = 1.0 if "identical_scores" in flags else math.nan
    if total > 0:
        upper = float(stdtr(df, -statistic))
        tails = {"greater": upper, "less": float(stdtr(df, statistic))}
        pvalue = tails.get(alternative, 2 * float(stdtr(df, -abs(statistic))))

    def interval(level: float) -> tuple[float, float]:
        half = -float(student_quantile(df, (1 - level) / 2)) * error if total > 0 else math.nan
        return estimate - half, estimate + half

    spread = float(d.std(ddof=1)) if len(d) > 1 else 0.0
    return Finding(
        statistic=statistic,
        pvalue=pvalue,
        df=df,
        estimate=estimate,
        direction=estimate,
        standard_error=error if total > 0 else math.nan,
        interval=_bounded(interval, scores),
        flags=frozenset(flags),
        **example_effect(estimate, spread, len(d)),
    )


def seed_variances(scores: ItemScores, units: Units, pair: tuple[int, int]) -> list[tuple[float, int]]:
    """Return the parts of the variance of the mean difference with their degrees of freedom: seeds, then items."""
    x = scores.oriented()
    a, b = (x[i].mean(axis=0) for i in pair)
    n_seeds = x.shape[2]
    seeds = [a - b] if scores.paired else [a, b]
    parts = [(float(means.var(ddof=1)) / n_seeds, n_seeds - 1) for means in seeds]
    if units.n > 1:
        d = scores.means()[pair[0]] - scores.means()[pair[1]]
        deviations = units.sums(d - d.mean())
        parts.append((units.n / (units.n - 1) * float(np.square(deviations).sum()) / len(d) ** 2, units.n - 1))
    return parts


def _bounded(interval: Interval, scores: ItemScores) -> Interval:
    """Cut limits off at what a difference of shares can be: what lies beyond is no difference."""
    if not scores.metric.is_share:
        return interval

    def cut(level: float) -> tuple[float, float]:
        low, high = interval(level)
        return max(float(low), -1.0), min(float(high), 1.0)

    return cut
