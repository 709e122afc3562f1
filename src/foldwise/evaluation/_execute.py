"""From plans to runs."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass

from foldwise.evaluation._progress import progress_bar
from foldwise.runs import Run
from foldwise.runs._door import Collector, Job, Plan
from foldwise.store import Store
from foldwise.workers._door import Hands, work_off


def execute(
    plans: Sequence[Plan],
    hands: Hands,
    *,
    store: Store | str | os.PathLike[str] | None = None,
    retry_failed: bool = False,
    progress: bool | None = None,
) -> list[Run]:
    """Run all learners of all plans.

    Parameters
    ----------
    plans : sequence of Plan
        One for each dataset.
    hands : Hands
        Who does the work.
    store, retry_failed, progress
        As in `evaluate`.

    Returns
    -------
    list of Run
    """
    n_folds = sum(len(plan.jobs) * len(plan.assignment.pairs()) for plan in plans)
    where = plans[0].dataset.name if len(plans) == 1 else f"{len(plans)} datasets"
    with progress_bar(f"{where}: {len(plans[0].jobs)} learners", n_folds, progress) as advance:
        if store is None:
            return _in_memory(plans, hands, advance)
        with nullcontext(store) if isinstance(store, Store) else Store(store) as opened:
            # Not as a study would be called: they may share a store.
            name = f"run of {', '.join(plan.dataset.name for plan in plans)}"
            return opened.completed(plans, hands, Advancing(advance), name=name, retry_failed=retry_failed)


def _in_memory(plans: Sequence[Plan], hands: Hands, advance: Callable[[int], None]) -> list[Run]:
    collectors = [Collector(len(p.jobs), p.assignment, p.target, bool(p.jobs[0].response)) for p in plans]
    sinks = {job: collector for p, collector in zip(plans, collectors, strict=True) for job in p.jobs}
    # Closed at once if this thread is interrupted: the exception would keep workers alive.
    with closing(work_off({job: job.assignment.pairs() for job in sinks}, sinks, hands)) as done:
        for _, n_folds in done:
            advance(n_folds)
    return [c.finish(p.learners, p.info, p.metric, p.caveats()) for p, c in zip(plans, collectors, strict=True)]


@dataclass(frozen=True, slots=True)
class Advancing:
    """Hands on to a single bar how the work goes on."""

    bar: Callable[[int], None]

    def changed(self, sentences: Sequence[str]) -> None:
        """Say nothing: who compares once more with other learners knows it."""

    def begin(self, progress: Mapping[Job, tuple[int, int]]) -> None:
        """Begin with the folds that are known."""
        self.bar(sum(done for done, _ in progress.values()))

    def advance(self, job: Job, n_folds: int) -> None:  # noqa: ARG002
        """Go on."""
        self.bar(n_folds)

    def wait(self, n_others: int) -> None:
        """Say nothing: the others' folds are counted as they come."""
