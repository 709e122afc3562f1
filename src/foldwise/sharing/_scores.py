"""From scores or joint log-likelihoods of classes, and bounds of their errors, to answers."""

import math
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise.sharing._shared import Floats

NAIVE_BAYES_METHODS = frozenset({"predict", "predict_proba"})

# A class this far behind has a probability below 1e-10: its last digits do not matter.
_FAR_BEHIND = 23.0
_OFF = 1e-9


def relative_slack(method: str, n_columns: int) -> float:
    """Return how far two ways to sum the same terms may differ, relative to their magnitudes.

    Roundings of 2**-53 each add up as a random walk. Where a class is picked there is room to be generous.
    """
    return 1e-9 if method == "predict" else 2.0**-51 * (16 + 4 * math.sqrt(n_columns))


def settle(
    joint: Floats, slack: Floats, method: str, *, by_logs: bool = True
) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]:
    """Pick the most likely class, or normalise.

    Parameters
    ----------
    joint : ndarray of shape (..., n_classes)
        Joint log-likelihoods; minus infinity for a class that was not there in training.
    slack : ndarray of shape (..., n_classes)
        How much each of them may be off; finite.
    method : {'predict', 'predict_proba'}
    by_logs : bool, default True
        Normalise logarithms rather than odds. Probabilities near 1 are then rounded to the few digits that a large
        logarithm leaves them, as those of naive Bayes are in scikit-learn: ranks of examples depend on it.

    Returns
    -------
    values : ndarray
        Class codes, of shape (...), or probabilities, of shape (..., n_classes).
    unsure : ndarray of bool, shape (...)
        Where another class may be the most likely, or a probability may be off by 1e-9.
    """
    best = joint.argmax(axis=-1)
    at = best[..., np.newaxis]
    top = np.take_along_axis(joint, at, axis=-1)
    surely = top - np.take_along_axis(slack, at, axis=-1)
    upper = joint + slack
    np.put_along_axis(upper, at, -np.inf, axis=-1)
    if method == "predict":
        # Said this way round, NaN is unsure.
        return best, np.asarray(~(upper < surely).all(axis=-1))
    # A fold without any class gives NaN, which is unsure as well.
    with np.errstate(invalid="ignore"):
        near = ~(upper <= surely - _FAR_BEHIND)
        blurred = near & ~(slack + (top - surely) < _OFF)
        odds = np.exp(joint - top)
    unsure = np.asarray(blurred.any(axis=-1))
    if not by_logs:
        return odds / odds.sum(axis=-1, keepdims=True), unsure
    np.put_along_axis(odds, at, 0.0, axis=-1)
    with np.errstate(invalid="ignore"):
        return np.exp(joint - (np.log1p(odds.sum(axis=-1, keepdims=True)) + top)), unsure


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
