"""All that is missing of a study, computed and stored: one transaction for each block."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from math import inf
from pathlib import Path
from time import monotonic, sleep

import numpy as np

from foldwise._core import Progress, StoreError, counted, digest, environment
from foldwise.runs._door import Block, FoldOutcome, Job, Pair, Plan, Printed, SharedBlock
from foldwise.splits import Assignment
from foldwise.store._connection import file_at, store_errors, transaction
from foldwise.store._folds import Retry, Tally, append, from_row, known, remove, stored_rows, to_row
from foldwise.store._runner import Runner
from foldwise.store._studies import StoredRun, StoredStudy
from foldwise.store._tables import CELL, ENVIRONMENT, Row
from foldwise.store._values import from_text, to_text
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
    until: float = inf,
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
    until : float, default infinity
        When to stop, by the clock `time.monotonic`, whatever is missing then.
    """
    retry = Retry()
    places = {job: run for run, plan in zip(runs, plans, strict=True) for job in plan.jobs}
    with store_errors(path), transaction(connection):
        versions = to_text(environment())
        number = ENVIRONMENT.keep(connection, digest("environment", versions), versions)
        for run in runs:
            borrow(connection, run)
        wanted = {}
        for job, run in places.items():
            failed = retry.add(connection, job, run) if retry_failed or only_failed else []
            whole = not only_failed or _had_failed(connection, before, job, run)
            wanted[job] = job.assignment.pairs() if whole else failed
    sinks = {
        job: StoreSink(connection, path, run, plan.assignment, number, retry)
        for run, plan in zip(runs, plans, strict=True)
        for job in plan.jobs
    }
    with Runner(path, places, retry) as runner:
        missing = _missing(connection, path, places, wanted, retry)
        progress.begin({job: (len(pairs) - len(missing[job]), len(pairs)) for job, pairs in wanted.items()})
        is_waiting = False
        while any(missing.values()) and monotonic() < until:
            free = runner.free(missing)
            if not any(free.values()):
                if not is_waiting:
                    progress.note(f"waiting for {counted(runner.others(), 'other program')} to compute what is left.")
                is_waiting = True
                sleep(_SECONDS_BETWEEN_LOOKS)
            left = dict(missing)
            with closing(work_off(_each_once(free, places), sinks, workers, runner.claim, until=until)) as done:
                counts = Counter[Job]()
                for job, n_folds in done:
                    counts[job] += n_folds
                    progress.advance(n_folds, job)
            missing = _missing(connection, path, places, wanted, retry)
            # What others have stored meanwhile.
            for job, pairs in missing.items():
                progress.advance(len(left[job]) - len(pairs) - counts[job], job)


def _had_failed(connection: sqlite3.Connection, study: StoredStudy | None, job: Job, run: StoredRun) -> bool:
    """Whether a learner of this name had failed on this dataset when the study was run before, as another one."""
    for earlier in () if study is None else study.runs:
        for cell in earlier.cells:
            if earlier.dataset == run.dataset and cell.name == job.name:
                return cell.number != run.cells[job.learner].number and any(known(connection, cell.number).values())
    return False


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
    wanted: Mapping[Job, list[Pair]],
    retry: Retry,
) -> dict[Job, list[Pair]]:
    """List the folds that the store does not have."""
    missing = {}
    with store_errors(path):
        for job, run in places.items():
            cell = run.cells[job.learner]
            there = retry.known(connection, cell.number)
            missing[job] = [
                (repeat, fold)
                for repeat, fold in wanted[job]
                if (run.partitions[repeat], cell.place(repeat), fold) not in there
            ]
    return missing


def borrow(connection: sqlite3.Connection, run: StoredRun) -> None:
    """Copy the predictions of the same learners on the same folds from where there are probabilities or scores, too."""
    for cell in run.cells:
        _, dataset, learner, stream, response, scorer = CELL.row(connection, "id = ?", cell.number)
        if from_text(response) or from_text(scorer):
            continue
        statement = "SELECT id FROM cell WHERE dataset_id = ? AND learner_id = ? AND stream = ? AND id <> ?"
        for (other,) in connection.execute(statement, (dataset, learner, stream, cell.number)).fetchall():
            _copy(connection, other, cell.number, set(run.partitions))


def _copy(connection: sqlite3.Connection, source: int, target: int, partitions: set[int]) -> None:
    there = known(connection, target)
    rows = []
    for row in stored_rows(connection, source):
        outcome, place = from_row(row), row[1:4]
        # A failure may be one of what was asked for beside the predictions.
        if place[0] in partitions and not outcome.error and place not in there:
            plain = replace(outcome, response=None, response_method="", score=np.nan)
            rows.append(to_row(plain, target, place, row[-1]))
    if rows:
        append(connection, target, rows, Tally.read(connection, target))


class StoreSink:
    """Writes what comes, and keeps nothing in memory.

    Parameters
    ----------
    connection : sqlite3.Connection
        To the store, for this thread.
    path : Path
        Of the store.
    run : StoredRun
        The dataset and its learners.
    assignment : Assignment
        Its folds.
    environment : int
        Number of the row that says with which versions this is computed.
    retry : Retry
        Which failures are to be replaced.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        run: StoredRun,
        assignment: Assignment,
        environment: int,
        retry: Retry,
    ) -> None:
        self._connection, self._path, self._run, self._assignment = connection, path, run, assignment
        self._environment, self._retry = environment, retry
        self._file = file_at(path)
        # Folds that were left to be fitted by themselves, with the number of unsure examples in each.
        self._unsure: dict[tuple[int, Pair], int] = {}

    def take(self, block: Block | SharedBlock) -> int:
        """Write what a block of folds gave; return how many folds of it are new."""
        if isinstance(block, SharedBlock):
            outcomes = self._shared_folds(block)
            output, at = block.output[: Printed.KEPT], (block.repeats.start, -1)
        else:
            outcomes = self._fitted_folds(block)
            output, at = block.output, (block.outcomes[0].repeat, block.outcomes[0].fold)
        run, stored_cell = self._run, self._run.cells[block.learner]
        cell = stored_cell.number
        rows = [
            to_row(
                outcome,
                cell,
                (run.partitions[outcome.repeat], stored_cell.place(outcome.repeat), outcome.fold),
                self._environment,
            )
            for outcome in outcomes
        ]
        with store_errors(self._path), transaction(self._connection):
            tally = Tally.read(self._connection, cell)
            tally.note_output(output, at)
            places = [row[1:4] for row in rows]
            self._retry.make_room(self._connection, cell, places, tally)
            written = append(self._connection, cell, rows, tally)
        self._retry.done(cell, places)
        # A file without a name can be written as well, and is gone in the end.
        if file_at(self._path) != self._file:
            raise StoreError(
                f"{self._path} is another file than in the beginning. Put the first one back and run again."
            )
        return written

    def forget(self, learner: int, error: str) -> int:
        """Remove what the folds of a learner gave together, which will be fitted one by one; return how many."""
        cell = self._run.cells[learner].number
        self._unsure = {key: count for key, count in self._unsure.items() if key[0] != learner}
        with store_errors(self._path), transaction(self._connection):
            tally = Tally.read(self._connection, cell)
            tally.sharing_error = error or tally.sharing_error
            rows = self._rows_together(cell)
            if rows:
                tally.output, tally.printed_at = "", ()
            return remove(self._connection, cell, rows, tally)

    def _rows_together(self, cell: int) -> list[Row]:
        partitions = set(self._run.partitions)
        rows = stored_rows(self._connection, cell)
        return [row for row in rows if row[1] in partitions and from_row(row).shared]

    def _shared_folds(self, block: SharedBlock) -> Iterator[FoldOutcome]:
        left = set(block.left)
        first = block.repeats.start
        warnings = block.warnings
        for repeat, fold in ((r, f) for r in range(first, block.repeats.stop) for f in range(self._run.n_folds)):
            if (repeat, fold) in left:
                self._unsure[block.learner, (repeat, fold)] = int(block.n_unsure[repeat - first, fold])
                continue
            test = self._assignment.folds[repeat] == fold
            yield FoldOutcome(
                repeat,
                fold,
                predicted=block.predicted[repeat - first][test],
                response=None if block.response is None else block.response[repeat - first][test],
                response_method=block.response_method,
                fit_seconds=block.fold_seconds,
                predict_seconds=0.0,
                warnings=warnings,
                shared=True,
            )
            warnings = Counter()

    def _fitted_folds(self, block: Block) -> Iterator[FoldOutcome]:
        for outcome in block.outcomes:
            unsure = self._unsure.pop((block.learner, (outcome.repeat, outcome.fold)), 0)
            yield replace(outcome, unsure=unsure) if unsure else outcome
