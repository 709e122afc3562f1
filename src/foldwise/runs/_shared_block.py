"""What some whole repeats of one learner gave, computed together."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise.runs._fold import Pair


@dataclass(frozen=True, slots=True, eq=False)
class SharedBlock:
    """What some whole repeats gave, computed together.

    Parameters
    ----------
    learner : int
        Whose.
    repeats : slice
        Which.
    predicted : ndarray of shape (n_repeats, n_examples)
        Class codes or real numbers; anything where an example is not tested.
    response : ndarray of shape (n_repeats, n_examples[, n_classes]), or None
        As in a Run.
    response_method : str
        Which method gave it.
    n_unsure : ndarray of shape (n_repeats, n_folds)
        How many of the tested examples of each fold may have been decided by rounding.
    left : list of pairs (repeat, fold)
        Folds with such an example, to be fitted by themselves; and those that test nothing.
    elapsed : float
        Seconds that all this took.
    fold_seconds : float
        What a fold took on average, with its part of the preparation.
    output : str
        The beginning of what was printed.
    warnings : Counter of str
        What was warned of.
    """

    learner: int
    repeats: slice
    predicted: npt.NDArray[Any]
    response: npt.NDArray[np.float64] | None
    response_method: str
    n_unsure: npt.NDArray[np.int64]
    left: list[Pair]
    elapsed: float
    fold_seconds: float
    output: str
    warnings: Counter[str]
