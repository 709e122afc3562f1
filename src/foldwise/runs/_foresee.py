"""Test sets on which a metric is undefined whatever a learner says: found before the first fit."""

import numpy as np
import numpy.typing as npt

from foldwise._core import counted, listed
from foldwise.runs._metric import Metric
from foldwise.runs._target import Target
from foldwise.splits import Assignment


def check_defined(metric: Metric, target: Target, assignment: Assignment) -> None:
    """Refuse partitions with a test set for which the metric has no value, such as the AUC of a single class.

    The truth itself is scored, once for each kind of test set: by the classes that it has, or by its size. A metric
    that has no finite value for the truth of all the data, such as the logarithm of an error, is not tried.
    """
    everything = np.arange(len(target.values))
    if not metric.response or not np.isfinite(metric.score_truth(target, everything)):
        return
    known: dict[tuple[object, ...], bool] = {}
    undefined: list[tuple[int, int]] = []
    first = everything[:0]
    for repeat, fold in assignment.pairs():
        rows = np.flatnonzero(assignment.folds[repeat] == fold)
        if not len(rows):
            continue
        kind = _kind(target, rows)
        if kind not in known:
            known[kind] = np.isfinite(metric.score_truth(target, rows))
        if not known[kind]:
            first = first if undefined else rows
            undefined.append((repeat, fold))
    if undefined:
        repeat, fold = undefined[0]
        raise ValueError(
            f"Metric {metric.name!r} is undefined on the test set of repeat {repeat}, fold {fold}, which has "
            f"{_words(target, first)} ({len(undefined)} of {counted(len(assignment.pairs()), 'fold')} are such). Use "
            "fewer or stratified folds, or another metric."
        )


def _kind(target: Target, rows: npt.NDArray[np.intp]) -> tuple[object, ...]:
    values = target.values[rows]
    if target.task == "classification":
        return min(len(rows), 2), np.bincount(values, minlength=len(target.classes)).astype(bool).tobytes()
    return len(rows), bool((values == values[0]).all())


def _words(target: Target, rows: npt.NDArray[np.intp]) -> str:
    if target.task == "regression":
        return counted(len(rows), "example")
    there = [str(target.classes[code]) for code in np.unique(target.values[rows])]
    return f"{counted(len(rows), 'example')}, of the class{'es' if len(there) > 1 else ''} {listed(there)} alone"
