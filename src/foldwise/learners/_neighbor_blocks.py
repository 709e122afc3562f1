"""Rows normalised by given ranges and laid out in blocks of near ones, as the kernels of nearest neighbours read."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from foldwise._kernels import nearest_neighbor as kernel
from foldwise.learners._training import Training

Codes = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

# Kinds of column, as the kernels know them.
COMPLETE, GAPPY, NOMINAL = 0, 1, 2


def column_kinds(training: Training) -> npt.NDArray[np.int8]:
    """Return which columns are nominal, and which of the others have missing values."""
    numeric = np.where(np.isnan(training.X).any(axis=0), GAPPY, COMPLETE)
    return np.where(training.n_values > 0, NOMINAL, numeric).astype(np.int8)


def column_ranges(training: Training) -> tuple[Floats, Floats]:
    """Return the least and greatest known value of numeric columns; 0 and 1 for nominal ones, whose codes stay."""
    nominal = training.n_values > 0
    low = np.where(nominal, 0.0, np.fmin.reduce(training.X, axis=0, initial=np.inf))
    high = np.where(nominal, 1.0, np.fmax.reduce(training.X, axis=0, initial=-np.inf))
    return low, high


def near_order(X: Floats, low: Floats, high: Floats) -> Codes:
    """Return the rows in an order that puts near ones together."""
    n_examples, n_attributes = X.shape
    order = np.empty(n_examples, dtype=np.int32)
    waiting = np.empty((64, 2), dtype=np.int32)
    kernel.arrange(X, low, high, np.empty((2, n_attributes)), np.empty(n_examples), waiting, order)
    return order


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """Rows by blocks, columns and places in a block, and the least and most value of each column and block."""

    low: Floats
    high: Floats
    values: Floats
    least: Floats
    most: Floats

    @classmethod
    def of(cls, X: Floats, low: Floats, high: Floats, kind: npt.NDArray[np.int8], order: Codes) -> Self:
        """Normalise rows by the ranges given, and lay them out in the order given."""
        n_examples, n_attributes = X.shape
        n_blocks = -(-n_examples // kernel.BLOCK_ROWS)
        values = np.zeros((n_blocks, n_attributes, kernel.BLOCK_ROWS))
        least, most = np.empty((2, n_attributes, n_blocks))
        kernel.pack(X, low, high, kind, order, values, least, most)
        return cls(low, high, values, least, most)
