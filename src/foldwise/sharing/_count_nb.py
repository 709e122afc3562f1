"""Naive Bayes from counts: every fold's tables from one pass over the examples."""

from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from foldwise.sharing._blocks import in_blocks
from foldwise.sharing._fold_sums import (
    are_moderate,
    mark_folds,
    of_own_fold,
    rows_by_fold,
    training_class_sums,
    training_class_values,
    training_counts,
)
from foldwise.sharing._scores import NAIVE_BAYES_METHODS, relative_slack, settle
from foldwise.sharing._shared import Codes, Examples, Floats, FoldAnswers, Shared

Bools = npt.NDArray[np.bool_]
Longs = npt.NDArray[np.int64]

# Below this scikit-learn raises alpha and warns, unless force_alpha says otherwise.
_LEAST_ALPHA: Final = 1e-10
# Rounding of logarithms, relative to their size or of size 1; generous.
_OF_LOGS: Final = 2.0**-49
# More categories than this are no categories; the tables of one repeat would outgrow the memory.
_MOST_CATEGORIES: Final = 100_000


def share(estimator: Any, examples: Examples) -> Shared | None:
    """Prepare a CategoricalNB, BernoulliNB or MultinomialNB; None for what it would refuse or warn of."""
    prior = _prior(estimator, examples.n_classes)
    if prior is None or examples.scaler is not None or not examples.n_classes:
        return None
    if type(estimator).__name__ == "CategoricalNB":
        return _categorical(estimator, prior, examples)
    if type(estimator).__name__ == "BernoulliNB":
        return _bernoulli(estimator, prior, examples)
    return _multinomial(prior, examples)


@dataclass(frozen=True, slots=True, eq=False)
class _Prior:
    alpha: float
    is_fitted: bool
    given: Floats | None

    def logs(self, counts: Longs) -> tuple[Floats, Bools]:
        """Logarithms of the priors, minus infinity for a class that is absent, and the folds scikit-learn refuses."""
        present = counts > 0
        refused = np.logical_not(present.any(axis=2))
        logs: Floats = np.zeros(counts.shape)
        if self.given is not None:
            logs += np.log(self.given)
            refused |= np.logical_not(present.all(axis=2))
        elif self.is_fitted:
            logs = np.log(np.maximum(counts, 1)) - np.log(np.maximum(counts.sum(axis=2, keepdims=True), 1))
        else:
            logs -= np.log(np.maximum(present.sum(axis=2, keepdims=True), 1))
        logs[~present] = -np.inf
        return logs, refused


def _prior(estimator: Any, n_classes: int) -> _Prior | None:
    """Read the parameters that all three have."""
    alpha, class_prior = estimator.alpha, estimator.class_prior
    # One alpha for every column is too rare to be worth the trouble; 0 gives probabilities of 0, with warnings.
    if not isinstance(alpha, Real) or not float(alpha) > (0.0 if estimator.force_alpha else _LEAST_ALPHA):
        return None
    if any(not isinstance(flag, bool | np.bool_) for flag in (estimator.fit_prior, estimator.force_alpha)):
        return None
    if class_prior is not None:
        class_prior = np.asarray(class_prior, dtype=np.float64)
        if class_prior.shape != (n_classes,) or not (class_prior > 0).all():
            return None
    return _Prior(float(alpha), bool(estimator.fit_prior), class_prior)


def _multinomial(prior: _Prior, examples: Examples) -> Shared | None:
    if (examples.X < 0).any() or not are_moderate(examples.X):
        return None
    return _SharedMultinomialNB(prior, examples.X, examples.y, examples.n_classes)


def _bernoulli(estimator: Any, prior: _Prior, examples: Examples) -> Shared | None:
    X, threshold = examples.X, estimator.binarize
    if threshold is None:
        if not ((X == 0) | (X == 1)).all():
            return None
    elif isinstance(threshold, Real) and float(threshold) >= 0:
        X = np.asarray(float(threshold) < X, dtype=np.float64)
    else:
        return None
    return _SharedBernoulliNB(prior, X, examples.y, examples.n_classes)


def _categorical(estimator: Any, prior: _Prior, examples: Examples) -> Shared | None:
    X, least = examples.X, estimator.min_categories
    if least is None:
        least = 1
    elif not isinstance(least, Integral) or isinstance(least, bool) or least < 1:
        return None
    # Fractions would be cut off.
    if (X < 0).any() or X.max() >= _MOST_CATEGORIES or (np.floor(X) != X).any():
        return None
    codes = X.astype(np.int64)
    widths = np.maximum(codes.max(axis=0) + 1, int(least))
    if widths.sum() > _MOST_CATEGORIES:
        return None
    return _SharedCategoricalNB(prior, codes, widths, int(least), examples.y, examples.n_classes)


class _SharedCountNB:
    """What the three have in common; they differ in their tables and in how a row is looked up."""

    methods = NAIVE_BAYES_METHODS

    def __init__(
        self, prior: _Prior, y: npt.NDArray[np.intp], n_classes: int, *, width: int, scratch_per_row: int
    ) -> None:
        self._prior, self._y, self._k, self._width, self._per_row = prior, y, n_classes, width, scratch_per_row

    def answers(self, folds: Codes, method: str) -> FoldAnswers:
        return in_blocks(
            lambda some: self._answer(some, method),
            folds,
            bytes_per_fold=40 * self._k * self._width,
            bytes_per_example=48 * self._k + 8 * self._per_row,
        )

    def _answer(self, folds: Codes, method: str) -> FoldAnswers:
        log_prior, refused = self._prior.logs(training_counts(folds, self._y, self._k))
        joint, slack, odd = self._joint(folds, log_prior, relative_slack(method, self._width))
        values, unsure = settle(joint, slack, method)
        return FoldAnswers(values, (unsure | odd | mark_folds(folds, refused)) & (folds >= 0))

    def _joint(self, folds: Codes, log_prior: Floats, relative: float) -> tuple[Floats, Floats, Bools]:
        """Joint log-likelihoods, how much each may be off, and the examples that scikit-learn fails on."""
        raise NotImplementedError


class _SharedMultinomialNB(_SharedCountNB):
    def __init__(self, prior: _Prior, X: Floats, y: npt.NDArray[np.intp], n_classes: int) -> None:
        super().__init__(prior, y, n_classes, width=X.shape[1], scratch_per_row=0)
        self._X = X

    def _joint(self, folds: Codes, log_prior: Floats, relative: float) -> tuple[Floats, Floats, Bools]:
        smoothed = training_class_sums(folds, self._X, self._y, self._k) + self._prior.alpha
        tables = np.log(smoothed) - np.log(smoothed.sum(axis=3, keepdims=True))
        joint = _look_up(self._X, folds, tables, log_prior)
        return (
            joint,
            _slack(folds, joint, log_prior, smoothed, self._X.sum(axis=1), relative),
            np.zeros(folds.shape, dtype=np.bool_),
        )


class _SharedBernoulliNB(_SharedCountNB):
    def __init__(self, prior: _Prior, X: Floats, y: npt.NDArray[np.intp], n_classes: int) -> None:
        super().__init__(prior, y, n_classes, width=X.shape[1], scratch_per_row=0)
        self._X = X

    def _joint(self, folds: Codes, log_prior: Floats, relative: float) -> tuple[Floats, Floats, Bools]:
        smoothed = training_class_sums(folds, self._X, self._y, self._k) + self._prior.alpha
        logs = (
            np.log(smoothed) - np.log(training_counts(folds, self._y, self._k) + 2 * self._prior.alpha)[..., np.newaxis]
        )
        # As scikit-learn does, not as (all - count) / all: where it is near 0 its digits are lost in the same way.
        absent = 1 - np.exp(logs)
        hopeless = np.any(absent <= 0, axis=(2, 3))
        absent = np.maximum(absent, 2.0**-53)
        log_absent = np.log(absent)
        joint = _look_up(self._X, folds, logs - log_absent, log_prior + log_absent.sum(axis=3))
        sizes = (np.abs(logs) + 2 * np.abs(log_absent)).sum(axis=3) + _largest(log_prior)[..., np.newaxis]
        slack = relative * sizes + (_OF_LOGS / absent).sum(axis=3)
        return joint, of_own_fold(folds, slack), mark_folds(folds, hopeless)


class _SharedCategoricalNB(_SharedCountNB):
    def __init__(
        self, prior: _Prior, codes: Longs, widths: Longs, least: int, y: npt.NDArray[np.intp], n_classes: int
    ) -> None:
        super().__init__(prior, y, n_classes, width=int(widths.sum()), scratch_per_row=4 * codes.shape[1])
        self._starts = np.cumsum(widths) - widths
        self._widths, self._least = widths, least
        self._places = codes + self._starts
        self._category = np.arange(self._width) - np.repeat(self._starts, widths)

    def _joint(self, folds: Codes, log_prior: Floats, relative: float) -> tuple[Floats, Floats, Bools]:
        value_counts = training_class_values(folds, self._places, self._width, self._y, self._k)
        # Columns have as many categories as the highest one in training says.
        categories = np.where(value_counts.any(axis=2), self._category + 1, 0)
        n_categories = np.maximum(np.maximum.reduceat(categories, self._starts, axis=2), self._least)
        alpha = self._prior.alpha
        counts = training_counts(folds, self._y, self._k)[..., np.newaxis]
        totals = np.log(counts + alpha * n_categories[:, :, np.newaxis])
        smoothed = value_counts.astype(np.float64) + alpha
        tables = np.log(smoothed) - np.repeat(totals, self._widths, axis=3)
        known = self._category < np.repeat(n_categories, self._widths, axis=2)
        n_repeats, n_folds, k, width = tables.shape
        # One matrix with a one for every value of every tested example looks all of them up in one go.
        tested = folds >= 0
        model = (np.arange(n_repeats)[:, np.newaxis] * n_folds + folds)[tested]
        places = model[:, np.newaxis] * width + np.broadcast_to(self._places, (n_repeats, *self._places.shape))[tested]
        p = places.shape[1]
        ones = csr_array(
            (np.ones(places.size), places.ravel(), np.arange(0, places.size + 1, p)),
            shape=(len(places), n_repeats * n_folds * width),
        )
        by_place = np.ascontiguousarray(tables.transpose(0, 1, 3, 2)).reshape(-1, k)
        joint = np.zeros((*folds.shape, k))
        joint[tested] = ones @ by_place + log_prior.reshape(-1, k)[model]
        slack = _slack(folds, joint, log_prior, smoothed, np.full(folds.shape[1], p), relative)
        unknown = np.zeros(folds.shape, dtype=np.bool_)
        unknown[tested] = ~known.ravel()[places].all(axis=1)
        return joint, slack, unknown


def _look_up(X: Floats, folds: Codes, tables: Floats, constants: Floats) -> Floats:
    joint = np.zeros((*folds.shape, tables.shape[2]))
    for repeat, fold, rows in rows_by_fold(folds, len(X)):
        joint[repeat, rows] = X[rows] @ tables[repeat, fold].T + constants[repeat, fold]
    return joint


def _slack(
    folds: Codes, joint: Floats, log_prior: Floats, smoothed: Floats, row_sums: npt.NDArray[Any], relative: float
) -> Floats:
    """Bound the rounding of sums of log-probabilities, each a difference of two logarithms.

    All terms are negative, but for a prior above 1: the sum is as large as its terms. A probability of almost 1 is a
    small difference of large logarithms, though.
    """
    logs = _OF_LOGS * np.abs(np.log([smoothed.min(axis=(2, 3)), smoothed.sum(axis=3).max(axis=2)])).max(axis=0)
    fixed = relative * _largest(log_prior)
    sums = np.where(np.isfinite(joint), np.abs(joint), 0.0)
    slack: Floats = relative * sums + (of_own_fold(folds, fixed) + of_own_fold(folds, logs) * row_sums)[..., np.newaxis]
    return slack


def _largest(log_prior: Floats) -> Floats:
    """Magnitude of the largest logarithm of every fold."""
    largest: Floats = np.where(np.isfinite(log_prior), np.abs(log_prior), 0.0).max(axis=2)
    return largest
