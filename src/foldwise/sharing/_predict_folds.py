"""Predictions, or responses, for all folds of one table, with none of the records that a run keeps."""

from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import FoldwiseError, derive_seed, mark_untested
from foldwise.runs._door import (
    Job,
    Pair,
    Task,
    declared_labels,
    has_open_seeds,
    look_at,
    make_target,
    prepare,
    takes_declared,
    work,
)
from foldwise.sharing._share_job import share_job
from foldwise.splits import Assignment


def predict_folds(
    learner: Any,
    X: Any,
    y: npt.NDArray[Any],
    assignment: Assignment,
    *,
    name: str,
    seed: int,
    method: str = "predict",
    task: Task = "classification",
) -> npt.NDArray[Any]:
    """Predict every tested example as `evaluate` would, and keep nothing else.

    For simulations: what `evaluate` adds for each dataset would cost more than the fits. Folds share their work where
    `evaluate` lets them. A fold that fails is an error, not a record.

    Parameters
    ----------
    learner : classifier or regressor
        Not changed.
    X : array, DataFrame or sparse matrix of shape (n_examples, n_attributes)
        The examples.
    y : ndarray of shape (n_examples,)
        Their labels or numbers.
    assignment : Assignment
        Who is tested when.
    name : str
        Of the learner; open seeds are derived from it, `seed` and the partition.
    seed : int
        Of the trial.
    method : {'predict', 'predict_proba', 'decision_function'}, default 'predict'
        What to ask the learner.
    task : {'classification', 'regression'}, default 'classification'
        What the learner is for.

    Returns
    -------
    ndarray of shape (n_repeats, n_examples) or (n_repeats, n_examples, n_classes)
        For 'predict', place of the predicted label among the sorted labels of `y` (int32), -1 where an example is not
        tested; or the predicted number. For the others, as in a Run: of two classes the value of the second, else one
        column for each.
    """
    target = make_target(y, task)
    prepared, _ = prepare(name, learner, look_at(X))
    job = Job(
        learner=0,
        name=name,
        estimator=prepared,
        X=X,
        target=target,
        labels=declared_labels(target, None) if takes_declared(prepared) else target.labels,
        assignment=assignment,
        seed=seed,
        response=() if method == "predict" else (method,),
        fit_time_metric=None,
    )
    shared = share_job(job)
    if shared is None:
        # Where schemes are mixed, some repeats have fewer folds than others.
        pairs = [(r, fold) for r, last in enumerate(assignment.folds.max(axis=1).tolist()) for fold in range(last + 1)]
        return _fit(job, pairs, _empty(job))
    answers = shared.answers(assignment.folds, method)
    values = answers.values
    if job.response:
        two_columns = len(target.classes) == 2 and values.ndim == 3
        values = np.array(values[..., 1] if two_columns else values, dtype=np.float64)
    elif task == "classification":
        values = np.asarray(values, dtype=np.int32)
        mark_untested(values, assignment.folds)
    if not answers.unsure.any():
        return values
    left = np.argwhere((assignment.folds >= 0) & answers.unsure)
    return _fit(job, sorted({(int(r), int(assignment.folds[r, i])) for r, i in left}), values)


def _empty(job: Job) -> npt.NDArray[Any]:
    """Return what nobody has answered yet, in the shape of all answers."""
    shape, n_classes = job.assignment.folds.shape, len(job.target.classes)
    if not job.response:
        is_class = job.target.task == "classification"
        return np.full(shape, -1, dtype=np.int32) if is_class else np.full(shape, np.nan)
    return np.full(shape if n_classes == 2 else (*shape, n_classes), np.nan)


def _fit(job: Job, pairs: list[Pair], answers: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Fit folds by themselves; an open seed is that of the partition, wherever it stands among the others."""
    is_open = has_open_seeds(job.estimator)
    for repeat, several in groupby(pairs, key=itemgetter(0)):
        row = job.assignment.folds[repeat : repeat + 1]
        seed = derive_seed("partition", job.seed, row.tobytes()) if is_open else job.seed
        alone = replace(job, assignment=replace(job.assignment, folds=row), seed=seed)
        for outcome in work(alone, [(0, fold) for _, fold in several]).outcomes:
            if outcome.error:
                raise FoldwiseError(
                    f"{job.name} ({type(job.estimator).__name__}) failed in repeat {repeat}, fold {outcome.fold}: "
                    f"{outcome.error}"
                )
            given = outcome.response if job.response else outcome.predicted
            assert given is not None
            answers[repeat, row[0] == outcome.fold] = given
    return answers
