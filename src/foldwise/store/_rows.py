"""Rows that carry a checksum: what was written is read back, or refused."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from foldwise._core import StoreError

Value = int | float | str | bytes | None
Row = tuple[Any, ...]


def checksum(values: Sequence[Value]) -> bytes:
    """Eight bytes that depend on every bit of the values and on their types.

    >>> checksum((1, "a")).hex() == checksum((1.0, "a")).hex()
    False
    >>> checksum((0,)) == checksum((b"",))
    False
    """
    # ASCII only: which characters `repr` shows as they are depends on the version of Python.
    # Lengths in brackets: no bytes at all are not the number 0.
    written = ascii([(len(value),) if isinstance(value, bytes) else value for value in values])
    state = blake2b(written.encode(), digest_size=8)
    for value in values:
        if isinstance(value, bytes):
            state.update(value)
    return state.digest()


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose last column is the checksum of the others.

    Parameters
    ----------
    name : str
        Its name.
    columns : tuple of str
        Its columns but `id` and `checksum`.
    """

    name: str
    columns: tuple[str, ...]

    def insert(self, connection: sqlite3.Connection, *values: Value) -> bytes | None:
        """Write a row unless one with its key is there; return its checksum, None if it was not written."""
        columns = ", ".join((*self.columns, "checksum"))
        marks = ", ".join("?" * (len(self.columns) + 1))
        # The names are ours, see TABLES.
        statement = f"INSERT OR IGNORE INTO {self.name} ({columns}) VALUES ({marks})"  # noqa: S608
        written = checksum(values)
        return written if connection.execute(statement, (*values, written)).rowcount > 0 else None

    def replace(self, connection: sqlite3.Connection, *values: Value) -> None:
        """Write a row in the place of another with its key."""
        columns = ", ".join((*self.columns, "checksum"))
        marks = ", ".join("?" * (len(self.columns) + 1))
        statement = f"INSERT OR REPLACE INTO {self.name} ({columns}) VALUES ({marks})"  # noqa: S608
        connection.execute(statement, (*values, checksum(values)))

    def keep(self, connection: sqlite3.Connection, *values: Value) -> int:
        """Return the number of the row with these values, the first of which is its key; write it if it is new."""
        statement = f"SELECT id FROM {self.name} WHERE {self.columns[0]} = ?"  # noqa: S608
        while (found := connection.execute(statement, values[:1]).fetchone()) is None:
            self.insert(connection, *values)
        return int(found[0])

    def rows(self, connection: sqlite3.Connection, where: str, *values: Value) -> Iterator[Row]:
        """Read rows and check them; `where` is a condition in SQL, with question marks for the values."""
        columns = ", ".join(self.columns)
        statement = f"SELECT {columns}, checksum FROM {self.name} WHERE {where}"  # noqa: S608
        for *row, stored in connection.execute(statement, values):
            if checksum(row) != stored:
                raise StoreError(f"a row of the table {self.name} does not match its checksum")
            yield tuple(row)

    def row(self, connection: sqlite3.Connection, where: str, *values: Value) -> Row:
        """Read the one row that must be there."""
        found = next(self.rows(connection, where, *values), None)
        if found is None:
            raise StoreError(f"a row of the table {self.name} is missing")
        return found


ENVIRONMENT = Table("environment", ("key", "versions"))
DATASET = Table("dataset", ("key", "fingerprint", "n_examples", "n_attributes", "task", "classes", "target"))
LEARNER = Table("learner", ("key", "identity", "description", "preparation", "fixed_seeds"))
PARTITION = Table("partition", ("key", "n_folds", "codes"))
ASSIGNMENT = Table(
    "assignment",
    ("key", "scheme", "description", "stratified", "seed", "n_folds", "repeats_per_execution", "flags", "partitions"),
)
CELL = Table("cell", ("key", "dataset_id", "learner_id", "stream", "response", "scorer"))
TALLY = Table("tally", ("cell_id", "n_folds", "total", "output", "printed_at", "sharing_error"))
FOLD = Table(
    "fold",
    (
        "cell_id",
        "partition_id",
        "repeat",
        "fold",
        "predicted",
        "response",
        "response_method",
        "score",
        "fit_seconds",
        "predict_seconds",
        "shared",
        "unsure",
        "tried",
        "warnings",
        "error",
        "environment_id",
    ),
)
STUDY = Table("study", ("key", "name", "definition", "runs"))
JUDGEMENT = Table("judgement", ("key", "study_id", "terms", "findings"))
