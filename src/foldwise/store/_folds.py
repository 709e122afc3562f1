"""The results of single folds: written once, each with what it came from, and read back checked."""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from foldwise._core import StoreError
from foldwise.runs._door import FoldColumns, FoldOutcome, Job, Pair
from foldwise.store._studies import StoredRun
from foldwise.store._tables import FOLD, TALLY, Row, checksum
from foldwise.store._values import from_blob, from_text, to_blob, to_text
from foldwise.tuning import Tried

# Numbers of cell and partition, and of the repeat where that matters.
Repeat = tuple[int, int, int]
# Number of the partition, repeat, fold.
Place = tuple[int, int, int]
_MODULUS = 2**63


def to_row(outcome: FoldOutcome, cell: int, place: Place, environment: int) -> Row:
    """Return the values of the row of a fold."""
    tried = outcome.tried
    return (
        cell,
        *place,
        b"" if outcome.predicted is None else to_blob(outcome.predicted),
        b"" if outcome.response is None else to_blob(outcome.response),
        outcome.response_method,
        _real(outcome.score),
        _real(outcome.fit_seconds),
        _real(outcome.predict_seconds),
        int(outcome.shared),
        outcome.unsure,
        "" if tried is None else to_text([tried.candidates, tried.chosen, tried.uncounted]),
        to_text(outcome.warnings) if outcome.warnings else "",
        to_text(outcome.error) if outcome.error else "",
        environment,
    )


def from_row(row: Row, at: int | None = None) -> FoldOutcome:
    """Read the values of a row; the repeat is `at`, or the number under which it is kept."""
    _, _, repeat, fold, predicted, response, method, score, fit, predict, *rest = row
    shared, unsure, tried, warnings, error, _ = rest
    return FoldOutcome(
        repeat if at is None else at,
        fold,
        predicted=from_blob(predicted) if predicted else None,
        response=from_blob(response) if response else None,
        response_method=method,
        score=_number(score),
        fit_seconds=_number(fit),
        predict_seconds=_number(predict),
        tried=_tried(tried),
        error=from_text(error) if error else "",
        warnings=Counter(from_text(warnings)) if warnings else Counter(),
        shared=bool(shared),
        unsure=unsure,
    )


def is_plain(row: Row) -> bool:
    """Return whether a row tells of predictions and numbers alone: of no error, no warning and nothing tried."""
    return bool(row[4]) and not any(row[12:15])


def to_columns(learner: int, repeats: Sequence[int], rows: Sequence[Row]) -> FoldColumns:
    """Read plain rows as `from_row` does, all at once; the responses of all of them must be of one method."""
    _, _, _, folds, predicted, responses, methods, scores, fit, predict, shared, unsure, *_ = zip(*rows, strict=True)
    return FoldColumns(
        learner,
        repeats,
        folds,
        predicted=[from_blob(blob) for blob in predicted],
        responses=[from_blob(blob) if blob else None for blob in responses],
        response_method=next((method for method, blob in zip(methods, responses, strict=True) if blob), ""),
        scores=_numbers(scores),
        fit_seconds=_numbers(fit),
        predict_seconds=_numbers(predict),
        shared=np.array(shared, dtype=np.bool_),
        n_unsure=sum(unsure),
    )


@dataclass(slots=True)
class Tally:
    """What is written about all folds of a cell together; their number and the sum of their checksums among it."""

    n_folds: int
    total: int
    output: str
    printed_at: tuple[int, ...]
    sharing_error: str

    @classmethod
    def read(cls, connection: sqlite3.Connection, cell: int) -> "Tally":
        """Read it."""
        _, n_folds, total, output, printed_at, error = TALLY.row(connection, "cell_id = ?", cell)
        return cls(n_folds, total, from_text(output), tuple(from_text(printed_at)), from_text(error))

    def write(self, connection: sqlite3.Connection, cell: int) -> None:
        """Write it in the place of the former."""
        words = map(to_text, (self.output, self.printed_at, self.sharing_error))
        TALLY.replace(connection, cell, self.n_folds, self.total, *words)

    def count(self, checked: bytes, sign: int = 1) -> None:
        """Add a row, or take one off, by its checksum."""
        self.n_folds += sign
        self.total = (self.total + sign * int.from_bytes(checked, "big")) % _MODULUS

    def note_output(self, text: str, at: tuple[int, ...]) -> None:
        """Keep what was printed first: blocks come in any order."""
        if text and (not self.printed_at or at < self.printed_at):
            self.output, self.printed_at = text, at


def append(connection: sqlite3.Connection, cell: int, rows: Iterable[Row], tally: Tally) -> int:
    """Write the rows that are not there yet; return how many."""
    written = 0
    for row in rows:
        if (checked := FOLD.insert(connection, *row)) is not None:
            tally.count(checked)
            written += 1
    tally.write(connection, cell)
    return written


def remove(connection: sqlite3.Connection, cell: int, rows: Iterable[Row], tally: Tally) -> int:
    """Remove rows, to be computed again; return how many."""
    removed = 0
    for row in list(rows):
        place = row[:4]
        connection.execute("DELETE FROM fold WHERE cell_id = ? AND partition_id = ? AND repeat = ? AND fold = ?", place)
        tally.count(checksum(row), -1)
        removed += 1
    tally.write(connection, cell)
    return removed


def known(connection: sqlite3.Connection, cell: int) -> dict[Place, bool]:
    """Which folds of a cell there are, as (partition, repeat, fold), and whether they failed; nothing is checked."""
    statement = "SELECT partition_id, repeat, fold, error <> '' FROM fold WHERE cell_id = ?"
    return {
        (partition, repeat, fold): bool(failed)
        for partition, repeat, fold, failed in connection.execute(statement, (cell,))
    }


def known_folds(connection: sqlite3.Connection, repeat: Repeat) -> dict[int, bool]:
    """Which folds of one repeat there are, and whether they failed."""
    statement = "SELECT fold, error <> '' FROM fold WHERE cell_id = ? AND partition_id = ? AND repeat = ?"
    return {fold: bool(failed) for fold, failed in connection.execute(statement, repeat)}


def stored_rows(connection: sqlite3.Connection, cell: int) -> Iterator[Row]:
    """Read all rows of a cell; refuse if any is damaged, missing or too many."""
    tally = Tally.read(connection, cell)
    n_folds, total = 0, 0
    for row, checked in FOLD.checked_rows(connection, "cell_id = ?", cell):
        n_folds += 1
        total += int.from_bytes(checked, "big")
        yield row
    if (n_folds, total % _MODULUS) != (tally.n_folds, tally.total):
        raise StoreError(f"it should hold {tally.n_folds} folds of a learner and holds {n_folds}, or others")


class Retry:
    """Which failed folds count as missing; empty unless asked for."""

    def __init__(self) -> None:
        self._places: set[tuple[int, Place]] = set()

    def add(self, connection: sqlite3.Connection, job: Job, run: StoredRun) -> list[Pair]:
        """Count the failed folds of a learner as missing; return which these are."""
        cell = run.cells[job.learner]
        there = known(connection, cell.number)
        failed = []
        for repeat, fold in job.assignment.pairs():
            place = run.partitions[repeat], cell.place(repeat), fold
            if there.get(place):
                self._places.add((cell.number, place))
                failed.append((repeat, fold))
        return failed

    def known(self, connection: sqlite3.Connection, cell: int) -> set[Place]:
        """Return the folds of a cell that need not be computed."""
        return {place for place, failed in known(connection, cell).items() if not (failed and (cell, place) in self)}

    def known_folds(self, connection: sqlite3.Connection, repeat: Repeat) -> set[int]:
        """Return the folds of a repeat that need not be computed."""
        cell, *rest = repeat
        folds = known_folds(connection, repeat).items()
        return {fold for fold, failed in folds if not (failed and (cell, (*rest, fold)) in self)}

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


def _real(value: float) -> float | None:
    # SQLite has no NaN.
    return None if np.isnan(value) else float(value)


def _number(value: float | None) -> float:
    return np.nan if value is None else value


def _numbers(values: Sequence[float | None]) -> npt.NDArray[np.float64]:
    # NumPy takes None for NaN.
    return np.array(values, dtype=np.float64)


def _tried(text: str) -> Tried | None:
    if not text:
        return None
    candidates, chosen, uncounted = from_text(text)
    return Tried(candidates=tuple(candidates), chosen=chosen, uncounted=tuple(uncounted))
