"""A table that is ranked and sorted once, on any part of which trees grow."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri

from foldwise._kernels.c45_tree import TreeGrower
from foldwise.learners._presorted import presort
from foldwise.learners._training import Training
from foldwise.learners._tree import Tree

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """How a tree is grown and pruned; see `C45`."""

    min_leaf: int
    confidence: float
    prune: bool
    raising: bool
    collapse: bool


class Grove:
    """One table and one way to grow trees on it.

    Parameters
    ----------
    training : Training
        The table.
    growth : Growth
        How to grow and prune.
    """

    def __init__(self, training: Training, growth: Growth) -> None:
        presorted = presort(training)
        self._codes, self._n_values = presorted.codes, training.n_values
        self._grower = TreeGrower(
            presorted.codes,
            presorted.keys,
            presorted.bits,
            training.y,
            training.weight,
            bool((training.weight == 1).all()),
            training.n_values,
            presorted.n_codes,
            presorted.list_of,
            presorted.cells,
            presorted.tally_start,
            presorted.n_cells,
            presorted.has_missing,
            presorted.is_tight,
            presorted.values,
            presorted.value_start,
            training.n_classes,
            growth.min_leaf,
            growth.confidence,
            -float(ndtri(growth.confidence)),
            growth.prune,
            growth.raising,
            growth.collapse,
        )

    def tree(self, rows: npt.NDArray[np.bool_] | None = None) -> Tree:
        """Grow a tree on the rows that a mask chooses, or on all of them."""
        if rows is None:
            none = np.empty(0, dtype=np.int32)
            return Tree(*self._grower.grow(none, none, np.empty(0, dtype=np.uint8)))
        return Tree(*self._grower.grow(*self._ascending, rows.view(np.uint8)))

    def answer(self, folds: Ints, first: int, n_folds: int, labels: Ints, probabilities: Floats) -> None:
        """Grow a tree for each of some folds of all repeats, and write what it says about the fold.

        Weights must be one. Either `labels`, of the shape of `folds`, or `probabilities`, which has one number more per
        class, is written; the other has no rows.
        """
        room = np.empty(folds.shape[1], dtype=np.uint8)
        self._grower.answer_folds(*self._ascending, folds, first, n_folds, room, labels, probabilities)

    @cached_property
    def _ascending(self) -> tuple[Ints, Ints]:
        """Rows of the numeric columns in ascending order, missing values first, and how many are up to each value."""
        ranks = self._codes[self._n_values == 0]
        n_columns, n = ranks.shape
        if n_columns == 0:
            # There must be an address to give.
            return np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.int32)
        ascending = np.argsort(ranks, axis=1, kind="stable")
        place = ranks + 1 + (n + 1) * np.arange(n_columns)[:, np.newaxis]
        counts = np.bincount(place.ravel(), minlength=n_columns * (n + 1)).reshape(n_columns, n + 1)
        rows_up_to = np.cumsum(counts, axis=1)[:, 1:]
        return ascending.astype(np.int32).ravel(), rows_up_to.astype(np.int32).ravel()
