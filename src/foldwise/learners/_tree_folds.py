"""Trees for every fold of a table that is ranked and sorted once."""

from collections.abc import Iterator

import numpy as np

from foldwise.learners._grove import Grove, Growth
from foldwise.learners._shared_folds import Codes, Floats
from foldwise.learners._training import Training

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
        self._grove = Grove(training, growth)
        self._n_classes = training.n_classes
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
        for pairs in _blocks(folds, self._n_pairs):
            self._grove.answer(folds, pairs, labels, probabilities)


def _blocks(folds: Codes, size: int) -> Iterator[Codes]:
    """Pairs of repeat and fold, as many at a time as a call should take; between two calls Ctrl-C is heard."""
    n_folds = folds.max(axis=1, initial=-1) + 1
    pairs = np.column_stack(
        [np.repeat(np.arange(len(folds)), n_folds), np.concatenate([np.arange(0), *map(np.arange, n_folds)])]
    ).astype(np.int32)
    for start in range(0, len(pairs), size):
        yield pairs[start : start + size]
