"""Nearest neighbours in all folds of a table, from one list of near rows for each row."""

import numpy as np

from foldwise._kernels import neighbor_folds as kernel
from foldwise.learners._neighbor_blocks import NOMINAL, Blocks, Codes, Floats, column_kinds, column_ranges, near_order
from foldwise.learners._neighbor_lists import NeighborLists
from foldwise.learners._training import Training

# Steps of a look-up in one call of the kernel: less than a tenth of a second, after which an interruption is heard.
_STEPS = 20_000_000

# Repeats looked up together: a row of their fold codes should be long, and all rows (or changes of range) not too many.
_REPEATS, _CODES = 64, 4_000_000


class NeighborFolds:
    """Nearest neighbours of one table: each row's neighbours are listed once, and looked up for every fold.

    Parameters
    ----------
    training : Training
        The whole table; all weights are 1.
    n_neighbors : int
        Number of neighbours that vote.
    """

    def __init__(self, training: Training, n_neighbors: int) -> None:
        self._X, self._n_classes = training.X, training.n_classes
        self._n_voters = min(n_neighbors, len(training.X))
        self._low, self._high = column_ranges(training)
        self._kind = column_kinds(training)
        self._numeric = np.flatnonzero(self._kind != NOMINAL).astype(np.int32)
        columns = training.X[:, self._numeric].T
        self._ascending = np.argsort(columns, axis=1).astype(np.int32)
        self._n_known = np.count_nonzero(~np.isnan(columns), axis=1).astype(np.int32)
        # From here on the rows stand in the order of the blocks.
        self._order = near_order(training.X, self._low, self._high)
        self._rows, self._y = training.X[self._order], training.y[self._order]
        blocks = Blocks.of(training.X, self._low, self._high, self._kind, self._order)
        self._blocks = blocks.values
        positions = blocks.values.transpose(0, 2, 1).reshape(-1, training.X.shape[1])
        self._positions = np.ascontiguousarray(positions[: len(training.X)])
        self._lists = NeighborLists.of(blocks, self._kind, self._positions, self._n_voters)

    def codes(self, folds: Codes) -> Codes:
        """Predicted class of each tested example."""
        answers = np.empty(folds.shape, dtype=np.int32)
        self._look_up(folds, answers, np.empty((len(folds), 0, 0)))
        return answers

    def probabilities(self, folds: Codes) -> Floats:
        """Class probabilities of each tested example."""
        votes = np.zeros((*folds.shape, self._n_classes))
        self._look_up(folds, np.empty((len(folds), 0), dtype=np.int32), votes)
        for row, counts in zip(folds, votes, strict=True):
            tested = row >= 0
            sizes = np.bincount(row[tested], minlength=1)
            total = (np.count_nonzero(row >= -1) - sizes[row[tested], np.newaxis]).astype(float)
            known = counts[tested]
            counts[tested] = (known + 1 / total) / (known.sum(axis=1, keepdims=True) + self._n_classes / total)
        return votes

    def _look_up(self, folds: Codes, answers: Codes, votes: Floats) -> None:
        """Fill in the answers or the votes, whichever has room for them."""
        n_repeats, n_examples = folds.shape
        n_folds = int(folds.max(initial=0)) + 1
        # A lost extreme value changes the range of one fold, except where it is left out of all.
        n_changes = len(self._numeric) * (n_folds if folds.min(initial=0) == -2 else 2)
        step = max(min(_REPEATS, _CODES // max(n_examples, n_changes), n_repeats), 1)
        room = np.empty((2, n_examples * step), dtype=np.int32)
        for begin in range(0, n_repeats, step):
            block = slice(begin, min(begin + step, n_repeats))
            codes, labels = room[:, : n_examples * (block.stop - begin)].reshape(2, n_examples, -1)
            kernel.by_row(folds[block], self._order, codes)
            self._look_up_block(codes, self._changes(folds[block], n_folds, n_changes), labels, votes[block])
            if answers.size:
                kernel.by_repeat(labels, self._order, answers[block])

    def _changes(self, folds: Codes, n_folds: int, n_changes: int) -> tuple[Floats, Codes, Codes, Floats, Floats]:
        n_repeats, n_numeric = len(folds), len(self._numeric)
        stretch, starts = np.empty((n_repeats, n_folds)), np.empty((n_repeats, n_folds + 1), dtype=np.int32)
        columns = np.empty(n_repeats * n_changes, dtype=np.int32)
        lows, highs = np.empty((2, n_repeats * n_changes))
        kernel.find_changes(
            self._X,
            self._low,
            self._high,
            self._kind,
            self._numeric,
            self._ascending,
            self._n_known,
            folds,
            np.empty((n_numeric, 2), dtype=np.int32),
            np.empty((n_numeric, 2, 2)),
            stretch,
            starts,
            columns,
            lows,
            highs,
        )
        return stretch, starts, columns, lows, highs

    def _look_up_block(
        self, codes: Codes, changes: tuple[Floats, Codes, Codes, Floats, Floats], labels: Codes, votes: Floats
    ) -> None:
        n_examples, n_attributes = self._rows.shape
        begin = 0
        while begin < n_examples:
            begin = kernel.look_up(
                self._rows,
                self._positions,
                self._blocks,
                self._kind,
                self._low,
                self._high,
                self._y,
                self._lists.begins,
                self._lists.neighbors,
                self._lists.distances,
                self._lists.sizes,
                self._lists.horizons,
                self._order,
                codes,
                bool(codes.min() >= 0),
                *changes,
                begin,
                _STEPS,
                whole=np.empty(self._blocks.shape[0] * self._blocks.shape[2]),
                smallest=np.empty(self._n_voters),
                near=np.empty(n_examples),
                rows=np.empty(n_examples, dtype=np.int32),
                changed=np.empty((2, n_attributes)),
                unsettled=np.empty(codes.shape[1], dtype=np.int32),
                counts=np.empty(self._n_classes, dtype=np.int32),
                answers=labels,
                votes=votes,
            )
