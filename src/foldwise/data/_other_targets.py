"""Targets of other kinds than one label or number per example, known by what they look like, and refused by name."""

from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import counted, listed
from foldwise.data._content import is_sparse

# What to do where several columns are named as the target.
ONE_TARGET: Final = "Compare on one target at a time; multi-label and survival data are not compared here."

_SEVERAL: Final = (list, tuple, set, frozenset, np.ndarray)
_ONE: Final = "y must be one label or number per example, got"
_SURVIVAL: Final = (
    "as survival data have. There is no test here for censored times. Compare on a question without censoring, such as "
    "whether the event came within a year."
)


def refuse_other_targets(y: Any) -> None:
    """Refuse several labels, several targets, and times with events; leave all else to others.

    >>> refuse_other_targets(["a", "b"])
    >>> refuse_other_targets([["a", "b"], ["b"]])
    Traceback (most recent call last):
    ValueError: y must be one label or number per example, got several in each (multi-label data). Compare on one ...
    """
    if is_sparse(y):
        if y.ndim == 2 and y.shape[1] > 1:
            raise ValueError(_multi_label(y.shape[1]))
        return
    fields = getattr(getattr(y, "dtype", None), "names", None)
    if fields:
        _refuse_columns({str(name): np.asarray(y[name]) for name in fields}, "field")
    elif isinstance(y, pd.DataFrame):
        if y.shape[1] > 1:
            _refuse_columns({str(name): y.iloc[:, place].to_numpy() for place, name in enumerate(y.columns)}, "column")
    elif isinstance(y, np.ndarray) and y.ndim == 2:
        if y.shape[1] > 1:
            _refuse_columns({str(place): y[:, place] for place in range(y.shape[1])}, "column")
    elif isinstance(y, (list, tuple)) or (isinstance(y, (pd.Series, np.ndarray)) and y.dtype == object and y.ndim == 1):
        _refuse_several(list(y))


def _refuse_several(values: list[Any]) -> None:
    """Refuse a list whose items hold several values each."""
    # Kinds are few, and asking every value takes longer than all else that is asked of a target.
    if not any(issubclass(kind, _SEVERAL) for kind in set(map(type, values))):
        return
    several = [each for each in values if isinstance(each, _SEVERAL)]
    if all(isinstance(each, np.ndarray) and each.ndim == 0 for each in several):
        return
    sizes = {len(each) for each in several}
    rows = [list(each) for each in several if not isinstance(each, set | frozenset)]
    if len(rows) == len(values) and len(sizes) == 1:
        if sizes == {1}:
            return
        if not any(isinstance(item, str) for row in rows for item in row):
            columns = enumerate(zip(*rows, strict=True))
            _refuse_columns({str(place): np.array(each) for place, each in columns}, "column")
    raise ValueError(
        f"{_ONE} several in each (multi-label data). Compare on one label at a time: whether an example has it."
    )


def _refuse_columns(columns: dict[str, Any], what: str) -> None:
    """Refuse a target of several columns."""
    if len(columns) == 2:
        one, two = columns.values()
        if (_is_binary(one) and _is_time(two)) or (_is_binary(two) and _is_time(one)):
            raise ValueError(f"{_ONE} an event (0 or 1) and a time, {_SURVIVAL}")
    if columns and all(map(_is_binary, columns.values())):
        if what == "column" and (np.sum([each.astype(float) for each in columns.values()], axis=0) == 1).all():
            raise ValueError(f"{_ONE} {len(columns)} columns with a single 1 in each row. Pass y.argmax(axis=1).")
        raise ValueError(_multi_label(len(columns)))
    raise ValueError(
        f"{_ONE} {counted(len(columns), what)}: {listed(columns, most=4)}. Compare learners on one target at a time."
    )


def _multi_label(n: int) -> str:
    return (
        f"{_ONE} {n} columns of 0 and 1 (multi-label data). Compare on one label at a time, such as the first column."
    )


def _is_binary(column: Any) -> bool:
    return column.ndim == 1 and column.dtype.kind in "biuf" and bool(np.isin(column, (0, 1)).all())


def _is_time(column: Any) -> bool:
    """Whether a column could hold times: numbers not below 0, more of them than two."""
    return (
        column.ndim == 1
        and column.dtype.kind in "iuf"
        and bool((column >= 0).all())
        and len(np.unique(column[:99])) > 2
    )
