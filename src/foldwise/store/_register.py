"""From a plan to the rows that say what is to be computed; the folds come later."""

import sqlite3

import numpy as np
from sklearn import get_config

from foldwise._core import digest
from foldwise.runs import Metric, as_metric
from foldwise.runs._door import Job, Plan, has_open_seeds
from foldwise.splits import Assignment
from foldwise.store._identity import Identity, identify
from foldwise.store._studies import StoredCell, StoredRun
from foldwise.store._tables import ASSIGNMENT, CELL, DATASET, LEARNER, PARTITION, TALLY
from foldwise.store._values import classes_to_text, to_blob, to_text

# To be raised when the same learner on the same fold gives something else, by seeds derived in another way, say.
_DERIVATION = 2


def register(connection: sqlite3.Connection, plan: Plan) -> StoredRun:
    """Write down data, learners and folds of a plan, as far as they are not there yet."""
    dataset_id, dataset_key = _keep_dataset(connection, plan)
    assignment_id, partitions = _keep_assignment(connection, plan.assignment)
    cells = []
    for job in plan.jobs:
        learner_id, learner_key = _keep_learner(connection, plan, job)
        stream = digest(job.seed, job.name) if has_open_seeds(job.estimator) else ""
        scored = job.fit_time_metric
        scorer = "" if scored is None else scored.name
        code = "" if scored is None else _identity_of(scored.name, scored.function).key
        wanted = to_text(job.response)
        key = digest("cell", dataset_key, learner_key, stream, wanted, scorer, code)
        number = CELL.keep(connection, key, dataset_id, learner_id, stream, wanted, to_text(scorer))
        TALLY.insert(connection, number, 0, 0, to_text(""), to_text([]), to_text(""))
        cells.append(StoredCell(number, job.name, bool(stream)))
    return StoredRun(
        dataset=plan.dataset.name,
        dataset_id=dataset_id,
        assignment_id=assignment_id,
        partitions=partitions,
        n_folds=plan.assignment.n_folds,
        metric=plan.metric.name,
        is_own_metric=not _is_named(plan.metric, plan.target.task),
        caveats=tuple((caveat.code, caveat.message) for caveat in plan.caveats()),
        cells=tuple(cells),
    )


def _keep_dataset(connection: sqlite3.Connection, plan: Plan) -> tuple[int, str]:
    info, target = plan.info, plan.target
    # Declared classes are no part of the fingerprint: learners may settle ties by their order, and count them all.
    declared = (plan.dataset.target_names or ()) if info.task == "classification" else ()
    key = digest("dataset", info.fingerprint, info.task, *declared)
    assert info.n_examples is not None
    number = DATASET.keep(
        connection,
        key,
        info.fingerprint,
        info.n_examples,
        info.n_attributes,
        info.task,
        classes_to_text(target.answers),
        to_blob(target.values),
    )
    return number, key


def _keep_learner(connection: sqlite3.Connection, plan: Plan, job: Job) -> tuple[int, str]:
    learner = plan.learners[job.learner]
    identity = _identity_of(job.name, plan.estimators[job.learner])
    prepared = _identity_of(job.name, job.estimator).key if learner.preparation else ""
    key = digest("learner", _DERIVATION, identity.key, prepared, *_settings())
    words = (identity.to_json(), *map(to_text, (learner.description, learner.preparation, learner.fixed_seeds)))
    return LEARNER.keep(connection, key, *words), key


def _settings() -> list[str]:
    """List the settings of scikit-learn that matter to results, where they are not as usual."""
    usual = {"transform_output": "default", "array_api_dispatch": False, "enable_metadata_routing": False}
    config = get_config()
    return [f"{name}={config.get(name)}" for name, value in usual.items() if config.get(name, value) != value]


def _is_named(metric: Metric, task: str) -> bool:
    """Whether the name of a metric is enough to find it again."""
    try:
        named = as_metric(metric.name, task)
    except ValueError:
        return False
    return named.function is metric.function and named.options == metric.options


def _identity_of(name: str, estimator: object) -> Identity:
    try:
        return identify(estimator)
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from error


def _keep_assignment(connection: sqlite3.Connection, assignment: Assignment) -> tuple[int, tuple[int, ...]]:
    partitions = []
    for fingerprint, codes in zip(assignment.fingerprints(), assignment.folds, strict=True):
        key = digest("partition", fingerprint, assignment.n_folds)
        partitions.append(PARTITION.keep(connection, key, assignment.n_folds, to_blob(np.asarray(codes))))
    described = (
        assignment.scheme,
        assignment.description,
        None if assignment.stratified is None else int(assignment.stratified),
        None if assignment.seed is None else str(assignment.seed),
        assignment.n_folds,
        assignment.repeats_per_execution,
        to_text(sorted(assignment.flags)),
    )
    key = digest("assignment", *described, *assignment.fingerprints())
    return ASSIGNMENT.keep(connection, key, *described, to_text(partitions)), tuple(partitions)
