"""Whether the rows of a table are of one kind: one metric, test sets alone; or which of them the user means."""

from collections.abc import Iterable
from typing import Any, Final

import pandas as pd

from foldwise._core import DataFormatError, listed
from foldwise.results._how import how_metric
from foldwise.results._quantity import known_scale
from foldwise.runs._door import plain

_KINDS: Final = frozenset(("metric", "metricname", "measure", "scorer", "scoring", "quantity"))
_PARTS: Final = frozenset(("set", "subset", "part", "partition", "phase", "stage", "mode"))
_TRAINING: Final = frozenset(("train", "training", "trainset", "trainingset"))
_TESTING: Final = frozenset(("test", "testing", "testset", "val", "valid", "validation", "eval", "dev"))


def check_one_kind(frame: pd.DataFrame, unread: Iterable[Any], dataset: Any = None) -> None:
    """Refuse scores by several metrics, or of training beside test sets; `dataset` is the column read as such."""
    for name in [*unread, *([] if dataset is None else [dataset])]:
        values = pd.Series(frame[name].dropna().unique()).astype(str).unique().tolist()
        if len(values) < 2:
            continue
        if plain(name) in _KINDS:
            raise DataFormatError(
                f"The column {str(name)!r} names several kinds of scores, {listed(values, most=4)}, and only one can "
                f"be judged. Choose: {how_metric(values[0])}."
            )
        words = {plain(value) for value in values}
        if (plain(name) in _PARTS or name == dataset) and words & _TRAINING and words & _TESTING:
            raise DataFormatError(
                f"The column {str(name)!r} says that some rows are about training sets ({listed(values, most=4)}). "
                "Keep those about test sets."
            )


def rows_by(metric: str | None, frame: pd.DataFrame, unread: Iterable[Any]) -> pd.DataFrame:
    """Return the rows of one metric, if the user names it and a column tells several apart.

    >>> table = pd.DataFrame({"metric": ["acc", "f1"], "value": [0.9, 0.8]})
    >>> rows_by("accuracy", table, ["metric"])["value"].tolist()
    [0.9]
    """
    for name in unread if metric is not None else ():
        if plain(name) not in _KINDS:
            continue
        words = frame[name].astype(str)
        values = words[frame[name].notna()].unique().tolist()
        wanted = known_scale(metric)
        same = [value for value in values if plain(value) == plain(metric)] or [
            value
            for value in values
            if wanted is not None and (own := known_scale(value)) is not None and own.quantity == wanted.quantity
        ]
        if len(values) > 1 and len(same) == 1:
            chosen: pd.DataFrame = frame.loc[words == same[0]]
            return chosen
    return frame


def the_metric(frame: pd.DataFrame, unread: Iterable[Any]) -> str | None:
    """Return what a column that names the metric says, if it is one that is known, and the same in all rows."""
    for name in unread:
        values = frame[name].dropna().astype(str).unique().tolist() if plain(name) in _KINDS else []
        if len(values) == 1 and known_scale(values[0]) is not None:
            return str(values[0])
    return None
