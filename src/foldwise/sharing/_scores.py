"""From scores of classes and bounds of their errors to answers."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise.sharing._joint_likelihood import settle
from foldwise.sharing._shared import Floats

SEEN: Final = 1e-4
"""What is seen of the errors that solutions of equations may have: a bound assumes that all roundings conspire."""

OFF: Final = 1e-9
"""How far a real number may be off, relative to numbers of its kind."""


def answered(
    scores: Floats, error: Floats, method: str, *, by_logs: bool = False
) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]:
    """Pick the class of the highest score, or normalise the exponentials of scores, or hand them on.

    Parameters
    ----------
    scores, error : ndarray of shape (n_repeats, n_examples, n_classes)
    method : {'predict', 'predict_proba', 'decision_function'}
    by_logs : bool, default False
        How probabilities are normalised; see `settle`.

    Returns
    -------
    values : ndarray
        For two classes, the decision value of the second is the difference of the scores and that of the first its
        opposite.
    unsure : ndarray of bool, shape (n_repeats, n_examples)
    """
    if method == "predict":
        return settle(scores, error, method)
    if method == "predict_proba":
        return settle(scores, SEEN * error, method, by_logs=by_logs)
    unsure = np.logical_not((SEEN * error <= OFF * (1 + np.abs(scores))).all(axis=2))
    if scores.shape[2] == 2:
        second = scores[..., 1] - scores[..., 0]
        scores = np.stack([-second, second], axis=2)
    return scores, unsure
