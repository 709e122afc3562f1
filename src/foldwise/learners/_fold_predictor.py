"""What learners do for many folds of one table: the protocol, fold by fold, and predictions for every repeat."""

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.base import clone

from foldwise._core import mark_untested
from foldwise.learners._training import Training

Codes = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

# In place of the number of a fold. Examples that are always trained on count as if they were in several.
SEVERAL, NOWHERE = -1, -2
FEW = 4


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


Pair = tuple[int, int]


class FoldPredictor:
    """One learner on one table: any folds of it are predicted as if the learner had been fitted fold by fold.

    Made by the `prepare_folds` of a learner. What all folds have in common is done once; further folds may be asked for
    later, and from several threads at once.

    Parameters
    ----------
    learner : TableClassifier
        Not changed.
    X, y : DataFrame or array, and labels
        All examples, checked.
    classes : ndarray of shape (n_classes,)
        The labels, sorted.
    order : ndarray of shape (n_classes,)
        Place of each of these among the classes of `shared`.
    shared : SharedFolds
        The same for folds whose training part has every value and class of the whole table, in its own codes.
    value_codes : list of ndarray of shape (n_examples,)
        Codes of the columns, and of the labels, whose possible values are declared nowhere but found in training;
        -1 for a missing value. A fold that trains without one of them has another table, and is fitted by itself.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, sorted.
    """

    def __init__(
        self,
        learner: Any,
        X: Any,
        y: Any,
        classes: npt.NDArray[Any],
        order: npt.NDArray[np.intp],
        shared: SharedFolds,
        value_codes: list[npt.NDArray[np.intp]],
    ) -> None:
        self.classes_ = classes
        self._learner, self._X, self._y = learner, X, y
        self._shared, self._order, self._value_codes = shared, order, value_codes
        self._is_sorted = bool((order == np.arange(len(order))).all())

    def codes(self, folds: npt.ArrayLike) -> Codes:
        """Predict the place of a label in `classes_`; -1 for examples that are not tested.

        Parameters
        ----------
        folds : array_like of int, shape (n_repeats, n_examples)
            Test fold of each example; -1: trained on, never tested; -2: left out.

        Returns
        -------
        ndarray of int32, shape (n_repeats, n_examples)
        """
        table = self._checked(folds)
        answers = self._shared.codes(table)
        if not self._is_sorted:
            answers = np.argsort(self._order).astype(np.int32)[answers]
        mark_untested(answers, table)
        for repeat, test, fitted in self._by_themselves(table):
            answers[repeat, test] = np.searchsorted(self.classes_, fitted.predict(_rows(self._X, test)))
        return answers

    def probabilities(self, folds: npt.ArrayLike) -> Floats:
        """Predict class probabilities, in the order of `classes_`; NaN for examples that are not tested.

        Parameters
        ----------
        folds : array_like of int, shape (n_repeats, n_examples)
            Test fold of each example; -1: trained on, never tested; -2: left out.

        Returns
        -------
        ndarray of shape (n_repeats, n_examples, n_classes)
        """
        table = self._checked(folds)
        answers = self._shared.probabilities(table)[:, :, self._order]
        answers[table < 0] = np.nan
        for repeat, test, fitted in self._by_themselves(table):
            # A class that the training fold lacks has no probability.
            answers[repeat, test] = 0.0
            places = np.searchsorted(self.classes_, fitted.classes_)
            answers[repeat, test[:, np.newaxis], places] = fitted.predict_proba(_rows(self._X, test))
        return answers

    def _checked(self, folds: npt.ArrayLike) -> Codes:
        table: npt.NDArray[Any] = np.asarray(folds)
        n = len(self._y)
        if table.ndim != 2 or table.shape[1] != n or table.dtype.kind not in "iu":
            raise ValueError(
                f"folds must be whole numbers of shape (n_repeats, {n}), one column per example, got {table.dtype} of "
                f"shape {table.shape}."
            )
        first, last = table.min(axis=1), table.max(axis=1)
        if first.min(initial=0) < -2:
            raise ValueError(f"folds must be -2, -1 or the number of a fold, got {first.min()}.")
        trained = first < last
        if first.min(initial=0) < -1:
            trained = ((table != last[:, np.newaxis]) & (table >= -1)).any(axis=1)
        if not (trained | (last < 0)).all():
            repeat = int(np.argmin(trained | (last < 0)))
            raise ValueError(f"folds leaves nothing to train on in repeat {repeat}: all are in fold {last[repeat]}.")
        return _renumbered(table) if last.max(initial=0) >= n else np.ascontiguousarray(table, dtype=np.int32)

    def _by_themselves(self, folds: Codes) -> Iterator[tuple[int, npt.NDArray[np.intp], Any]]:
        for repeat, fold in self._lacking(folds):
            row = folds[repeat]
            train, test = np.flatnonzero((row >= -1) & (row != fold)), np.flatnonzero(row == fold)
            if len(test):
                learner = clone(self._learner)
                learner.fit(_rows(self._X, train), self._y[train])
                yield repeat, test, learner

    def _lacking(self, folds: Codes) -> list[Pair]:
        """List repeats and folds whose training part lacks a value that occurs elsewhere."""
        lacking: set[Pair] = set()
        for codes in self._value_codes:
            for value in np.flatnonzero(np.bincount(codes[codes >= 0])):
                examples = np.flatnonzero(codes == value)
                # In most repeats, a few examples already show that the value is in several folds, or always trained on.
                repeats = np.flatnonzero(_only_fold(folds[:, examples[:FEW]]) != SEVERAL)
                only = _only_fold(folds[np.ix_(repeats, examples)])
                held = only >= 0
                lacking.update(zip(repeats[held].tolist(), only[held].tolist(), strict=True))
                for repeat in repeats[only == NOWHERE].tolist():
                    lacking.update((repeat, fold) for fold in range(int(folds[repeat].max()) + 1))
        return sorted(lacking)


def _only_fold(folds: Codes) -> Codes:
    """Return by repeat the fold that has all examples that are not left out; else that there are several, or none."""
    last = folds.max(axis=1)
    only: Codes = np.where(np.where(folds < -1, last[:, np.newaxis], folds).min(axis=1) == last, last, SEVERAL)
    return only


def _renumbered(table: npt.NDArray[Any]) -> Codes:
    """Return folds whose numbers are less than that of the examples: something is kept for every number."""
    codes = np.empty(table.shape, dtype=np.int32)
    for row, numbers in zip(codes, table, strict=True):
        tested = numbers >= 0
        row[~tested] = numbers[~tested]
        row[tested] = np.unique(numbers[tested], return_inverse=True)[1]
    return codes


def _rows(X: Any, rows: npt.NDArray[np.intp]) -> Any:
    return X.iloc[rows] if isinstance(X, pd.DataFrame) else X[rows]
