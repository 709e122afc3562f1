"""Trees for every fold of a table that is ranked and sorted once."""

import numpy as np

from foldwise.learners._fold_blocks import fold_blocks
from foldwise.learners._grove import Grove, Growth
from foldwise.learners._shared_folds import Codes, Floats
from foldwise.learners._training import Training


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
        # Each level of a tree looks at all values.
        self._nanoseconds = 8.0 * n * n_columns * np.log2(n + 1)

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
        for repeats, first, n_folds in fold_blocks(folds, per_fold=self._nanoseconds, per_repeat=0.0):
            self._grove.answer(folds[repeats], first, n_folds, labels[repeats], probabilities[repeats])
