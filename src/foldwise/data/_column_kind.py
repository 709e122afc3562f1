"""What a column holds, decided in one place for every room."""

from typing import Any, Literal

import pandas as pd
from pandas.api.types import is_bool_dtype, is_datetime64_any_dtype, is_numeric_dtype, is_timedelta64_dtype

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
    dtype = column.dtype
    if is_datetime64_any_dtype(dtype) or is_timedelta64_dtype(dtype):
        return "date"
    if isinstance(dtype, pd.CategoricalDtype) or not (is_numeric_dtype(dtype) or is_bool_dtype(dtype)):
        return "nominal"
    return "numeric"
