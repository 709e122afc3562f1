"""One pair on one dataset while its verdict is being settled, and when it is."""

from dataclasses import dataclass, field, replace
from math import ceil
from typing import Final

from scipy.special import stdtr

from foldwise.verdicts.evidence._boundaries import Margin, Resampled, critical_value, nearest_boundary
from foldwise.verdicts.evidence._finding import Finding
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.judging._decide import decide
from foldwise.verdicts.judging._family import adjust_pvalues, decision_thresholds
from foldwise.verdicts.judging._settlement import Look
from foldwise.verdicts.judging._terms import Terms
from foldwise.verdicts.settling._settled import Ended

# A statistic so many standard errors from where the decision changes is settled.
STANDARD_ERRORS: Final = 3.0

FIRST_TEN_FOLD: Final = 10

FIRST_TWO_FOLD: Final = 50

FIRST_GUARD: Final = 300

_GROWTH: Final = 1.5


def is_far(nearest: Margin) -> bool:
    """Say whether another execution would hardly decide otherwise.

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


@dataclass(slots=True, eq=False)
class Case:
    """What is known of a pair, `a` and `b` being its learners' numbers in the plan of number `plan`."""

    plan: int
    a: int
    b: int
    pair: Pair | None = None
    found: Finding | None = None
    seen: Resampled | None = None
    nearest: Margin | None = None
    critical: float = 0.0
    is_settled: bool = False
    ended_by: Ended = ""
    looks: list[Look] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """Whether more repeats are wanted and allowed."""
        return not self.is_settled and not self.ended_by

    @property
    def is_degenerate(self) -> bool:
        """Whether there is no variance over partitions to speak of: more of the same changes nothing."""
        assert self.found is not None
        return bool({"identical_scores", "zero_variance"} & self.found.flags)


def weigh(cases: list[Case], family: int, terms: Terms) -> None:
    """Find for each case of a family how far it is from where its decision would change.

    In a family the threshold of one case hangs on the decisions of the others. As long as these are not certain, it
    must be far from the largest and from the smallest threshold that they leave possible.
    """
    pvalues = [case.found.pvalue for case in cases if case.found is not None]
    adjusted = adjust_pvalues(pvalues, terms.adjust, family=family)
    level = terms.equivalence_level(family)

    def thresholds(given: list[float]) -> list[float]:
        return decision_thresholds(given, terms.adjust, family, terms.alpha)

    for case, threshold in zip(cases, thresholds(pvalues), strict=True):
        case.critical, case.nearest = _boundary(case, threshold, terms, level)
    lowest, highest = (
        thresholds([_pvalue(case, off * STANDARD_ERRORS, terms.alternative) for case in cases]) for off in (-1, 1)
    )
    for case, low, high, p in zip(cases, lowest, highest, adjusted, strict=True):
        assert case.found is not None
        assert case.seen is not None
        if low < high and not case.is_degenerate:
            case.nearest = max((_boundary(case, end, terms, level)[1] for end in (low, high)), key=lambda end: end.risk)
            if low < case.found.pvalue <= high:
                case.nearest = replace(case.nearest, distance=0.0)
        assert case.nearest is not None
        decision, _ = decide(case.found, p, alpha=terms.alpha, rope=terms.rope, equivalence_level=level)
        look = Look(
            n_repeats=case.seen.n_repeats,
            statistic=case.found.statistic,
            pvalue=case.found.pvalue,
            resampling_error=case.nearest.error,
            critical=case.critical,
            risk=case.nearest.risk,
            decision=decision,
        )
        # Seen again with other p-values beside it, and no more repeats, it is the same look.
        if case.looks and case.looks[-1].n_repeats == look.n_repeats:
            case.looks.pop()
        case.looks.append(look)


def _boundary(case: Case, threshold: float, terms: Terms, level: float) -> tuple[float, Margin]:
    """Return the critical value for a threshold of p, and the nearest boundary of decisions."""
    seen = case.seen
    assert seen is not None
    critical = critical_value(seen.df, threshold, terms.alternative)
    if case.is_degenerate:
        return critical, Margin(float("inf"), 0.0, seen.n_repeats)
    nearest = nearest_boundary(
        seen, threshold=threshold, alternative=terms.alternative, rope=terms.rope, equivalence_level=level
    )
    return critical, nearest


def _pvalue(case: Case, off: float, alternative: str) -> float:
    """Return the p-value that another execution might find, so many standard errors off; more is more significant."""
    assert case.found is not None
    assert case.nearest is not None
    if case.is_degenerate:
        return case.found.pvalue
    assert case.seen is not None
    t = case.found.statistic
    side = {"two-sided": abs(t), "greater": t, "less": -t}[alternative] + off * case.nearest.error
    tail = float(stdtr(case.seen.df, -side))
    return min(1.0, 2 * tail) if alternative == "two-sided" else tail
