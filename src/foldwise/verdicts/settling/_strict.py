"""Settling by two-fold cross-validation and the jackknife test, with the ten-fold estimate beside it."""

import numpy as np

from foldwise.runs import Run
from foldwise.stats import JackknifeResult
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.evidence._boundaries import MOST_VARIANCE_ERROR, Margin
from foldwise.verdicts.evidence._pair import Pair, make_pairs
from foldwise.verdicts.evidence._two_fold import jackknife_spread, strict_finding, two_fold
from foldwise.verdicts.settling._case import (
    LEAST_REPEATS,
    STANDARD_ERRORS,
    TEN_FOLD_BESIDE,
    Case,
    Examined,
    Weighed,
    is_far,
    next_two_fold,
)
from foldwise.verdicts.settling._phase import Outcome, Phase
from foldwise.verdicts.settling._settling import Settling


def settle_strict(settling: Settling) -> Outcome:
    """Add repeats until every case is settled or the budget ends."""
    terms = settling.terms
    results: dict[Case, JackknifeResult] = {}

    def examine(case: Case, pair: Pair) -> Examined:
        losses = two_fold(pair, settling.groups[case.plan])
        result = results[case] = losses.test(terms.alternative)
        spread = jackknife_spread(result, has_floor=losses.is_zero_one)
        return Examined(pair, strict_finding(result, losses), spread)

    def is_settled(case: Case, weighed: Weighed) -> bool:
        return is_strictly_settled(
            results[case],
            weighed.nearest,
            weighed.critical,
            has_floor=weighed.examined.pair.setting.loss == "zero_one",
            has_rope=terms.rope is not None,
        )

    growing = settling.grow_two_fold()
    phase = Phase(
        growing=growing,
        n_folds=2,
        next_look=next_two_fold,
        examine=examine,
        is_settled=is_settled,
        spent=lambda _: 10 * TEN_FOLD_BESIDE,
        later=lambda _: 10 * TEN_FOLD_BESIDE,
        least=LEAST_REPEATS,
    )
    settling.add_repeats(phase)
    beside = settling.grow_ten_fold(is_aside=True)
    everybody = {plan: (tuple(range(len(item.jobs))), TEN_FOLD_BESIDE) for plan, item in enumerate(settling.plans)}
    # None where there is no time left for it: nothing is decided by it.
    ten_fold = beside.extend(everybody, settling.progress, settling.budget.until)
    estimates = {plan: _mean_differences(run, terms) for plan, run in ten_fold.items()}
    settlements = {
        case: settling.settlement(
            case,
            "two-fold",
            fits_beside=10 * ten_fold[case.plan].assignment.n_repeats if case.plan in ten_fold else 0,
            ten_fold_estimate=estimates.get(case.plan, {}).get((case.a, case.b)),
            inflation=float(results[case].inflation),
        )
        for case in settling.cases
    }
    return Outcome(form="two-fold", test="twofold_jackknife_t", runs=growing.finish(), settlements=settlements)


def _mean_differences(run: Run, terms: Terms) -> dict[tuple[int, int], float]:
    """Mean difference of every pair."""
    pairs = make_pairs(run, run.metric, allow_partial=terms.allow_partial, against=terms.against)
    return {(pair.a, pair.b): pair.mean_difference for pair in pairs}


def is_strictly_settled(
    result: JackknifeResult, nearest: Margin, critical: float, *, has_floor: bool, has_rope: bool = False
) -> bool:
    """Whether the verdict hangs neither on the partitions nor on what is not known of the variance.

    Parameters
    ----------
    result : JackknifeResult
        Of one pair.
    nearest : Margin
        To the nearest boundary of decisions.
    critical : float
        Of the two-sided test.
    has_floor : bool
        Whether the variance is at least that of the examples' own losses.
    has_rope : bool, default False
        Whether there are boundaries beside that of significance; the short way out is then not taken.
    """
    relative = float(result.variance_error)
    if is_far(nearest) and relative <= MOST_VARIANCE_ERROR:
        return True
    if has_rope or not np.isfinite(relative):
        return False
    # The verdict cannot depend on the variance: even the largest plausible one leaves it significant, or even that of
    # the examples' own losses, which is the least, does not make it so.
    size, off = abs(float(result.estimate)), STANDARD_ERRORS * float(result.estimate_error)
    largest = float(result.standard_error) * np.sqrt(1 + STANDARD_ERRORS * relative)
    least = float(np.sqrt(result.own_variance)) if has_floor else 0.0
    return bool(size - off > critical * largest or size + off < critical * least)
