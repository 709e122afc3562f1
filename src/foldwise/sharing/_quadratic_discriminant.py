"""Quadratic discriminants: every fold's means and covariances of classes from one pass over the table."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy.linalg.lapack import dtrtrs

from foldwise.sharing._blocks import in_blocks
from foldwise.sharing._fold_products import ClassCentred, checked_priors, factors, training_products
from foldwise.sharing._fold_sums import mark_folds, rows_by_fold, training_class_sums, training_counts
from foldwise.sharing._scores import SEEN, answered
from foldwise.sharing._shared import Codes, Examples, Floats, FoldAnswers, FoldScaler

# Roundings of products and solutions, relative to what a condition number makes of them; generous.
_ROUNDING: Final = 16 * 2.0**-52
# Of means, relative to the largest of their terms.
_MEANS: Final = 4 * 2.0**-52
# A class that varies so little beside all classes, whose variance is 1, may not vary at all but for rounding.
_FLAT: Final = 1e-10
_ROWS_AT_ONCE: Final = 1 << 10


def share(estimator: Any, examples: Examples) -> "SharedQuadraticDiscriminant | None":
    """Prepare a QuadraticDiscriminantAnalysis; None if it shrinks or if parameters or numbers are unusual."""
    solver = getattr(estimator, "solver", "svd")
    priors = checked_priors(estimator.priors, examples.n_classes)
    if (
        priors is None
        or solver not in ("svd", "eigen")
        or getattr(estimator, "shrinkage", None) is not None
        or getattr(estimator, "covariance_estimator", None) is not None
        or not (isinstance(estimator.reg_param, int | float) and 0 <= estimator.reg_param <= 1)
        or not (isinstance(estimator.tol, int | float) and estimator.tol >= 0)
    ):
        return None
    centred = ClassCentred.of(examples)
    if centred is None:
        return None
    return SharedQuadraticDiscriminant(
        centred=centred,
        y=examples.y,
        scaler=examples.scaler,
        priors=None if estimator.priors is None else priors,
        solver=solver,
        regularised=float(estimator.reg_param) if solver == "svd" else 0.0,
        tol=float(estimator.tol),
        methods=frozenset({"predict", "predict_proba", "decision_function"}),
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Classes:
    """What folds have learnt of their classes, each array beginning (n_repeats, n_folds, n_classes)."""

    means: Floats
    lower: Floats
    constant: Floats
    unit: Floats  # of rounding, relative to the squared distance from the mean
    off: Floats  # and relative to the distance itself
    broken: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SharedQuadraticDiscriminant:
    """All folds of a quadratic discriminant analysis."""

    centred: ClassCentred
    y: npt.NDArray[np.intp]
    scaler: FoldScaler | None
    priors: Floats | None
    solver: str
    regularised: float
    tol: float
    methods: frozenset[str]

    def answers(self, folds: Codes, method: str) -> FoldAnswers:
        """Answer for all folds of all repeats; unsure where a covariance is nearly singular or classes nearly equal."""
        k, p = self.centred.means.shape
        return in_blocks(
            lambda some: self._answer(some, method),
            folds,
            bytes_per_fold=32 * k * p**2,
            bytes_per_example=32 * k,
        )

    def _answer(self, folds: Codes, method: str) -> FoldAnswers:
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            fits = self._fit(folds)
            distances = np.zeros((*folds.shape, len(self.centred.means)))
            scores, error = np.zeros_like(distances), np.zeros_like(distances)
            for repeat, fold, rows in rows_by_fold(folds, _ROWS_AT_ONCE):
                at = repeat, fold
                if fits.broken[at]:
                    continue
                X = self.centred.X[rows]
                squares = np.empty((len(rows), distances.shape[2]))
                for label, (mean, lower) in enumerate(zip(fits.means[at], fits.lower[at], strict=True)):
                    away = dtrtrs(lower, (X - mean).T, lower=True)[0]
                    np.einsum("pi,pi->i", away, away, out=squares[:, label])
                scores[repeat, rows] = fits.constant[at] - 0.5 * squares
                error[repeat, rows] = fits.unit[at] * (squares + np.abs(fits.constant[at]) + X.shape[1]) + fits.off[
                    at
                ] * np.sqrt(squares)
            values, unsure = answered(scores, error, method, by_logs=True)
        return FoldAnswers(values, (unsure & (folds >= 0)) | mark_folds(folds, fits.broken))

    def _fit(self, folds: Codes) -> _Classes:
        k, p = self.centred.means.shape
        counts = training_counts(folds, self.y, k).astype(np.float64)
        n = np.maximum(counts, 1)[..., np.newaxis]
        offsets = training_class_sums(folds, self.centred.deviations, self.y, k) / n
        covariance = training_products(folds, self.centred.deviations, self.y, k) / n[..., np.newaxis]
        covariance -= offsets[..., :, np.newaxis] * offsets[..., np.newaxis, :]
        # What the learner sees is this many times larger than our columns.
        larger = np.broadcast_to(self.centred.units, (*folds.shape[:1], 1, 1, p))
        if self.scaler is not None:
            larger = (self.centred.units / self.scaler.maps(folds)[1])[:, :, np.newaxis]
        if self.regularised:
            covariance *= 1 - self.regularised
            columns = np.arange(p)
            covariance[..., columns, columns] += self.regularised / larger**2
        lower, least = factors(covariance)
        diagonal = np.einsum("...pp->...p", covariance)
        smallest = least * np.square(larger).min(axis=3)
        # With fewer examples than columns there are fewer singular values, whatever is added to them.
        broken = (counts < (max(p, 2) if self.solver == "svd" else 2)) | ~(least > _FLAT)
        # Where the bound is too low, the eigenvalue itself: one that is not above `tol` is an error.
        seen_larger = np.broadcast_to(larger, diagonal.shape)
        for at in zip(*np.nonzero(~broken & (smallest <= 1.001 * self.tol)), strict=True):
            scaled_covariance = covariance[at] * np.outer(seen_larger[at], seen_larger[at])
            smallest[at] = np.linalg.eigvalsh(scaled_covariance)[0]
            broken[at] |= not smallest[at] > 1.001 * self.tol
        # Singular values of the columns as they come have the square root of the condition number of the covariance.
        condition = (diagonal * larger**2).sum(axis=3) / smallest
        condition = np.maximum(np.sqrt(condition) if self.solver == "svd" else condition, diagonal.sum(axis=3) / least)
        broken |= ~(condition * _ROUNDING < 1e-3)
        priors = counts / counts.sum(axis=2, keepdims=True) if self.priors is None else self.priors
        logs = 2 * (np.log(np.einsum("...pp->...p", lower)) + np.log(larger)).sum(axis=3)
        return _Classes(
            means=self.centred.means + offsets,
            lower=lower,
            constant=np.log(priors) - 0.5 * logs,
            unit=_ROUNDING * condition,
            # Means have errors of the size of the numbers as they came.
            off=_MEANS * self.centred.far / np.sqrt(least) / SEEN,
            broken=np.asarray(broken.any(axis=2)),
        )
