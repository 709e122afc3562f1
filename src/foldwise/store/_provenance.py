"""What the results of a study rest on, code and versions, and what of it is not as it was at the last run."""

import sqlite3
from collections.abc import Iterator
from typing import Any

from foldwise._core import counted
from foldwise.store._identity import Identity, differences
from foldwise.store._studies import StoredCell, StoredRun, StoredStudy
from foldwise.store._tables import ASSIGNMENT, CELL, DATASET, ENVIRONMENT, LEARNER
from foldwise.store._values import from_text


def study_identities(connection: sqlite3.Connection, study: StoredStudy) -> dict[str, dict[str, Any]]:
    """Return of every learner, by its name, what it is made of."""
    identities = {}
    for cell in study.runs[0].cells:
        learner_id = CELL.row(connection, "id = ?", cell.number)[2]
        identities[cell.name] = from_text(LEARNER.row(connection, "id = ?", learner_id)[1])
    return identities


def study_environments(connection: sqlite3.Connection, study: StoredStudy) -> list[dict[str, str]]:
    """List the different versions with which the folds were computed."""
    numbers: set[int] = set()
    for run in study.runs:
        for cell in run.cells:
            statement = "SELECT DISTINCT environment_id, partition_id FROM fold WHERE cell_id = ?"
            rows = connection.execute(statement, (cell.number,)).fetchall()
            numbers.update(number for number, partition in rows if partition in run.partitions)
    return sorted((from_text(ENVIRONMENT.row(connection, "id = ?", number)[1]) for number in numbers), key=str)


def changes(connection: sqlite3.Connection, old: StoredStudy, new: StoredStudy) -> Iterator[str]:
    """Yield in a line each what has changed from one version of a study to the next."""
    before = {run.dataset: run for run in old.runs}
    after = {run.dataset: run for run in new.runs}
    for name in before:
        if name not in after:
            yield f"{name} is no longer part of the study."
    learners: dict[str, None] = {}
    for name, run in after.items():
        if name not in before:
            yield f"{name} is new in the study."
            continue
        if run.dataset_id != before[name].dataset_id:
            yield _data_change(connection, before[name], run)
        elif run.assignment_id != before[name].assignment_id:
            learners[_scheme_change(connection, before[name], run)] = None
        learners.update(dict.fromkeys(_learner_changes(connection, before[name], run)))
    yield from learners


def _data_change(connection: sqlite3.Connection, old: StoredRun, new: StoredRun) -> str:
    was, now = (DATASET.row(connection, "id = ?", run.dataset_id) for run in (old, new))
    sizes = [_size(row[2], row[3]) for row in (was, now)]
    words = f": {sizes[0]} before, {sizes[1]} now" if sizes[0] != sizes[1] else ""
    if was[4] != now[4]:
        words = f": {was[4]} before, {now[4]} now"
    return f"the data of {new.dataset} have changed{words}."


def _size(n_examples: int, n_attributes: int) -> str:
    # Documents have no attributes of their own.
    if n_attributes == 0:
        return counted(n_examples, "document")
    return f"{counted(n_examples, 'example')}, {counted(n_attributes, 'attribute')}"


def _scheme_change(connection: sqlite3.Connection, old: StoredRun, new: StoredRun) -> str:
    was, now = (ASSIGNMENT.row(connection, "id = ?", run.assignment_id) for run in (old, new))
    if was[1] != now[1]:
        return f"the scheme was {was[1]}, is {now[1]}."
    return f"the seed was {was[4]}, is {now[4]}." if was[4] != now[4] else "the partitions have changed."


def _learner_changes(connection: sqlite3.Connection, old: StoredRun, new: StoredRun) -> Iterator[str]:
    before = {cell.name: _learner(connection, cell) for cell in old.cells}
    for cell in new.cells:
        if cell.name not in before:
            yield f"the learner {cell.name} is new in the study."
            continue
        was, now = before.pop(cell.name), _learner(connection, cell)
        if was[0] != now[0]:
            words = differences(Identity.from_json(was[1]), Identity.from_json(now[1]))
            if was[3] != now[3]:
                words.append(f"its input was prepared otherwise on {new.dataset}")
            yield f"the learner {cell.name} has changed: {'; '.join(words) or 'how it is prepared or seeded'}."
    for name in before:
        yield f"the learner {name} is no longer part of the study."


def _learner(connection: sqlite3.Connection, cell: StoredCell) -> tuple[str, str, str, str]:
    learner_id = CELL.row(connection, "id = ?", cell.number)[2]
    key, identity, description, preparation, _ = LEARNER.row(connection, "id = ?", learner_id)
    return key, identity, from_text(description), from_text(preparation)
