"""Prepared tables as a map of fixed columns, another map for every fold, so that products of columns are mapped alike.

A missing number is 0 in the column of its numbers and 1 in a column of gaps; a category is 1 in a column of its own.
What fills gaps is then so many times the column of gaps, added to the column of numbers or of a category; a scale is a
factor; a category that training lacks, or that the encoder drops, is a column that is not kept.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise.sharing._shared import Codes, Floats

Bools = npt.NDArray[np.bool_]
Places = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class FoldMap:
    """How a fold makes its columns of the fixed ones; arrays begin (n_repeats, n_folds).

    Parameters
    ----------
    fills : list of (int, ndarray of int, ndarray of float)
        A column of gaps, to which column it is added and how many times.
    kept : ndarray of bool, shape (n_repeats, n_folds, n_columns)
        Which columns the learner gets.
    unknown : ndarray of bool, shape (n_repeats, n_folds)
        Where training lacks a category.
    unforeseen : ndarray of bool, shape (n_repeats, n_folds)
        Where a step would fail or warn, or leave out a column of numbers.
    """

    fills: list[tuple[int, Places, Floats]]
    kept: Bools
    unknown: Bools
    unforeseen: Bools

    def apply(self, products: Floats) -> None:
        """Map products of columns (n_repeats, n_folds, n, n) in place, of which further columns stay as they are."""
        repeat, fold = np.ogrid[: products.shape[0], : products.shape[1]]
        for column, to, times in self.fills:
            products[repeat, fold, to] += times[..., np.newaxis] * products[:, :, column]
            products[repeat, fold, :, to] += times[..., np.newaxis] * products[:, :, :, column]
        p = self.kept.shape[2]
        products[:, :, :p] *= self.kept[..., np.newaxis]
        products[..., :p] *= self.kept[:, :, np.newaxis]

    def of_fixed(self, slopes: Floats) -> Floats:
        """Return slopes of the fixed columns that say the same as `slopes` (n_repeats, n_folds, p, n_targets)."""
        repeat, fold = np.ogrid[: slopes.shape[0], : slopes.shape[1]]
        fixed = slopes * self.kept[..., np.newaxis]
        for column, to, times in self.fills:
            fixed[:, :, column] = times[..., np.newaxis] * fixed[repeat, fold, to]
        return fixed


@dataclass(frozen=True, slots=True, eq=False)
class NumberGaps:
    """A column of numbers with gaps: which rows hold the known ones in order, for their median; None for their mean."""

    column: int
    gaps: int
    rows: Places | None
    values: Floats

    def fills(self, folds: Codes, sums: Floats, counts: Floats) -> tuple[Floats, Bools]:
        """Return what fills the gaps of every fold, and where no number is known."""
        n_known = counts - sums[..., self.gaps]
        empty = n_known < 0.5
        if self.rows is None:
            return sums[..., self.column] / np.maximum(n_known, 1), empty
        fills = np.zeros(n_known.shape)
        for repeat, codes in enumerate(folds[:, self.rows]):
            trained = (codes != np.arange(sums.shape[1])[:, np.newaxis]) & (codes > -2)
            # Those of the training rows, fold after fold.
            values = np.broadcast_to(self.values, trained.shape)[trained]
            numbers = n_known[repeat].astype(np.intp)
            first = np.cumsum(numbers) - numbers
            at = np.flatnonzero(numbers)
            low, high = first[at] + (numbers[at] - 1) // 2, first[at] + numbers[at] // 2
            fills[repeat, at] = (values[low] + values[high]) / 2
        return fills, empty


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TextColumns:
    """The columns of one column of categories: `gaps` is that of what is filled by the most frequent one."""

    start: int
    end: int
    gaps: int | None
    drop: str | None
    ignores_unknown: bool
    is_sparse: bool

    @property
    def categories(self) -> slice:
        return slice(self.start, self.end if self.gaps is None else self.gaps)

    def kept(self, counts: Floats) -> Bools:
        """Which of its categories (n_repeats, n_folds, n) the learner gets, of those that occur."""
        occurs: Any = counts > 0
        if self.drop:
            dropped = occurs.any(axis=2) if self.drop == "first" else occurs.sum(axis=2) == 2
            first = occurs.argmax(axis=2)[..., np.newaxis]
            np.put_along_axis(occurs, first, np.take_along_axis(occurs, first, 2) & ~dropped[..., np.newaxis], 2)
        return np.asarray(occurs)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PreparedColumns:
    """The fixed columns of a table.

    Parameters
    ----------
    table : ndarray of shape (n_examples, n_columns)
        Numbers are less their mean, in units of their standard deviation.
    units : ndarray of shape (n_columns,)
        These units.
    far : ndarray of shape (n_columns,)
        No number is farther from 0, in these units.
    is_scaled : ndarray of bool, shape (n_columns,)
        Which columns are divided by their standard deviation in training.
    """

    table: Floats
    units: Floats
    far: Floats
    is_scaled: Bools
    number_gaps: list[NumberGaps]
    texts: list[TextColumns]
    sparse_threshold: float

    @property
    def sizes(self) -> Floats:
        """The lengths of the rows, at most, whatever their gaps are filled with."""
        heights = np.ones(len(self.units))
        for numbers in self.number_gaps:
            heights[numbers.gaps] = np.abs(self.table[:, numbers.column]).max()
        sizes: Floats = np.sqrt(np.square(self.table) @ np.square(heights))
        return sizes

    @property
    def squares(self) -> float:
        """The sum of squares of the columns about their means, at most, as the learner sees them."""
        return float((np.where(self.is_scaled, 1.0, self.units**2) * np.square(self.table).sum(axis=0)).sum())

    def maps(self, folds: Codes, sums: Floats, counts: Floats) -> FoldMap:
        """Return how folds make their columns of these.

        Parameters
        ----------
        folds : ndarray of int32, shape (n_repeats, n_examples)
        sums : ndarray of shape (n_repeats, n_folds, n_columns)
            Of the training rows.
        counts : ndarray of shape (n_repeats, n_folds)
            How many these are.
        """
        kept = np.ones(sums.shape, dtype=np.bool_)
        unknown, unforeseen = np.zeros((2, *counts.shape), dtype=np.bool_)
        fills = []
        for numbers in self.number_gaps:
            kept[..., numbers.gaps] = False
            values, empty = numbers.fills(folds, sums, counts)
            unforeseen |= empty
            fills.append((numbers.gaps, np.full(counts.shape, numbers.column), values))
        for texts in self.texts:
            known = sums[..., texts.categories]
            kept[..., texts.start : texts.end] = False
            kept[..., texts.categories] = texts.kept(known)
            lacking = (known == 0).any(axis=2)
            unknown |= lacking
            if texts.drop or not texts.ignores_unknown:
                unforeseen |= lacking
            if texts.gaps is not None:
                unforeseen |= ~(known > 0).any(axis=2)
                fills.append((texts.gaps, texts.start + known.argmax(axis=2), np.ones(counts.shape)))
        return FoldMap(fills, kept, unknown, unforeseen)

    def are_sparse(self, fold_map: FoldMap, sums: Floats, counts: Floats) -> Bools:
        """Where the learner gets a sparse table, by the mapped sums of the columns."""
        sparse = np.zeros(self.units.shape, dtype=np.bool_)
        for texts in self.texts:
            sparse[texts.start : texts.end] = texts.is_sparse
        if not sparse.any():
            return np.zeros(counts.shape, dtype=np.bool_)
        entries = np.where(sparse, sums, counts[..., np.newaxis] * fold_map.kept).sum(axis=2)
        sparse_folds: Bools = entries < self.sparse_threshold * counts * fold_map.kept.sum(axis=2)
        return sparse_folds
