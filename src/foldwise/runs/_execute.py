"""From plans to runs: what can be shared first, then fold by fold what is left."""

from collections.abc import Generator, Sequence
from contextlib import closing
from typing import Any

from foldwise._core import check_bool
from foldwise.runs._collector import Collector
from foldwise.runs._fold import Job, Pair
from foldwise.runs._fold_job import FoldJob, by_repeat
from foldwise.runs._listen import ThreadListener, listen_alone
from foldwise.runs._plan import Plan
from foldwise.runs._progress import progress_bar
from foldwise.runs._releases import releases
from foldwise.runs._run import Run
from foldwise.runs._shared_job import SharedJob
from foldwise.runs._workers import count_workers, in_processes, in_threads, in_turn

Places = dict[Job, Collector]
Done = Generator[int, None, None]


def execute(plans: Sequence[Plan], *, n_jobs: int = 1, sharing: bool = True, progress: bool | None = None) -> list[Run]:
    """Run all learners of all plans; the datasets share the workers, so that none of these is idle for long.

    Parameters
    ----------
    plans : sequence of Plan
        One for each dataset.
    n_jobs, sharing, progress
        As in `evaluate`.

    Returns
    -------
    list of Run
    """
    n_workers = count_workers(n_jobs)
    check_bool(sharing, "sharing")
    collectors = [Collector(len(p.jobs), p.assignment, p.target, bool(p.jobs[0].response)) for p in plans]
    places = {job: collector for p, collector in zip(plans, collectors, strict=True) for job in p.jobs}
    total = sum(len(p.jobs) * p.assignment.n_repeats * p.assignment.n_folds for p in plans)
    where = plans[0].dataset.name if len(plans) == 1 else f"{len(plans)} datasets"
    with progress_bar(f"{where}: {len(plans[0].jobs)} learners", total, progress) as advance:
        done = _alone(places, sharing) if n_workers == 1 else _together(places, sharing, n_workers)
        # Closed at once if this thread is interrupted: the exception would keep workers alive.
        with closing(done):
            for n_folds in done:
                advance(n_folds)
    return [c.finish(p.learners, p.dataset, p.metric) for p, c in zip(plans, collectors, strict=True)]


def _alone(places: Places, sharing: bool) -> Done:
    """Do one learner after the other; yield by how many more folds the runs are complete."""
    for job, collector in places.items():
        source = SharedJob(job, listen_alone) if sharing else None
        if source is not None:
            yield from _kept(places, in_turn([source]))
        yield -_undone(collector, source)
        yield from _kept(places, in_turn([FoldJob(job, listen_alone, _left(job, source))]))


def _together(places: Places, sharing: bool, n_workers: int) -> Done:
    """Do what lets others work in threads, then the rest in processes; large tables first, the small fill the gaps."""
    jobs = sorted(places, key=lambda job: job.X.shape[0] * job.X.shape[1], reverse=True)
    listener = ThreadListener()
    sources: dict[Job, SharedJob | None] = {
        job: SharedJob(job, listener.listen, n_workers) if sharing else None for job in jobs
    }
    with listener.attend():
        yield from _kept(places, in_threads([source for source in sources.values() if source], n_workers))
        for job, source in sources.items():
            yield -_undone(places[job], source)
        left = {job: _left(job, source) for job, source in sources.items()}
        threaded = [job for job in jobs if left[job] and releases(job.estimator, job.X)]
        blocks = _finer({job: left.pop(job) for job in threaded}, n_workers)
        yield from _kept(
            places, in_threads([FoldJob(job, listener.listen, blocks[job]) for job in threaded], n_workers)
        )
    if listener.printed.text:
        shared = [job for job, source in sources.items() if source is not None and not source.is_refused]
        for job in {*shared, *threaded}:
            places[job].note_output(job.learner, listener.printed.text)
    blocks = _finer(left, n_workers)
    yield from _kept(places, in_processes([FoldJob(job, listen_alone, blocks[job]) for job in blocks], n_workers))


def _kept(places: Places, results: Generator[tuple[Any, Any], None, None]) -> Done:
    with closing(results):
        for source, block in results:
            yield places[source.job].take(block)


def _undone(collector: Collector, source: SharedJob | None) -> int:
    """Drop what a learner shared before it failed to; return how many folds that were."""
    return collector.forget(source.job.learner, source.error) if source is not None and source.is_refused else 0


def _left(job: Job, source: SharedJob | None) -> list[list[Pair]]:
    """Return the folds that are to be fitted by themselves, a block for each repeat."""
    if source is not None and not source.is_refused:
        return by_repeat(source.left)
    n_folds = range(job.assignment.n_folds)
    return [[(repeat, fold) for fold in n_folds] for repeat in range(job.assignment.n_repeats)]


def _finer(blocks: dict[Job, list[list[Pair]]], n_workers: int) -> dict[Job, list[list[Pair]]]:
    """Make a block of every fold where whole repeats are too few to keep all workers busy."""
    if sum(map(len, blocks.values())) >= 4 * n_workers:
        return blocks
    return {job: [[pair] for block in some for pair in block] for job, some in blocks.items()}
