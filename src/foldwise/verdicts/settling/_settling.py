"""Adding repeats to all open cases until they are settled or the budget ends: what all forms of it share."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Final

import numpy as np
import numpy.typing as npt

from foldwise._core import FoldwiseError, Progress, counted, derive_seed
from foldwise.evaluation._door import Execution, Growing, Repeatable, grow
from foldwise.runs import Run
from foldwise.runs._door import Plan, work_kept
from foldwise.splits import RepeatedKFold
from foldwise.verdicts._against import pair_numbers
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.evidence._pair import make_pairs
from foldwise.verdicts.judging._settlement import Form, GuardKind, Look, Settlement
from foldwise.verdicts.settling._case import (
    LEAST_REPEATS,
    Case,
    Examined,
    Weighed,
    repeats_to_settle,
    weigh,
)
from foldwise.verdicts.settling._phase import Phase
from foldwise.verdicts.settling._settled import Budget, Ended, Pace, Settled
from foldwise.verdicts.settling._standing import first_standing, standing
from foldwise.workers._door import Workers

Codes = npt.NDArray[np.int64]

# Of plans, by their numbers: which learners are to have how many repeats.
Wanted = dict[int, tuple[tuple[int, ...], int]]

# Plain halves would often leave a class this small out of a training set.
_RARE: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Settling:
    """Plans of all executions in one list, the cases of each execution, which are a family, and how they stand.

    Parameters
    ----------
    plans : list of Plan
        Dataset by dataset, execution after execution.
    groups : list of ndarray or None
        The numbers of the groups of all examples of each plan, if there are groups.
    families : list of lists of Case
        One for each execution.
    settled, terms, workers, execution, progress, budget
        How, on what terms, by whom, kept where, who is told, and at what cost.
    until : ExitStack
        Closes what is opened on the way.
    examined : dict
        What the test found on the repeats of each case.
    weighed : dict
        The same beside the others of its family.
    looks : dict
        What settlements keep of all looks at a case.
    done : set
        Cases that need no more repeats.
    ended : dict
        Cases for which there is no more budget, and which one that was.
    """

    plans: list[Plan]
    groups: list[Codes | None]
    families: list[list[Case]]
    settled: Settled
    terms: Terms
    workers: Workers
    execution: Execution
    progress: Progress
    budget: Budget
    until: ExitStack
    examined: dict[Case, Examined] = field(init=False, default_factory=dict)
    weighed: dict[Case, Weighed] = field(init=False, default_factory=dict)
    looks: dict[Case, list[Look]] = field(init=False, default_factory=dict)
    done: set[Case] = field(init=False, default_factory=set)
    ended: dict[Case, Ended] = field(init=False, default_factory=dict)
    _first_runs: dict[int, Run] = field(init=False, default_factory=dict)

    @classmethod
    def begin(
        cls,
        plans: Sequence[Plan],
        settled: Settled,
        terms: Terms,
        workers: Workers,
        execution: Execution,
        progress: Progress,
        *,
        n_executions: int,
        until: ExitStack,
    ) -> "Settling":
        """Lay out the executions and their cases."""
        n_datasets = len(plans)
        drawn = [plan.redrawn(_ten_fold(), seed=_seed(plan, n)) for n in range(n_executions) for plan in plans]
        return cls(
            plans=drawn,
            groups=[group_codes(plan) for plan in drawn],
            families=[
                [
                    Case(number * n_datasets + dataset, a, b)
                    for dataset, plan in enumerate(plans)
                    for a, b in pair_numbers([job.name for job in plan.jobs], terms.against)
                ]
                for number in range(n_executions)
            ],
            settled=settled,
            terms=terms,
            workers=workers,
            # Opened once: two kinds of cross-validation may be kept in it.
            execution=replace(execution, store=until.enter_context(execution.opened_store())),
            progress=progress,
            budget=Budget(settled),
            until=until,
        )

    @property
    def cases(self) -> list[Case]:
        """All cases of all executions."""
        return [case for cases in self.families for case in cases]

    def is_open(self, case: Case) -> bool:
        """Whether more repeats are wanted and allowed."""
        return case not in self.done and case not in self.ended

    def grow(self, schemes: Sequence[Repeatable], *, aside: str = "") -> Growing:
        """Begin runs of one scheme for each plan; `aside`: how those that the verdict is not about are called."""
        n_datasets = len(self.plans) // len(self.families)
        name = f"run of {', '.join(plan.dataset.name for plan in self.plans[:n_datasets])}"
        return grow(
            self.plans,
            schemes,
            self.workers,
            execution=self.execution,
            name=f"{name}, {aside}" if aside else name,
            until=self.until,
        )

    def grow_ten_fold(self, *, is_aside: bool = False) -> Growing:
        """Begin runs of ten-fold cross-validation."""
        return self.grow([_ten_fold()] * len(self.plans), aside="ten-fold" if is_aside else "")

    def grow_two_fold(self, *, is_aside: bool = False) -> Growing:
        """Begin runs of two-fold cross-validation."""
        return self.grow([_two_fold(plan) for plan in self.plans], aside="two-fold" if is_aside else "")

    def add_repeats(self, phase: Phase) -> None:
        """Add repeats of one kind until no case is open."""
        pace = Pace(self.budget, self.workers.n_at_once)
        with work_kept(lambda: [*phase.latest.values()]):
            while wanted := self._wanted(phase, pace):
                seen = {plan: phase.n_repeats.get(plan, 0) for plan in wanted}
                self._expect(phase, wanted)
                self._reach(phase, wanted, pace)
                self._check_time(phase)
                runs = phase.grown(seen)
                if not phase.is_aside:
                    # The first look has all learners, and with them all tries of tuning.
                    for plan, run in runs.items():
                        self._first_runs.setdefault(plan, run)
                self._look(phase, runs, {plan: learners for plan, (learners, _) in wanted.items()})
                self.progress.say(standing(self.cases, self.weighed, self.is_open, self.terms.alpha))
                for plan in runs.keys() - {case.plan for case in self.cases if self.is_open(case)}:
                    phase.growing.release(plan)

    def _reach(self, phase: Phase, wanted: Wanted, pace: Pace) -> None:
        """Add the repeats of one look, or those there is time for, in steps between which one sees how it stands."""
        n_fits = phase.n_folds * sum(len(learners) for learners, _ in wanted.values())
        while todo := {plan: item for plan, item in wanted.items() if phase.n_repeats.get(plan, 0) < item[1]}:
            if pace.is_over:
                return
            # Upwards to repeats that make sense together.
            size = -phase.whole(-pace.step(n_fits))
            step = {plan: (who, min(n, phase.n_repeats.get(plan, 0) + size)) for plan, (who, n) in todo.items()}
            started = monotonic()
            runs = phase.growing.extend(step, self.progress, self.budget.until)
            pace.note(monotonic() - started, size)
            phase.latest.update(runs)
            phase.n_repeats.update({plan: run.assignment.n_repeats for plan, run in runs.items()})
            if runs and not self.weighed:
                self.progress.say(first_standing([*runs.values()], phase.next_look(0)))

    def settlement(
        self,
        case: Case,
        form: Form,
        *,
        fits_beside: int = 0,
        ten_fold_estimate: float | None = None,
        inflation: float | None = None,
        guard_kind: GuardKind = "",
        guard_repeats: int = 0,
        unguarded_statistic: float | None = None,
        why_unguarded: str = "",
    ) -> Settlement:
        """Return how a case was settled; `fits_beside` are those that the test does not read."""
        # Those that were drawn, also where a failed fold leaves some out of the test.
        n_repeats, n_folds = self.examined[case].pair.valid.shape
        return Settlement(
            form=form,
            settled=case in self.done,
            n_repeats=int(n_repeats),
            n_fits=int(n_folds * n_repeats) + fits_beside,
            ended_by="" if case in self.done else self.ended[case],
            looks=tuple(self.looks[case]),
            ten_fold_estimate=ten_fold_estimate,
            inflation=inflation,
            guard_kind=guard_kind,
            guard_repeats=guard_repeats,
            unguarded_statistic=unguarded_statistic,
            why_unguarded=why_unguarded,
        )

    def _wanted(self, phase: Phase, pace: Pace) -> Wanted:
        """Return which learners of which plans are to have how many repeats; those without a budget are ended."""
        wanted = {}
        for plan, cases in self._open_cases().items():
            now = phase.n_repeats.get(plan, 0)
            most, ended_by = self._most_repeats(phase, plan)
            allowed = phase.whole(min(phase.next_look(now), most))
            # Without a first repeat there would be nothing to say: that is refused later.
            has_begun = now > 0 or phase.is_aside
            if allowed <= now or (pace.is_over and has_begun):
                self.ended.update(dict.fromkeys(cases, "seconds" if allowed > now else ended_by))
            else:
                wanted[plan] = tuple(sorted({learner for case in cases for learner in (case.a, case.b)})), allowed
        return wanted

    def _open_cases(self) -> dict[int, list[Case]]:
        by_plan: dict[int, list[Case]] = {}
        for case in filter(self.is_open, self.cases):
            by_plan.setdefault(case.plan, []).append(case)
        return by_plan

    def _most_repeats(self, phase: Phase, plan: int) -> tuple[int, Ended]:
        most, ended_by = self.budget.most_repeats(phase.n_folds, spent=phase.spent(plan), aside=phase.is_aside)
        return (most, ended_by) if phase.most is None or most <= phase.most else (phase.most, "repeats")

    def _expect(self, phase: Phase, wanted: Wanted) -> None:
        """Tell how many fits there will be about, and at most."""
        open_cases = self._open_cases()
        total, most = self.progress.done, 0
        for plan, item in enumerate(self.plans):
            limit, ended_by = self._most_repeats(phase, plan)
            most += len(item.jobs) * (phase.n_folds * limit + phase.spent(plan)) if ended_by else 0
            if plan not in wanted:
                continue
            (learners, then), now = wanted[plan], phase.n_repeats.get(plan, 0)
            nearest = [self.weighed[case].nearest for case in open_cases[plan] if now and case in self.weighed]
            goal = max((repeats_to_settle(margin, now, limit) for margin in nearest), default=then)
            total += len(learners) * (phase.n_folds * (max(goal, then) - now) + phase.later(plan))
        self.progress.expect(min(total, most or total), most=most or None, seconds=max(self.budget.seconds_left, 0.0))

    def _check_time(self, phase: Phase) -> None:
        """Refuse to say anything if the time has ended before there is anything to look at."""
        if not phase.is_aside and any(phase.n_repeats.get(plan, 0) < phase.least for plan in range(len(self.plans))):
            n_fits = phase.least * phase.n_folds * sum(len(plan.jobs) for plan in self.plans)
            kept = "; what is done is kept in the store" if self.execution.store is not None else ""
            raise FoldwiseError(
                f"max_seconds={self.settled.max_seconds:g} (--max-seconds) ended before all learners had "
                f"{counted(phase.least, 'repeat')}, which takes {counted(n_fits, 'fit')}: give more time{kept}."
            )

    def _look(self, phase: Phase, runs: dict[int, Run], learners: dict[int, tuple[int, ...]]) -> None:
        """Examine the open cases of these runs, and weigh all cases of their families again."""
        pairs = {
            plan: {
                (learners[plan][pair.a], learners[plan][pair.b]): pair
                for pair in make_pairs(
                    run,
                    run.metric,
                    allow_partial=self.terms.allow_partial or phase.is_aside,
                    against=self.terms.against,
                )
            }
            for plan, run in runs.items()
        }
        for cases in self.families:
            for case in cases:
                if self.is_open(case) and case.plan in runs:
                    self.examined[case] = phase.examine(case, pairs[case.plan][case.a, case.b])
            if any(case.plan in runs for case in cases):
                of_family = [self._first_runs[plan] for plan in dict.fromkeys(case.plan for case in cases)]
                family = self.terms.family_size(of_family, len(cases))
                weighed = weigh([self.examined[case] for case in cases], family, self.terms)
                self.weighed.update(zip(cases, weighed, strict=True))
                for case in cases:
                    self._note_look(case, self.weighed[case].look())
            self.done.difference_update(cases)
            self.done.update(case for case in cases if self._needs_no_more(case, phase))

    def _needs_no_more(self, case: Case, phase: Phase) -> bool:
        if len(self.examined[case].pair.valid) < LEAST_REPEATS:
            return False
        return self.examined[case].is_degenerate or phase.is_settled(case, self.weighed[case])

    def _note_look(self, case: Case, look: Look) -> None:
        looks = self.looks.setdefault(case, [])
        # Seen again with other p-values beside it, and no more repeats, it is the same look.
        if looks and looks[-1].n_repeats == look.n_repeats:
            looks.pop()
        looks.append(look)


def group_codes(plan: Plan) -> Codes | None:
    """Return the number of the group of each example, if there are groups."""
    if plan.groups is None:
        return None
    return np.unique(np.asarray(plan.groups), return_inverse=True)[1].astype(np.int64)


def _seed(plan: Plan, execution: int) -> int:
    """Return the seed of the plan for the first execution: it is the verdict that `compare` returns."""
    assert plan.assignment.seed is not None
    return plan.assignment.seed if execution == 0 else derive_seed("execution", plan.assignment.seed, execution)


def _ten_fold() -> RepeatedKFold:
    return RepeatedKFold(10, 1)


def _two_fold(plan: Plan) -> RepeatedKFold:
    """Return plain halves, for which the theory is; stratified where a class is rare."""
    rare = plan.target.task == "classification" and np.bincount(plan.target.values).min() < _RARE
    return RepeatedKFold(2, 1, stratified=None if rare else False)
