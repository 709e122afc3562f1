"""Rows of a table that are no results of one kind: averages among folds, several metrics, splits numbered apart."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError, listed, shortened
from foldwise.results._cells import Coded
from foldwise.results._quantity import known_scale
from foldwise.runs._door import plain

_SUMMARIES: Final = frozenset(
    ("mean", "avg", "average", "median", "std", "sd", "stdev", "stddev", "all", "overall", "total", "sum", "summary")
)
_KINDS: Final = frozenset(("metric", "metricname", "measure", "scorer", "scoring", "quantity"))
_PARTS: Final = frozenset(("set", "subset", "part", "partition", "phase", "stage", "mode"))
_TRAINING: Final = frozenset(("train", "training", "trainset", "trainingset"))
_TESTING: Final = frozenset(("test", "testing", "testset", "val", "valid", "validation", "eval", "dev"))


def check_places(role: str, labels: Sequence[Any]) -> None:
    """Refuse averages that stand among the folds, repeats or datasets of a table."""
    found = [label for label in labels if plain(label) in _SUMMARIES]
    if found and len(labels) > len(found):
        raise DataFormatError(
            f"The column of the {role} holds {listed(found)} among others: rows of averages are no results. Remove "
            "them."
        )


def check_numbering(where: str, learner: Coded, axis: Coded) -> None:
    """Refuse splits that learners number from different starts: nobody knows which belong together."""
    # Numbers too large to tell from the next are names.
    if not all(isinstance(label, int | float) and abs(label) < 2**53 for label in axis.labels):
        return
    # As they are: whole numbers of hundreds of digits are no floats.
    numbers = np.array(axis.labels, dtype=object)
    own = {name: np.unique(numbers[axis.codes[learner.codes == code]]) for code, name in enumerate(learner.labels)}
    starts = {each[0]: name for name, each in own.items() if len(each)}
    runs_through = all(len(each) > 1 and (np.diff(each) == 1).all() for each in own.values())
    if len(starts) > 1 and runs_through and len({len(each) for each in own.values()}) == 1:
        told = [f"those of {name} from {shortened(f'{start}')}" for start, name in starts.items()]
        raise DataFormatError(
            f"{where}: the {axis.role}s are numbered differently, {listed(told, most=3, quote=False)}: which belong "
            "together is not known. Number them alike."
        )


def check_one_kind(frame: pd.DataFrame, unread: Iterable[Any], dataset: Any = None) -> None:
    """Refuse scores by several metrics, or of training beside test sets; `dataset` is the column read as such."""
    for name in [*unread, *([] if dataset is None else [dataset])]:
        values = frame[name].dropna().astype(str).unique().tolist()
        if len(values) < 2:
            continue
        if plain(name) in _KINDS:
            raise DataFormatError(
                f"The column {str(name)!r} names several kinds of scores, {listed(values, most=4)}, and only one can "
                "be judged. Keep the rows of one, or give each a column."
            )
        words = {plain(value) for value in values}
        if (plain(name) in _PARTS or name == dataset) and words & _TRAINING and words & _TESTING:
            raise DataFormatError(
                f"The column {str(name)!r} says that some rows are about training sets ({listed(values, most=4)}). "
                "Keep those about test sets."
            )


def the_metric(frame: pd.DataFrame, unread: Iterable[Any]) -> str | None:
    """Return what a column that names the metric says, if it is one that is known, and the same in all rows."""
    for name in unread:
        values = frame[name].dropna().astype(str).unique().tolist() if plain(name) in _KINDS else []
        if len(values) == 1 and known_scale(values[0]) is not None:
            return str(values[0])
    return None
