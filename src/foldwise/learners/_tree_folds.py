"""Trees for every fold of a table that is ranked and sorted once."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from foldwise.learners._presorted import presort
from foldwise.learners._shared_folds import Codes, Floats
from foldwise.learners._training import Training
from foldwise.learners._tree import Growth

_STEPS = 4_000_000
"""About how many values one call of the kernel looks at, times the depth that halving takes: some 0.05 seconds."""


class TreeFolds:
    """Grow a tree for each fold from the lists of the whole table, in which only its training rows are kept.

    Parameters
    ----------
    training : Training
        The whole table; all weights are one.
    growth : Growth
        How to grow and prune.
    """

    def __init__(self, training: Training, growth: Growth) -> None:
        presorted = presort(training)
        self._n_classes = training.n_classes
        self._grower = growth.grower(training, presorted)
        self._ascending, self._rows_up_to = _ascending(training, presorted.codes)
        n, n_columns = training.X.shape
        self._n_pairs = max(1, int(_STEPS / (n * n_columns * np.log2(n + 1))))

    def codes(self, folds: Codes) -> Codes:
        """Predicted class of each tested example."""
        labels = np.zeros(folds.shape, dtype=np.int32)
        self._answer(folds, labels, np.empty((0, 0, 0)))
        return labels

    def probabilities(self, folds: Codes) -> Floats:
        """Class probabilities of each tested example."""
        answers = np.zeros((*folds.shape, self._n_classes))
        self._answer(folds, np.empty((0, 0), dtype=np.int32), answers)
        return answers

    def _answer(self, folds: Codes, labels: Codes, probabilities: Floats) -> None:
        is_used = np.empty(folds.shape[1], dtype=np.uint8)
        for pairs in _blocks(folds, self._n_pairs):
            self._grower.answer_folds(self._ascending, self._rows_up_to, folds, pairs, is_used, labels, probabilities)


def _blocks(folds: Codes, size: int) -> Iterator[Codes]:
    """Pairs of repeat and fold, as many at a time as a call should take; between two calls Ctrl-C is heard."""
    n_folds = folds.max(axis=1, initial=-1) + 1
    pairs = np.column_stack(
        [np.repeat(np.arange(len(folds)), n_folds), np.concatenate([np.arange(0), *map(np.arange, n_folds)])]
    ).astype(np.int32)
    for start in range(0, len(pairs), size):
        yield pairs[start : start + size]


def _ascending(training: Training, codes: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Rows of the numeric columns in ascending order, missing values first, and how many are not above each value."""
    ranks = codes[training.n_values == 0]
    n_columns, n = ranks.shape
    if n_columns == 0:
        # There must be an address to give.
        return np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.int32)
    ascending = np.argsort(ranks, axis=1, kind="stable")
    place = ranks + 1 + (n + 1) * np.arange(n_columns)[:, np.newaxis]
    counts = np.bincount(place.ravel(), minlength=n_columns * (n + 1)).reshape(n_columns, n + 1)
    rows_up_to = np.cumsum(counts, axis=1)[:, 1:]
    return ascending.astype(np.int32).ravel(), rows_up_to.astype(np.int32).ravel()
