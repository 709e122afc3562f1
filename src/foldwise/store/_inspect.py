"""A store looked through: what of a study is done, failed or missing, and which rows are damaged."""

import sqlite3
from collections import Counter
from dataclasses import dataclass

from foldwise._core import StoreError
from foldwise.store._chain import has_ledger
from foldwise.store._folds import Tally, from_row, remove, stored_rows
from foldwise.store._studies import StoredStudy
from foldwise.store._tables import (
    ASSIGNMENT,
    CELL,
    DATASET,
    ENTRY,
    ENVIRONMENT,
    FOLD,
    JUDGEMENT,
    LEARNER,
    PARTITION,
    STUDY,
    Row,
    checksum,
)
from foldwise.store._values import from_text

_NEEDED = (ENVIRONMENT, DATASET, LEARNER, PARTITION, ASSIGNMENT, CELL, STUDY, JUDGEMENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellStatus:
    """One learner on one dataset.

    Parameters
    ----------
    dataset, learner : str
        Which.
    n_folds, n_done, n_failed : int
        Folds there are, folds that are stored, and how many of those failed.
    seconds : float
        What the stored folds took.
    error : str
        What the first failed one failed with.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.store import Store
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run = evaluate(learners, "iris", scheme="2x5", seed=1, store=folder + "/first.db")
    ...     with Store(folder + "/first.db", writes=False) as store:
    ...         cell = store.status()[0]
    >>> cell.learner, cell.n_done, cell.n_folds, cell.n_missing
    ('bayes', 10, 10, 0)
    """

    dataset: str
    learner: str
    n_folds: int
    n_done: int
    n_failed: int
    seconds: float
    error: str

    @property
    def n_missing(self) -> int:
        """Folds that have not been run yet."""
        return self.n_folds - self.n_done


def study_status(connection: sqlite3.Connection, study: StoredStudy) -> list[CellStatus]:
    """Count the folds of a study; nothing is checked, so that it is quick, also while others write."""
    cells = []
    statement = (
        "SELECT partition_id, repeat, fold, error, ifnull(fit_seconds, 0) + ifnull(predict_seconds, 0) FROM fold "
        "WHERE cell_id = ? ORDER BY partition_id, repeat, fold"
    )
    for run in study.runs:
        for cell in run.cells:
            # Repeats may be the same partition by chance, and are then stored once.
            wanted = Counter((partition, cell.place(repeat)) for repeat, partition in enumerate(run.partitions))
            stored = connection.execute(statement, (cell.number,)).fetchall()
            rows = [row for row in stored for _ in range(wanted[row[:2]])]
            errors = [row[3] for row in rows if row[3]]
            cells.append(
                CellStatus(
                    dataset=run.dataset,
                    learner=cell.name,
                    n_folds=len(run.partitions) * run.n_folds,
                    n_done=len(rows),
                    n_failed=len(errors),
                    seconds=sum(row[4] for row in rows),
                    error=from_text(errors[0]) if errors else "",
                )
            )
    return cells


def find_damage(connection: sqlite3.Connection) -> list[str]:
    """Read every row, and return in a line each what is damaged."""
    damage = [f"SQLite says: {line}" for (line,) in connection.execute("PRAGMA integrity_check(5)") if line != "ok"]
    for table in (*_NEEDED, ENTRY) if has_ledger(connection) else _NEEDED:
        try:
            for _ in table.rows(connection, "1"):
                pass
        except StoreError as error:
            damage.append(str(error))
    for (cell,) in connection.execute("SELECT id FROM cell").fetchall():
        try:
            for row in stored_rows(connection, cell):
                from_row(row)
        except StoreError as error:
            damage.append(str(error))
    return damage


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
