"""The protocol of work that folds share."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


class FoldScaler(Protocol):
    """A transformer before the learner that shifts and scales every column by what its training fold holds."""

    def maps(self, folds: Codes) -> tuple[Floats, Floats]:
        """Shift and scale, each of shape (n_repeats, n_folds, n_columns): the learner sees (x - shift) / scale."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Examples:
    """What every fold of one learner is cut from.

    Parameters
    ----------
    X : ndarray of float, shape (n_examples, n_columns)
        In C order, finite. What is no table of such numbers is not shared.
    y : ndarray of shape (n_examples,)
        Places of the labels among the sorted classes (intp), or real numbers (float).
    n_classes : int
        0 for regression.
    scaler : FoldScaler, optional
        What stands before the learner. A learner that cannot take it into account shares nothing.
    """

    X: Floats
    y: npt.NDArray[Any]
    n_classes: int
    scaler: FoldScaler | None = None


@dataclass(frozen=True, slots=True, eq=False)
class FoldAnswers:
    """What a learner says about the tested examples of all folds; anything where an example is not tested.

    Parameters
    ----------
    values : ndarray of shape (n_repeats, n_examples) or (n_repeats, n_examples, n_classes)
        Class codes (intp) or real numbers for 'predict'; probabilities or decision values, one column per class, for
        the others.
    unsure : ndarray of bool, shape (n_repeats, n_examples)
        Where rounding might have decided, or the learner would fail or behave otherwise: folds with such examples
        are fitted by themselves.
    """

    values: npt.NDArray[Any]
    unsure: npt.NDArray[np.bool_]


class Shared(Protocol):
    """One learner on one table, whose preparation serves all folds; may be called from several threads at once."""

    @property
    def methods(self) -> frozenset[str]:
        """What `answers` takes: 'predict', 'predict_proba', 'decision_function'."""
        ...

    def answers(self, folds: Codes, method: str) -> FoldAnswers:
        """Answer for all folds of all repeats: `folds` (n_repeats, n_examples) as in an Assignment."""
        ...
