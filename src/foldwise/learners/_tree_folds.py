"""Trees for every fold of a table that is ranked and sorted once."""

import numpy as np

from foldwise.learners._fold_blocks import BlockwiseFolds, Floats, Ints
from foldwise.learners._grove import Grove, Growth
from foldwise.learners._training import Training


class TreeFolds(BlockwiseFolds):
    """Grow a tree for each fold from the lists of the whole table, in which only its training rows are kept.

    Parameters
    ----------
    training : Training
        The whole table; all weights are one.
    growth : Growth
        How to grow and prune.
    """

    def __init__(self, training: Training, growth: Growth) -> None:
        n, n_columns = training.X.shape
        # Each level of a tree looks at all values.
        super().__init__(training.n_classes, per_fold=8.0 * n * n_columns * np.log2(n + 1), per_repeat=0.0)
        self._grove = Grove(training, growth)

    def _answer(self, folds: Ints, first: int, n_folds: int, answers: Ints, chances: Floats) -> None:
        self._grove.answer(folds, first, n_folds, answers, chances)
