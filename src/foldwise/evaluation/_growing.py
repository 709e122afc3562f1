"""Runs that are given more repeats as they are asked for."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from typing import Protocol

from foldwise._core import Caveat, Progress
from foldwise.evaluation._execution import Execution
from foldwise.runs import Run
from foldwise.runs._door import Collector, Job, Pair, Plan, choose_learners, choose_repeats
from foldwise.sharing._door import Preparations
from foldwise.splits import RepeatedKFold
from foldwise.store import Store
from foldwise.workers._door import Sink, Workers, work_off

# Which learners, by their numbers, and how many repeats they are to have.
Wanted = tuple[tuple[int, ...], int]


class Growing(Protocol):
    """Runs of the same learners, one for each plan, that grow."""

    def extend(self, wanted: Mapping[int, Wanted], progress: Progress) -> dict[int, Run]:
        """Add repeats until some learners of some plans, by their numbers, have so many; return the runs of these."""
        ...

    def release(self, number: int) -> None:
        """Forget what is kept for more repeats of a plan: there will be none."""
        ...

    def finish(self) -> list[Run]:
        """Return the runs of all learners, each of the repeats that all of its learners have."""
        ...


def grow(
    plans: Sequence[Plan],
    schemes: Sequence[RepeatedKFold],
    workers: Workers,
    *,
    execution: Execution,
    name: str = "",
    until: ExitStack,
) -> Growing:
    """Begin runs that grow.

    Parameters
    ----------
    plans : sequence of Plan
        Whose learners, data and seeds are taken, not the partitions.
    schemes : sequence of RepeatedKFold
        One for each plan; whatever number of repeats it has is replaced by those that are asked for.
    workers : Workers
        Who does the work.
    execution : Execution
        Of which the store counts: what it has is not computed again, but for what failed if so asked.
    name : str
        What the runs are called in a store.
    until : ExitStack
        Closes a store that is opened here.

    Returns
    -------
    Growing
    """
    store = until.enter_context(execution.opened_store())
    if store is None:
        return _InMemory(plans, schemes, workers)
    return _InStore(plans, schemes, workers, store, name, execution.retry_failed)


class _InMemory:
    """Predictions are kept in arrays, and what folds have in common from one batch of repeats to the next."""

    def __init__(self, plans: Sequence[Plan], schemes: Sequence[RepeatedKFold], workers: Workers) -> None:
        self._plans, self._schemes = list(plans), schemes
        self._prepared = Preparations()
        self._workers = replace(workers, prepared=self._prepared)
        self._collectors: dict[int, Collector] = {}
        self._n_repeats = [[0] * len(plan.jobs) for plan in plans]
        self._caveats: dict[int, tuple[Caveat, ...]] = {}
        self._released: set[int] = set()

    def extend(self, wanted: Mapping[int, Wanted], progress: Progress) -> dict[int, Run]:
        self._released -= wanted.keys()
        folds: dict[Job, list[Pair]] = {}
        sinks: dict[Job, Sink] = {}
        for number, (learners, n_repeats) in wanted.items():
            plan = self._plans[number].redrawn(_repeated(self._schemes[number], n_repeats))
            plan.check_metric()
            self._plans[number] = plan
            collector = self._collectors.get(number)
            if collector is None:
                collector = Collector(len(plan.jobs), plan.assignment, plan.target, bool(plan.jobs[0].response))
                self._collectors[number] = collector
            else:
                collector.grow(plan.assignment)
            for learner in learners:
                job, done = plan.jobs[learner], self._n_repeats[number][learner]
                folds[job] = [pair for pair in plan.assignment.pairs() if pair[0] >= done]
                sinks[job] = collector
                self._n_repeats[number][learner] = n_repeats
        with closing(work_off(folds, sinks, self._workers)) as results:
            for _, n_folds in results:
                progress.advance(n_folds)
        return {number: self._run(number, learners) for number, (learners, _) in wanted.items()}

    def release(self, number: int) -> None:
        self._released.add(number)
        plan = self._plans[number]
        # Other plans may be other executions on the same table.
        if all(other.dataset.X is not plan.dataset.X for i, other in enumerate(self._plans) if i not in self._released):
            for job in plan.jobs:
                self._prepared.drop(job)

    def finish(self) -> list[Run]:
        runs = []
        for number, plan in enumerate(self._plans):
            run = self._run(number, range(len(plan.jobs)))
            n_repeats = min(self._n_repeats[number])
            if n_repeats < run.assignment.n_repeats:
                common = plan.redrawn(_repeated(self._schemes[number], n_repeats)).assignment
                run = replace(choose_repeats(run, range(n_repeats)), assignment=common)
            runs.append(run)
        return runs

    def _run(self, number: int, learners: Sequence[int]) -> Run:
        plan = self._plans[number]
        # They are about the data and the first repeat, and do not change.
        if number not in self._caveats:
            self._caveats[number] = plan.caveats()
        run = self._collectors[number].finish(plan.learners, plan.info, plan.metric, self._caveats[number])
        if len(learners) == len(plan.learners):
            return run
        return choose_learners(run, [plan.learners[learner].name for learner in learners])


class _InStore:
    """Every fold is kept in a store, which knows what it has."""

    def __init__(
        self,
        plans: Sequence[Plan],
        schemes: Sequence[RepeatedKFold],
        workers: Workers,
        store: Store,
        name: str,
        retry_failed: bool,
    ) -> None:
        self._plans, self._schemes, self._workers = list(plans), schemes, workers
        self._store, self._name, self._retry_failed = store, name, retry_failed
        self._n_repeats = [[0] * len(plan.jobs) for plan in plans]

    def extend(self, wanted: Mapping[int, Wanted], progress: Progress) -> dict[int, Run]:
        plans = []
        for number, (learners, n_repeats) in wanted.items():
            plan = self._plans[number].redrawn(_repeated(self._schemes[number], n_repeats))
            plan.check_metric()
            plans.append(plan.chosen(learners))
            for learner in learners:
                self._n_repeats[number][learner] = n_repeats
        return dict(zip(wanted, self._complete(plans, progress), strict=True))

    def release(self, number: int) -> None:
        """Nothing is kept but in the store."""

    def finish(self) -> list[Run]:
        plans = [
            plan.redrawn(_repeated(scheme, min(n_repeats)))
            for plan, scheme, n_repeats in zip(self._plans, self._schemes, self._n_repeats, strict=True)
        ]
        return self._complete(plans, Progress(""))

    def _complete(self, plans: list[Plan], progress: Progress) -> list[Run]:
        # Once: what failed again would fail at every look.
        retry_failed, self._retry_failed = self._retry_failed, False
        return self._store.completed(plans, self._workers, progress, name=self._name, retry_failed=retry_failed)


def _repeated(scheme: RepeatedKFold, n_repeats: int) -> RepeatedKFold:
    return replace(scheme, n_repeats=n_repeats)
