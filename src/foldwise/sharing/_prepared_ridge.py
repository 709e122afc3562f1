"""Ridge regression behind steps that prepare a table: every fold's equations from products of fixed columns.

These are summed over all examples once, and the test fold is subtracted. What the steps do in a fold maps the products.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from warnings import catch_warnings

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from sklearn.pipeline import Pipeline

from foldwise.runs._door import Job, Pair, take_rows
from foldwise.sharing._blocks import in_blocks
from foldwise.sharing._dealt_rows import DealtRows
from foldwise.sharing._fold_products import solved
from foldwise.sharing._fold_sums import mark_folds, of_own_fold, rounding
from foldwise.sharing._fold_tables import read_tables
from foldwise.sharing._linear_targets import LinearTargets
from foldwise.sharing._prepared_columns import PreparedColumns
from foldwise.sharing._read_columns import may_fit, prepared_columns
from foldwise.sharing._registry import are_valid
from foldwise.sharing._scores import SEEN
from foldwise.sharing._shared import Codes, Floats, FoldAnswers

_RIDGES: Final = frozenset({"sklearn.linear_model._ridge.Ridge", "sklearn.linear_model._ridge.RidgeClassifier"})
_GREATEST: Final = 1e100
# Roundings of matrix products and solutions, as multiples of the last digit of their norms; generous.
_ROUNDING: Final = 16 * 2.0**-52
# Condition numbers beyond the inverse of this are near those that make scikit-learn warn.
_DEPENDENT: Final = 1e-14
_UNSTABLE: Final = 1e-10
# How far a scale may be off.
_OFF: Final = 1e-9
# A column of which training has less than this part of the variance loses digits where the test fold is subtracted.
_FADED: Final = 1e-4
_TRIALS: Final = 5
_SAME: Final = 1e-7


def share_prepared(job: Job) -> "SharedPreparedRidge | None":
    """Prepare a pipeline of steps that map fixed columns and a Ridge or RidgeClassifier; None for any other learner.

    One fold is also fitted in the ordinary way: its values have to be the same.
    """
    if type(job.estimator) is not Pipeline or not job.estimator.steps or not may_fit(job.X):
        return None
    learner = job.estimator.steps[-1][1]
    if f"{type(learner).__module__}.{type(learner).__qualname__}" not in _RIDGES or not are_valid(learner):
        return None
    alpha = learner.alpha
    plain = isinstance(alpha, int | float) and 0 < alpha < _GREATEST and learner.solver in ("auto", "cholesky")
    if not plain or learner.positive or not learner.fit_intercept:
        return None
    targets = LinearTargets.of(learner, job.target.values, len(job.target.classes))
    pairs = job.assignment.pairs()
    tables = None if targets is None else read_tables(job, pairs[0])
    if targets is None or tables is None or tables.n_steps != len(job.estimator.steps) - 1:
        return None
    columns = prepared_columns(tables.part)
    # Folds have nearly all of the squares that the whole table has.
    if columns is None or not alpha > _DEPENDENT * columns.squares:
        return None
    rows = np.hstack([columns.table, targets.centred, np.ones((len(columns.table), 1))])
    p = len(columns.units)
    shared = SharedPreparedRidge(
        rows=rows,
        whole=rows.T @ rows,
        columns=replace(columns, table=rows[:, :p]),
        targets=replace(targets, centred=rows[:, p:-1]),
        sizes=columns.sizes,
        alpha=float(alpha),
        methods=targets.methods,
    )
    return shared if _is_same(shared, job, pairs[:_TRIALS]) else None


def _is_same(shared: "SharedPreparedRidge", job: Job, pairs: Sequence[Pair]) -> bool:
    """Whether the pipeline itself says the same of the first of some folds that can be compared."""
    method = "decision_function" if len(job.target.classes) else "predict"
    for repeat, fold in pairs:
        train, test = job.assignment.split(repeat, fold)
        codes = job.assignment.folds[repeat]
        # All other folds are trained on.
        alone = np.where(codes == fold, 0, np.minimum(codes, -1)).astype(np.int32)[np.newaxis]
        answers = shared.answers(alone, method)
        if answers.unsure.any():
            continue
        with catch_warnings(action="ignore"):
            try:
                fitted = clone(job.estimator).fit(take_rows(job.X, train), job.target.values[train])
                expected = getattr(fitted, method)(take_rows(job.X, test))
            except Exception:
                # That it would fail was not foreseen.
                return False
        values = answers.values[0, test]
        if expected.ndim == 1 and values.ndim == 2:
            values = values[:, 1]
        return bool(np.allclose(values, expected, rtol=_SAME, atol=_SAME * shared.targets.spread))
    return False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Fits:
    """What folds say of rows of the fixed columns, and how much that may be off; arrays begin (n_repeats, n_folds)."""

    slopes: Floats
    constant: Floats
    error_reach: Floats  # of a value, per unit of the length of a row
    error_size: Floats  # the same, of the length as the row comes
    broken: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SharedPreparedRidge:
    """All folds of ridge regression on prepared columns."""

    rows: Floats
    whole: Floats
    columns: PreparedColumns
    targets: LinearTargets
    sizes: Floats
    alpha: float
    methods: frozenset[str]

    def answers(self, folds: Codes, method: str) -> FoldAnswers:
        """Answer for all folds of all repeats; unsure where steps do what is not foreseen, or rounding might decide."""
        width = self.rows.shape[1]
        return in_blocks(
            lambda some: self._answer(some, method),
            folds,
            bytes_per_fold=48 * width**2,
            bytes_per_example=8 * width + 32 * (self.targets.width + 1),
        )

    def _answer(self, folds: Codes, method: str) -> FoldAnswers:
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            p = len(self.columns.units)
            dealt = DealtRows.of(folds, self.rows)
            fits = self._fit(dealt.training_products(self.whole), folds)
            values = np.zeros((*folds.shape, self.targets.width))
            for repeat, fold, where in dealt:
                values[repeat, where] = dealt.values[repeat, where, :p] @ fits.slopes[repeat, fold]
                values[repeat, where] += fits.constant[repeat, fold]
            far = np.sqrt(np.square(self.columns.far).sum())
            error = (
                _ROUNDING * self.targets.largest
                + of_own_fold(folds, fits.error_reach) * (self.sizes + self.sizes.max())
                + of_own_fold(folds, fits.error_size) * (self.sizes + far)
            )
            return self.targets.answered(dealt.put_back(values), error, mark_folds(folds, fits.broken), folds, method)

    def _fit(self, products: Floats, folds: Codes) -> _Fits:
        """Solve the equations of all folds; `products` are those of the fixed columns, and are changed."""
        p = len(self.columns.units)
        counts = products[..., -1, -1].copy()
        fold_map = self.columns.maps(folds, products[..., :p, -1], counts)
        fold_map.apply(products)
        means = products[..., :-1, -1] / np.maximum(counts, 1)[..., np.newaxis]
        right, matrix = products[..., :p, p:-1], products[..., :p, :p]
        squares = np.einsum("rfpp->rfp", matrix)
        # Before means are taken away: rounding is relative to that.
        total = squares.sum(axis=2)
        matrix -= products[..., :p, -1, np.newaxis] * means[..., np.newaxis, :p]
        right -= products[..., :p, -1, np.newaxis] * means[..., np.newaxis, p:]
        scales, faded = self._scales(squares / np.maximum(counts, 1)[..., np.newaxis], counts)
        seen = (squares / scales**2).sum(axis=2)
        squares += self.alpha * scales**2
        slopes, least = solved(matrix, right)
        size, longest = np.sqrt(np.square(slopes).sum(axis=2)).max(axis=2), np.sqrt(total)
        # A perturbation E of X by rounding moves the values at x by x'A^-1 (E'r + X'E b), A = X'X + penalties.
        reach = _ROUNDING * longest * (self.targets.spread + longest * size) / least
        # Of rows within the span of the training rows, which one of an unknown category is not, less is seen of it.
        reach[fold_map.unknown] /= SEEN
        sparse_folds = self.columns.are_sparse(fold_map, products[..., :p, -1], counts)
        # Of more columns than rows the learner solves other equations.
        is_wide = fold_map.kept.sum(axis=2) > counts
        unstable = ~(least > _UNSTABLE * total) | ~(self.alpha > _DEPENDENT * seen)
        return _Fits(
            slopes=fold_map.of_fixed(slopes),
            constant=means[..., p:] - np.einsum("rfp,rfpt->rft", means[..., :p], slopes),
            error_reach=reach,
            # The scalar product of a row as it comes and the coefficients.
            error_size=_ROUNDING * size / SEEN,
            broken=fold_map.unforeseen | self.targets.lacking(folds) | faded | sparse_folds | is_wide | unstable,
        )

    def _scales(self, variances: Floats, counts: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Return what columns are divided by for the learner, in their units, and where rounding might show in it."""
        columns = self.columns
        scales = np.where(columns.is_scaled & (variances > 0), np.sqrt(variances), 1.0)
        slack = rounding(counts)[..., np.newaxis] * columns.far
        # What is constant in the whole table has no other variance than 0.
        fine = (variances == 0) | ((variances > _FADED) & (slack <= _OFF * scales))
        return scales / np.where(columns.is_scaled, 1.0, columns.units), ~(fine | ~columns.is_scaled).all(axis=2)
