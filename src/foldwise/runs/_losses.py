"""Losses of single predictions."""

from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import check_choice
from foldwise.runs._target import Target

_CLASS_LOSSES = ("zero_one", "log", "brier")
_NUMBER_LOSSES = ("absolute", "squared")


def example_losses(
    name: str,
    target: Target,
    predictions: npt.NDArray[Any],
    responses: npt.NDArray[np.float64] | None,
    response_methods: tuple[str, ...],
    tested: npt.NDArray[np.bool_],
) -> npt.NDArray[np.float64]:
    """Loss of every prediction; NaN where there is none.

    The logarithmic loss takes probabilities no smaller than the spacing of numbers near 1; the Brier loss is
    the sum over all classes of the squared difference between probability and outcome.
    """
    check_choice(name, "loss", _CLASS_LOSSES if target.task == "classification" else _NUMBER_LOSSES)
    if name == "zero_one":
        return np.where(tested, predictions != target.values, np.nan)
    if name in _NUMBER_LOSSES:
        gap: npt.NDArray[np.float64] = np.abs(predictions - target.values)
        return gap if name == "absolute" else gap**2
    if responses is None or set(response_methods) - {""} != {"predict_proba"}:
        raise ValueError(f"The {name} loss needs probabilities. Pass probabilities=True to evaluate.")
    probabilities = responses
    if len(target.classes) == 2:
        probabilities = np.stack([1 - probabilities, probabilities], axis=-1)
    if name == "brier":
        outcome = np.eye(len(target.classes))[target.values]
        losses = ((probabilities - outcome) ** 2).sum(axis=-1)
    else:
        given = np.take_along_axis(probabilities, target.values[np.newaxis, np.newaxis, :, np.newaxis], axis=-1)[..., 0]
        losses = -np.log(np.maximum(given, np.finfo(np.float64).eps))
    return np.where(tested, losses, np.nan)
