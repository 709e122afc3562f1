r"""Least squares and ridge regression: every fold's normal equations from one pass over the table.

With the eigenvectors :math:`V` of :math:`X'X` as new axes, each stretched by :math:`s_i = \sqrt{\lambda_i + \alpha}`,
the equations of all examples have the identity as their matrix, and those of a training fold are never much worse.
Predictions do not depend on the axes.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise.sharing._blocks import in_blocks
from foldwise.sharing._fold_products import factors, solutions, training_products
from foldwise.sharing._fold_sums import are_moderate, mark_folds, rows_by_fold, training_counts, training_sums
from foldwise.sharing._scores import OFF, SEEN, answered
from foldwise.sharing._shared import Codes, Examples, Floats, FoldAnswers, FoldScaler

# An eigenvalue problem of this size takes a tenth of a second.
_MOST_COLUMNS: Final = 400
_GREATEST: Final = 1e100
# Roundings of matrix products and solutions, as multiples of the last digit of their norms; generous.
_ROUNDING: Final = 16 * 2.0**-52
# Condition numbers beyond the inverse of this are near those that make scikit-learn warn.
_DEPENDENT: Final = 1e-14
_ROWS_AT_ONCE: Final = 1 << 12


def share(estimator: Any, examples: Examples) -> "SharedLinear | None":
    """Prepare a LinearRegression, Ridge or RidgeClassifier; None if parameters or numbers are unusual."""
    X, k = examples.X, examples.n_classes
    n, p = X.shape
    ridge = hasattr(estimator, "alpha")
    alpha = estimator.alpha if ridge else 0.0
    if (
        estimator.positive
        or not 0 < p <= _MOST_COLUMNS
        or n < 2
        or not are_moderate(X)
        or not isinstance(alpha, int | float)
        or not (estimator.fit_intercept or examples.scaler is None)
    ):
        return None
    if ridge and not (0 < alpha < _GREATEST and estimator.solver in ("auto", "cholesky", "svd")):
        return None
    if hasattr(estimator, "class_weight"):
        if k < 2 or estimator.class_weight is not None:
            return None
        # Two classes have one target, more have one each.
        targets = np.where(examples.y[:, np.newaxis] == np.arange(k)[1 if k == 2 else 0 :], 1.0, -1.0)
    elif k or not are_moderate(examples.y):
        return None
    else:
        targets = examples.y[:, np.newaxis]
    tol = 0.0 if ridge else estimator.tol
    return _prepare(examples, targets, float(alpha), bool(estimator.fit_intercept), tol)


def _prepare(examples: Examples, targets: Floats, alpha: float, intercept: bool, tol: float) -> "SharedLinear | None":
    X, typical = examples.X, np.ones(examples.X.shape[1])
    if examples.scaler is not None:
        typical = np.maximum(X.std(axis=0), np.abs(X).max(axis=0) * 1e-12)
        typical[typical == 0] = 1.0
        X = X / typical
    if intercept:
        X = X - X.mean(axis=0)
    gram = np.zeros((X.shape[1], X.shape[1]))
    for start in range(0, len(X), _ROWS_AT_ONCE):
        rows = X[start : start + _ROWS_AT_ONCE]
        gram += rows.T @ rows
    values, axes = np.linalg.eigh(gram)
    squares = np.maximum(values, 0.0) + alpha
    if not squares[0] > max(tol**2, 1e-14) * squares[-1] * (alpha == 0):
        return None
    lengths = np.sqrt(squares)
    axes /= lengths
    centre = targets.mean(axis=0) if intercept else np.zeros(targets.shape[1])
    Z, centred = X @ axes, targets - centre
    return SharedLinear(
        Z=Z,
        targets=centred,
        centre=centre,
        axes=axes,
        lengths=lengths,
        reach=np.sqrt(((Z / lengths) ** 2).sum(axis=1)),
        leverage=np.sqrt((Z**2).sum(axis=1)),
        size=np.sqrt(np.square(examples.X / typical).sum(axis=1)),
        spread=float(np.sqrt((centred**2).sum(axis=0)).max()),
        largest=float(np.abs(targets).max()),
        alpha=alpha,
        intercept=intercept,
        tol=tol,
        examples=examples,
        typical=typical,
        methods=frozenset({"predict", "decision_function"} if examples.n_classes else {"predict"}),
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Fits:
    """What folds have learnt, each array beginning (n_repeats, n_folds): values are `constant` + z' `slopes`."""

    slopes: Floats
    constant: Floats
    error: Floats  # of a value, per unit of reach
    error_leverage: Floats  # and of leverage
    error_size: Floats  # and of the length of a row
    broken: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SharedLinear:
    """All folds of a linear model with a quadratic penalty or none."""

    Z: Floats
    targets: Floats
    centre: Floats
    axes: Floats
    lengths: Floats
    reach: Floats
    leverage: Floats
    size: Floats
    spread: float
    largest: float
    alpha: float
    intercept: bool
    tol: float
    examples: Examples
    typical: Floats
    methods: frozenset[str]

    def answers(self, folds: Codes, method: str) -> FoldAnswers:
        """Answer for all folds of all repeats; unsure where equations are nearly dependent or classes nearly equal."""
        width = self.Z.shape[1] + self.targets.shape[1]
        return in_blocks(
            lambda some: self._answer(some, method),
            folds,
            bytes_per_fold=48 * width**2,
            bytes_per_example=32 * (self.targets.shape[1] + 1),
        )

    def _answer(self, folds: Codes, method: str) -> FoldAnswers:
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            fits = self._fit(folds)
            values = np.zeros((*folds.shape, self.targets.shape[1]))
            # At least that of the mean of y.
            error = np.full(folds.shape, _ROUNDING * self.largest)
            for repeat, fold, rows in rows_by_fold(folds, _ROWS_AT_ONCE):
                values[repeat, rows] = self.Z[rows] @ fits.slopes[repeat, fold] + fits.constant[repeat, fold]
                error[repeat, rows] += (
                    fits.error[repeat, fold] * self.reach[rows]
                    + fits.error_leverage[repeat, fold] * self.leverage[rows]
                    + fits.error_size[repeat, fold] * self.size[rows]
                )
            broken = mark_folds(folds, fits.broken)
            if not self.examples.n_classes:
                typical = self.spread / np.sqrt(len(self.targets))
                return FoldAnswers(values[..., 0], broken | np.logical_not(SEEN * error <= OFF * typical))
            if values.shape[2] == 1:
                # Half the difference of two scores.
                values = np.concatenate([-values, values], axis=2) / 2
            answers, unsure = answered(values, np.broadcast_to(error[..., np.newaxis], values.shape), method)
        return FoldAnswers(answers, (unsure & (folds >= 0)) | broken)

    def _fit(self, folds: Codes) -> _Fits:
        n, p = self.Z.shape
        everyone = np.zeros(n, dtype=np.intp)
        both = np.hstack([self.Z, self.targets])
        counts = training_counts(folds, everyone, 1)[..., 0].astype(np.float64)
        products = training_products(folds, both, everyone, 1)[:, :, 0]
        means = np.zeros((*counts.shape, both.shape[1]))
        if self.intercept:
            means = training_sums(folds, both) / np.maximum(counts, 1)[..., np.newaxis]
            products -= counts[..., np.newaxis, np.newaxis] * means[..., :, np.newaxis] * means[..., np.newaxis, :]
        stretch = self._stretch(folds)
        matrix = products[..., :p, :p]
        if self.alpha:
            matrix += self.alpha * (self.axes.T * stretch[..., np.newaxis, :] ** 2) @ self.axes
        lower, least = factors(matrix)
        slopes = solutions(lower, products[..., :p, p:])
        constant = means[..., p:] - np.einsum("rfp,rfpt->rft", means[..., :p], slopes)
        size = np.sqrt(np.square(self.axes @ slopes).sum(axis=2)).max(axis=2)
        longest = self.lengths[-1]
        # A perturbation E of X by rounding moves the values at x by x'A^-1 E'r and x'A^-1 X'E b, one of A = X'X +
        # alpha by x'A^-1 E b. Least squares by singular values knows only the former, normal equations the latter too.
        error = _ROUNDING * longest * (self.spread + longest * size * (self.alpha > 0)) / least
        broken = ~(least > 1e-6) | (training_counts(folds, self._labels(), self._n_labels()) == 0).any(axis=2)
        # How the squared singular values of what the learner sees compare, the smallest with the largest.
        ratio = (stretch.min(axis=2) / stretch.max(axis=2) * self.lengths[0] / longest) ** 2 * least
        # Singular values below `tol` times the largest are dropped; nearly dependent equations are warned of.
        broken |= ~(ratio > (_DEPENDENT if self.alpha else (1.1 * self.tol) ** 2))
        return _Fits(
            slopes=slopes,
            constant=constant + self.centre,
            error=error,
            error_leverage=_ROUNDING * longest * size / least,
            # The scalar product of a row as it comes and the coefficients.
            error_size=_ROUNDING * size / SEEN,
            broken=broken,
        )

    def _stretch(self, folds: Codes) -> Floats:
        """Return coefficients of the learner divided by ours: the scales of their columns."""
        scaler: FoldScaler | None = self.examples.scaler
        if scaler is None:
            return np.ones((1, 1, len(self.typical)))
        stretch: Floats = scaler.maps(folds)[1] / self.typical
        return stretch

    def _labels(self) -> npt.NDArray[np.intp]:
        y: npt.NDArray[np.intp] = self.examples.y if self.examples.n_classes else np.zeros(len(self.Z), dtype=np.intp)
        return y

    def _n_labels(self) -> int:
        return max(self.examples.n_classes, 1)
