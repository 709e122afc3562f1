"""Where the outcomes of one dataset go when there is a store: one transaction for each block."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from foldwise._core import StoreError
from foldwise.runs._door import Block, FoldOutcome, Pair, Printed, SharedBlock
from foldwise.splits import Assignment
from foldwise.store._connection import file_at, told, transaction
from foldwise.store._folds import Tally, append, from_row, remove, stored_rows, to_row
from foldwise.store._register import StoredRun
from foldwise.store._retry import Retry
from foldwise.store._rows import Row


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
        with told(self._path), transaction(self._connection):
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
        with told(self._path), transaction(self._connection):
            tally = Tally.read(self._connection, cell)
            tally.sharing_error = error
            tally.output, tally.printed_at = "", ()
            return remove(self._connection, cell, self._rows_together(cell), tally)

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
