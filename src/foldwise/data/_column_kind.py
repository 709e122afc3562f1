"""What a column holds, decided in one place for every room; columns of objects get the type of their values."""

from decimal import Decimal
from numbers import Real
from typing import Any, Literal

import numpy as np
import pandas as pd
from pandas.api.types import is_bool_dtype, is_datetime64_any_dtype, is_numeric_dtype, is_timedelta64_dtype

from foldwise._core import read_objects

ColumnKind = Literal["nominal", "numeric", "date"]


def column_kind(column: "pd.Series[Any]") -> ColumnKind:
    """Return whether a column holds categories, numbers or points in time.

    Parameters
    ----------
    column : Series
        Only its dtype is looked at.

    Returns
    -------
    {'nominal', 'numeric', 'date'}
        Numbers and bools are numeric, unless they are declared as categories; dates and durations are dates; all else,
        texts and objects of any kind, is nominal.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.data import column_kind
    >>> column_kind(pd.Series([True, False])), column_kind(pd.Series([1, 2], dtype="category"))
    ('numeric', 'nominal')
    """
    return kind_of(column.dtype)


def kind_of(dtype: Any) -> ColumnKind:
    """Return what columns of a dtype hold; most dtypes are NumPy's, of which pandas need not be asked.

    >>> kind_of(np.dtype(np.float64)), kind_of(np.dtype("m8[s]")), kind_of(pd.StringDtype())
    ('numeric', 'date', 'nominal')
    """
    if isinstance(dtype, np.dtype):
        return "numeric" if dtype.kind in "biufc" else "date" if dtype.kind in "mM" else "nominal"
    if isinstance(dtype, pd.CategoricalDtype):
        return "nominal"
    if is_datetime64_any_dtype(dtype) or is_timedelta64_dtype(dtype):
        return "date"
    return "numeric" if is_numeric_dtype(dtype) or is_bool_dtype(dtype) else "nominal"


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
