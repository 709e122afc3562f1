"""Scores of predicted labels, many folds of one size at once, as scikit-learn computes them fold by fold."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Scored = tuple[Floats, Bools]


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """How often each label (last axis) is right, is predicted and is true in each fold (first axis)."""

    right: Floats
    predicted: Floats
    true: Floats


def count_labels(truth: npt.NDArray[Any], predicted: npt.NDArray[Any], n_labels: int) -> Counts:
    """Count the labels of each row.

    >>> counts = count_labels(np.array([[0, 1, 1]]), np.array([[1, 1, 1]]), 2)
    >>> counts.right.tolist(), counts.predicted.tolist(), counts.true.tolist()
    ([[0.0, 2.0]], [[0.0, 3.0]], [[1.0, 2.0]])
    """
    n_folds = len(truth)
    first = n_labels * np.arange(n_folds)[:, np.newaxis]

    def counted(codes: npt.NDArray[Any]) -> Floats:
        return np.bincount(codes, minlength=n_folds * n_labels).reshape(n_folds, n_labels).astype(np.float64)

    at_truth = first + truth
    return Counts(
        counted(at_truth[truth == predicted]), counted((first + predicted).ravel()), counted(at_truth.ravel())
    )


def balanced_accuracy(counts: Counts) -> Scored:
    """Mean recall of the labels that are true somewhere in the fold."""
    occurs = counts.true > 0
    recalls = counts.right / np.where(occurs, counts.true, 1)
    return recalls.sum(axis=1) / occurs.sum(axis=1), np.zeros(len(recalls), dtype=bool)


def matthews_correlation(counts: Counts) -> Scored:
    """Covariance of truth and prediction over their spreads; 0 where either is constant, of which nobody warns."""
    size = counts.true.sum(axis=1)
    both = counts.right.sum(axis=1) * size - (counts.true * counts.predicted).sum(axis=1)
    spreads = (size**2 - (counts.predicted**2).sum(axis=1)) * (size**2 - (counts.true**2).sum(axis=1))
    scores = np.where(spreads == 0, 0.0, both / np.sqrt(np.where(spreads == 0, 1, spreads)))
    return scores, np.zeros(len(scores), dtype=bool)


def _precision(counts: Counts) -> tuple[Floats, Floats]:
    return counts.right, counts.predicted


def _recall(counts: Counts) -> tuple[Floats, Floats]:
    return counts.right, counts.true


def _f1(counts: Counts) -> tuple[Floats, Floats]:
    return 2 * counts.right, counts.true + counts.predicted


SHARES: Final[dict[str, Callable[[Counts], tuple[Floats, Floats]]]] = {
    "precision_score": _precision,
    "recall_score": _recall,
    "f1_score": _f1,
}


def share(name: str, average: str, counts: Counts, positive: int | None) -> Scored:
    """Precision, recall or F1 of one label (`average` is 'binary'), or their 'micro', 'macro' or 'weighted' average.

    A label of which there is none, so that its share is 0/0, counts as 0, and the fold as filled. Labels that are
    neither true nor predicted in a fold are no part of its average.
    """
    concerned = counts.true + counts.predicted > 0
    weights = counts.true if average == "weighted" else concerned.astype(np.float64)
    above, below = SHARES[name](counts)
    if average == "binary" and positive is not None:
        above, below = above[:, positive, np.newaxis], below[:, positive, np.newaxis]
    if average == "micro":
        above, below = above.sum(axis=1, keepdims=True), below.sum(axis=1, keepdims=True)
    if average in ("binary", "micro"):
        concerned = np.ones(below.shape, dtype=bool)
        weights = np.ones(below.shape)
    shares = above / np.where(below == 0, 1, below)
    filled = (concerned & (below == 0)).any(axis=1)
    return (shares * weights).sum(axis=1) / weights.sum(axis=1), filled
