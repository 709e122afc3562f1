"""One reading of a table for all learners: columns of objects get the type of what they hold."""

from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np
import pandas as pd

from foldwise._core import read_objects


def typed_columns(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose columns of objects are typed by their values; the same one if nothing is to be done.

    Numbers of any kind become numbers and dates dates. Numbers beside texts become texts, each as it is written:
    else 1 and '1' would be one value to some learners and two to others. Other objects stay what they are.
    """
    typed = frame
    for position, dtype in enumerate(frame.dtypes.tolist()):
        if dtype.kind != "O" or isinstance(dtype, pd.CategoricalDtype | pd.StringDtype):
            continue
        column = frame.iloc[:, position]
        read = _texts(read_objects(column))
        if read is not column:
            # A new table that shares the other columns: that of the user keeps what it has.
            typed = frame.copy(deep=False) if typed is frame else typed
            typed.isetitem(position, read.array)
    return typed


def _texts(column: "pd.Series[Any]") -> "pd.Series[Any]":
    kinds = set(map(type, column[column.notna()])) if column.dtype == object else set()
    if len(kinds) < 2 or not all(issubclass(kind, (str, Real, Decimal, np.bool_)) for kind in kinds):
        return column
    return column.map(str, na_action="ignore")
