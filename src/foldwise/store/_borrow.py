"""Predictions of a learner that was fitted for more than predictions: nobody fits it again for less."""

import sqlite3
from dataclasses import replace

import numpy as np

from foldwise.store._folds import Tally, append, from_row, known, stored_rows, to_row
from foldwise.store._register import StoredRun
from foldwise.store._rows import CELL
from foldwise.store._words import from_text


def borrow(connection: sqlite3.Connection, run: StoredRun) -> None:
    """Copy the predictions of the same learners on the same folds from where there are probabilities or scores, too."""
    for cell in run.cells:
        _, dataset, learner, stream, response, scorer = CELL.row(connection, "id = ?", cell.number)
        if from_text(response) or from_text(scorer):
            continue
        statement = "SELECT id FROM cell WHERE dataset_id = ? AND learner_id = ? AND stream = ? AND id <> ?"
        for (other,) in connection.execute(statement, (dataset, learner, stream, cell.number)).fetchall():
            _copy(connection, other, cell.number, set(run.partitions))


def _copy(connection: sqlite3.Connection, source: int, target: int, partitions: set[int]) -> None:
    there = known(connection, target)
    rows = []
    for row in stored_rows(connection, source):
        outcome, place = from_row(row), row[1:4]
        # A failure may be one of what was asked for beside the predictions.
        if place[0] in partitions and not outcome.error and place not in there:
            plain = replace(outcome, response=None, response_method="", score=np.nan)
            rows.append(to_row(plain, target, place, row[-1]))
    if rows:
        append(connection, target, rows, Tally.read(connection, target))
