"""Scores of probabilities and decision values, many folds of one size at once, as scikit-learn computes them."""

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Scored = tuple[Floats, Bools]


def log_loss(truth: npt.NDArray[Any], chances: npt.NDArray[Any]) -> Scored:
    """Mean logarithmic loss of each row.

    Parameters
    ----------
    truth : ndarray of int, of shape (n_folds, n_examples)
        Class codes.
    chances : ndarray of shape (n_folds, n_examples[, n_classes])
        Probabilities; of two classes only those of the second. They are cut off at the spacing of numbers of their type
        near 1, and not made to sum to one.
    """
    if chances.ndim == 2:
        given = np.where(truth == 1, chances, 1 - chances)
    else:
        given = np.take_along_axis(chances, truth[..., np.newaxis], axis=-1)[..., 0]
    eps = np.finfo(chances.dtype).eps
    return (-np.log(np.clip(given, eps, 1 - eps))).mean(axis=1), np.zeros(len(truth), dtype=bool)


def brier(is_positive: Bools, chances: npt.NDArray[Any]) -> Scored:
    """Mean squared difference between probability and outcome of each row."""
    outcome = is_positive.astype(chances.dtype)
    # Of both classes and halved, as scikit-learn does it: the two are not equal to the last digit.
    losses = ((1 - outcome) - (1 - chances)) ** 2 + (outcome - chances) ** 2
    return losses.mean(axis=1) * chances.dtype.type(0.5), np.zeros(len(losses), dtype=bool)


def area_under_roc(is_positive: Bools, values: npt.NDArray[Any]) -> Scored:
    """Share of pairs of a positive and a negative example that are in order, ties counting half; NaN without pairs.

    >>> area_under_roc(np.array([[False, True, True]]), np.array([[0.5, 0.5, 0.75]]))[0].tolist()
    [0.75]
    """
    is_positive, is_last = _sorted(is_positive, values)
    n_up_to = np.cumsum(is_positive, axis=1, dtype=np.int64)
    n_positive = n_up_to[:, -1]
    n_negative = is_positive.shape[1] - n_positive
    n_before = _before_tie(n_up_to, is_last)
    negatives_up_to = np.arange(1, is_positive.shape[1] + 1) - n_up_to
    negatives_in_tie = negatives_up_to - _before_tie(negatives_up_to, is_last)
    # Whole numbers: pairs in order twice, ties once. Values descend.
    pairs = np.where(is_last, negatives_in_tie * (n_before + n_up_to), 0).sum(axis=1)
    n_pairs = 2.0 * n_positive * n_negative
    scores = np.where(n_pairs == 0, np.nan, pairs / np.where(n_pairs == 0, 1, n_pairs))
    return scores, np.zeros(len(scores), dtype=bool)


def average_precision(is_positive: Bools, values: npt.NDArray[Any]) -> Scored:
    """Mean precision at the positive examples, where ties are predicted together; 0, and filled, without any.

    >>> average_precision(np.array([[False, True, True]]), np.array([[0.5, 0.5, 0.75]]))[0].tolist()
    [0.8333333333333333]
    """
    is_positive, is_last = _sorted(is_positive, values)
    n_up_to = np.cumsum(is_positive, axis=1, dtype=np.int64)
    n_positive = n_up_to[:, -1]
    precision = n_up_to / np.arange(1, is_positive.shape[1] + 1)
    gained = np.where(is_last, n_up_to - _before_tie(n_up_to, is_last), 0)
    return (gained * precision).sum(axis=1) / np.maximum(n_positive, 1), n_positive == 0


def _sorted(is_positive: Bools, values: npt.NDArray[Any]) -> tuple[Bools, Bools]:
    """Put each row in order of descending values; also say where the last of those that are equal is."""
    order = np.argsort(-values, axis=1, kind="stable")
    ranked = np.take_along_axis(values, order, axis=1)
    is_last = np.ones(values.shape, dtype=bool)
    np.not_equal(ranked[:, 1:], ranked[:, :-1], out=is_last[:, :-1])
    return np.take_along_axis(is_positive, order, axis=1), is_last


def _before_tie(n_up_to: npt.NDArray[np.int64], is_last: Bools) -> npt.NDArray[np.int64]:
    """Return the count that was reached before the first of those that are equal; it never falls along a row."""
    reached = np.zeros_like(n_up_to)
    np.maximum.accumulate(np.where(is_last, n_up_to, 0)[:, :-1], axis=1, out=reached[:, 1:])
    return reached
