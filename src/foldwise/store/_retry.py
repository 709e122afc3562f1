"""Folds that failed and are to be computed again: each keeps its failure until there is something to take its place."""

import sqlite3

from foldwise.runs._door import Job, Pair
from foldwise.store._folds import Place, Repeat, Tally, known, known_folds, remove
from foldwise.store._register import StoredRun
from foldwise.store._rows import FOLD
from foldwise.store._studies import StoredStudy


class Retry:
    """Which failed folds count as missing; empty unless asked for."""

    def __init__(self) -> None:
        self._places: set[tuple[int, Place]] = set()

    def add(self, connection: sqlite3.Connection, job: Job, run: StoredRun) -> list[Pair]:
        """Count the failed folds of a learner as missing; return which these are."""
        cell = run.cells[job.learner]
        there = known(connection, cell.number)
        found = []
        for repeat, fold in job.assignment.pairs():
            place = run.partitions[repeat], cell.place(repeat), fold
            if there.get(place):
                self._places.add((cell.number, place))
                found.append((repeat, fold))
        return found

    def known(self, connection: sqlite3.Connection, cell: int) -> set[Place]:
        """Return the folds of a cell that need not be computed."""
        return {place for place, failed in known(connection, cell).items() if not (failed and (cell, place) in self)}

    def known_folds(self, connection: sqlite3.Connection, repeat: Repeat) -> set[int]:
        """Return the folds of a repeat that need not be computed."""
        cell, *rest = repeat
        found = known_folds(connection, repeat).items()
        return {fold for fold, failed in found if not (failed and (cell, (*rest, fold)) in self)}

    def make_room(self, connection: sqlite3.Connection, cell: int, places: list[Place], tally: Tally) -> None:
        """Remove the failures in whose place something is about to be stored."""
        for place in places:
            if (cell, place) in self:
                where = "cell_id = ? AND partition_id = ? AND repeat = ? AND fold = ? AND error <> ''"
                remove(connection, cell, FOLD.rows(connection, where, cell, *place), tally)

    def done(self, cell: int, places: list[Place]) -> None:
        """Let what has been stored count, also if it failed again."""
        self._places.difference_update((cell, place) for place in places)

    def __contains__(self, key: object) -> bool:
        return key in self._places


def had_failed(connection: sqlite3.Connection, study: StoredStudy | None, job: Job, run: StoredRun) -> bool:
    """Say whether a learner of this name had failed on this dataset when the study was run before, as another one."""
    for earlier in () if study is None else study.runs:
        for cell in earlier.cells:
            if earlier.dataset == run.dataset and cell.name == job.name:
                return cell.number != run.cells[job.learner].number and any(known(connection, cell.number).values())
    return False
