"""Whether and how the folds of one learner share work, also by what it offers itself."""

from inspect import signature
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.base import clone

from foldwise.runs._door import Job, among_occurring, as_predictions, copy_table, has_open_seeds, response_method
from foldwise.sharing._prepared_ridge import share_prepared
from foldwise.sharing._registry import share
from foldwise.sharing._shared import Codes, Examples, FoldAnswers, Shared
from foldwise.splits import Assignment


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
        self._is_own_work = is_own_work(job)
        if self._is_own_work:
            self._predictor = job.estimator.prepare_folds(job.X, job.labels)
        else:
            self._predictor = clone(job.estimator, safe=False).prepare_folds(copy_table(job.X), job.labels.copy())
        self._target, self._known = job.target, job.target.known_from(job.labels)
        if not np.array_equal(self._predictor.classes_, self._known):
            raise ValueError("prepare_folds found other classes than those of y")

    def answers(self, folds: Codes, method: str) -> FoldAnswers:
        """Answer for all folds of all repeats; always sure."""
        predict = self._predictor.codes if method == "predict" else self._predictor.probabilities
        # Copies, here too: what it was given and what it gave may be changed by its next answer.
        values = predict(folds) if self._is_own_work else np.array(predict(folds.copy()))
        if len(self._known) > len(self._target.classes):
            if method == "predict":
                # Places among sorted labels; of the answers, those that never occur come last.
                values = np.argsort(self._target.answers)[values]
            else:
                values = among_occurring(values, self._known, self._target, method)
        return FoldAnswers(values, np.zeros(folds.shape, dtype=np.bool_))


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

    def answers(self, folds: Codes, method: str) -> FoldAnswers:
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
        return FoldAnswers(values, np.zeros(folds.shape, dtype=np.bool_))

    def _checked(self, values: Any, tested: Any) -> Any:
        target = self._job.target
        checked = as_predictions(values[tested], target, int(tested.sum()))
        answers = np.zeros(tested.shape, dtype=checked.dtype)
        answers[tested] = checked
        return answers


Floats = npt.NDArray[np.float64]


def share_job(job: Job) -> Shared | None:
    """Do once what all folds of a job have in common; None if they have to be fitted one by one.

    Not shared: what a metric wants to see fitted; a learner of which only `fit` says whether it has the response that
    is needed; one that predicts all folds itself and has an open seed, which is another for every fold.
    """
    method = response_method(job.estimator, job.response) if job.response else "predict"
    if method is None or job.fit_time_metric is not None:
        return None
    shared = _prepared(job)
    return shared if shared is not None and {"predict", method} <= shared.methods else None


def _prepared(job: Job) -> Shared | None:
    offer = own_offer(job)
    if offer:
        if has_open_seeds(job.estimator) or not speaks_for(offer, type(job.estimator)):
            return None
        return PreparedFolds(job) if offer == "prepare_folds" else OwnFolds(job)
    if _look_like_numbers(len(job.target.classes), job.assignment):
        return None
    X = as_numbers(job.X)
    examples = None if X is None else Examples(X=X, y=job.target.values, n_classes=len(job.target.classes))
    shared = None if examples is None else share(job.estimator, examples)
    return shared or share_prepared(job)


def own_offer(job: Job) -> str:
    """Return by which method a learner predicts all folds itself, of two the one that its class defines last."""
    names = ("prepare_folds", "predict_folds") if job.target.task == "classification" else ("predict_folds",)
    offers = (name for part in type(job.estimator).__mro__ for name in names if callable(vars(part).get(name)))
    return next(offers, "")


def is_own_work(job: Job) -> bool:
    """Return whether nobody's code but ours, and scikit-learn's, computes what folds share."""
    return not own_offer(job) or type(job.estimator).__module__.startswith("foldwise.learners.")


def speaks_for(offer: str, kind: type) -> bool:
    """Return whether a method knows how its class fits and predicts: not if a subclass has changed that and not it."""
    names = {"fit", "predict", "predict_proba", "decision_function", offer}
    return next(offer in vars(part) for part in kind.__mro__ if not names.isdisjoint(vars(part)))


def _look_like_numbers(n_classes: int, assignment: Assignment) -> bool:
    """Return whether classes are so many that scikit-learn warns: more than half of more than 20 training examples."""
    if n_classes <= 10:
        return False
    n_train = assignment.sizes()[0]
    return bool(((n_train > 20) & (n_train <= 2 * n_classes + 1)).any())


def as_numbers(X: Any) -> Floats | None:
    """Return a table of finite numbers as one array; None for any other table.

    Of single precision scikit-learn computes in single precision, which other ways of computing cannot follow.
    """
    if isinstance(X, pd.DataFrame):
        # Names of both kinds are an error.
        dtypes = set(X.dtypes) if len({isinstance(name, str) for name in X.columns}) < 2 else set()
    else:
        dtypes = {X.dtype} if type(X) is np.ndarray and X.ndim == 2 else set()
    if not dtypes or not dtypes <= {np.dtype(np.float64), np.dtype(np.int64)}:
        return None
    # Not copied if it is one already; a view, for what is the user's cannot be written to.
    numbers: Floats = np.ascontiguousarray(X, dtype=np.float64).view()
    numbers.setflags(write=False)
    # Larger integers are not all numbers of double precision.
    limit = np.inf if dtypes == {np.dtype(np.float64)} else 2.0**53
    # Of NaN neither is true.
    fine = -limit < numbers.min(initial=0.0) and numbers.max(initial=0.0) < limit
    return numbers if fine else None
