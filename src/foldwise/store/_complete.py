"""All that is missing of a study, computed and stored."""

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from time import sleep

from foldwise._core import Progress, counted, digest, environment
from foldwise.runs._door import Job, Pair, Plan
from foldwise.store._borrow import borrow
from foldwise.store._connection import told, transaction
from foldwise.store._register import StoredRun
from foldwise.store._retry import Retry, had_failed
from foldwise.store._rows import ENVIRONMENT
from foldwise.store._runner import Runner
from foldwise.store._sink import StoreSink
from foldwise.store._studies import StoredStudy
from foldwise.store._words import to_text
from foldwise.workers._door import Workers, work_off

_SECONDS_BETWEEN_LOOKS = 0.25


def complete(
    connection: sqlite3.Connection,
    path: Path,
    runs: Sequence[StoredRun],
    plans: Sequence[Plan],
    workers: Workers,
    progress: Progress,
    *,
    before: StoredStudy | None = None,
    retry_failed: bool = False,
    only_failed: bool = False,
) -> None:
    """Compute what is missing, and wait for what others are computing.

    Parameters
    ----------
    connection : sqlite3.Connection
        To the store.
    path : Path
        Of the store.
    runs, plans : sequence of StoredRun, of Plan
        What is wanted, as the store knows it and as it is executed.
    workers : Workers
        Who does the work.
    progress : Progress
        Who is told, of each job, how many folds are known and come.
    before : StoredStudy, optional
        The study as it was run before.
    retry_failed : bool, default False
        Compute the folds again that failed.
    only_failed : bool, default False
        Compute those and no others; where a learner that had failed is not what it was, all of it.
    """
    retry = Retry()
    places = {job: run for run, plan in zip(runs, plans, strict=True) for job in plan.jobs}
    with told(path), transaction(connection):
        versions = to_text(environment())
        number = ENVIRONMENT.keep(connection, digest("environment", versions), versions)
        for run in runs:
            borrow(connection, run)
        asked = {}
        for job, run in places.items():
            failed = retry.add(connection, job, run) if retry_failed or only_failed else []
            whole = not only_failed or had_failed(connection, before, job, run)
            asked[job] = job.assignment.pairs() if whole else failed
    sinks = {
        job: StoreSink(connection, path, run, plan.assignment, number, retry)
        for run, plan in zip(runs, plans, strict=True)
        for job in plan.jobs
    }
    with Runner(path, places, retry) as runner:
        missing = _missing(connection, path, places, asked, retry)
        progress.begin({job: (len(pairs) - len(missing[job]), len(pairs)) for job, pairs in asked.items()})
        is_waiting = False
        while any(missing.values()):
            free = runner.free(missing)
            if not any(free.values()):
                if not is_waiting:
                    progress.note(f"waiting for {counted(runner.others(), 'other program')} to compute what is left.")
                is_waiting = True
                sleep(_SECONDS_BETWEEN_LOOKS)
            left = dict(missing)
            with closing(work_off(_each_once(free, places), sinks, workers, runner.claim)) as done:
                counts = Counter[Job]()
                for job, n_folds in done:
                    counts[job] += n_folds
                    progress.advance(n_folds, job)
            missing = _missing(connection, path, places, asked, retry)
            # What others have stored meanwhile.
            for job, pairs in missing.items():
                progress.advance(len(left[job]) - len(pairs) - counts[job], job)


def _each_once(wanted: Mapping[Job, list[Pair]], places: Mapping[Job, StoredRun]) -> dict[Job, list[Pair]]:
    """Leave out learners that are another under a second name: what is stored of one is stored of both."""
    first: dict[tuple[int, int], Job] = {}
    for job in wanted:
        first.setdefault((places[job].cells[job.learner].number, places[job].assignment_id), job)
    return {job: wanted[job] for job in first.values()}


def _missing(
    connection: sqlite3.Connection,
    path: Path,
    places: Mapping[Job, StoredRun],
    asked: Mapping[Job, list[Pair]],
    retry: Retry,
) -> dict[Job, list[Pair]]:
    """List the folds that the store does not have."""
    missing = {}
    with told(path):
        for job, run in places.items():
            cell = run.cells[job.learner]
            there = retry.known(connection, cell.number)
            missing[job] = [
                (repeat, fold)
                for repeat, fold in asked[job]
                if (run.partitions[repeat], cell.place(repeat), fold) not in there
            ]
    return missing
