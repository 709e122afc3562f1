"""Whether and how the folds of one learner share work."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise.runs._fold import Job, response_method
from foldwise.runs._own_sharing import OwnFolds, PreparedFolds
from foldwise.runs._seeding import has_open_seeds
from foldwise.runs._sharing import Examples, Shared, share

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
    is_classifier = job.target.task == "classification"
    prepares = is_classifier and callable(getattr(job.estimator, "prepare_folds", None))
    if prepares or callable(getattr(job.estimator, "predict_folds", None)):
        if has_open_seeds(job.estimator):
            return None
        return PreparedFolds(job) if prepares else OwnFolds(job)
    X = as_numbers(job.X)
    if X is None:
        return None
    return share(job.estimator, Examples(X=X, y=job.target.values, n_classes=len(job.target.classes)))


def as_numbers(X: Any) -> Floats | None:
    """Return a table of finite numbers as one array; None for any other table.

    Of single precision scikit-learn computes in single precision, which other ways of computing cannot follow.
    """
    if isinstance(X, pd.DataFrame):
        dtypes = set(X.dtypes)
    else:
        dtypes = {X.dtype} if type(X) is np.ndarray and X.ndim == 2 else set()
    if not dtypes or not dtypes <= {np.dtype(np.float64), np.dtype(np.int64)}:
        return None
    numbers: Floats = np.array(X, dtype=np.float64, order="C")
    # Larger integers are not all numbers of double precision.
    limit = np.inf if dtypes == {np.dtype(np.float64)} else 2.0**53
    return numbers if (np.abs(numbers) < limit).all() else None
