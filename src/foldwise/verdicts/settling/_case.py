"""One pair on one dataset while its verdict is being settled: what a look at it shows, and when it is settled."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import ceil, inf
from typing import Final

from scipy.special import ndtr, stdtr

from foldwise.stats._door import student_quantile
from foldwise.verdicts._family import adjust_pvalues, decision_thresholds
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.evidence._boundaries import Margin, PartitionSpread, critical_value, nearest_boundary
from foldwise.verdicts.evidence._finding import Finding
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.judging._chance import not_above_chance
from foldwise.verdicts.judging._decide import Decision, decide
from foldwise.verdicts.judging._settlement import Look

# A statistic so many standard errors from where the decision changes is settled.
STANDARD_ERRORS: Final = 3.0
# Of fewer repeats nothing is known of their noise.
LEAST_REPEATS: Final = 5
# Ten-fold repeats whose estimate stands beside that of two folds.
TEN_FOLD_BESIDE: Final = 10
USUAL_REPEATS: Final = 10


def is_far(nearest: Margin) -> bool:
    """Whether another split would hardly decide otherwise.

    >>> is_far(Margin(0.9, 0.3, 10)), is_far(Margin(0.8, 0.3, 10)), is_far(Margin(0.9, 0.3, 5, caution=1.6))
    (True, False, False)
    """
    return bool(nearest.distance >= STANDARD_ERRORS * nearest.caution * nearest.error)


@cache
def caution(n_repeats: int) -> float:
    """Return how many times a standard error over partitions is to be counted that is from so many repeats.

    Three standard errors are for errors from ten repeats or more. From fewer the error is known so badly that Student's
    t takes the place of the normal distribution, at the probability that three standard errors have: 6.6 after five.

    >>> [round(caution(n), 2) for n in (5, 8, 10, 100)]
    [2.21, 1.51, 1.0, 1.0]
    """
    if not LEAST_REPEATS <= n_repeats < USUAL_REPEATS:
        return 1.0
    return float(student_quantile(n_repeats - 1, ndtr(STANDARD_ERRORS))) / STANDARD_ERRORS


def next_ten_fold(n_repeats: int) -> int:
    """Return how many ten-fold repeats to have at the next look, after so many.

    >>> [next_ten_fold(n) for n in (0, 5, 10, 15, 23)]
    [5, 10, 15, 23, 35]
    """
    return max(LEAST_REPEATS, ceil((2 if n_repeats < USUAL_REPEATS else 1.5) * n_repeats))


def next_two_fold(n_repeats: int) -> int:
    """Return how many two-fold repeats to have at the next look, after so many.

    >>> [next_two_fold(n) for n in (0, 50, 75)]
    [50, 75, 113]
    """
    return max(50, ceil(1.5 * n_repeats))


def repeats_to_settle(nearest: Margin, n_repeats: int, most: int) -> int:
    """Estimate at how many repeats a case will be settled, as its error shrinks by their root; at most so many.

    >>> repeats_to_settle(Margin(0.5, 0.3, 10), 10, 200), repeats_to_settle(Margin(0.0, 0.3, 10), 10, 200)
    (35, 200)
    """
    ratio = STANDARD_ERRORS * nearest.error / nearest.distance if nearest.distance > 0 else inf
    then = next_ten_fold(n_repeats)
    while then < most and then < n_repeats * ratio**2:
        then = next_ten_fold(then)
    return min(then, most)


@dataclass(frozen=True, slots=True)
class Case:
    """A pair of learners, by their numbers in the plan of this number."""

    plan: int
    a: int
    b: int


@dataclass(frozen=True, slots=True, eq=False)
class Examined:
    """What the test found on the repeats of a pair, and how that varies over random partitions."""

    pair: Pair
    finding: Finding
    spread: PartitionSpread

    @property
    def is_degenerate(self) -> bool:
        """Whether there is no variance over partitions to speak of: more of the same changes nothing."""
        return bool({"identical_scores", "zero_variance"} & self.finding.flags)


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """An examined pair beside the others of its family: where its decision would change, and how far that is."""

    examined: Examined
    critical: float
    nearest: Margin
    decision: Decision
    adjusted_pvalue: float

    @property
    def is_far(self) -> bool:
        """Whether another split would hardly decide otherwise."""
        return is_far(self.nearest)

    def look(self) -> Look:
        """Return the numbers that the settlement keeps of it."""
        return Look(
            n_repeats=self.examined.spread.n_repeats,
            statistic=self.examined.finding.statistic,
            pvalue=self.examined.finding.pvalue,
            resampling_error=self.nearest.error,
            critical=self.critical,
            risk=self.nearest.risk,
            decision=self.decision,
        )


def weigh(examined: Sequence[Examined], family: int, terms: Terms) -> list[Weighed]:
    """Find for each pair of a family how far it is from where its decision would change.

    In a family the threshold of one pair hangs on the decisions of the others. As long as these are not certain, it
    must be far from the largest and from the smallest threshold that they leave possible.
    """
    pvalues = [each.finding.pvalue for each in examined]
    adjusted = adjust_pvalues(pvalues, terms.adjust, family=family)
    level = terms.equivalence_level(family)

    def thresholds(p: list[float]) -> list[float]:
        return decision_thresholds(p, terms.adjust, family, terms.alpha)

    boundaries = [
        _boundary(each, threshold, terms, level) for each, threshold in zip(examined, thresholds(pvalues), strict=True)
    ]
    lowest, highest = (
        thresholds(
            [
                _pvalue(each, off * STANDARD_ERRORS * nearest.caution * nearest.error, terms.alternative)
                for each, (_, nearest) in zip(examined, boundaries, strict=True)
            ]
        )
        for off in (-1, 1)
    )
    weighed = []
    for each, (critical, nearest), low, high, p in zip(examined, boundaries, lowest, highest, adjusted, strict=True):
        margin = nearest
        if low < high and not each.is_degenerate:
            margin = max((_boundary(each, end, terms, level)[1] for end in (low, high)), key=lambda end: end.risk)
            if low < each.finding.pvalue <= high:
                margin = replace(margin, distance=0.0)
        by_p, _ = decide(each.finding, p, alpha=terms.alpha, rope=terms.rope, equivalence_level=level)
        decision, _ = not_above_chance(by_p, each.pair)
        weighed.append(Weighed(each, critical, margin, decision, p))
    return weighed


def _boundary(examined: Examined, threshold: float, terms: Terms, level: float) -> tuple[float, Margin]:
    """Return the critical value for a threshold of p, and the nearest boundary of decisions."""
    spread = examined.spread
    critical = critical_value(spread.df, threshold, terms.alternative)
    if examined.is_degenerate:
        return critical, Margin(float("inf"), 0.0, spread.n_repeats)
    nearest = nearest_boundary(
        spread, threshold=threshold, alternative=terms.alternative, rope=terms.rope, equivalence_level=level
    )
    return critical, nearest


def _pvalue(examined: Examined, off: float, alternative: str) -> float:
    """Return the p-value of a statistic that is so much larger: more is more significant."""
    if examined.is_degenerate:
        return examined.finding.pvalue
    t = examined.finding.statistic
    side = {"two-sided": abs(t), "greater": t, "less": -t}[alternative] + off
    tail = float(stdtr(examined.spread.df, -side))
    return min(1.0, 2 * tail) if alternative == "two-sided" else tail
