"""Many folds of a learner at a time, as columns instead of a record for each."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class FoldColumns:
    """What some folds of a learner gave that neither failed nor warned, and in which nothing was tried.

    Parameters
    ----------
    learner : int
        Whose.
    repeats, folds : sequence of int
        Which, repeat by repeat and in each in ascending order.
    predicted : sequence of ndarray
        Class codes or real numbers of the tested examples of each fold, in their order.
    responses : sequence of (ndarray or None)
        As in a Run.
    response_method : str
        Which method gave all of them; empty if there are none.
    scores : ndarray of float
        Of a metric that is computed at the time of the fit; else NaN.
    fit_seconds, predict_seconds : ndarray of float
        What each took.
    shared : ndarray of bool
        Whether it was computed together with others.
    n_unsure : int
        How many examples of all of them rounding might have decided, had they been.
    """

    learner: int
    repeats: Sequence[int]
    folds: Sequence[int]
    predicted: Sequence[npt.NDArray[np.generic]]
    responses: Sequence[Floats | None]
    response_method: str
    scores: Floats
    fit_seconds: Floats
    predict_seconds: Floats
    shared: npt.NDArray[np.bool_]
    n_unsure: int
