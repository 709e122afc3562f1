"""Naive Bayes and C4.5 for all folds of a small table with two classes and nothing but two-valued attributes."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from threading import local
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri

from foldwise._kernels.binary_folds import bayes_folds, fill_tables, tree_folds, tree_room
from foldwise.learners._fold_predictor import Codes, Floats, SharedFolds
from foldwise.learners._training import Training
from foldwise.learners._tree_builder import Growth

N_WORDS = 8
# Rows of each class fill words of their own: so many fit into eight words of 64, however the classes part them.
MOST_ROWS = 7 * 64
MOST_ATTRIBUTES = 64
# Down to here no further row lowers the estimated errors of a leaf, so that the kernel may stop adding them up when it
# is sure that a branch is not raised. At 1e-13 a row of the other class lowers those of 13 rows without errors.
LEAST_CONFIDENCE = 1e-12
# Folds times rows times attributes in one call of the kernel, which cannot be interrupted: about a tenth of a second.
BLOCK = 2e7

Words = npt.NDArray[np.uint64]

_kept = local()


@dataclass(frozen=True, slots=True, eq=False)
class BinaryTable:
    """A table as the kernel reads it. Sets of rows are eight words of 64 bits, the rows of the first class in front.

    Parameters
    ----------
    bit_of : ndarray of int32, shape (n_examples,)
        Place of each row in a set of rows.
    patterns : ndarray of uint64, shape (512,)
        The values of the row in each place, as bits.
    fours : ndarray of uint64, shape (512, 2 * n_fours)
        The same as numbers of 16 bits, four of them in each word, with a one behind the last value and zeros up to a
        multiple of sixteen; then again for a row of the second class, else zeros.
    having : ndarray of uint64, shape (n_attributes, 8)
        Sets of the rows whose value is 1.
    second : ndarray of uint64, shape (8,)
        All ones where a word is for rows of the second class.
    """

    bit_of: Codes
    patterns: Words
    fours: Words
    having: Words
    second: Words

    def bind(self, kernel: Callable[..., None], **options: Any) -> Callable[..., None]:
        """Return a kernel bound to the arrays of the table, and to options."""
        return partial(
            kernel,
            bit_of=self.bit_of,
            patterns=self.patterns,
            fours=self.fours,
            having=self.having,
            second=self.second,
            **options,
        )


class BinaryFolds:
    """One learner for all folds of such a table.

    Parameters
    ----------
    fill : callable
        The kernel, with all of its arguments but folds, room to work in, and answers.
    size : int
        Rows times attributes.
    room : int, default 0
        Bytes that it needs to work in, as an argument of this name; none at all if it needs none.
    """

    def __init__(self, fill: Callable[..., None], size: int, room: int = 0) -> None:
        self._fill, self._size, self._room = fill, size, room

    def codes(self, folds: Codes) -> Codes:
        """Predicted class of each tested example, of the shape of `folds`; 0 where it is negative."""
        codes = np.zeros(folds.shape, dtype=np.int32)
        self._predict(folds, codes, np.empty((0, folds.shape[1], 2)))
        return codes

    def probabilities(self, folds: Codes) -> Floats:
        """Class probabilities, of shape (n_repeats, n_examples, 2); 0 where `folds` is negative."""
        probabilities = np.zeros((*folds.shape, 2))
        self._predict(folds, np.empty((0, folds.shape[1]), dtype=np.int32), probabilities)
        return probabilities

    def _predict(self, folds: Codes, codes: Codes, probabilities: Floats) -> None:
        n_folds = int(folds.max(initial=0)) + 1
        start, order = np.empty(n_folds + 3, dtype=np.int32), np.empty(folds.shape[1], dtype=np.int32)
        step = max(1, int(BLOCK / (n_folds * self._size)))
        room = {"room": _room(self._room)} if self._room else {}
        for first in range(0, len(folds), step):
            block = slice(first, first + step)
            self._fill(
                folds=folds[block],
                start=start,
                order=order,
                codes=codes[block],
                probabilities=probabilities[block],
                **room,
            )


def binary_bayes_folds(training: Training) -> SharedFolds | None:
    """Share the work of naive Bayes among the folds of a small table.

    Parameters
    ----------
    training : Training
        The whole table; all weights are 1.

    Returns
    -------
    SharedFolds or None
        None if there are not exactly two declared classes, some attribute is not nominal with exactly two declared
        values, a value is missing, or there are more than 448 examples or 64 attributes.
    """
    table = binary_table(training)
    if table is None:
        return None
    return BinaryFolds(table.bind(bayes_folds), training.X.size)


def binary_tree_folds(training: Training, growth: Growth) -> SharedFolds | None:
    """Share the work of C4.5 among the folds of a small table.

    Parameters
    ----------
    training : Training
        The whole table; all weights are 1.
    growth : Growth
        How to grow and prune.

    Returns
    -------
    SharedFolds or None
        None under the same conditions as for `binary_bayes_folds`, and if the confidence is below 1e-12.
    """
    table = binary_table(training) if growth.confidence >= LEAST_CONFIDENCE else None
    if table is None:
        return None
    xlogx, estimates = _looked_up(float(growth.confidence))
    fill = table.bind(
        tree_folds,
        xlogx=xlogx,
        estimates=estimates,
        # A question needs at least that many rows on both sides: beyond all rows, it does not matter how many.
        min_leaf=min(growth.min_leaf, MOST_ROWS),
        prune=growth.prune,
        raising=growth.raising,
        collapse=growth.collapse,
    )
    return BinaryFolds(
        fill, training.X.size, tree_room(len(training.X), training.X.shape[1], table.fours.shape[1] // 2)
    )


def binary_table(training: Training) -> BinaryTable | None:
    """Bring a table into the form that the kernel reads; None if it does not fit."""
    n, n_attributes = training.X.shape
    if training.n_classes != 2 or n > MOST_ROWS or n_attributes > MOST_ATTRIBUTES or (training.n_values != 2).any():
        return None
    # Four small numbers in one word have their order in memory only if the least byte comes first.
    if sys.byteorder != "little" or np.isnan(training.X).any():
        return None
    is_second = training.y == 1
    n_first = n - np.count_nonzero(is_second)
    first_word = -(-n_first // 64)
    bit_of = np.empty(n, dtype=np.int32)
    bit_of[~is_second] = np.arange(n_first)
    bit_of[is_second] = 64 * first_word + np.arange(n - n_first)
    lanes = np.zeros((64 * N_WORDS, 2, -(-(n_attributes + 1) // 16) * 16), dtype=np.uint16)
    lanes[bit_of, 0, :n_attributes] = training.X
    lanes[bit_of, 0, n_attributes] = 1
    lanes[64 * first_word :, 1] = lanes[64 * first_word :, 0]
    values = lanes[:, 0, :n_attributes] == 1
    second = np.zeros(N_WORDS, dtype=np.uint64)
    second[first_word:] = np.iinfo(np.uint64).max
    return BinaryTable(
        bit_of=bit_of,
        patterns=_packed(values, 1).ravel(),
        fours=lanes.reshape(64 * N_WORDS, -1).view(np.uint64),
        having=_packed(values.T, N_WORDS),
        second=second,
    )


def _room(size: int) -> npt.NDArray[np.int8]:
    """Return memory of this thread, the same again and again: for small tables new memory costs more than trees."""
    room: npt.NDArray[np.int8] | None = getattr(_kept, "room", None)
    if room is None or len(room) < size:
        room = _kept.room = np.empty(size, dtype=np.int8)
    return room


def _packed(bits: npt.NDArray[np.bool_], n_words: int) -> Words:
    """Put each row of bits into that many words."""
    octets = np.zeros((len(bits), 8 * n_words), dtype=np.uint8)
    filled = np.packbits(bits, axis=1, bitorder="little")
    octets[:, : filled.shape[1]] = filled
    return octets.view(np.uint64)


@lru_cache(maxsize=8)
def _looked_up(confidence: float) -> tuple[npt.NDArray[np.int64], Floats]:
    """Return n log n and pessimistic errors for all that a small table can ask, once for all tables."""
    xlogx, estimates = np.empty(MOST_ROWS + 1, dtype=np.int64), np.empty((MOST_ROWS + 2) ** 2 // 4)
    fill_tables(confidence, -float(ndtri(confidence)), xlogx, estimates)
    return xlogx, estimates
