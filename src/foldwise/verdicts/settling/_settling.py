"""Adding repeats to all open cases until they are settled or the budget ends: what all forms of it share."""

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from itertools import combinations
from time import perf_counter
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import Progress, counted, derive_seed, show_progress
from foldwise.evaluation._door import Execution, Growing, grow
from foldwise.runs import Run
from foldwise.runs._door import Plan, work_kept
from foldwise.splits import RepeatedKFold
from foldwise.store import Store
from foldwise.verdicts.evidence._pair import Pair, make_pairs
from foldwise.verdicts.judging._make_verdict import family_size
from foldwise.verdicts.judging._settlement import Form
from foldwise.verdicts.judging._terms import Terms
from foldwise.verdicts.settling._case import Case, next_repeats, weigh
from foldwise.verdicts.settling._settled import Budget, Settled
from foldwise.workers._door import Workers


def settling_progress(title: str, show: bool | None) -> AbstractContextManager[Progress]:
    """Show how settling goes on; how many fits there will be nobody knows."""
    return show_progress(Progress(title, unit="fit"), show)


def standing(families: Sequence[list[Case]]) -> str:
    """Say how far the cases are from being settled; of one pair, its statistic."""
    cases = [case for family in families for case in family]
    worst = max(cases, key=lambda case: case.looks[-1].risk)
    look = worst.looks[-1]
    seen = f"t {look.statistic:.2f} ± {look.resampling_error:.2f} against {look.critical:.2f}"
    if len(cases) == 1:
        return f"{counted(look.n_repeats, 'repeat')}, {seen}, risk {look.risk:.3f}"
    n_settled = sum(not case.is_open for case in cases)
    return f"{n_settled} of {len(cases)} comparisons done; the nearest: {seen}, risk {look.risk:.3f}"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Phase:
    """One kind of cross-validation to which repeats are added.

    Parameters
    ----------
    growing : Growing
        The runs.
    n_folds : int
        Folds of a repeat.
    first : int
        Repeats at the first look.
    spent : callable
        For the number of a plan, how many fits of each learner go to something else.
    is_aside : bool, default False
        Whether the budget of repeats is for another cross-validation; this one then gets as many fits.
    examine : callable
        Sets what a case has found and seen, from its pair.
    is_settled : callable
        Whether a case that was weighed needs no more repeats of this kind.
    n_repeats : dict
        How many repeats each plan has, by its number.
    latest : dict
        The runs of the last look at each plan, by its number.
    """

    growing: Growing
    n_folds: int
    first: int
    examine: Callable[[Case, Pair], None]
    is_settled: Callable[[Case], bool]
    spent: Callable[[int], int] = lambda _: 0
    is_aside: bool = False
    n_repeats: dict[int, int] = field(default_factory=dict)
    latest: dict[int, Run] = field(default_factory=dict)


def settle_phase(
    phase: Phase, families: Sequence[list[Case]], runs: dict[int, Run], terms: Terms, budget: Budget, progress: Progress
) -> None:
    """Add repeats until no case is open; `runs` gets those of the first look, by the number of their plan."""
    n_repeats = phase.n_repeats
    seconds = 0.0
    while True:
        wanted = _wanted(phase, families, budget, seconds)
        if not wanted:
            return
        started, before = perf_counter(), sum(n_repeats.get(plan, 0) for plan in wanted)
        new = phase.growing.extend(wanted, progress)
        phase.latest.update(new)
        n_repeats.update({plan: n for plan, (_, n) in wanted.items()})
        added = sum(n_repeats[plan] for plan in wanted) - before
        # What one more repeat of everything that is open takes.
        seconds = (perf_counter() - started) * len(wanted) / added
        if not phase.is_aside:
            # The first look has all learners, and with them all tries of tuning.
            for plan, run in new.items():
                runs.setdefault(plan, run)
        pairs = {
            plan: {pair.names: pair for pair in make_pairs(run, run.metric, allow_partial=terms.allow_partial)}
            for plan, run in new.items()
        }
        for cases in families:
            for case in cases:
                if case.is_open and case.plan in new:
                    phase.examine(case, _pair_of(case, new[case.plan], wanted[case.plan][0], pairs[case.plan]))
            if any(case.plan in new for case in cases):
                of_family = [runs[plan] for plan in dict.fromkeys(case.plan for case in cases)]
                weigh(cases, family_size(of_family, len(cases), terms), terms)
            for case in cases:
                case.is_settled = case.is_degenerate or phase.is_settled(case)
        progress.say(standing(families))
        open_plans = {case.plan for cases in families for case in cases if case.is_open}
        for plan in new.keys() - open_plans:
            phase.growing.release(plan)


def _wanted(
    phase: Phase, families: Sequence[list[Case]], budget: Budget, seconds: float
) -> dict[int, tuple[tuple[int, ...], int]]:
    """Say which learners of which plans are to have how many repeats; cases for which there is no budget are ended."""
    by_plan: dict[int, list[Case]] = {}
    for cases in families:
        for case in cases:
            if case.is_open:
                by_plan.setdefault(case.plan, []).append(case)
    wanted = {}
    for plan, cases in by_plan.items():
        now = phase.n_repeats.get(plan, 0)
        then = phase.first if now == 0 else next_repeats(now)
        most, ended_by = budget.most_repeats(phase.n_folds, spent=phase.spent(plan), aside=phase.is_aside)
        allowed = min(then, most)
        in_time = allowed if now == 0 else budget.repeats_in_time(now, allowed, seconds)
        if in_time <= now:
            for case in cases:
                case.ended_by = "seconds" if allowed > now else ended_by
            continue
        learners = tuple(sorted({learner for case in cases for learner in (case.a, case.b)}))
        wanted[plan] = learners, in_time
    return wanted


def _pair_of(case: Case, run: Run, learners: tuple[int, ...], pairs: dict[tuple[str, str], Pair]) -> Pair:
    """Find the pair of a case in a run that has some of the learners."""
    a, b = (run.learner_names[learners.index(learner)] for learner in (case.a, case.b))
    return pairs[a, b]


Codes = npt.NDArray[np.int64]

# Plain halves would often leave a class this small out of a training set.
_RARE: Final = 10


@dataclass(slots=True, kw_only=True, eq=False)
class Settling:
    """Plans of all executions in one list, and the cases of each execution, which are a family.

    Parameters
    ----------
    plans : list of Plan
        Dataset by dataset, execution after execution.
    families : list of lists of Case
        One for each execution.
    settled, terms, hands, progress, budget
        How, on what terms, by whom, who is told, and at what cost.
    store : Store or None
        Where every fold is kept.
    retry_failed : bool
        Compute the folds again that the store has as failed.
    until : ExitStack
        Closes what is opened on the way.
    """

    plans: list[Plan]
    families: list[list[Case]]
    settled: Settled
    terms: Terms
    hands: Workers
    progress: Progress
    budget: Budget
    store: Store | None
    retry_failed: bool
    until: ExitStack
    groups: list[Codes | None] = field(init=False)
    _runs: dict[int, Run] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.groups = [group_codes(plan) for plan in self.plans]

    @property
    def cases(self) -> list[Case]:
        """All cases of all executions."""
        return [case for cases in self.families for case in cases]

    def add_repeats(self, phase: Phase) -> None:
        """Add repeats of one kind until no case is open."""
        with work_kept(lambda: [*phase.latest.values()]):
            settle_phase(phase, self.families, self._runs, self.terms, self.budget, self.progress)

    def grow(self, n_folds: int, *, aside: bool = False) -> Growing:
        """Begin runs of ten-fold or two-fold cross-validation; `aside`: not those that the verdict is about."""
        n_datasets = len(self.plans) // len(self.families)
        name = f"run of {', '.join(plan.dataset.name for plan in self.plans[:n_datasets])}"
        schemes = [_ten_fold() if n_folds == 10 else _two_fold(plan) for plan in self.plans]
        return grow(
            self.plans,
            schemes,
            self.hands,
            execution=Execution(store=self.store, retry_failed=self.retry_failed),
            name=f"{name}, {'ten' if n_folds == 10 else 'two'}-fold" if aside else name,
            until=self.until,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outcome:
    """What settling came to: the test, the runs of all plans, and for each case what its Settlement adds."""

    form: Form
    test: str
    runs: list[Run]
    details: dict[Case, dict[str, Any]]


def begin(
    plans: Sequence[Plan],
    settled: Settled,
    terms: Terms,
    hands: Workers,
    progress: Progress,
    *,
    n_executions: int,
    store: Store | str | os.PathLike[str] | None,
    retry_failed: bool,
    until: ExitStack,
) -> Settling:
    """Lay out the executions and their cases."""
    n_datasets = len(plans)
    return Settling(
        plans=[
            plan.redrawn(_ten_fold(), seed=_seed(plan, execution))
            for execution in range(n_executions)
            for plan in plans
        ],
        families=[
            [
                Case(execution * n_datasets + number, a, b)
                for number, plan in enumerate(plans)
                for a, b in combinations(range(len(plan.jobs)), 2)
            ]
            for execution in range(n_executions)
        ],
        settled=settled,
        terms=terms,
        hands=hands,
        progress=progress,
        budget=Budget(settled),
        store=store if store is None or isinstance(store, Store) else until.enter_context(Store(store)),
        retry_failed=retry_failed,
        until=until,
    )


def group_codes(plan: Plan) -> Codes | None:
    """Return the number of the group of each example, if there are groups."""
    if plan.groups is None:
        return None
    return np.unique(np.asarray(plan.groups), return_inverse=True)[1].astype(np.int64)


def _seed(plan: Plan, execution: int) -> int:
    """Give the first execution the seed of the plan: it is the verdict that `compare` returns."""
    assert plan.assignment.seed is not None
    return plan.assignment.seed if execution == 0 else derive_seed("execution", plan.assignment.seed, execution)


def _ten_fold() -> RepeatedKFold:
    return RepeatedKFold(10, 1)


def _two_fold(plan: Plan) -> RepeatedKFold:
    """Plain halves, for which the theory is; stratified where a class is rare."""
    rare = plan.target.task == "classification" and np.bincount(plan.target.values).min() < _RARE
    return RepeatedKFold(2, 1, stratified=None if rare else False)
