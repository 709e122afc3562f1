"""Pipelines: what treats every row by itself is done once, a scaler is worked out for all folds and handed on."""

from numbers import Real
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt
from sklearn import get_config
from sklearn.base import clone

from foldwise.sharing._fold_sums import (
    are_moderate,
    column_centres,
    count_folds,
    mark_folds,
    rounding,
    training_counts,
    training_sums,
)
from foldwise.sharing._registry import are_valid
from foldwise.sharing._registry import share as share_learner
from foldwise.sharing._shared import Codes, Examples, Floats, FoldAnswers, FoldScaler, Shared

Bools = npt.NDArray[np.bool_]

# How far a scaled value may be off, in units of the scale.
_OFF: Final = 1e-9
# Columns hold their extremes among so many of their lowest and highest values in all but freak folds.
_CANDIDATES: Final = 16


class CheckedScaler(FoldScaler, Protocol):
    """A scaler that knows where rounding would show."""

    def doubtful(self, folds: Codes) -> Bools:
        """Folds (n_repeats, n_folds) where a column is almost constant, or small beside its distance from zero."""
        ...


def fold_scaler(transformer: Any, X: Floats) -> CheckedScaler | None:
    """Prepare a StandardScaler, MinMaxScaler or MaxAbsScaler; None for anything else and for unusual parameters."""
    kind = type(transformer)
    if not kind.__module__.startswith("sklearn.preprocessing.") or not are_moderate(X):
        return None
    if kind.__qualname__ == "StandardScaler":
        return _Standard(X, with_mean=bool(transformer.with_mean), with_std=bool(transformer.with_std))
    if kind.__qualname__ == "MinMaxScaler" and not transformer.clip:
        ends = transformer.feature_range
        if isinstance(ends, tuple) and len(ends) == 2 and all(isinstance(end, Real) for end in ends):
            return _MinMax(X, float(ends[0]), float(ends[1])) if ends[0] < ends[1] else None
    if kind.__qualname__ == "MaxAbsScaler" and not getattr(transformer, "clip", False):
        return _MaxAbs(X)
    return None


class _Standard:
    def __init__(self, X: Floats, *, with_mean: bool, with_std: bool) -> None:
        self._with_mean, self._with_std = with_mean, with_std
        self._centre = column_centres(X)
        deviations = X - self._centre
        self._moments = np.hstack([deviations, deviations**2])
        self._size = np.abs(X).max(axis=0)

    def maps(self, folds: Codes) -> tuple[Floats, Floats]:
        offset, squares, _ = self._means(folds)
        shift = self._centre + offset if self._with_mean else np.zeros_like(offset)
        variance = squares - offset**2
        scale = np.sqrt(np.where(variance > 0, variance, 1.0)) if self._with_std else np.ones_like(offset)
        return shift, scale

    def doubtful(self, folds: Codes) -> Bools:
        offset, squares, unit = self._means(folds)
        variance = np.maximum(squares - offset**2, 0.0)
        known = (unit * squares <= _OFF * variance) & (unit * self._size <= _OFF * np.sqrt(variance))
        # Whatever its mean rounds to, scikit-learn finds a constant column to be one.
        shaky: Bools = ~(known | (squares == 0)).all(axis=2)
        return shaky

    def _means(self, folds: Codes) -> tuple[Floats, Floats, Floats]:
        n = np.maximum(training_counts(folds, np.zeros(folds.shape[1], dtype=np.intp), 1), 1)
        offset, squares = np.split(training_sums(folds, self._moments) / n, 2, axis=2)
        return offset, squares, rounding(n)


class _MinMax:
    def __init__(self, X: Floats, low: float, high: float) -> None:
        self._lowest, self._highest = _Lowest(X), _Lowest(-X)
        self._low, self._width = low, high - low
        self._size = np.abs(X).max(axis=0)

    def maps(self, folds: Codes) -> tuple[Floats, Floats]:
        least, extent = self._extents(folds)
        scale = _no_zeros(extent) / self._width
        return least - self._low * scale, scale

    def doubtful(self, folds: Codes) -> Bools:
        extent = _no_zeros(self._extents(folds)[1])
        # One rounding for every step of x * scale + offset.
        shaky: Bools = (4 * 2.0**-53 * self._size > _OFF * extent).any(axis=2)
        return shaky

    def _extents(self, folds: Codes) -> tuple[Floats, Floats]:
        least = self._lowest.of_training(folds)
        return least, -self._highest.of_training(folds) - least


class _MaxAbs:
    def __init__(self, X: Floats) -> None:
        self._highest = _Lowest(-np.abs(X))

    def maps(self, folds: Codes) -> tuple[Floats, Floats]:
        largest = -self._highest.of_training(folds)
        return np.zeros_like(largest), _no_zeros(largest)

    def doubtful(self, folds: Codes) -> Bools:
        return np.zeros((len(folds), count_folds(folds)), dtype=np.bool_)


def _no_zeros(extent: Floats) -> Floats:
    """Do not scale what scikit-learn deems constant; extremes are exact, so that the verdict is the same."""
    return np.where(extent < 10 * np.finfo(np.float64).eps, 1.0, extent)


class _Lowest:
    """The lowest value of every column among the training examples of every fold."""

    def __init__(self, X: Floats) -> None:
        self._X = X
        m = min(_CANDIDATES, len(X))
        candidates = (
            np.argpartition(X, m - 1, axis=0)[:m] if m < len(X) else np.broadcast_to(np.arange(m)[:, None], X.shape)
        )
        order = np.argsort(np.take_along_axis(X, candidates, axis=0), axis=0)
        self._rows = np.take_along_axis(candidates, order, axis=0)
        self._values = np.take_along_axis(X, self._rows, axis=0)

    def of_training(self, folds: Codes) -> Floats:
        """Return them as (n_repeats, n_folds, n_columns); 0 where the training part of a fold is empty."""
        lowest = np.zeros((len(folds), count_folds(folds), self._X.shape[1]))
        numbers = np.arange(lowest.shape[1])[:, np.newaxis, np.newaxis]
        for repeat, codes in enumerate(folds):
            candidates = codes[self._rows]
            trained = (candidates != numbers) & (candidates > -2)
            first = trained.argmax(axis=1)
            lowest[repeat] = np.take_along_axis(self._values, first, axis=0)
            for fold in np.flatnonzero(~trained.any(axis=1).all(axis=1)):
                mask = (codes != fold) & (codes > -2)
                lowest[repeat, fold] = self._X[mask].min(axis=0) if mask.any() else 0.0
        return lowest


_ROW_BY_ROW: Final = frozenset({"Binarizer", "Normalizer", "PolynomialFeatures"})
_ELEMENTWISE: Final = (np.abs, np.cbrt, np.exp, np.expm1, np.log, np.log10, np.log1p, np.log2, np.sqrt, np.square)
_LARGEST_SQUARED: Final = 2.0**31


def share(estimator: Any, examples: Examples) -> Shared | None:
    """Prepare a pipeline of such transformers and one scaler at most, if its last step is shared."""
    unusual = estimator.memory, estimator.transform_input, estimator.verbose or None
    if any(part is not None for part in unusual) or get_config()["transform_output"] != "default":
        return None
    X, scaler = examples.X, None
    for _, step in estimator.steps[:-1]:
        if step is None or (isinstance(step, str) and step == "passthrough"):
            continue
        # After a scaler every fold has a table of its own.
        if scaler is not None or examples.scaler is not None or hasattr(step, "_sklearn_output_config"):
            return None
        if _treats_rows_alone(step):
            transformed = _transformed(step, X)
            if transformed is None:
                return None
            X = transformed
        else:
            scaler = fold_scaler(step, X) if are_valid(step) else None
            if scaler is None:
                return None
    learner = estimator.steps[-1][1]
    inner = Examples(X=X, y=examples.y, n_classes=examples.n_classes, scaler=scaler or examples.scaler)
    shared = share_learner(learner, inner)
    return shared if shared is None or scaler is None else _Scaled(shared, scaler)


def _treats_rows_alone(step: Any) -> bool:
    kind = type(step)
    if not kind.__module__.startswith("sklearn.preprocessing."):
        return False
    if kind.__qualname__ == "FunctionTransformer":
        plain = step.inverse_func is None and not step.kw_args and not step.accept_sparse
        return plain and (step.func is None or any(step.func is known for known in _ELEMENTWISE))
    return kind.__qualname__ in _ROW_BY_ROW


def _transformed(step: Any, X: Floats) -> Floats | None:
    """Transform the whole table; None if that fails or gives anything but finite numbers."""
    # The table may have come as integers, whose squares overflow.
    if getattr(step, "func", None) is np.square and np.abs(X).max() > _LARGEST_SQUARED:
        return None
    try:
        # A copy, since the step may have been told to work in place. What is not finite goes the ordinary way.
        with np.errstate(all="ignore"):
            transformed = clone(step).fit_transform(X.copy())
    except (TypeError, ValueError):
        return None
    if not isinstance(transformed, np.ndarray) or transformed.dtype != np.float64 or not np.isfinite(transformed).all():
        return None
    return np.ascontiguousarray(transformed)


class _Scaled:
    """A learner behind a scaler."""

    def __init__(self, shared: Shared, scaler: CheckedScaler) -> None:
        self._shared, self._scaler = shared, scaler
        self.methods = shared.methods

    def answers(self, folds: Codes, method: str) -> FoldAnswers:
        answers = self._shared.answers(folds, method)
        return FoldAnswers(answers.values, answers.unsure | mark_folds(folds, self._scaler.doubtful(folds)))
