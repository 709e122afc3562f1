"""Runs that are given more repeats as they are asked for."""

from collections.abc import Hashable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from math import ceil, inf
from time import monotonic
from typing import Any, Protocol

from foldwise._core import Caveat, Progress
from foldwise.evaluation._execution import Execution
from foldwise.evaluation._room import bytes_of_results, check_room
from foldwise.runs import Run
from foldwise.runs._door import Collector, Job, Pair, Plan, choose_learners, choose_repeats
from foldwise.sharing._door import Preparations
from foldwise.splits import HalvedKFold, RepeatedKFold
from foldwise.store import Store
from foldwise.store._door import MISSING
from foldwise.workers._door import Workers, work_off

# A scheme of which more repeats can be drawn: the first ones stay as they are.
Repeatable = RepeatedKFold | HalvedKFold

# Which learners, by their numbers, and how many repeats they are to have.
Wanted = tuple[tuple[int, ...], int]


class Growing(Protocol):
    """Runs of the same learners, one for each plan, that grow."""

    def extend(self, wanted: Mapping[int, Wanted], progress: Progress, until: float = inf) -> dict[int, Run]:
        """Add repeats until some learners of some plans, by their numbers, have so many; return the runs of these.

        Nothing is begun after `until`, by the clock `time.monotonic`. Runs then have the repeats that all of these
        learners have, and those without any are left out.
        """
        ...

    def release(self, number: int) -> None:
        """Forget what is kept for more repeats of a plan: there will be none."""
        ...

    def finish(self) -> list[Run]:
        """Return the runs of all learners, each of the repeats that all of its learners have."""
        ...


def grow(
    plans: Sequence[Plan],
    schemes: Sequence[Repeatable],
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
    schemes : sequence of RepeatedKFold or HalvedKFold
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


class _Batches:
    """What folds have in common is kept from one batch of repeats to the next."""

    def __init__(self, plans: Sequence[Plan], schemes: Sequence[Repeatable], workers: Workers) -> None:
        self._plans, self._schemes = list(plans), schemes
        self._prepared = Preparations()
        self._workers = replace(workers, prepared=self._prepared)
        self._n_repeats = [[0] * len(plan.jobs) for plan in plans]
        self._released: set[int] = set()

    def release(self, number: int) -> None:
        self._released.add(number)
        plan = self._plans[number]
        # Other plans may be other executions on the same table.
        if all(other.dataset.X is not plan.dataset.X for i, other in enumerate(self._plans) if i not in self._released):
            for job in plan.jobs:
                self._prepared.drop(job)

    def _first_repeats(self, run: Run, number: int, n_repeats: int) -> Run:
        """Return the run of a plan with its first repeats alone, as if no more had been asked for."""
        if n_repeats == run.assignment.n_repeats:
            return run
        common = self._plans[number].redrawn(_repeated(self._schemes[number], n_repeats)).assignment
        return replace(choose_repeats(run, range(n_repeats)), assignment=common)


class _InMemory(_Batches):
    """Predictions are kept in arrays."""

    def __init__(self, plans: Sequence[Plan], schemes: Sequence[Repeatable], workers: Workers) -> None:
        super().__init__(plans, schemes, workers)
        self._collectors: dict[int, Collector] = {}
        self._caveats: dict[int, tuple[Caveat, ...]] = {}

    def extend(self, wanted: Mapping[int, Wanted], progress: Progress, until: float = inf) -> dict[int, Run]:
        self._released -= wanted.keys()
        for number, (_, n_repeats) in wanted.items():
            plan = self._plans[number].redrawn(_repeated(self._schemes[number], n_repeats))
            plan.check_metric()
            self._plans[number] = plan
        held = sum(self._collectors[number].n_bytes for number in wanted if number in self._collectors)
        check_room([self._plans[number] for number in wanted], self._workers, held=held)
        for number in wanted:
            plan = self._plans[number]
            if number in self._collectors:
                self._collectors[number].grow(plan.assignment)
            else:
                self._collectors[number] = Collector(
                    len(plan.jobs), plan.assignment, plan.target, bool(plan.jobs[0].response)
                )
        # More than once only if a learner that shared folds before refuses to: all of them are then fitted one by one.
        while any((folds := self._missing(wanted)).values()) and monotonic() < until:
            sinks = {job: self._collectors[number] for number in wanted for job in self._plans[number].jobs}
            with closing(work_off(folds, sinks, self._workers, until=until)) as results:
                for _, n_folds in results:
                    progress.advance(n_folds)
        runs = {}
        for number, (learners, n_repeats) in wanted.items():
            for learner in learners:
                missing = folds[self._plans[number].jobs[learner]]
                self._n_repeats[number][learner] = missing[0][0] if missing else n_repeats
            whole = min(self._n_repeats[number][learner] for learner in learners)
            if whole:
                runs[number] = self._first_repeats(self._run(number, learners), number, whole)
        return runs

    def _missing(self, wanted: Mapping[int, Wanted]) -> dict[Job, list[Pair]]:
        """Return the folds that are to be fitted."""
        return {
            self._plans[number].jobs[learner]: self._collectors[number].missing(learner)
            for number, (learners, _) in wanted.items()
            for learner in learners
        }

    def finish(self) -> list[Run]:
        runs = []
        for number, plan in enumerate(self._plans):
            run = self._run(number, range(len(plan.jobs)))
            runs.append(self._first_repeats(run, number, min(self._n_repeats[number])))
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


class _InStore(_Batches):
    """Every fold is kept in a store, which knows what it has."""

    def __init__(
        self,
        plans: Sequence[Plan],
        schemes: Sequence[Repeatable],
        workers: Workers,
        store: Store,
        name: str,
        retry_failed: bool,
    ) -> None:
        super().__init__(plans, schemes, workers)
        self._store, self._name, self._retry_failed = store, name, retry_failed
        self._held: dict[int, int] = {}

    def extend(self, wanted: Mapping[int, Wanted], progress: Progress, until: float = inf) -> dict[int, Run]:
        self._released -= wanted.keys()
        plans, n_counted = [], 0
        for number, (learners, n_repeats) in wanted.items():
            scheme = _repeated(self._schemes[number], n_repeats)
            plan = self._plans[number].redrawn(scheme)
            plan.check_metric()
            plans.append(plan.chosen(learners))
            n_counted += scheme.n_folds * sum(self._n_repeats[number][learner] for learner in learners)
        check_room(plans, self._workers, held=sum(self._held.get(number, 0) for number in wanted))
        self._held |= {number: bytes_of_results([plan]) for number, plan in zip(wanted, plans, strict=True)}
        runs = {}
        loaded = self._complete(plans, _Further(progress, n_counted), until)
        for (number, (learners, n_repeats)), run in zip(wanted.items(), loaded, strict=True):
            missing = [failure.repeat for failure in run.failures if failure.error == MISSING]
            whole = min(missing, default=n_repeats)
            self._n_repeats[number] = [
                max(n, whole) if learner in learners else n for learner, n in enumerate(self._n_repeats[number])
            ]
            if whole:
                runs[number] = self._first_repeats(run, number, whole)
        return runs

    def finish(self) -> list[Run]:
        plans = [
            plan.redrawn(_repeated(scheme, min(n_repeats)))
            for plan, scheme, n_repeats in zip(self._plans, self._schemes, self._n_repeats, strict=True)
        ]
        return self._complete(plans, Progress(""))

    def _complete(self, plans: list[Plan], progress: Progress, until: float = inf) -> list[Run]:
        # Once: what failed again would fail at every look.
        retry_failed, self._retry_failed = self._retry_failed, False
        return self._store.completed(
            plans, self._workers, progress, name=self._name, retry_failed=retry_failed, until=until
        )


class _Further(Progress):
    """Passes on what a store tells of runs that have grown, without the folds that were counted before."""

    def __init__(self, progress: Progress, n_counted: int) -> None:
        super().__init__("")
        self._progress, self._n_counted = progress, n_counted

    def begin(self, parts: Mapping[Any, tuple[int, int]]) -> None:
        n_known = sum(done for done, _ in parts.values()) - self._n_counted
        self._progress.begin({None: (n_known, n_known)})

    def advance(self, steps: int = 1, part: Hashable = None) -> None:
        self._progress.advance(steps, part)

    def note(self, sentence: str) -> None:
        self._progress.note(sentence)


def _repeated(scheme: Repeatable, n_repeats: int) -> Repeatable:
    if isinstance(scheme, RepeatedKFold):
        return replace(scheme, n_repeats=n_repeats)
    # Two repeats are one halving.
    return replace(scheme, n_halvings=ceil(n_repeats / 2))
