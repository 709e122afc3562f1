"""Nearest neighbours in all folds of a table, from one list of near rows for each row."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from foldwise._kernels import nearest_neighbor, neighbor_folds
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
    nearest_neighbor.arrange(X, low, high, np.empty((2, n_attributes)), np.empty(n_examples), waiting, order)
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
        n_blocks = -(-n_examples // nearest_neighbor.BLOCK_ROWS)
        values = np.zeros((n_blocks, n_attributes, nearest_neighbor.BLOCK_ROWS))
        least, most = np.empty((2, n_attributes, n_blocks))
        nearest_neighbor.pack(X, low, high, kind, order, values, least, most)
        return cls(low, high, values, least, most)


# Entries beyond the neighbours that vote: enough to find them outside the test fold, and after a change of range. Rows
# with so many equally distant neighbours that hardly any can be listed get longer lists.
_SPARE, _MANY = 15, 63

# Terms of distances in one call of the kernel: less than a tenth of a second, after which an interruption is heard.
_TERMS = 200_000_000


@dataclass(frozen=True, slots=True, eq=False)
class NeighborLists:
    """Neighbours of each row, nearest first, in one long array."""

    begins: npt.NDArray[np.int64]
    sizes: Codes
    neighbors: Codes
    distances: Floats
    horizons: Floats

    @classmethod
    def of(cls, blocks: Blocks, kind: npt.NDArray[np.int8], positions: Floats, n_voters: int) -> Self:
        """List the neighbours of all rows; `positions` are the rows of the blocks."""
        n_examples = len(positions)
        room, more = (max(min(n_voters + spare, n_examples - 1), 1) for spare in (_SPARE, _MANY))
        lists = cls(
            np.arange(n_examples) * room,
            np.empty(n_examples, dtype=np.int32),
            np.empty(n_examples * room, dtype=np.int32),
            np.empty(n_examples * room),
            np.empty(n_examples),
        )
        lists._fill(blocks, kind, positions, np.arange(n_examples, dtype=np.int32), room)
        short = np.flatnonzero(lists.sizes < room // 4).astype(np.int32)
        if room == more or not len(short):
            return lists
        lists.begins[short] = n_examples * room + np.arange(len(short)) * more
        longer = cls(
            lists.begins,
            lists.sizes,
            np.append(lists.neighbors, np.empty(len(short) * more, dtype=np.int32)),
            np.append(lists.distances, np.empty(len(short) * more)),
            lists.horizons,
        )
        longer._fill(blocks, kind, positions, short, more)
        return longer

    def _fill(self, blocks: Blocks, kind: npt.NDArray[np.int8], positions: Floats, rows: Codes, room: int) -> None:
        bounds = np.empty(len(blocks.values))
        step = max(_TERMS // positions.size, 1)
        for begin in range(0, len(rows), step):
            neighbor_folds.list_neighbors(
                blocks.values,
                blocks.least,
                blocks.most,
                kind,
                positions,
                rows[begin : begin + step],
                room,
                bounds,
                self.begins,
                self.neighbors,
                self.distances,
                self.sizes,
                self.horizons,
            )


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
            neighbor_folds.by_row(folds[block], self._order, codes)
            self._look_up_block(codes, self._changes(folds[block], n_folds, n_changes), labels, votes[block])
            if answers.size:
                neighbor_folds.by_repeat(labels, self._order, answers[block])

    def _changes(self, folds: Codes, n_folds: int, n_changes: int) -> tuple[Floats, Codes, Codes, Floats, Floats]:
        n_repeats, n_numeric = len(folds), len(self._numeric)
        stretch, starts = np.empty((n_repeats, n_folds)), np.empty((n_repeats, n_folds + 1), dtype=np.int32)
        columns = np.empty(n_repeats * n_changes, dtype=np.int32)
        lows, highs = np.empty((2, n_repeats * n_changes))
        neighbor_folds.find_changes(
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
            begin = neighbor_folds.look_up(
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
