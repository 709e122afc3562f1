"""What is to be predicted: labels or numbers, and learners that know labels which never occur."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.base import is_classifier, is_regressor
from sklearn.pipeline import Pipeline
from sklearn.utils.multiclass import type_of_target

from foldwise._core import listed

Task = Literal["classification", "regression"]
_ANSWERS: Final = ("predict_proba", "predict_log_proba", "decision_function")


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """Class codes with their labels, or real values; `labels` is the target as the learners see it.

    `unseen` are the labels that were declared and never occur. A learner may know them and answer with one, which is
    always wrong; their codes follow those of `classes`.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> run = fw.evaluate(learners, "wine", scheme="2x5", seed=1)
    >>> run.target.task, run.target.classes, len(run.target.values)
    ('classification', array(['class_0', 'class_1', 'class_2'], dtype='<U7'), 178)
    """

    task: Task
    values: npt.NDArray[Any]
    classes: npt.NDArray[Any]
    labels: npt.NDArray[Any]
    unseen: npt.NDArray[Any] = field(default_factory=lambda: np.empty(0))

    @property
    def answers(self) -> npt.NDArray[Any]:
        """Every label that a learner may name, by its code."""
        return np.concatenate([self.classes, self.unseen]) if len(self.unseen) else self.classes

    def known_from(self, labels: Any) -> npt.NDArray[Any]:
        """Labels, sorted, that are known to a learner which was given these."""
        return np.sort(self.answers) if isinstance(labels, pd.Categorical) else self.classes


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


def make_target(y: npt.NDArray[Any], task: Task, names: Sequence[str] | None = None) -> Target:
    """Check `y` against the task and encode it; `names` are the declared labels, if any were."""
    if task == "regression":
        if y.dtype.kind not in "fiub":
            raise ValueError(
                f"Regressors need numbers in y, got labels such as {y[:1].tolist()[0]!r}. Use classifiers."
            )
        values = y.astype(np.float64)
        return Target("regression", values, np.empty(0), values)
    # Whole numbers and texts are never continuous, and asking takes longer than a small fit.
    if y.dtype.kind == "f" and type_of_target(y).startswith("continuous"):
        raise ValueError(
            f"Classifiers need class labels in y, got {len(np.unique(y))} distinct real numbers such as {y[0]}. "
            "Use regressors, or turn y into classes."
        )
    classes, codes = np.unique(y.astype(str) if y.dtype == object and isinstance(y[0], str) else y, return_inverse=True)
    if len(classes) < 2:
        raise ValueError(
            f"y must have at least two classes, got only {classes.tolist()[0]!r}. There is nothing to learn."
        )
    return Target("classification", codes.astype(np.intp), classes, classes[codes], _unseen(names or (), classes))


def _unseen(names: Sequence[str], classes: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the declared labels that never occur, sorted, in the type of those that do."""
    occurring = set(map(str, classes.tolist()))
    missing = [name for name in names if name not in occurring]
    if not missing or classes.dtype.kind == "U":
        return np.sort(np.array(missing, dtype=str))
    try:
        labels = np.array(missing).astype(classes.dtype)
    except (ValueError, OverflowError):
        labels = classes[:0]
    if list(map(str, labels.tolist())) != missing:
        raise ValueError(
            f"target_names declares {missing[0]!r}, which never occurs and is not of the type of the labels of y, such "
            f"as {classes.tolist()[0]!r}. Make the labels of y text, or leave it out."
        )
    return np.sort(labels)


def takes_declared(learner: Any) -> bool:
    """Whether a learner wants labels that know all declared classes; a pipeline hands on what it gets to its last step.

    >>> from sklearn.pipeline import make_pipeline
    >>> from foldwise.learners import C45
    >>> takes_declared(make_pipeline(None, C45()))
    True
    """
    if isinstance(learner, Pipeline) and learner.steps:
        return takes_declared(learner.steps[-1][1])
    return bool(getattr(learner, "takes_declared_classes", False))


def declared_labels(target: Target, names: Sequence[str] | None) -> "pd.Categorical[Any]":
    """Labels that know all declared classes, in declared order; those that occur, sorted, if nothing was declared.

    >>> declared = ("c", "b", "a")
    >>> declared_labels(make_target(np.array(["b", "a"]), "classification", declared), declared).categories.tolist()
    ['c', 'b', 'a']
    """
    places = {str(label): code for code, label in enumerate(target.answers.tolist())}
    order = np.array(list(places.values()) if names is None else [places[name] for name in names])
    categories: Any = target.answers[order]
    return pd.Categorical.from_codes(np.argsort(order)[target.values], categories=categories)


def heard_about_occurring(learner: Any, target: Target) -> Any:
    """Return a fitted learner, or what answers for it about labels that occur, if it knows others, too.

    A metric has no place for a label that is never the truth: neither ours nor a scorer of the user's own, which takes
    the second column for the second class of y.
    """
    known = getattr(learner, "classes_", None)
    if not len(target.unseen) or known is None or not np.isin(target.unseen, known).any():
        return learner
    return _OccurringOnly(learner, target)


def among_occurring(
    values: npt.NDArray[Any], known: npt.NDArray[Any], target: Target, method: str
) -> npt.NDArray[np.float64]:
    """Answers about the labels that occur, from those about all that a learner knows (last axis).

    Probabilities become those given that the label occurs: they sum to one.

    >>> target = Target("classification", np.array([0, 1]), np.array(["a", "c"]), np.array(["a", "c"]), np.array(["b"]))
    >>> among_occurring(np.array([[0.25, 0.5, 0.25]]), np.array(["a", "b", "c"]), target, "predict_proba").tolist()
    [[0.5, 0.5]]
    """
    occurring: npt.NDArray[np.float64] = np.asarray(values, dtype=np.float64)[..., np.isin(known, target.classes)]
    if method == "decision_function":
        return occurring
    if method == "predict_log_proba":
        return np.log(among_occurring(np.exp(values), known, target, "predict_proba"))
    total = occurring.sum(axis=-1, keepdims=True)
    # Where all of it was on labels that never occur, nothing is left to tell the others apart.
    return np.where(total == 0, 1 / occurring.shape[-1], occurring / np.where(total == 0, 1, total))


class _OccurringOnly:
    """A fitted learner that speaks of labels that occur in y alone; its predictions are its own."""

    def __init__(self, learner: Any, target: Target) -> None:
        self._learner, self._target = learner, target
        known = np.asarray(learner.classes_)
        self.classes_ = known[np.isin(known, target.classes)]

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._learner, name)
        return partial(self._answer, attribute, name) if name in _ANSWERS and callable(attribute) else attribute

    def _answer(self, method: Any, name: str, X: Any) -> npt.NDArray[np.float64]:
        values = np.asarray(method(X))
        if values.ndim != 2:
            return values
        answers = among_occurring(values, np.asarray(self._learner.classes_), self._target, name)
        # The form that scikit-learn has for two classes.
        return answers[:, 1] - answers[:, 0] if name == "decision_function" and answers.shape[1] == 2 else answers
