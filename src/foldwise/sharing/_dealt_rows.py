"""The rows of a table, put in order fold after fold, so that every fold is a slice."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np
import numpy.typing as npt

from foldwise.sharing._fold_sums import count_folds
from foldwise.sharing._shared import Codes, Floats


@dataclass(frozen=True, slots=True, eq=False)
class DealtRows:
    """Rows of all repeats, first those that are left out (-2), then those that are never tested (-1), then by fold.

    Parameters
    ----------
    values : ndarray of shape (n_repeats, n_examples, n_columns)
        The ordered rows.
    order : ndarray of shape (n_repeats, n_examples)
        Where they stand in the table.
    ends : ndarray of shape (n_repeats, n_folds + 3)
        Where left-out rows begin, never tested ones, and each fold; and where the last one ends.
    """

    values: Floats
    order: npt.NDArray[np.intp]
    ends: npt.NDArray[np.intp]

    @classmethod
    def of(cls, folds: Codes, rows: Floats) -> Self:
        """Put rows (n_examples, n_columns) in order for each repeat."""
        n_folds = count_folds(folds)
        # Numbers of 16 bits are sorted by counting.
        keys = folds.astype(np.int16) if n_folds < 1 << 15 else folds
        order = np.argsort(keys, axis=1, kind="stable")
        marks = np.arange(-2, n_folds + 1)
        ends = np.stack([np.searchsorted(codes[places], marks) for codes, places in zip(folds, order, strict=True)])
        return cls(rows[order], order, ends)

    @property
    def n_folds(self) -> int:
        """How many folds the repeats have."""
        return int(self.ends.shape[1]) - 3

    @property
    def largest(self) -> int:
        """How many rows the largest fold has."""
        sizes: list[int] = [stop - start for row in self.ends[:, 2:].tolist() for start, stop in pairwise(row)]
        return max(sizes, default=0)

    @property
    def left_out(self) -> npt.NDArray[np.intp]:
        """How many rows each repeat leaves out."""
        return self.ends[:, 1]

    def __iter__(self) -> Iterator[tuple[int, int, slice]]:
        """Yield repeat, fold and the slice of its rows, for all folds that test something."""
        for repeat, ends in enumerate(self.ends[:, 2:].tolist()):
            for fold, start in enumerate(ends[:-1]):
                if start < ends[fold + 1]:
                    yield repeat, fold, slice(start, ends[fold + 1])

    def training_products(self, whole: Floats) -> Floats:
        """Products of columns over what every fold is trained on: those of the whole table less its own rows'.

        Of shape (n_repeats, n_folds, n_columns, n_columns).
        """
        products = np.empty((len(self.order), self.n_folds, *whole.shape))
        products[:] = whole
        for repeat, end in enumerate(self.left_out.tolist()):
            rows = self.values[repeat, :end]
            products[repeat] -= rows.T @ rows
        for repeat, fold, where in self:
            rows = self.values[repeat, where]
            products[repeat, fold] -= rows.T @ rows
        return products

    def put_back(self, answers: Floats) -> Floats:
        """Return what was computed for the ordered rows (n_repeats, n_examples, ...) in the order of the table."""
        table = np.empty_like(answers)
        table[np.arange(len(self.order))[:, np.newaxis], self.order] = answers
        return table
