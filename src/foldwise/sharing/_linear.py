r"""Least squares and ridge regression: every fold's normal equations from one pass over the table.

With the eigenvectors :math:`V` of :math:`X'X` as new axes, each stretched by :math:`s_i = \sqrt{\lambda_i + \alpha}`,
the equations of all examples have the identity as their matrix, and those of a training fold are never much worse.
Predictions do not depend on the axes.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import row_slices
from foldwise.sharing._blocks import in_blocks
from foldwise.sharing._dealt_rows import DealtRows
from foldwise.sharing._fold_products import solved
from foldwise.sharing._fold_sums import are_moderate, mark_folds, of_own_fold
from foldwise.sharing._linear_targets import LinearTargets
from foldwise.sharing._scores import SEEN
from foldwise.sharing._shared import Codes, Examples, Floats, FoldAnswers, FoldScaler

# An eigenvalue problem of this size takes a tenth of a second.
_MOST_COLUMNS: Final = 400
_GREATEST: Final = 1e100
# Roundings of matrix products and solutions, as multiples of the last digit of their norms; generous.
_ROUNDING: Final = 16 * 2.0**-52
# Condition numbers beyond the inverse of this are near those that make scikit-learn warn.
_DEPENDENT: Final = 1e-14


def share(estimator: Any, examples: Examples) -> "SharedLinear | None":
    """Prepare a LinearRegression, Ridge or RidgeClassifier; None if parameters or numbers are unusual."""
    X = examples.X
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
    targets = LinearTargets.of(estimator, examples.y, examples.n_classes)
    if targets is None:
        return None
    tol = 0.0 if ridge else estimator.tol
    return _prepare(examples, targets, float(alpha), bool(estimator.fit_intercept), tol)


def _prepare(
    examples: Examples, targets: LinearTargets, alpha: float, intercept: bool, tol: float
) -> "SharedLinear | None":
    X, typical = examples.X, np.ones(examples.X.shape[1])
    if examples.scaler is not None:
        typical = np.maximum(X.std(axis=0), np.abs(X).max(axis=0) * 1e-12)
        typical[typical == 0] = 1.0
        X = X / typical
    if intercept:
        X = X - X.mean(axis=0)
    values, axes = np.linalg.eigh(X.T @ X)
    squares = np.maximum(values, 0.0) + alpha
    if not squares[0] > max(tol**2, 1e-14) * squares[-1] * (alpha == 0):
        return None
    lengths = np.sqrt(squares)
    axes /= lengths
    n, p = X.shape
    # The table along the new axes, the targets, and ones.
    rows = np.empty((n, p + targets.width + 1))
    rows[:, p:-1] = targets.centred
    targets = replace(targets, centred=rows[:, p:-1])
    rows[:, -1] = 1.0
    reach, leverage, size = np.empty((3, n))
    for some in row_slices(X):
        Z = rows[some, :p] = X[some] @ axes
        reach[some] = np.sqrt(((Z / lengths) ** 2).sum(axis=1))
        leverage[some] = np.sqrt((Z**2).sum(axis=1))
        size[some] = np.sqrt(np.square(examples.X[some] / typical).sum(axis=1))
    del X
    return SharedLinear(
        rows=rows,
        whole=rows.T @ rows,
        slopes=rows[:, :p].T @ targets.centred,
        targets=targets,
        axes=axes,
        lengths=lengths,
        reach=reach,
        leverage=leverage,
        size=size,
        alpha=alpha,
        intercept=intercept,
        tol=tol,
        examples=examples,
        typical=typical,
        methods=targets.methods,
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Fits:
    """What folds say of the tested rows, in the order in which these are dealt, and how much that may be off.

    All other arrays begin (n_repeats, n_folds).
    """

    values: Floats
    error: Floats  # of a value
    error_reach: Floats  # of a value, per unit of reach
    error_leverage: Floats  # and of leverage
    error_size: Floats  # and of the length of a row
    broken: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SharedLinear:
    """All folds of a linear model with a quadratic penalty or none."""

    rows: Floats
    whole: Floats
    slopes: Floats
    targets: LinearTargets
    axes: Floats
    lengths: Floats
    reach: Floats
    leverage: Floats
    size: Floats
    alpha: float
    intercept: bool
    tol: float
    examples: Examples
    typical: Floats
    methods: frozenset[str]

    @property
    def n_columns(self) -> int:
        """Of `rows`: these are the axes, then the targets, then ones, whose products are sums and counts."""
        return len(self.lengths)

    def answers(self, folds: Codes, method: str) -> FoldAnswers:
        """Answer for all folds of all repeats; unsure where equations are nearly dependent or classes nearly equal."""
        width = self.rows.shape[1]
        return in_blocks(
            lambda some: self._answer(some, method),
            folds,
            bytes_per_fold=48 * width**2,
            bytes_per_example=8 * width + 32 * (self.targets.width + 1),
        )

    def _answer(self, folds: Codes, method: str) -> FoldAnswers:
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            dealt = DealtRows.of(folds, self.rows)
            # As many unknowns as a fold has rows, where these are fewer than the columns.
            is_wide = dealt.largest < self.n_columns and not dealt.left_out.any() and self.examples.scaler is None
            fits = self._fit_rows(dealt, folds) if is_wide else self._fit_columns(dealt, folds)
            # At least that of the mean of y.
            error = _ROUNDING * self.targets.largest + (
                of_own_fold(folds, fits.error)
                + of_own_fold(folds, fits.error_reach) * self.reach
                + of_own_fold(folds, fits.error_leverage) * self.leverage
                + of_own_fold(folds, fits.error_size) * self.size
            )
            broken = mark_folds(folds, fits.broken)
            return self.targets.answered(dealt.put_back(fits.values), error, broken, folds, method)

    def _fit_columns(self, dealt: DealtRows, folds: Codes) -> _Fits:
        """Solve one equation for each column."""
        p = self.n_columns
        products = dealt.training_products(self.whole)
        counts, sums = products[..., -1, -1], products[..., :-1, -1]
        means = np.zeros_like(sums)
        right, matrix = products[..., :p, p:-1], products[..., :p, :p]
        if self.intercept:
            means = sums / np.maximum(counts, 1)[..., np.newaxis]
            matrix -= sums[..., :p, np.newaxis] * means[..., np.newaxis, :p]
            right -= sums[..., :p, np.newaxis] * means[..., np.newaxis, p:]
        stretch = self._stretch(folds)
        if self.alpha:
            matrix += self.alpha * (self.axes.T * stretch[..., np.newaxis, :] ** 2) @ self.axes
        slopes, least = solved(matrix, right)
        constant = means[..., p:] - np.einsum("rfp,rfpt->rft", means[..., :p], slopes)
        values = np.zeros((*folds.shape, self.targets.width))
        for repeat, fold, where in dealt:
            values[repeat, where] = dealt.values[repeat, where, :p] @ slopes[repeat, fold] + constant[repeat, fold]
        # How the squared singular values of what the learner sees compare, the smallest with the largest.
        narrow = (stretch.min(axis=2) / stretch.max(axis=2) * self.lengths[0] / self.lengths[-1]) ** 2
        return self._with_errors(values, slopes, least, narrow, np.zeros(1), folds)

    def _fit_rows(self, dealt: DealtRows, folds: Codes) -> _Fits:
        """Solve one equation for each tested row.

        Without the rows Z of a fold, the residuals d of these rows are those e of the whole by (I - Z Z') d = e, where
        Z has a column more for the intercept; the slopes are those of the whole less Z' d.
        """
        p, n = self.n_columns, len(self.rows)
        slopes = np.empty((len(folds), dealt.n_folds, p, self.targets.width))
        slopes[:] = self.slopes
        least, off = np.ones((2, *slopes.shape[:2]))
        off[:] = 0.0
        values = np.zeros((*folds.shape, self.targets.width))
        for repeat, fold, where in dealt:
            Z, targets = dealt.values[repeat, where, :p], dealt.values[repeat, where, p:-1]
            # A matrix times itself is computed by half; its opposite is not.
            matrix = Z @ Z.T
            if self.intercept:
                matrix += 1 / n
            np.negative(matrix, out=matrix)
            matrix[np.diag_indices(len(Z))] += 1
            residuals, known = solved(matrix, targets - Z @ self.slopes)
            values[repeat, where] = targets - residuals
            slopes[repeat, fold] -= Z.T @ residuals
            least[repeat, fold] = known
            off[repeat, fold] = np.sqrt(np.square(residuals).sum(axis=0).max()) / max(float(known), 1e-300)
        narrow = np.full((1, 1), (self.lengths[0] / self.lengths[-1]) ** 2)
        return self._with_errors(values, slopes, least, narrow, _ROUNDING * off, folds)

    def _with_errors(
        self, values: Floats, slopes: Floats, least: Floats, narrow: Floats, error: Floats, folds: Codes
    ) -> _Fits:
        size = np.sqrt(np.square(self.axes @ slopes).sum(axis=2)).max(axis=2)
        longest = self.lengths[-1]
        # A perturbation E of X by rounding moves the values at x by x'A^-1 E'r and x'A^-1 X'E b, one of A = X'X +
        # alpha by x'A^-1 E b. Least squares by singular values knows only the former, normal equations the latter too.
        reach = _ROUNDING * longest * (self.targets.spread + longest * size * (self.alpha > 0)) / least
        broken = ~(least > 1e-6) | self.targets.lacking(folds)
        # Singular values below `tol` times the largest are dropped; nearly dependent equations are warned of.
        broken |= ~(narrow * least > (_DEPENDENT if self.alpha else (1.1 * self.tol) ** 2))
        return _Fits(
            values=values,
            error=np.broadcast_to(error, least.shape),
            error_reach=reach,
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
