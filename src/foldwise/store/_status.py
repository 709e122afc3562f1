"""How far a study is: what is done, what failed, what is missing, cell by cell."""

import sqlite3
from collections import Counter
from dataclasses import dataclass

from foldwise.store._studies import StoredStudy
from foldwise.store._words import from_text


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
    found = []
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
            found.append(
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
    return found
