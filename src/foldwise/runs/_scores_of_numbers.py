"""Scores of predicted numbers, many folds of one size at once, as scikit-learn computes them fold by fold."""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def _squared(truth: Floats, predicted: Floats) -> Floats:
    return np.asarray(((truth - predicted) ** 2).mean(axis=1))


def _root_squared(truth: Floats, predicted: Floats) -> Floats:
    return np.sqrt(_squared(truth, predicted))


def _absolute(truth: Floats, predicted: Floats) -> Floats:
    return np.asarray(np.abs(predicted - truth).mean(axis=1))


def _r_squared(truth: Floats, predicted: Floats) -> Floats:
    """Share of the spread that is explained: of no spread all if nothing is left, else nothing; NaN for one example."""
    if truth.shape[1] < 2:
        return np.full(len(truth), np.nan)
    left = ((truth - predicted) ** 2).sum(axis=1)
    spread = ((truth - truth.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
    explained = 1 - left / np.where(spread == 0, 1, spread)
    return np.where(left == 0, 1.0, np.where(spread == 0, 0.0, explained))


NUMBERS: Final[dict[str, Callable[[Floats, Floats], Floats]]] = {
    "mean_squared_error": _squared,
    "root_mean_squared_error": _root_squared,
    "mean_absolute_error": _absolute,
    "r2_score": _r_squared,
}
