"""A comparison while it is being settled: what all forms of it share."""

import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import Progress, derive_seed
from foldwise.evaluation._door import Execution, Growing, grow
from foldwise.runs import Run
from foldwise.runs._door import Plan, work_kept
from foldwise.splits import RepeatedKFold
from foldwise.store import Store
from foldwise.verdicts._budget import Budget
from foldwise.verdicts._case import Case
from foldwise.verdicts._phase import Phase, settle_phase
from foldwise.verdicts._settled import Settled
from foldwise.verdicts._settlement import Form
from foldwise.verdicts._terms import Terms
from foldwise.workers._door import Workers

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
