"""One execution of one trial as a Run: for tests that want to see all of it."""

from functools import cache

import numpy as np

from foldwise._core import digest
from foldwise.lab._answers import Answers
from foldwise.runs import DataInfo, Learner, Metric, Run, Target, as_metric
from foldwise.splits import Assignment, Scheme


@cache
def accuracy() -> Metric:
    """Return what trials score; looking it up takes longer than many a test."""
    return as_metric("accuracy", "classification")


def assignment_of(answers: Answers, trial: int, execution: int, scheme: Scheme) -> Assignment:
    """Return the partitions of one execution."""
    folds = answers.folds[trial, execution]
    return Assignment(
        folds=folds.view(),
        n_folds=answers.n_folds,
        scheme=str(scheme),
        description=str(scheme),
        stratified=scheme.stratified,
        seed=None,
        repeats_per_execution=len(folds),
    )


def run_of(answers: Answers, trial: int, execution: int, scheme: Scheme) -> Run:
    """Return the run of the learners a and b that `evaluate` would have left, but for the times.

    Parameters
    ----------
    answers : Answers
        Of a block of trials.
    trial : int
        Place of the trial in the block.
    execution : int
        Which one.
    scheme : Scheme
        That the answers have.
    """
    truth = answers.truth[trial].astype(np.intp)
    # In memory of its own: whoever gets the run may keep it longer than the block.
    predictions = answers.predicted[trial, :, execution].copy()
    classes = np.arange(max(int(truth.max()), int(predictions.max()), 1) + 1)
    seconds = np.zeros((2, predictions.shape[1], answers.n_folds))
    for array in (truth, predictions, seconds):
        array.setflags(write=False)
    return Run(
        data=DataInfo(
            name="trial",
            fingerprint=digest(truth.tobytes()),
            n_examples=truth.size,
            n_attributes=None,
            task="classification",
            classes=tuple(classes.tolist()),
        ),
        learners=(Learner(name="a", description="a"), Learner(name="b", description="b")),
        assignment=assignment_of(answers, trial, execution, scheme),
        target=Target("classification", truth, classes, truth),
        predictions=predictions,
        responses=None,
        response_methods=("", ""),
        metric=accuracy(),
        fitted_scores=None,
        fit_seconds=seconds,
        predict_seconds=seconds,
        failures=(),
        caveats=(),
    )
