"""Every row of a store looked at: what is damaged, and how to go on without it."""

import sqlite3

from foldwise._core import StoreError
from foldwise.store._folds import Tally, from_row, remove, stored_rows
from foldwise.store._rows import (
    ASSIGNMENT,
    CELL,
    DATASET,
    ENVIRONMENT,
    FOLD,
    JUDGEMENT,
    LEARNER,
    PARTITION,
    STUDY,
    Row,
    checksum,
)

_NEEDED = (ENVIRONMENT, DATASET, LEARNER, PARTITION, ASSIGNMENT, CELL, STUDY, JUDGEMENT)


def find_damage(connection: sqlite3.Connection) -> list[str]:
    """Read every row, and say in a line each what is damaged."""
    found = [f"SQLite says: {line}" for (line,) in connection.execute("PRAGMA integrity_check(5)") if line != "ok"]
    for table in _NEEDED:
        try:
            for _ in table.rows(connection, "1"):
                pass
        except StoreError as error:
            found.append(str(error))
    for (cell,) in connection.execute("SELECT id FROM cell").fetchall():
        try:
            for row in stored_rows(connection, cell):
                from_row(row)
        except StoreError as error:
            found.append(str(error))
    return found


def drop_damaged_folds(connection: sqlite3.Connection) -> int:
    """Remove the folds that are damaged, so that they are computed again; return how many.

    The counts of folds are made anew from those that are whole.
    """
    columns = ", ".join(FOLD.columns)
    dropped = 0
    for (cell,) in connection.execute("SELECT id FROM cell").fetchall():
        statement = f"SELECT {columns}, checksum FROM fold WHERE cell_id = ?"  # noqa: S608
        whole: list[Row] = []
        broken: list[Row] = []
        for *row, stored in connection.execute(statement, (cell,)).fetchall():
            (whole if checksum(row) == stored else broken).append(tuple(row))
        tally = Tally(0, 0, "", (), "")
        remove(connection, cell, broken, Tally(0, 0, "", (), ""))
        for row in whole:
            tally.count(checksum(row))
        tally.write(connection, cell)
        dropped += len(broken)
    return dropped
