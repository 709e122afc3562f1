"""The tables of a store, of which version a file is, and rows that are read back as they were written, or refused."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

from foldwise._core import StoreError

# Rows are written once and carry a checksum of their other columns; only `tally`, `runner`, `claim`, `chain_end` and
# the turn of a study (who came last) change.
# Names and messages are JSON strings: there is no text that SQLite would not take, or would cut.
TABLES: Final = """
CREATE TABLE environment (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    versions TEXT NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE dataset (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    n_examples INTEGER NOT NULL,
    n_attributes INTEGER NOT NULL,
    task TEXT NOT NULL,
    classes TEXT NOT NULL,
    target BLOB NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE learner (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    identity TEXT NOT NULL,
    description TEXT NOT NULL,
    preparation TEXT NOT NULL,
    fixed_seeds TEXT NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE partition (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    n_folds INTEGER NOT NULL,
    codes BLOB NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE assignment (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    scheme TEXT NOT NULL,
    description TEXT NOT NULL,
    stratified INTEGER,
    seed TEXT,
    n_folds INTEGER NOT NULL,
    repeats_per_execution INTEGER NOT NULL,
    flags TEXT NOT NULL,
    partitions TEXT NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE cell (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    dataset_id INTEGER NOT NULL REFERENCES dataset (id),
    learner_id INTEGER NOT NULL REFERENCES learner (id),
    stream TEXT NOT NULL,
    response TEXT NOT NULL,
    scorer TEXT NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE tally (
    cell_id INTEGER PRIMARY KEY REFERENCES cell (id),
    n_folds INTEGER NOT NULL,
    total INTEGER NOT NULL,
    output TEXT NOT NULL,
    printed_at TEXT NOT NULL,
    sharing_error TEXT NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE fold (
    cell_id INTEGER NOT NULL REFERENCES cell (id),
    partition_id INTEGER NOT NULL REFERENCES partition (id),
    repeat INTEGER NOT NULL,
    fold INTEGER NOT NULL,
    predicted BLOB NOT NULL,
    response BLOB NOT NULL,
    response_method TEXT NOT NULL,
    score REAL,
    fit_seconds REAL,
    predict_seconds REAL,
    shared INTEGER NOT NULL,
    unsure INTEGER NOT NULL,
    tried TEXT NOT NULL,
    warnings TEXT NOT NULL,
    error TEXT NOT NULL,
    environment_id INTEGER NOT NULL REFERENCES environment (id),
    checksum BLOB NOT NULL,
    PRIMARY KEY (cell_id, partition_id, repeat, fold)
) WITHOUT ROWID;
CREATE TABLE study (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    definition TEXT NOT NULL,
    runs TEXT NOT NULL,
    checksum BLOB NOT NULL,
    turn INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE judgement (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    study_id INTEGER NOT NULL REFERENCES study (id),
    terms TEXT NOT NULL,
    findings TEXT NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE runner (
    id INTEGER PRIMARY KEY,
    machine TEXT NOT NULL,
    process TEXT NOT NULL,
    beat INTEGER NOT NULL
);
CREATE TABLE claim (
    cell_id INTEGER NOT NULL REFERENCES cell (id),
    partition_id INTEGER NOT NULL REFERENCES partition (id),
    repeat INTEGER NOT NULL,
    runner_id INTEGER NOT NULL REFERENCES runner (id) ON DELETE CASCADE,
    PRIMARY KEY (cell_id, partition_id, repeat)
) WITHOUT ROWID;
CREATE INDEX claim_of_runner ON claim (runner_id);
"""
# What version 2 added: every try, in the order in which it was counted, each linked to the one before it.
LEDGER: Final = """
CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    dataset_id INTEGER NOT NULL REFERENCES dataset (id),
    kind TEXT NOT NULL,
    what TEXT NOT NULL,
    number INTEGER NOT NULL,
    pvalue REAL,
    written_at TEXT NOT NULL,
    link TEXT NOT NULL,
    checksum BLOB NOT NULL
);
CREATE TABLE chain_end (
    id INTEGER PRIMARY KEY,
    n_entries INTEGER NOT NULL,
    link TEXT NOT NULL
);
"""
Value = int | float | str | bytes | None
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """The tables of one kind of file.

    Parameters
    ----------
    application : bytes
        Four letters by which SQLite knows files of this kind.
    statements : str
        How the tables of the first version are made, in SQL; each statement ends with a semicolon at the end of a line.
    kind : str
        How messages call such a file.
    added : tuple of str, default ()
        What each later version added, in the same way: a file of an earlier one is read, and brought up to date as
        soon as it is opened to be written.
    """

    application: bytes
    statements: str
    kind: str
    added: tuple[str, ...] = ()

    @property
    def version(self) -> int:
        """The newest version."""
        return 1 + len(self.added)

    def refuse_foreign(self, connection: sqlite3.Connection, path: str) -> None:
        """Refuse a file of another kind, or of a version that is not known here; a new file is fine."""
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if version == 0 and application == 0 and not connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
            return
        if application != int.from_bytes(self.application, "big"):
            raise StoreError(
                f"{path} is a database of another program or purpose, not {self.kind}. Give the store another name."
            )
        if version > self.version:
            raise StoreError(
                f"{path} was written by a newer foldwise (version {version} of the store; this one knows "
                f"{self.version}). Update foldwise."
            )
        if version < 1:
            raise StoreError(
                f"{path} is of version {version} of the store, which this foldwise cannot read any more (it knows "
                f"{self.version}). Read it with the foldwise that wrote it, or start a new store."
            )
        # A column whose type is misspelt holds other values.
        statements = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
        if {sql for (sql,) in statements} != set(self._single(1, version)):
            raise StoreError("its tables are not those of a store")

    def make(self, connection: sqlite3.Connection) -> None:
        """Make the tables of a new file, or those that a file of an earlier version does not have."""
        if self._written(connection) == self.version:
            return
        connection.execute("BEGIN IMMEDIATE")
        # Another process may have been faster.
        written = self._written(connection)
        if written < self.version:
            for statement in self._single(written + 1, self.version):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {int.from_bytes(self.application, 'big')}")
            connection.execute(f"PRAGMA user_version = {self.version}")
        connection.execute("COMMIT")

    def _written(self, connection: sqlite3.Connection) -> int:
        """Return of which version the file is, 0 if there is nothing in it."""
        if connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is None:
            return 0
        return int(connection.execute("PRAGMA user_version").fetchone()[0])

    def _single(self, first: int, last: int) -> list[str]:
        """List the statements that make what these versions added."""
        texts = (self.statements, *self.added)[first - 1 : last]
        return [statement.strip() for text in texts for statement in text.split(";\n") if statement.strip()]


RUN_TABLES: Final = Tables(application=b"fold", statements=TABLES, added=(LEDGER,), kind="a store of runs")


def checksum(values: Sequence[Value]) -> bytes:
    """Eight bytes that depend on every bit of the values and on their types.

    >>> checksum((1, "a")).hex() == checksum((1.0, "a")).hex()
    False
    >>> checksum((0,)) == checksum((b"",))
    False
    """
    # ASCII only: which characters `repr` shows as they are depends on the version of Python.
    # Lengths in brackets: no bytes at all are not the number 0.
    written = ascii([(len(value),) if type(value) is bytes else value for value in values])
    state = blake2b(written.encode(), digest_size=8)
    for value in values:
        if type(value) is bytes:
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
        while (row := connection.execute(statement, values[:1]).fetchone()) is None:
            self.insert(connection, *values)
        return int(row[0])

    def rows(self, connection: sqlite3.Connection, where: str, *values: Value) -> Iterator[Row]:
        """Read rows and check them; `where` is a condition in SQL, with question marks for the values."""
        return (row for row, _ in self.checked_rows(connection, where, *values))

    def checked_rows(self, connection: sqlite3.Connection, where: str, *values: Value) -> Iterator[tuple[Row, bytes]]:
        """Read rows as `rows` does, with their checksums."""
        columns = ", ".join(self.columns)
        statement = f"SELECT {columns}, checksum FROM {self.name} WHERE {where}"  # noqa: S608
        for whole in connection.execute(statement, values):
            row, stored = whole[:-1], whole[-1]
            if checksum(row) != stored:
                raise StoreError(f"a row of the table {self.name} does not match its checksum")
            yield row, stored

    def row(self, connection: sqlite3.Connection, where: str, *values: Value) -> Row:
        """Read the one row that must be there."""
        row = next(self.rows(connection, where, *values), None)
        if row is None:
            raise StoreError(f"a row of the table {self.name} is missing")
        return row


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
ENTRY = Table("entry", ("key", "dataset_id", "kind", "what", "number", "pvalue", "written_at", "link"))
