"""Verdicts that are settled: the engine behind `Settled`."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, Progress, show_progress
from foldwise.evaluation._door import Execution
from foldwise.runs import Run
from foldwise.runs._door import Plan
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.evidence._setting import loss_of
from foldwise.verdicts.judging._make_verdict import HowSettled, assemble_verdict
from foldwise.verdicts.judging._settlement import Settlement
from foldwise.verdicts.judging._verdict import Verdict
from foldwise.verdicts.settling._case import LEAST_REPEATS, TEN_FOLD_BESIDE, Case, Examined
from foldwise.verdicts.settling._guarding import settle_guarded, too_few_to_halve
from foldwise.verdicts.settling._phase import Outcome
from foldwise.verdicts.settling._settled import Settled, check_budget
from foldwise.verdicts.settling._settling import Settling, group_codes
from foldwise.verdicts.settling._strict import settle_strict
from foldwise.verdicts.settling._ten_fold import settle_ten_fold
from foldwise.verdicts.tests._table import NEEDS
from foldwise.workers._door import Workers


def settle(
    plans: Sequence[Plan],
    settled: Settled,
    terms: Terms,
    workers: Workers,
    execution: Execution,
    *,
    title: str,
    n_executions: int = 1,
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
    workers : Workers
        Who does the work.
    execution : Execution
        Where it is kept, and whether progress is shown.
    title : str
        What progress is headed by.
    n_executions : int, default 1
        How many times; all together share the workers and what folds have in common.

    Returns
    -------
    list of Verdict
        One for each execution.
    """
    check_settled(settled, plans)
    # How many fits there will be is estimated on the way.
    progress = Progress(title, unit="fit")
    with execution.interruption_told(progress), show_progress(progress, execution.progress), ExitStack() as until:
        settling = Settling.begin(
            plans, settled, terms, workers, execution, progress, n_executions=n_executions, until=until
        )
        if settled.strict and loss_of(plans[0].metric) is not None:
            outcome = settle_strict(settling)
        elif settled.guard:
            outcome = settle_guarded(settling)
        else:
            outcome = settle_ten_fold(settling)
        n_datasets = len(plans)
        return [
            _verdict(settling, outcome, cases, outcome.runs[number * n_datasets : (number + 1) * n_datasets])
            for number, cases in enumerate(settling.families)
        ]


def check_settled(settled: Settled, plans: Sequence[Plan]) -> None:
    """Refuse, before anything is fitted, what could not be settled."""
    beside = 10 * TEN_FOLD_BESIDE if settled.strict else 0
    check_budget(settled, n_folds=2 if settled.strict else 10, least=LEAST_REPEATS, spent=beside)
    for plan in plans if settled.strict else ():
        if reason := too_few_to_halve(plan):
            raise ValueError(f"{plan.dataset.name}: strict=True needs random halves, and {reason}: leave it out.")


def _n_independent(plan: Plan) -> int:
    groups = group_codes(plan)
    return plan.dataset.n_examples if groups is None else int(groups.max()) + 1


def _verdict(settling: Settling, outcome: Outcome, cases: Sequence[Case], runs: Sequence[Run]) -> Verdict:
    examined = [settling.examined[case] for case in cases]
    settlements = [outcome.settlements[case] for case in cases]
    how = HowSettled(
        settled=settling.settled,
        settlements=settlements,
        row_caveats=[
            [*pair_caveats(each, settlement, _n_independent(settling.plans[case.plan]))]
            for case, each, settlement in zip(cases, examined, settlements, strict=True)
        ],
        caveats=[*verdict_caveats(settling.settled, outcome.form, settling.plans[0].metric.label)],
        run_caveat=REPEATS_ADDED,
    )
    findings = [replace(each.finding, spread=each.spread) for each in examined]
    return assemble_verdict(
        runs, [[each.pair] for each in examined], findings, NEEDS[outcome.test], settling.terms, how
    )


Floats = npt.NDArray[np.float64]

_SMALL: Final = 60

_FEW: Final = 10

_SMALL_RISK: Final = 0.01

_FEW_DISCORDANT = Caveat(
    code="few_discordant",
    message=f"Fewer than {_FEW} examples tell the two learners apart: the verdict hangs on them; look at them one by "
    "one, or get more data.",
)

_SMALL_SAMPLE = Caveat(
    code="small_sample",
    message=f"With fewer than {_SMALL} examples, or groups of them, the level is least certain (up to .17 at .05 was "
    "measured): prefer strict=True (settled:strict), or more data.",
)

_SMALL_GUARDED = Caveat(
    code="small_sample",
    message=f"With fewer than {_SMALL} examples, or groups of them, little can be found, and the level was measured on "
    "few populations so small: get more data before concluding anything.",
)

_SMALL_STRICT = Caveat(
    code="small_sample",
    message=f"With fewer than {_SMALL} examples, or groups of them, little can be found, whatever the test: get more "
    "data before concluding that there is no difference.",
)

_SIZE_DEPENDENT = Caveat(
    code="size_dependent",
    message="Ten-fold cross-validation, which trains on nearly all examples, gives another difference: the order of "
    "the learners may depend on the size of the training set; compare them at the size that you will use.",
)

_UNSETTLED = Caveat(
    code="unsettled",
    message="The budget ended before the verdict was settled: another random split may decide otherwise; give a larger "
    "budget (max_fits, --max-fits), or report it as open.",
)

_TIME_LIMITED = Caveat(
    code="time_limited",
    message="The budget was time, so the number of repeats depends on the machine: give max_repeats, as they were, to "
    "repeat this exactly.",
)

_NOT_KNOWN = Caveat(
    code="unsettled",
    message="The budget ended before the variance was known well enough to call the verdict settled: give a larger "
    "budget (max_fits, --max-fits).",
)

_BY_GROUP = Caveat(
    code="by_group",
    message="The difference is the mean over groups, each counting the same, which is what the strict test is about; "
    "the scores are means over folds.",
)

REPEATS_ADDED = Caveat(
    code="repeats_added",
    message="Repeats were added until another verdict was settled; a test of a fixed number of repeats, on these, has "
    "a smaller p than the settled one and does not know that: rely on the settled verdict, which compare gives again "
    "from its store, and foldwise study report from the file of a study.",
)

_HALF_SIZE = Caveat(
    code="half_size",
    message="The test is about learners trained on half of the examples; the ten-fold estimate beside it is about "
    "nearly all.",
)


def pair_caveats(examined: Examined, settlement: Settlement, n_independent: int) -> Iterator[Caveat]:
    """List what to beware of for one pair; `n_independent` counts examples, or groups of them."""
    pair, finding = examined.pair, examined.finding
    losses = _example_losses(pair) if _depends_on_losses(pair) else None
    if losses is not None and np.isfinite(losses).all():
        n_discordant = int((losses[0] != losses[1]).any(axis=0).sum())
        if 0 < n_discordant < _FEW:
            yield _FEW_DISCORDANT
    if n_independent < _SMALL:
        by_form = {"two-fold": _SMALL_STRICT, "guarded": _SMALL_GUARDED, "ten-fold": _SMALL_SAMPLE}
        yield by_form["ten-fold" if settlement.why_unguarded else settlement.form]
    if settlement.ten_fold_estimate is not None:
        gap = settlement.ten_fold_estimate - finding.estimate
        opposite = settlement.ten_fold_estimate * finding.estimate < 0
        if opposite or abs(gap) > finding.standard_error:
            yield _SIZE_DEPENDENT
    if n_independent < pair.run.target.values.size and settlement.form == "two-fold":
        yield _BY_GROUP
    if settlement.why_unguarded:
        yield Caveat(
            code="unguarded",
            message=f"The variance could not be checked by halves of the data, since {settlement.why_unguarded}: the "
            "level is that of the published test, up to .15 at .05 for learners that change much with their training "
            "sets.",
        )
    if not settlement.settled:
        # Far from the boundary by an error that is itself not known.
        yield _NOT_KNOWN if settlement.looks[-1].risk < _SMALL_RISK else _UNSETTLED


def verdict_caveats(settled: Settled, form: str, metric_label: str) -> Iterator[Caveat]:
    """List what to beware of whichever pair one looks at."""
    if form == "two-fold":
        yield _HALF_SIZE
    if settled.strict and form != "two-fold":
        yield Caveat(
            code="not_a_mean",
            message=f"{metric_label} is no mean over examples, which strict=True needs: the default was settled "
            "instead; for a metric such as accuracy or mean squared error it would not be.",
        )
    if settled.max_seconds is not None:
        yield _TIME_LIMITED


def _depends_on_losses(pair: Pair) -> bool:
    """Whether learners that lose the same on an example are alike there by the metric: not where ranks are scored."""
    return loss_of(pair.setting.metric) is not None or pair.setting.metric.response == ("predict",)


def _loss_name(pair: Pair) -> str:
    """Return the name of the loss of the metric, or that of the task where the metric has none."""
    return loss_of(pair.setting.metric) or ("zero_one" if pair.setting.task == "classification" else "squared")


def _example_losses(pair: Pair) -> Floats | None:
    """Losses (2, n_repeats, n_examples) of the two learners in the repeats without a failure."""
    whole = pair.valid.all(axis=1)
    if not whole.any():
        return None
    return pair.run.losses(_loss_name(pair))[[pair.a, pair.b]][:, whole]
