"""Learners that offer to predict all folds themselves, by `prepare_folds` or `predict_folds`."""

from inspect import signature
from typing import Any

import numpy as np
from sklearn.base import clone

from foldwise.runs._door import Job, among_occurring, as_predictions, copy_table
from foldwise.sharing._shared import Answers, Codes


class PreparedFolds:
    """A learner whose `prepare_folds` reads the table once; its answer has `classes_`, `codes` and `probabilities`.

    Parameters
    ----------
    job : Job
        Of a classifier without an open seed.
    """

    methods = frozenset({"predict", "predict_proba"})

    def __init__(self, job: Job) -> None:
        # A clone and copies: a learner of the user's own may change both itself and what it is given.
        self._predictor = clone(job.estimator, safe=False).prepare_folds(copy_table(job.X), job.labels.copy())
        self._target, self._known = job.target, job.target.known_from(job.labels)
        if not np.array_equal(self._predictor.classes_, self._known):
            raise ValueError("prepare_folds found other classes than those of y")

    def answers(self, folds: Codes, method: str) -> Answers:
        """Answer for all folds of all repeats; always sure."""
        predict = self._predictor.codes if method == "predict" else self._predictor.probabilities
        # Copies, here too: what it was given and what it gave may be changed by its next answer.
        values = np.array(predict(folds.copy()))
        if len(self._known) > len(self._target.classes):
            if method == "predict":
                # Places among sorted labels; of the answers, those that never occur come last.
                values = np.argsort(self._target.answers)[values]
            else:
                values = among_occurring(values, self._known, self._target, method)
        return Answers(values, np.zeros(folds.shape, dtype=np.bool_))


class OwnFolds:
    """A learner whose `predict_folds` takes the table and some repeats at a time.

    Parameters
    ----------
    job : Job
        Of a learner without an open seed.
    """

    def __init__(self, job: Job) -> None:
        self._job = job
        self._known = job.target.known_from(job.labels)
        taken = signature(job.estimator.predict_folds).parameters.values()
        takes_method = any(part.name == "method" or part.kind is part.VAR_KEYWORD for part in taken)
        self.methods = frozenset({"predict", "predict_proba", "decision_function"} if takes_method else {"predict"})

    def answers(self, folds: Codes, method: str) -> Answers:
        """Answer for all folds of all repeats; always sure."""
        job = self._job
        # Anew for every call, which may come from several threads.
        learner = clone(job.estimator, safe=False)
        options = {} if method == "predict" else {"method": method}
        values = np.array(learner.predict_folds(copy_table(job.X), job.labels.copy(), folds.copy(), **options))
        if values.shape[:2] != folds.shape:
            raise ValueError(f"predict_folds returned shape {values.shape} for folds of shape {folds.shape}")
        if method == "predict":
            values = self._checked(values, folds >= 0)
        elif values.shape[2:] == self._known.shape and len(self._known) > len(job.target.classes):
            values = among_occurring(values, self._known, job.target, method)
        return Answers(values, np.zeros(folds.shape, dtype=np.bool_))

    def _checked(self, values: Any, tested: Any) -> Any:
        target = self._job.target
        checked = as_predictions(values[tested], target, int(tested.sum()))
        answers = np.zeros(tested.shape, dtype=checked.dtype)
        answers[tested] = checked
        return answers
