"""Adding repeats to all open cases until they are settled or the budget ends: what all forms of it share."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from itertools import combinations
from time import perf_counter
from typing import Final

import numpy as np
import numpy.typing as npt

from foldwise._core import Progress, counted, derive_seed, show_progress
from foldwise.evaluation._door import Execution, Growing, grow
from foldwise.runs import Run
from foldwise.runs._door import Plan, work_kept
from foldwise.splits import RepeatedKFold
from foldwise.verdicts.evidence._pair import Pair, make_pairs
from foldwise.verdicts.judging._settlement import Form, Look, Settlement
from foldwise.verdicts.judging._terms import Terms
from foldwise.verdicts.settling._case import Case, Examined, Weighed, next_repeats, weigh
from foldwise.verdicts.settling._settled import Budget, Ended, Settled
from foldwise.workers._door import Workers

Codes = npt.NDArray[np.int64]

# Plain halves would often leave a class this small out of a training set.
_RARE: Final = 10


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
    examine : callable
        For a case and its pair, what the test finds.
    is_settled : callable
        For a case and its weighed pair, whether it needs no more repeats of this kind.
    spent : callable
        For the number of a plan, how many fits of each learner go to something else.
    is_aside : bool, default False
        Whether the budget of repeats is for another cross-validation; this one then gets as many fits.
    n_repeats : dict
        How many repeats each plan has, by its number.
    latest : dict
        The runs of the last look at each plan, by its number.
    """

    growing: Growing
    n_folds: int
    first: int
    examine: Callable[[Case, Pair], Examined]
    is_settled: Callable[[Case, Weighed], bool]
    spent: Callable[[int], int] = lambda _: 0
    is_aside: bool = False
    n_repeats: dict[int, int] = field(default_factory=dict)
    latest: dict[int, Run] = field(default_factory=dict)


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
                    for a, b in combinations(range(len(plan.jobs)), 2)
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

    def grow(self, n_folds: int, *, aside: bool = False) -> Growing:
        """Begin runs of ten-fold or two-fold cross-validation; `aside`: not those that the verdict is about."""
        n_datasets = len(self.plans) // len(self.families)
        name = f"run of {', '.join(plan.dataset.name for plan in self.plans[:n_datasets])}"
        return grow(
            self.plans,
            [_ten_fold() if n_folds == 10 else _two_fold(plan) for plan in self.plans],
            self.workers,
            execution=self.execution,
            name=f"{name}, {'ten' if n_folds == 10 else 'two'}-fold" if aside else name,
            until=self.until,
        )

    def add_repeats(self, phase: Phase) -> None:
        """Add repeats of one kind until no case is open."""
        seconds = 0.0
        with work_kept(lambda: [*phase.latest.values()]):
            while wanted := self._wanted(phase, seconds):
                started, before = perf_counter(), sum(phase.n_repeats.get(plan, 0) for plan in wanted)
                runs = phase.growing.extend(wanted, self.progress)
                phase.latest.update(runs)
                phase.n_repeats.update({plan: n for plan, (_, n) in wanted.items()})
                added = sum(phase.n_repeats[plan] for plan in wanted) - before
                # What one more repeat of everything that is open takes.
                seconds = (perf_counter() - started) * len(wanted) / added
                if not phase.is_aside:
                    # The first look has all learners, and with them all tries of tuning.
                    for plan, run in runs.items():
                        self._first_runs.setdefault(plan, run)
                self._look(phase, runs, {plan: learners for plan, (learners, _) in wanted.items()})
                self.progress.say(self._standing())
                for plan in runs.keys() - {case.plan for case in self.cases if self.is_open(case)}:
                    phase.growing.release(plan)

    def settlement(
        self,
        case: Case,
        form: Form,
        *,
        fits_beside: int = 0,
        ten_fold_estimate: float | None = None,
        inflation: float | None = None,
        guard_repeats: int = 0,
        unguarded_statistic: float | None = None,
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
            guard_repeats=guard_repeats,
            unguarded_statistic=unguarded_statistic,
        )

    def _wanted(self, phase: Phase, seconds: float) -> dict[int, tuple[tuple[int, ...], int]]:
        """Return which learners of which plans are to have how many repeats; those without a budget are ended."""
        by_plan: dict[int, list[Case]] = {}
        for case in filter(self.is_open, self.cases):
            by_plan.setdefault(case.plan, []).append(case)
        wanted = {}
        for plan, cases in by_plan.items():
            now = phase.n_repeats.get(plan, 0)
            then = phase.first if now == 0 else next_repeats(now)
            most, ended_by = self.budget.most_repeats(phase.n_folds, spent=phase.spent(plan), aside=phase.is_aside)
            allowed = min(then, most)
            in_time = allowed if now == 0 else self.budget.repeats_in_time(now, allowed, seconds)
            if in_time <= now:
                self.ended.update(dict.fromkeys(cases, "seconds" if allowed > now else ended_by))
            else:
                wanted[plan] = tuple(sorted({learner for case in cases for learner in (case.a, case.b)})), in_time
        return wanted

    def _look(self, phase: Phase, runs: dict[int, Run], learners: dict[int, tuple[int, ...]]) -> None:
        """Examine the open cases of these runs, and weigh all cases of their families again."""
        pairs = {
            plan: {
                (learners[plan][pair.a], learners[plan][pair.b]): pair
                for pair in make_pairs(run, run.metric, allow_partial=self.terms.allow_partial)
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
        return self.examined[case].is_degenerate or phase.is_settled(case, self.weighed[case])

    def _note_look(self, case: Case, look: Look) -> None:
        looks = self.looks.setdefault(case, [])
        # Seen again with other p-values beside it, and no more repeats, it is the same look.
        if looks and looks[-1].n_repeats == look.n_repeats:
            looks.pop()
        looks.append(look)

    def _standing(self) -> str:
        """Return how far the cases are from being settled; of one pair, its statistic."""
        cases = self.cases
        look = max((self.looks[case][-1] for case in cases), key=lambda look: look.risk)
        statistic = f"t {look.statistic:.2f} ± {look.resampling_error:.2f} against {look.critical:.2f}"
        if len(cases) == 1:
            return f"{counted(look.n_repeats, 'repeat')}, {statistic}, risk {look.risk:.3f}"
        n_closed = sum(not self.is_open(case) for case in cases)
        return f"{n_closed} of {len(cases)} comparisons done; the nearest: {statistic}, risk {look.risk:.3f}"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outcome:
    """What settling came to: form and test, the runs of all plans, and how each case was settled."""

    form: Form
    test: str
    runs: list[Run]
    settlements: dict[Case, Settlement]


def settling_progress(title: str, show: bool | None) -> AbstractContextManager[Progress]:
    """Show how settling goes on; how many fits there will be nobody knows."""
    return show_progress(Progress(title, unit="fit"), show)


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
