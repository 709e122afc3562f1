"""One pair on one dataset while its verdict is being settled: what a look at it shows, and when it is settled."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, inf
from typing import Final

from scipy.special import stdtr

from foldwise.verdicts.evidence._boundaries import Margin, PartitionSpread, critical_value, nearest_boundary
from foldwise.verdicts.evidence._finding import Finding
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.judging._decide import Decision, decide
from foldwise.verdicts.judging._family import adjust_pvalues, decision_thresholds
from foldwise.verdicts.judging._settlement import Look
from foldwise.verdicts.judging._terms import Terms

# A statistic so many standard errors from where the decision changes is settled.
STANDARD_ERRORS: Final = 3.0
# Of fewer repeats nothing is known of their noise.
LEAST_REPEATS: Final = 5
FIRST_TEN_FOLD: Final = 10
FIRST_TWO_FOLD: Final = 50
FIRST_GUARD: Final = 300
_GROWTH: Final = 1.5


def is_far(nearest: Margin) -> bool:
    """Whether another split would hardly decide otherwise.

    >>> is_far(Margin(0.9, 0.3, 10)), is_far(Margin(0.8, 0.3, 10))
    (True, False)
    """
    return nearest.distance >= STANDARD_ERRORS * nearest.error


def next_repeats(n_repeats: int) -> int:
    """Return how many repeats to have at the next look.

    >>> next_repeats(10), next_repeats(15), next_repeats(23)
    (15, 23, 35)
    """
    return ceil(_GROWTH * n_repeats)


def repeats_to_settle(nearest: Margin, n_repeats: int, most: int) -> int:
    """Estimate at how many repeats a case will be settled, as its error shrinks by their root; at most so many.

    >>> repeats_to_settle(Margin(0.5, 0.3, 10), 10, 200), repeats_to_settle(Margin(0.0, 0.3, 10), 10, 200)
    (35, 200)
    """
    ratio = STANDARD_ERRORS * nearest.error / nearest.distance if nearest.distance > 0 else inf
    then = next_repeats(n_repeats)
    while then < most and then < n_repeats * ratio**2:
        then = next_repeats(then)
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
                _pvalue(each, off * STANDARD_ERRORS * nearest.error, terms.alternative)
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
        decision, _ = decide(each.finding, p, alpha=terms.alpha, rope=terms.rope, equivalence_level=level)
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
