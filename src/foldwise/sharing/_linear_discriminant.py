"""Linear discriminants: every fold's means and covariance within classes from one pass over the table."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise.sharing._blocks import in_blocks
from foldwise.sharing._fold_products import ClassCentred, checked_priors, factors, solutions, training_products
from foldwise.sharing._fold_sums import mark_folds, rows_by_fold, training_class_sums, training_counts
from foldwise.sharing._scores import SEEN, answered
from foldwise.sharing._shared import Codes, Examples, Floats, FoldAnswers

# Roundings of products and solutions, relative to what a condition number makes of them; generous.
_ROUNDING: Final = 16 * 2.0**-52
# Of means, relative to the largest of their terms.
_MEANS: Final = 4 * 2.0**-52
_LEAST_TOL: Final = 1e-8
_ROWS_AT_ONCE: Final = 1 << 12


def share(estimator: Any, examples: Examples) -> "SharedLinearDiscriminant | None":
    """Prepare a LinearDiscriminantAnalysis; None if it shrinks or if parameters or numbers are unusual."""
    k, p = examples.n_classes, examples.X.shape[1]
    priors = checked_priors(estimator.priors, k)
    components = estimator.n_components
    if (
        priors is None
        or estimator.solver not in ("svd", "lsqr", "eigen")
        or estimator.shrinkage is not None
        or estimator.covariance_estimator is not None
        or not (components is None or components <= min(k - 1, p))
        or not isinstance(estimator.tol, int | float)
    ):
        return None
    svd = estimator.solver == "svd"
    # It would count singular values that are nothing but rounding.
    if svd and estimator.tol < _LEAST_TOL:
        return None
    # The other solvers weigh the covariances of the classes by their priors, and see the columns as they come.
    if not svd and (estimator.priors is not None or examples.scaler is not None):
        return None
    centred = ClassCentred.of(examples)
    if centred is None:
        return None
    # Only by singular values are scores taken from the common mean.
    methods = {"predict", "predict_proba"} | ({"decision_function"} if svd or k == 2 else set())
    return SharedLinearDiscriminant(
        centred=centred,
        y=examples.y,
        priors=None if estimator.priors is None else priors,
        solver=estimator.solver,
        tol=float(estimator.tol),
        integers=_integers(examples.X) & (estimator.solver != "eigen") & (examples.scaler is None),
        X=examples.X,
        methods=frozenset(methods),
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Discriminants:
    """What folds have learnt, each array beginning (n_repeats, n_folds): scores are `constant` + x' `slopes`."""

    slopes: Floats
    constant: Floats
    error: Floats  # of a score, per unit of its part that depends on x
    fixed_error: Floats
    broken: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SharedLinearDiscriminant:
    """All folds of a linear discriminant analysis."""

    centred: ClassCentred
    y: npt.NDArray[np.intp]
    priors: Floats | None
    solver: str
    tol: float
    integers: npt.NDArray[np.bool_]
    X: Floats
    methods: frozenset[str]

    def answers(self, folds: Codes, method: str) -> FoldAnswers:
        """Answer for all folds of all repeats; unsure where columns are nearly dependent or classes nearly equal."""
        k, p = self.centred.means.shape
        return in_blocks(
            lambda some: self._answer(some, method),
            folds,
            bytes_per_fold=32 * (p + k) * p,
            bytes_per_example=32 * k,
        )

    def _answer(self, folds: Codes, method: str) -> FoldAnswers:
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            fits = self._fit(folds)
            scores = np.zeros((*folds.shape, len(self.centred.means)))
            error = np.zeros_like(scores)
            for repeat, fold, rows in rows_by_fold(folds, _ROWS_AT_ONCE):
                at = repeat, fold
                scores[repeat, rows] = self.centred.X[rows] @ fits.slopes[at] + fits.constant[at]
                error[repeat, rows] = fits.error[at] * self.centred.norms[rows, np.newaxis] + fits.fixed_error[at]
            values, unsure = answered(scores, error, method)
        return FoldAnswers(values, (unsure & (folds >= 0)) | mark_folds(folds, fits.broken))

    def _fit(self, folds: Codes) -> _Discriminants:
        k = len(self.centred.means)
        everyone = np.zeros(len(self.y), dtype=np.intp)
        counts = training_counts(folds, self.y, k).astype(np.float64)
        n = np.maximum(counts.sum(axis=2), 1)
        # A class of one has a covariance that warns, where it is looked at by itself.
        broken = (counts < (1 if self.solver == "svd" else 2)).any(axis=2)
        offsets = (
            training_class_sums(folds, self.centred.deviations, self.y, k) / np.maximum(counts, 1)[..., np.newaxis]
        )
        within = training_products(folds, self.centred.deviations, everyone, 1)[:, :, 0]
        within -= np.matmul((offsets * counts[..., np.newaxis]).swapaxes(2, 3), offsets)
        within /= n[..., np.newaxis, np.newaxis]
        constant = self._constant(folds, counts)
        broken |= constant.all(axis=2)
        self._drop(within, constant)
        lower, least = factors(within)
        priors = counts / n[..., np.newaxis] if self.priors is None else self.priors
        means = self.centred.means + offsets
        origin = (priors[..., np.newaxis] * means).sum(axis=2, keepdims=True)
        apart = np.where(constant[:, :, np.newaxis], 0.0, means - origin)
        slopes = solutions(lower, apart.swapaxes(2, 3))
        distances = np.einsum("rfkp,rfpk->rfk", apart, slopes)
        logs = np.log(priors)
        largest = np.einsum("rfpp->rfp", within).max(axis=2)
        # Singular values of columns of unit variance that are below `tol` are dropped, and so is what means hardly
        # differ in.
        broken |= ~(least > (2 * self.tol) ** 2 * largest) | self._flat(apart, slopes, priors, n)
        condition = np.einsum("rfpp->rf", within) / least
        if self.solver != "svd":
            condition = condition * self.centred.ratio**2
        broken |= ~(condition * _ROUNDING < 1e-3)
        unit = (_ROUNDING * condition)[..., np.newaxis]
        # Rounding turns the inverse A of the covariance into A^(1/2) (1 + E) A^(1/2), so that u'Av is off by no more
        # than |E| times the lengths of u and v as A measures them.
        lengths = np.sqrt(np.maximum(distances, 0.0))
        root = np.sqrt(least)[..., np.newaxis]
        # Means and scalar products have errors of the size of the numbers as they came.
        off: Any = _MEANS * self.centred.far / SEEN
        error = (unit * lengths + off) / root
        if self.solver != "svd":
            # The scores are taken from zero, however far that is.
            off = off * (1 + self.centred.far / least[..., np.newaxis])
        return _Discriminants(
            slopes=slopes,
            constant=-np.einsum("rfp,rfpk->rfk", origin[:, :, 0], slopes) - 0.5 * distances + logs,
            error=error,
            fixed_error=error * np.sqrt(np.square(origin).sum(axis=3))
            + unit * (lengths**2 + 1 + np.abs(logs))
            + off * (lengths / root + np.sqrt(np.square(slopes).sum(axis=2))),
            broken=broken,
        )

    def _constant(self, folds: Codes, counts: Floats) -> npt.NDArray[np.bool_]:
        """Find columns that are constant within every class: exactly, as scikit-learn does, for integers."""
        constant = np.zeros((*counts.shape[:2], len(self.integers)), dtype=np.bool_)
        if self.integers.any():
            columns = self.X[:, self.integers]
            moments = training_class_sums(folds, np.hstack([columns, columns**2]), self.y, counts.shape[2])
            sums, squares = np.split(moments, 2, axis=3)
            constant[..., self.integers] = (squares * counts[..., np.newaxis] == sums**2).all(axis=2)
        return constant

    @staticmethod
    def _drop(within: Floats, constant: npt.NDArray[np.bool_]) -> None:
        """Make constant columns stand by themselves."""
        repeat, fold, column = np.nonzero(constant)
        within[repeat, fold, column] = 0.0
        within[repeat, fold, :, column] = 0.0
        within[repeat, fold, column, column] = 1.0

    def _flat(self, apart: Floats, slopes: Floats, priors: Floats, n: Floats) -> npt.NDArray[np.bool_]:
        """Whether the means differ so little in some direction that singular values would ignore it."""
        k, p = self.centred.means.shape
        if self.solver != "svd":
            return np.zeros(n.shape, dtype=np.bool_)
        weights = np.sqrt(np.broadcast_to(priors, (*n.shape, k)))
        between = weights[..., np.newaxis] * (apart @ slopes) * weights[..., np.newaxis, :]
        between = np.where(np.isfinite(between), between, 0.0)
        spread = np.linalg.eigvalsh(between)
        noise = (1e-9 * (1 + self.centred.far)) ** 2
        bound = np.maximum((2 * self.tol) ** 2 * spread[..., -1], noise)
        flat: npt.NDArray[np.bool_] = ~(spread[..., -min(k - 1, p)] > bound)
        return flat


def _integers(X: Floats) -> npt.NDArray[np.bool_]:
    """Find columns of integers whose sums of squares, times the number of rows, are exact."""
    size = np.abs(X).max(axis=0, initial=0)
    integers: npt.NDArray[np.bool_] = (np.rint(X) == X).all(axis=0) & ((len(X) * size) ** 2 < 2.0**53)
    return integers
