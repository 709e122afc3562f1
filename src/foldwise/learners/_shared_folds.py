"""What learners do for many folds of one table: the protocol, and the way that shares nothing but the reading."""

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from sklearn.base import clone

from foldwise.learners._training import Training

Codes = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


class SharedFolds(Protocol):
    """One learner on one table, whose preparation serves all folds.

    `folds` has shape (n_repeats, n_examples): the test fold of each example, from 0 to below the number of examples, -1
    for trained on and never tested, -2 for left out. Classes are codes of the table. Both methods may be called from
    several threads at once.
    """

    def codes(self, folds: Codes) -> Codes:
        """Predicted class of each tested example, of the shape of `folds`; any class where that is negative."""
        ...

    def probabilities(self, folds: Codes) -> Floats:
        """Class probabilities, of shape (n_repeats, n_examples, n_classes); anything where `folds` is negative."""
        ...


class FoldByFold:
    """Fit and predict every fold by itself; only reading and encoding the table are shared.

    Parameters
    ----------
    learner : TableClassifier
        With the attributes that `fit` sets before it learns; cloned for every fold.
    training : Training
        The whole table.
    """

    def __init__(self, learner: Any, training: Training) -> None:
        self._learner, self._training = learner, training

    def codes(self, folds: Codes) -> Codes:
        """Predicted class of each tested example."""
        answers = np.zeros(folds.shape, dtype=np.int32)
        for repeat, test, learner in self._fitted(folds):
            answers[repeat, test] = learner._codes(self._training.X[test])
        return answers

    def probabilities(self, folds: Codes) -> Floats:
        """Class probabilities of each tested example."""
        answers = np.zeros((*folds.shape, self._training.n_classes))
        for repeat, test, learner in self._fitted(folds):
            answers[repeat, test] = learner._probabilities(self._training.X[test])
        return answers

    def _fitted(self, folds: Codes) -> Iterator[tuple[int, npt.NDArray[np.intp], Any]]:
        whole = self._training
        for repeat, row in enumerate(folds):
            for fold in range(int(row.max()) + 1):
                train, test = (row >= -1) & (row != fold), np.flatnonzero(row == fold)
                if len(test):
                    # Cloned, so that a random_state that has a state begins anew in every fold.
                    learner = clone(self._learner)
                    vars(learner).update({**vars(self._learner), **vars(learner)})
                    learner._learn_rows(whole, train)
                    yield repeat, test, learner
