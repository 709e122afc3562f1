"""Estimators that predict no target: clusterers, transformers, models of densities, detectors of outliers."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags

_ADVICE: Final = "Pass a classifier or a regressor."
_WHAT: Final = {
    "clusterer": ("a clusterer", "it predicts no label that y knows"),
    "density_estimator": ("a model of a density", "it predicts no label that y knows"),
    "outlier_detector": ("an outlier detector", "it predicts 1 and -1, which are not the classes of y"),
}


def kind_of(learner: Any) -> str:
    """Return what an estimator says that it is, a pipeline what its last step is; empty if it says nothing.

    >>> from sklearn.cluster import KMeans
    >>> kind_of(KMeans())
    'clusterer'
    """
    try:
        kind = get_tags(learner).estimator_type
    except (AttributeError, TypeError, ValueError):
        # Not derived from scikit-learn's BaseEstimator: it has no tags to ask.
        kind = None
    return str(kind or getattr(learner, "_estimator_type", None) or "")


def check_predicts(name: str, learner: Any) -> None:
    """Refuse what can be fitted, and predicts no target whatever `y` is."""
    kind = kind_of(learner)
    if kind in _WHAT and kind != "outlier_detector":
        raise TypeError(_refusal(name, learner, kind))
    last = _last_step(learner)
    # The class is asked as well: some learners offer predict only after fit.
    if all(hasattr(last, verb) or hasattr(type(last), verb) for verb in ("fit", "predict")):
        return
    if callable(getattr(last, "transform", None)) or callable(getattr(last, "fit_transform", None)):
        where = "Put it before a learner" if last is learner else "Add a learner to it"
        raise TypeError(
            f"{name} must have fit and predict, got {type(learner).__name__}{_ending(learner, last)}, a transformer. "
            f"{where}: make_pipeline({type(last).__name__}(), learner)."
        )
    raise TypeError(f"{name} must have fit and predict, got {type(learner).__name__}. Pass a scikit-learn estimator.")


def check_knows_outliers(name: str, learner: Any, y: npt.NDArray[Any]) -> None:
    """Refuse a detector of outliers unless `y` has its labels, 1 and -1."""
    if kind_of(learner) == "outlier_detector" and not (y.dtype.kind in "if" and np.isin(y, (-1, 1)).all()):
        raise TypeError(_refusal(name, learner, "outlier_detector"))


def _refusal(name: str, learner: Any, kind: str) -> str:
    what, why = _WHAT[kind]
    last = type(_last_step(learner)).__name__
    return f"{name} is {what}{'' if name == last else f' ({last})'}: {why}. {_ADVICE}"


def _last_step(learner: Any) -> Any:
    while isinstance(learner, Pipeline) and learner.steps and not isinstance(learner.steps[-1][1], str | None):
        learner = learner.steps[-1][1]
    return learner


def _ending(learner: Any, last: Any) -> str:
    return "" if last is learner else f" that ends in {type(last).__name__}"
