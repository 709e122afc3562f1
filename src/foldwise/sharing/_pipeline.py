"""Pipelines: what treats every row by itself is done once, a scaler is handed on to the learner."""

from typing import Any, Final

import numpy as np
from sklearn import get_config
from sklearn.base import clone

from foldwise.sharing._fold_sums import mark_folds
from foldwise.sharing._parameters import are_valid
from foldwise.sharing._registry import share as share_learner
from foldwise.sharing._scalers import CheckedScaler, fold_scaler
from foldwise.sharing._shared import Answers, Codes, Examples, Floats, Shared

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

    def answers(self, folds: Codes, method: str) -> Answers:
        given = self._shared.answers(folds, method)
        return Answers(given.values, given.unsure | mark_folds(folds, self._scaler.doubtful(folds)))
