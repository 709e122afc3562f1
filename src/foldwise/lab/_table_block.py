"""A block of tables of scores, and what tests over datasets read of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from foldwise.lab._table_source import Floats, Ints, Tables, TableSource

T = TypeVar("T")
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class TableBlock:
    """Some tables of a source, drawn when they are asked for, once for all methods.

    Parameters
    ----------
    source : TableSource
        Where they come from.
    trials : range
        Which ones.
    seed : int
        Of the study.
    """

    source: TableSource
    trials: range
    seed: int

    @cached_property
    def tables(self) -> Tables:
        """Mean scores and the truth."""
        return self.source.draw(self.trials, self.seed)

    @cached_property
    def folds(self) -> Floats:
        """Scores on folds."""
        return self.source.draw_folds(self.trials, self.seed)

    @cached_property
    def pairs(self) -> tuple[Ints, Ints]:
        """First and second learner of every pair."""
        first, second = np.triu_indices(self.source.n_learners, 1)
        return first, second

    @cached_property
    def differences(self) -> Floats:
        """Differences of all pairs, of shape (n_tables, n_pairs, n_datasets); NaN where a score is missing."""
        scores, (first, second) = np.swapaxes(self.tables.scores, 1, 2), self.pairs
        return np.asarray(scores[:, first] - scores[:, second])

    @cached_property
    def _done(self) -> dict[tuple[Any, ...], Any]:
        return {}

    def once(self, function: Callable[..., T], *options: Any) -> T:
        """Call a function of this block and of options that can be hashed, once for all methods that share them."""
        if (function, *options) not in self._done:
            self._done[function, *options] = function(self, *options)
        result: T = self._done[function, *options]
        return result

    @property
    def true_signs(self) -> Floats:
        """Who of every pair is better over the population: 1 for the first, -1 for the second, 0 for neither."""
        centers, (first, second) = np.array(self.source.centers), self.pairs
        return np.asarray(np.sign(centers[first] - centers[second]))


def without_gaps(values: npt.NDArray[Any], present: Bools) -> Iterator[tuple[Ints, npt.NDArray[Any]]]:
    """Yield rows from which what is missing is left out, those that are equally long together.

    Parameters
    ----------
    values : ndarray of shape (n_rows, n_datasets, ...)
        What is there, and what is not.
    present : ndarray of bool, of shape (n_rows, n_datasets)
        Which.

    Yields
    ------
    where : ndarray of int
        Which rows.
    ndarray of shape (len(where), n_present, ...)
        What they have.

    Examples
    --------
    >>> values = np.array([[1.0, 2.0], [np.nan, 4.0], [5.0, np.nan]])
    >>> [(where.tolist(), rows.tolist()) for where, rows in without_gaps(values, ~np.isnan(values))]
    [([1, 2], [[4.0], [5.0]]), ([0], [[1.0, 2.0]])]
    """
    n_present = present.sum(axis=1)
    order = np.argsort(~present, axis=1, kind="stable")
    for n in np.unique(n_present):
        where = np.flatnonzero(n_present == n)
        yield where, values[where[:, np.newaxis], order[where, :n]]
