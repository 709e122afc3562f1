"""How runs are computed: what users may ask for, packed once, and from plans to runs."""

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from foldwise._core import Progress, check_bool, counted, one_line, show_progress
from foldwise.evaluation._room import check_room
from foldwise.runs import Run
from foldwise.runs._door import Collector, Plan
from foldwise.store import Store
from foldwise.workers import Limits
from foldwise.workers._door import Workers, count_workers, find_workers, work_off


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """How runs are computed, kept and watched; what comes of them depends on none of this.

    Verbs such as `evaluate` take these as keyword arguments, and pack them before anything else is done, so that what
    cannot be is refused at once.

    Parameters
    ----------
    n_jobs, sharing, store, retry_failed, isolate, dask, progress
        As in `evaluate`.
    """

    n_jobs: int = 1
    sharing: bool = True
    store: Store | str | os.PathLike[str] | None = None
    retry_failed: bool = False
    isolate: bool | Limits = False
    dask: Any = None
    progress: bool | None = None

    def __post_init__(self) -> None:
        isolated = isinstance(self.isolate, Limits) or check_bool(self.isolate, "isolate")
        count_workers(self.n_jobs)
        check_bool(self.sharing, "sharing")
        check_bool(self.retry_failed, "retry_failed")
        if isolated and self.dask is not None:
            raise ValueError("isolate and dask exclude each other: a cluster's workers are processes of its own.")

    def workers(self) -> AbstractContextManager[Workers]:
        """Find who does the work, for as long as the context lasts."""
        return find_workers(n_jobs=self.n_jobs, sharing=self.sharing, isolate=self.isolate, dask=self.dask)

    def opened_store(self) -> AbstractContextManager[Store | None]:
        """Open the store, if there is to be one; one that the user has opened stays open in the end."""
        return nullcontext(self.store) if self.store is None or isinstance(self.store, Store) else Store(self.store)

    @contextmanager
    def interruption_told(self, progress: Progress) -> Iterator[None]:
        """Add to an interruption, such as Ctrl-C, how much is done, whether it is kept, and how to go on."""
        try:
            yield
        except KeyboardInterrupt as error:
            error.add_note(kept_words(progress, self.store))
            raise


def kept_words(progress: Progress, store: Store | str | os.PathLike[str] | None) -> str:
    """Return what is left of work that was interrupted.

    >>> progress = Progress("iris: 2 learners", 20)
    >>> progress.advance(5)
    >>> kept_words(progress, "study.db")
    '5 of 20 fits are kept in study.db: run the same again to go on.'
    >>> kept_words(progress, None)
    "5 of 20 fits were done and are lost: with a store (store='study.db', --store study.db) they are kept."
    """
    if not progress.done:
        return "Nothing was done yet."
    about = "about " if progress.is_estimate else ""
    of = "" if progress.total is None else f"{progress.done} of {about}"
    done = f"{of}{counted(progress.done if progress.total is None else progress.total, 'fit')}"
    if store is None:
        return f"{done} were done and are lost: with a store (store='study.db', --store study.db) they are kept."
    path = os.fspath(store.path if isinstance(store, Store) else store)
    return f"{done} are kept in {one_line(path)}: run the same again to go on."


def execute(plans: Sequence[Plan], execution: Execution) -> list[Run]:
    """Run all learners of all plans.

    Parameters
    ----------
    plans : sequence of Plan
        One for each dataset.
    execution : Execution
        How.

    Returns
    -------
    list of Run
    """
    n_folds = sum(len(plan.jobs) * len(plan.assignment.pairs()) for plan in plans)
    where = plans[0].dataset.name if len(plans) == 1 else f"{len(plans)} datasets"
    progress = Progress(f"{where}: {len(plans[0].jobs)} learners", n_folds)
    with (
        execution.interruption_told(progress),
        execution.workers() as workers,
        show_progress(progress, execution.progress),
        execution.opened_store() as store,
    ):
        check_room(plans, workers)
        if store is None:
            return _in_memory(plans, workers, progress)
        # Not as a study would be called: they may share a store.
        name = f"run of {', '.join(plan.dataset.name for plan in plans)}"
        return store.completed(plans, workers, progress, name=name, retry_failed=execution.retry_failed)


def _in_memory(plans: Sequence[Plan], workers: Workers, progress: Progress) -> list[Run]:
    collectors = [Collector(len(p.jobs), p.assignment, p.target, bool(p.jobs[0].response)) for p in plans]
    sinks = {job: collector for p, collector in zip(plans, collectors, strict=True) for job in p.jobs}
    # Closed at once if this thread is interrupted: the exception would keep workers alive.
    with closing(work_off({job: job.assignment.pairs() for job in sinks}, sinks, workers)) as done:
        for _, n_folds in done:
            progress.advance(n_folds)
    return [c.finish(p.learners, p.info, p.metric, p.caveats()) for p, c in zip(plans, collectors, strict=True)]
