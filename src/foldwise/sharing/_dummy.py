"""Learners that look at nothing but the labels of the training fold."""

from numbers import Integral, Real
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise.sharing._blocks import in_blocks
from foldwise.sharing._fold_sums import are_moderate, mark_folds, of_own_fold, training_counts, training_sums
from foldwise.sharing._shared import Codes, Examples, Floats, FoldAnswers, Shared


def share(estimator: Any, examples: Examples) -> Shared | None:
    """Prepare a DummyClassifier or a DummyRegressor; None if it draws lots or is given a label."""
    strategy = estimator.strategy
    if type(estimator).__name__ == "DummyClassifier":
        # A given label cannot be told from the codes of y.
        state = estimator.random_state
        usual = estimator.constant is None and (state is None or isinstance(state, Integral))
        if not usual or strategy not in ("most_frequent", "prior") or not examples.n_classes:
            return None
        return _SharedDummyClassifier(examples, is_prior=strategy == "prior")
    if examples.n_classes or not _is_number_or_none(estimator.constant) or not _is_number_or_none(estimator.quantile):
        return None
    needed = {"mean": 0.0, "median": 0.5, "quantile": estimator.quantile, "constant": estimator.constant}
    if needed.get(strategy) is None or not 0 <= (estimator.quantile or 0) <= 1:
        return None
    if not are_moderate(examples.y):
        return None
    return _SharedDummyRegressor(examples, strategy, float(needed[strategy]))


def _is_number_or_none(value: Any) -> bool:
    return value is None or (isinstance(value, Real) and np.isfinite(float(value)))


class _SharedDummyClassifier:
    methods = frozenset({"predict", "predict_proba"})

    def __init__(self, examples: Examples, *, is_prior: bool) -> None:
        self._y, self._k, self._is_prior = examples.y, examples.n_classes, is_prior

    def answers(self, folds: Codes, method: str) -> FoldAnswers:
        per_class = 8 * self._k
        return in_blocks(
            lambda some: self._answer(some, method),
            folds,
            bytes_per_fold=4 * per_class,
            bytes_per_example=32 + per_class,
        )

    def _answer(self, folds: Codes, method: str) -> FoldAnswers:
        counts = training_counts(folds, self._y, self._k)
        totals = counts.sum(axis=2)
        unsure = mark_folds(folds, totals == 0)
        best = counts.argmax(axis=2)
        if method == "predict":
            return FoldAnswers(of_own_fold(folds, best), unsure)
        if self._is_prior:
            return FoldAnswers(of_own_fold(folds, counts / np.maximum(totals, 1)[..., np.newaxis]), unsure)
        return FoldAnswers(of_own_fold(folds, np.eye(self._k)[best]), unsure)


class _SharedDummyRegressor:
    methods = frozenset({"predict"})

    def __init__(self, examples: Examples, strategy: str, number: float) -> None:
        self._strategy, self._number = strategy, number
        self._centre = float(examples.y.mean())
        self._deviations = (examples.y - self._centre)[:, np.newaxis]
        self._order = np.argsort(examples.y)
        self._sorted = examples.y[self._order]

    def answers(self, folds: Codes, method: str) -> FoldAnswers:  # noqa: ARG002, the protocol's
        return in_blocks(self._answer, folds, bytes_per_fold=64, bytes_per_example=64)

    def _answer(self, folds: Codes) -> FoldAnswers:
        n_training = training_counts(folds, np.zeros(folds.shape[1], dtype=np.intp), 1)[..., 0]
        if self._strategy == "mean":
            sums = training_sums(folds, self._deviations)[..., 0]
            guess = self._centre + sums / np.maximum(n_training, 1)
        elif self._strategy == "constant":
            guess = np.full(n_training.shape, self._number)
        else:
            guess = np.array([self._quantiles(codes, n) for codes, n in zip(folds, n_training, strict=True)])
        return FoldAnswers(of_own_fold(folds, guess), mark_folds(folds, n_training == 0))

    def _quantiles(self, codes: Codes, n_training: npt.NDArray[np.int64]) -> Floats:
        """Interpolate between the two values nearest to the wanted place, as numpy does; 0 for an empty fold."""
        place = self._number * np.maximum(n_training - 1, 0)
        codes = codes[self._order]
        quantiles = np.zeros(len(n_training))
        for fold in np.flatnonzero(n_training):
            values = self._sorted[(codes != fold) & (codes > -2)]
            below = int(place[fold])
            low, high = values[below], values[min(below + 1, len(values) - 1)]
            quantiles[fold] = low + (high - low) * (place[fold] - below)
        return quantiles
