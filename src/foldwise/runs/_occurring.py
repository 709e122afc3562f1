"""Learners that know labels which were declared and never occur, heard about those that do."""

from functools import partial
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise.runs._target import Target

_ANSWERS: Final = ("predict_proba", "predict_log_proba", "decision_function")


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
    kept: npt.NDArray[np.float64] = np.asarray(values, dtype=np.float64)[..., np.isin(known, target.classes)]
    if method == "decision_function":
        return kept
    if method == "predict_log_proba":
        return np.log(among_occurring(np.exp(values), known, target, "predict_proba"))
    total = kept.sum(axis=-1, keepdims=True)
    # Where all of it was on labels that never occur, nothing is left to tell the others apart.
    return np.where(total == 0, 1 / kept.shape[-1], kept / np.where(total == 0, 1, total))


class _OccurringOnly:
    """A fitted learner that speaks of labels that occur in y alone; its predictions are its own."""

    def __init__(self, learner: Any, target: Target) -> None:
        self._learner, self._target = learner, target
        known = np.asarray(learner.classes_)
        self.classes_ = known[np.isin(known, target.classes)]

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._learner, name)
        return partial(self._answer, found, name) if name in _ANSWERS and callable(found) else found

    def _answer(self, method: Any, name: str, X: Any) -> npt.NDArray[np.float64]:
        values = np.asarray(method(X))
        if values.ndim != 2:
            return values
        kept = among_occurring(values, np.asarray(self._learner.classes_), self._target, name)
        # The form that scikit-learn has for two classes.
        return kept[:, 1] - kept[:, 0] if name == "decision_function" and kept.shape[1] == 2 else kept
