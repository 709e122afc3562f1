"""From the rows of a store to a Run, without fitting anything."""

import sqlite3
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, StoreError, listed
from foldwise.runs import DataInfo, Learner, Metric, Run, Target, as_metric
from foldwise.runs._door import Block, Collector, FoldOutcome, Plan
from foldwise.splits import Assignment
from foldwise.store._folds import Place, Tally, from_row, is_plain, stored_rows, to_columns
from foldwise.store._studies import StoredCell, StoredRun
from foldwise.store._tables import ASSIGNMENT, CELL, DATASET, ENVIRONMENT, LEARNER, PARTITION, Row
from foldwise.store._values import classes_from_text, from_blob, from_text

MISSING = "NotRun: this fold has not been run yet"


def load_run(connection: sqlite3.Connection, stored: StoredRun, plan: Plan | None = None) -> Run:
    """Put a run together; a fold that is not there is one that failed, for the reason `MISSING`."""
    target, data = load_target(connection, stored)
    assignment = load_assignment(connection, stored)
    if plan is not None:
        # Who belongs together is not kept, but whoever made the plan knows.
        assignment = replace(assignment, groups=plan.assignment.groups)
    cells = [CELL.row(connection, "id = ?", cell.number) for cell in stored.cells]
    # The same was asked of all of them.
    _, _, _, _, wanted, scorer = cells[0]
    collector = Collector(len(cells), assignment, target, bool(from_text(wanted)))
    environments: Counter[int] = Counter()
    learners = []
    for number, cell in enumerate(stored.cells):
        learners.append(_learner(connection, cell))
        tally = Tally.read(connection, cell.number)
        environments.update(_fill(connection, collector, number, cell, stored))
        # It may have failed to share the folds of another scheme.
        if not collector.shared[number].all():
            collector.sharing_errors[number] = tally.sharing_error
        if tally.output:
            collector.note_output(number, tally.output)
    return collector.finish(
        tuple(learners),
        data,
        _metric(stored, from_text(scorer), target.task) if plan is None else plan.metric,
        [*(Caveat(code=code, message=message) for code, message in stored.caveats), *_mixed(connection, environments)],
    )


def load_target(connection: sqlite3.Connection, stored: StoredRun) -> tuple[Target, DataInfo]:
    """Load the truth, and what is known of the data."""
    row = DATASET.row(connection, "id = ?", stored.dataset_id)
    _, fingerprint, n_examples, n_attributes, task, classes_text, blob = row
    classes, values = classes_from_text(classes_text), from_blob(blob)
    if task == "classification":
        codes = values.astype(np.intp)
        if not len(classes) or codes.min() < 0 or codes.max() >= len(classes):
            raise StoreError("it has class codes without a class")
        # All classes occur, and labels that were declared and never do come after them.
        classes, unseen = np.split(classes, [codes.max() + 1])
        target = Target("classification", codes, classes, classes[codes], unseen)
    else:
        target = Target("regression", values, np.empty(0), values)
    data = DataInfo(
        name=stored.dataset,
        fingerprint=fingerprint,
        n_examples=n_examples,
        n_attributes=n_attributes,
        task=target.task,
        classes=tuple(target.classes.tolist()),
    )
    return target, data


def load_assignment(connection: sqlite3.Connection, stored: StoredRun) -> Assignment:
    """Load the folds of all repeats."""
    row = ASSIGNMENT.row(connection, "id = ?", stored.assignment_id)
    _, scheme, description, stratified, seed, n_folds, per_execution, flags, _ = row
    codes = [from_blob(PARTITION.row(connection, "id = ?", number)[2]) for number in stored.partitions]
    return Assignment(
        folds=np.stack(codes).astype(np.int32),
        n_folds=n_folds,
        scheme=scheme,
        description=description,
        stratified=None if stratified is None else bool(stratified),
        seed=None if seed is None else int(seed),
        repeats_per_execution=per_execution,
        flags=frozenset(from_text(flags)),
    )


def _fill(
    connection: sqlite3.Connection, collector: Collector, number: int, cell: StoredCell, stored: StoredRun
) -> Counter[int]:
    """Hand the folds of one learner to the collector; return by which environments they were computed."""
    rows: dict[Place, Row] = {row[1:4]: row for row in stored_rows(connection, cell.number)}
    # Where responses are of several methods, as they may be of a user's own learner, the last one is that of the run.
    many_methods = len({row[6] for row in rows.values() if row[5]}) > 1
    n_tested = collector.assignment.sizes()[1].tolist()
    environments = Counter[int]()
    outcomes, repeats, plain = list[FoldOutcome](), list[int](), list[Row]()
    for repeat, partition in enumerate(stored.partitions):
        place = cell.place(repeat)
        for fold in range(collector.assignment.n_folds):
            row = rows.get((partition, place, fold))
            if row is None:
                outcomes.append(FoldOutcome(repeat, fold, error=MISSING))
                continue
            environments[row[-1]] += 1
            if many_methods or not is_plain(row):
                outcomes.append(from_row(row, repeat))
                _check_size(outcomes[-1].predicted, n_tested[repeat][fold])
            else:
                repeats.append(repeat)
                plain.append(row)
    if plain:
        columns = to_columns(number, repeats, plain)
        for repeat, fold, predicted in zip(repeats, columns.folds, columns.predicted, strict=True):
            _check_size(predicted, n_tested[repeat][fold])
        collector.take_columns(columns)
    collector.take(Block(number, outcomes))
    return environments


def _check_size(predicted: npt.NDArray[Any] | None, n_tested: int) -> None:
    if predicted is not None and predicted.shape != (n_tested,):
        raise StoreError("it has a fold with more or fewer predictions than examples")


def _learner(connection: sqlite3.Connection, cell: StoredCell) -> Learner:
    (_, _, learner_id, *_) = CELL.row(connection, "id = ?", cell.number)
    _, _, description, preparation, fixed = LEARNER.row(connection, "id = ?", learner_id)
    return Learner(
        name=cell.name,
        description=from_text(description),
        preparation=from_text(preparation),
        fixed_seeds=tuple(from_text(fixed)),
    )


def _metric(stored: StoredRun, scorer: str, task: str) -> Metric:
    """Find the metric again; one of the user's own is known by its name only."""
    if not stored.is_own_metric:
        return as_metric(stored.metric, task)
    return Metric(
        name=stored.metric,
        label=stored.metric.replace("_", " ").strip(),
        lower_is_better=False,
        response=() if scorer else ("predict",),
        function=_gone,
    )


def _gone(*_: object) -> float:
    raise ValueError("it is a function of your own, which a store does not keep; name another metric")


def _mixed(connection: sqlite3.Connection, environments: Counter[int]) -> list[Caveat]:
    """Return which versions differ among the folds of a run."""
    versions = [from_text(ENVIRONMENT.row(connection, "id = ?", number)[1]) for number in environments]
    names = sorted({name for each in versions for name in each})
    mixed = {name: sorted({each.get(name, "unknown") for each in versions}) for name in names}
    words = [f"{name} {' and '.join(several)}" for name, several in mixed.items() if len(several) > 1]
    if not words:
        return []
    return [
        Caveat(
            code="mixed_versions",
            message=f"Folds of this run were computed with different versions: {listed(words, quote=False)}.",
        )
    ]
