"""Verdicts that are settled: the engine behind `Settled`."""

import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Final

import numpy as np

from foldwise._core import Progress
from foldwise.runs._door import Plan
from foldwise.store import Store
from foldwise.verdicts._budget import check_budget
from foldwise.verdicts._case import Case
from foldwise.verdicts._make_verdict import assemble_verdict
from foldwise.verdicts._metric_losses import loss_of
from foldwise.verdicts._settle_strict import settle_strict
from foldwise.verdicts._settle_ten_fold import guard_fits, settle_guarded, settle_ten_fold
from foldwise.verdicts._settled import Settled
from foldwise.verdicts._settled_caveats import REPEATS_ADDED, pair_caveats, verdict_caveats
from foldwise.verdicts._settlement import Settlement
from foldwise.verdicts._settling import Outcome, Settling, begin, group_codes
from foldwise.verdicts._stopping import FIRST_TEN_FOLD
from foldwise.verdicts._terms import Terms
from foldwise.verdicts._verdict import Verdict
from foldwise.workers._door import Workers

_LEAST_REPEATS: Final = 5
_LEAST_EXAMPLES: Final = 20
_LARGEST_GROUP: Final = 0.4


def settle(
    plans: Sequence[Plan],
    settled: Settled,
    terms: Terms,
    hands: Workers,
    progress: Progress,
    *,
    n_executions: int = 1,
    store: Store | str | os.PathLike[str] | None = None,
    retry_failed: bool = False,
) -> list[Verdict]:
    """Settle the comparison of all pairs on all datasets, once or several times with other random partitions.

    Parameters
    ----------
    plans : sequence of Plan
        One for each dataset; their partitions do not matter, their seed does. The first execution has this seed, the
        others have seeds derived from it.
    settled : Settled
        How.
    terms : Terms
        On what terms it is judged; the pairs on all datasets are one family.
    hands : Workers
        Who does the work.
    progress : Progress
        Who is told how it goes on.
    n_executions : int, default 1
        How many times; all together share the workers and what folds have in common.
    store, retry_failed
        As in `evaluate`.

    Returns
    -------
    list of Verdict
        One for each execution.
    """
    check_settled(settled, plans)
    with ExitStack() as until:
        settling = begin(
            plans,
            settled,
            terms,
            hands,
            progress,
            n_executions=n_executions,
            store=store,
            retry_failed=retry_failed,
            until=until,
        )
        is_mean = loss_of(plans[0].metric) is not None
        if settled.strict and is_mean:
            outcome = settle_strict(settling)
        elif settled.guard and is_mean:
            outcome = settle_guarded(settling)
        else:
            outcome = settle_ten_fold(settling)
    n_datasets = len(plans)
    return [
        _verdict(settling, outcome, cases, slice(number * n_datasets, (number + 1) * n_datasets))
        for number, cases in enumerate(settling.families)
    ]


def check_settled(settled: Settled, plans: Sequence[Plan]) -> None:
    """Refuse, before anything is fitted, what could not be settled."""
    beside = 10 * FIRST_TEN_FOLD if settled.strict else guard_fits(settled.fits) if settled.guard else 0
    check_budget(settled, n_folds=2 if settled.strict else 10, least=_LEAST_REPEATS, spent=beside)
    for plan in plans:
        n = _n_independent(plan)
        if (settled.strict or settled.guard) and n < _LEAST_EXAMPLES:
            what = "examples" if plan.groups is None else "groups"
            which = "strict" if settled.strict else "guard"
            raise ValueError(
                f"{plan.dataset.name} has {n} {what}, and {which}=True needs at least {_LEAST_EXAMPLES}: leave it out."
            )
        groups = group_codes(plan)
        largest = 0.0 if groups is None else np.bincount(groups).max() / groups.size
        if (settled.strict or settled.guard) and largest > _LARGEST_GROUP:
            raise ValueError(
                f"The largest group of {plan.dataset.name} has {largest:.0%} of the examples; strict and guard need "
                f"halves of several groups, none with more than {_LARGEST_GROUP:.0%}: leave them out."
            )


def _n_independent(plan: Plan) -> int:
    groups = group_codes(plan)
    return plan.dataset.n_examples if groups is None else int(groups.max()) + 1


def _verdict(settling: Settling, outcome: Outcome, cases: list[Case], of_execution: slice) -> Verdict:
    settlements = [_settlement(outcome, case) for case in cases]
    caveats = [
        list(pair_caveats(case, settlement, _n_independent(settling.plans[case.plan])))
        for case, settlement in zip(cases, settlements, strict=True)
    ]
    verdict = assemble_verdict(
        outcome.runs[of_execution],
        [[case.pair] for case in cases if case.pair is not None],
        [replace(case.found, seen=case.seen) for case in cases if case.found is not None],
        outcome.test,
        settling.terms,
        settlements,
    )
    rows = tuple(
        replace(row, caveats=tuple(dict.fromkeys((*more, *row.caveats))))
        for row, more in zip(verdict.comparisons, caveats, strict=True)
    )
    beware = verdict_caveats(settling.settled, outcome.form, settling.plans[0].metric.label)
    return replace(
        verdict,
        comparisons=rows,
        settled=settling.settled,
        caveats=(*beware, *verdict.caveats),
        runs=tuple(replace(run, caveats=(*run.caveats, REPEATS_ADDED)) for run in verdict.runs),
    )


def _settlement(outcome: Outcome, case: Case) -> Settlement:
    assert case.seen is not None
    details = outcome.details[case]
    assert case.pair is not None
    # Those that were drawn, also where a failed fold leaves some out of the test.
    n_repeats = int(case.pair.kept.shape[0])
    if outcome.form == "two-fold":
        n_fits = 2 * n_repeats + 10 * FIRST_TEN_FOLD
    else:
        n_fits = 10 * n_repeats + 2 * details.get("guard_repeats", 0)
    return Settlement(
        form=outcome.form,
        settled=case.is_settled,
        n_repeats=n_repeats,
        n_fits=n_fits,
        ended_by="" if case.is_settled else case.ended_by,
        looks=tuple(case.looks),
        **details,
    )
