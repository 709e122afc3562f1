"""Settling by two-fold cross-validation and the jackknife test, with the ten-fold estimate beside it."""

from foldwise.runs import Run
from foldwise.stats import JackknifeResult
from foldwise.verdicts._case import Case
from foldwise.verdicts._pair import Pair, make_pairs
from foldwise.verdicts._phase import Phase
from foldwise.verdicts._settling import Outcome, Settling
from foldwise.verdicts._stopping import FIRST_TEN_FOLD, FIRST_TWO_FOLD
from foldwise.verdicts._strict_look import is_strictly_settled, strict_finding, strict_resampled, two_fold
from foldwise.verdicts._terms import Terms


def settle_strict(settling: Settling) -> Outcome:
    """Add repeats until every case is settled or the budget ends."""
    terms = settling.terms
    results: dict[Case, JackknifeResult] = {}

    def examine(case: Case, pair: Pair) -> None:
        losses = two_fold(pair, settling.groups[case.plan])
        results[case] = losses.test(terms.alternative)
        case.pair, case.seen = pair, strict_resampled(results[case], has_floor=losses.is_zero_one)
        case.found = strict_finding(results[case], losses)

    def is_settled(case: Case) -> bool:
        assert case.nearest is not None
        assert case.pair is not None
        return is_strictly_settled(
            results[case],
            case.nearest,
            case.critical,
            has_floor=case.pair.setting.loss == "zero_one",
            has_rope=terms.rope is not None,
        )

    beside = settling.grow(10, aside=True)
    everybody = {plan: (tuple(range(len(item.jobs))), FIRST_TEN_FOLD) for plan, item in enumerate(settling.plans)}
    ten_fold = beside.extend(everybody, settling.progress)
    growing = settling.grow(2)
    phase = Phase(
        growing=growing,
        n_folds=2,
        first=FIRST_TWO_FOLD,
        examine=examine,
        is_settled=is_settled,
        spent=lambda _: 10 * FIRST_TEN_FOLD,
    )
    settling.add_repeats(phase)
    estimates = {plan: _mean_differences(run, terms) for plan, run in ten_fold.items()}
    details = {
        case: {
            "ten_fold_estimate": estimates[case.plan][case.a, case.b],
            "inflation": float(results[case].inflation),
        }
        for case in settling.cases
    }
    return Outcome(form="two-fold", test="twofold_jackknife_t", runs=growing.finish(), details=details)


def _mean_differences(run: Run, terms: Terms) -> dict[tuple[int, int], float]:
    """Mean difference of every pair."""
    pairs = make_pairs(run, run.metric, allow_partial=terms.allow_partial)
    return {(pair.a, pair.b): pair.mean_difference for pair in pairs}
