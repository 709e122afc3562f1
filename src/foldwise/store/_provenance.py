"""What the results of a study rest on: the learners' code, and the versions of everything else."""

import sqlite3
from typing import Any

from foldwise.store._rows import CELL, ENVIRONMENT, LEARNER
from foldwise.store._studies import StoredStudy
from foldwise.store._words import from_text


def study_identities(connection: sqlite3.Connection, study: StoredStudy) -> dict[str, dict[str, Any]]:
    """Say of every learner, by its name, what it is made of."""
    found = {}
    for cell in study.runs[0].cells:
        learner_id = CELL.row(connection, "id = ?", cell.number)[2]
        found[cell.name] = from_text(LEARNER.row(connection, "id = ?", learner_id)[1])
    return found


def study_environments(connection: sqlite3.Connection, study: StoredStudy) -> list[dict[str, str]]:
    """List the different versions with which the folds were computed."""
    numbers: set[int] = set()
    for run in study.runs:
        for cell in run.cells:
            statement = "SELECT DISTINCT environment_id, partition_id FROM fold WHERE cell_id = ?"
            found = connection.execute(statement, (cell.number,)).fetchall()
            numbers.update(number for number, partition in found if partition in run.partitions)
    return sorted((from_text(ENVIRONMENT.row(connection, "id = ?", number)[1]) for number in numbers), key=str)
