"""What is to be predicted, and whether the learners can predict it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.base import is_classifier, is_regressor
from sklearn.utils.multiclass import type_of_target

from foldwise._core import listed

Task = Literal["classification", "regression"]


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """Class codes with their labels, or real values; `labels` is the target as the learners see it."""

    task: Task
    values: npt.NDArray[Any]
    classes: npt.NDArray[Any]
    labels: npt.NDArray[Any]


def find_task(learners: Mapping[str, Any], y: npt.NDArray[Any]) -> Task:
    """Decide between classification and regression; the learners say which, else `y` does."""
    tasks = {name: _task_of(learner) for name, learner in learners.items()}
    known = {task for task in tasks.values() if task}
    if len(known) == 2:
        pairs = [f"{name} is for {task}" for name, task in tasks.items() if task]
        raise ValueError(f"Learners must all be classifiers or all regressors, but {listed(pairs, quote=False)}.")
    if known:
        return known.pop()
    return "regression" if type_of_target(y).startswith("continuous") else "classification"


def _task_of(learner: Any) -> Task | None:
    try:
        if is_classifier(learner):
            return "classification"
        if is_regressor(learner):
            return "regression"
    except (AttributeError, TypeError):
        # Not derived from scikit-learn's BaseEstimator: it has no tags to ask.
        pass
    return {"classifier": "classification", "regressor": "regression"}.get(  # type: ignore[return-value]
        getattr(learner, "_estimator_type", "")
    )


def make_target(y: npt.NDArray[Any], task: Task) -> Target:
    """Check `y` against the task and encode it."""
    if task == "regression":
        if y.dtype.kind not in "fiub":
            raise ValueError(
                f"Regressors need numbers in y, got labels such as {y[:1].tolist()[0]!r}. Use classifiers."
            )
        values = y.astype(np.float64)
        return Target("regression", values, np.empty(0), values)
    # Whole numbers and texts are never continuous, and asking takes longer than a small fit.
    if y.dtype.kind not in "biuSU" and type_of_target(y).startswith("continuous"):
        raise ValueError(
            f"Classifiers need class labels in y, got {len(np.unique(y))} distinct real numbers such as {y[0]}. "
            "Use regressors, or turn y into classes."
        )
    classes, codes = np.unique(y.astype(str) if y.dtype == object and isinstance(y[0], str) else y, return_inverse=True)
    if len(classes) < 2:
        raise ValueError(
            f"y must have at least two classes, got only {classes.tolist()[0]!r}. There is nothing to learn."
        )
    return Target("classification", codes.astype(np.intp), classes, classes[codes])


def declared_labels(target: Target, names: Sequence[str] | None) -> "pd.Categorical[Any]":
    """Labels that know their classes: those that occur, in declared order, or sorted if nothing was declared.

    A label that is declared and never occurs is left out, though Weka would count it: a run takes a prediction of a
    class that no example has for a mistake of the learner.
    """
    classes = target.classes if names is None else sorted(target.classes, key=lambda label: names.index(str(label)))
    order = np.searchsorted(target.classes, classes)
    categories: Any = target.classes[order]
    return pd.Categorical.from_codes(np.argsort(order)[target.values], categories=categories)
