"""Naive Bayes with normal densities: every fold's means and variances from one pass over the table."""

from dataclasses import dataclass
from numbers import Real
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import row_slices
from foldwise.sharing._blocks import in_blocks, in_parts
from foldwise.sharing._fold_sums import (
    are_moderate,
    column_centres,
    mark_folds,
    rounding,
    rows_by_fold,
    training_class_sums,
    training_counts,
)
from foldwise.sharing._scores import NAIVE_BAYES_METHODS, relative_slack, settle
from foldwise.sharing._shared import Codes, Examples, Floats, FoldAnswers, FoldScaler, Shared

# Variances below this have lost digits.
_LEAST_VARIANCE: Final = 1e-280
# Of this size, sums of squared means over variances still leave ten digits behind the point.
_CANCELLING: Final = 1e5
# Rounding of products of matrices, relative to the magnitudes of what they sum; generous.
_OF_PRODUCTS: Final = 2.0**-46
# Test folds are taken in runs of so many values.
_VALUES_AT_ONCE: Final = 1 << 18


def share(estimator: Any, examples: Examples) -> Shared | None:
    """Prepare a GaussianNB; None if its parameters or the numbers are unusual."""
    smoothing, priors = estimator.var_smoothing, estimator.priors
    if not isinstance(smoothing, Real) or not float(smoothing) >= 0 or not examples.n_classes:
        return None
    if not are_moderate(examples.X):
        return None
    if priors is not None:
        priors = np.asarray(priors, dtype=np.float64)
        # A prior of 0 makes scikit-learn warn.
        if priors.shape != (examples.n_classes,) or not (priors > 0).all() or not np.isclose(priors.sum(), 1.0):
            return None
    return _SharedGaussianNB(examples, float(smoothing), priors)


@dataclass(frozen=True, slots=True, eq=False)
class _Models:
    """What folds have learnt: arrays of shape (n_repeats, n_folds, n_classes, ...).

    The joint log-likelihood is `constant` - s, where s is the sum of `weight` (x - `mean`)**2. It may be off by `slack`
    + `relative` s + `of_means` sqrt(s).
    """

    constant: Floats
    mean: Floats
    weight: Floats
    slack: Floats
    relative: Floats
    of_means: Floats
    broken: npt.NDArray[np.bool_]  # (n_repeats, n_folds)


class _SharedGaussianNB:
    methods = NAIVE_BAYES_METHODS

    def __init__(self, examples: Examples, smoothing: float, priors: Floats | None) -> None:
        X, y = examples.X, examples.y
        self._y, self._smoothing, self._priors = y, smoothing, priors
        self._scaler: FoldScaler | None = examples.scaler
        centres, variances = np.zeros((2, examples.n_classes, X.shape[1]))
        variances += np.inf
        for c in np.unique(y):
            rows = X[y == c]
            centres[c], variances[c] = column_centres(rows), rows.var(axis=0)
        # The origin of a column is the centre of its least variable class, which suffers most from cancellation.
        origin = self._origin = np.take_along_axis(centres, variances.argmin(axis=0)[np.newaxis], axis=0)[0]
        self._X = X - origin
        self._centre = centres - origin
        # About the centre of its own class a sum of squares holds little else than the variance.
        self._moments = np.empty((len(X), 2 * X.shape[1]))
        for some in row_slices(X):
            deviations, squares = np.hsplit(self._moments[some], 2)
            np.subtract(self._X[some], self._centre[y[some]], out=deviations)
            np.square(deviations, out=squares)

    def answers(self, folds: Codes, method: str) -> FoldAnswers:
        k, p = self._centre.shape
        return in_blocks(
            lambda some: self._answer(some, method),
            folds,
            bytes_per_fold=80 * k * p,
            bytes_per_example=64 + 8 * k,
            bytes_in_parts=56 * k,
        )

    def _answer(self, folds: Codes, method: str) -> FoldAnswers:
        # What overflows is unsure.
        with np.errstate(over="ignore", invalid="ignore"):
            models = self._fit(folds, relative_slack(method, self._X.shape[1]))
            answers = in_parts(lambda rows: settle(*self._joint(folds, models, rows), method), folds)
        return FoldAnswers(answers.values, (answers.unsure | mark_folds(folds, models.broken)) & (folds >= 0))

    def _fit(self, folds: Codes, least_slack: float) -> _Models:
        k, p = self._centre.shape
        counts = training_counts(folds, self._y, k)
        present = counts > 0
        n = np.maximum(counts, 1)[..., np.newaxis].astype(np.float64)
        sums = training_class_sums(folds, self._moments, self._y, k)
        sums /= n
        offset, squares = sums[..., :p], sums[..., p:]
        mean = self._centre + offset
        variance = np.maximum(squares - offset**2, 0.0)
        floor, size = self._floor(folds, counts, mean, variance)
        smoothed = variance + floor
        usable = smoothed > _LEAST_VARIANCE
        # The latter where nothing is left to train on.
        broken: npt.NDArray[np.bool_] = np.logical_or(
            (~usable & present[..., np.newaxis]).any(axis=(2, 3)), ~present.any(axis=2)
        )
        if self._priors is None:
            prior = np.where(present, counts / np.maximum(counts.sum(axis=2, keepdims=True), 1), 1.0)
        else:
            prior = np.broadcast_to(self._priors, counts.shape)
            broken |= ~present.all(axis=2)
        inverse = 1 / np.where(usable, smoothed, 1.0)
        logs = np.log(inverse / (2 * np.pi))
        log_prior = np.log(prior)
        constant = np.where(present, log_prior + 0.5 * logs.sum(axis=3), -np.inf)
        unit = rounding(n[..., 0])
        relative = least_slack + unit * (squares * inverse).max(axis=3)
        # Means off by d move the sum of z**2 / 2 by that of |z| d / sd, for which Cauchy and Schwarz have a bound.
        of_means = unit * np.sqrt((size * inverse).sum(axis=3))
        slack = relative * (np.abs(logs).sum(axis=3) + np.abs(log_prior) + p) + of_means**2
        return _Models(constant, mean, 0.5 * inverse, slack, 2 * relative, 2 * of_means, broken)

    def _floor(
        self, folds: Codes, counts: npt.NDArray[np.int64], mean: Floats, variance: Floats
    ) -> tuple[Floats, Floats]:
        """Work out what is added to every variance: a share of the largest one of a column, classes put together.

        Also, the mean squares of the values that scikit-learn sums, to which its roundings are proportional.
        """
        shares = (counts / np.maximum(counts.sum(axis=2, keepdims=True), 1))[..., np.newaxis]
        whole = (shares * mean).sum(axis=2, keepdims=True)
        pooled = (shares * (variance + (mean - whole) ** 2)).sum(axis=2, keepdims=True)
        if self._scaler is None:
            return self._smoothing * pooled.max(axis=3, keepdims=True), variance + (mean + self._origin) ** 2
        # A scaler changes little: the largest variance is that of a scaled column, and all classes are shifted.
        width = self._scaler.maps(folds)[1][:, :, np.newaxis] ** 2
        largest = (pooled / width).max(axis=3, keepdims=True)
        return self._smoothing * largest * width, pooled + (whole + self._origin) ** 2

    def _joint(self, folds: Codes, models: _Models, rows: slice) -> tuple[Floats, Floats]:
        """Joint log-likelihoods of the tested ones among some examples, and how much they may be off."""
        folds, table = folds[:, rows], self._X[rows]
        joint = np.zeros((*folds.shape, len(self._centre)))
        slack = np.zeros(joint.shape)
        linear = models.mean * models.weight
        of_means = np.einsum("rfkp,rfkp->rfk", linear, models.mean)
        for repeat, fold, tested in rows_by_fold(folds, max(_VALUES_AT_ONCE // table.shape[1], 1)):
            at = repeat, fold
            X, weight, mean, zero = table[tested], models.weight[at], models.mean[at], of_means[at]
            off = models.slack[at]
            if zero.max() < _CANCELLING:
                squares = X**2 @ weight.T
                sums = squares - 2 * (X @ linear[at].T) + zero
                off = off + _OF_PRODUCTS * (squares + zero)
            else:
                sums = np.stack([(X - m) ** 2 @ w for m, w in zip(mean, weight, strict=True)], axis=1)
            joint[repeat, tested] = models.constant[at] - sums
            slack[repeat, tested] = (
                off + models.relative[at] * sums + models.of_means[at] * np.sqrt(np.maximum(sums, 0.0))
            )
        return joint, slack
