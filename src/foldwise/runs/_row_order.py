"""Rows that are taken to be in the order of time, and dates among them that say otherwise."""

from typing import Any, Final

import pandas as pd

from foldwise.data import Dataset

_CALLED: Final = frozenset(
    ("date", "datetime", "time", "timestamp", "ds", "day", "week", "month", "quarter", "period", "cutoff")
)
_ISO: Final = r"\d{4}-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}.*)?)?"


def check_row_order(dataset: Dataset) -> None:
    """Refuse rows whose index of dates, or column that is called after time and holds dates, goes back.

    >>> days = pd.DataFrame({"date": ["2024-01-02", "2024-01-03", "2024-01-01"], "x": [1, 2, 3]})
    >>> check_row_order(Dataset(days, [1.5, 2.5, 3.5]))
    Traceback (most recent call last):
    ValueError: rows must be in the order of time: the column 'date' goes back in row 2 (from 0), from 2024-01-03 to ...
    """
    X = dataset.X
    if not isinstance(X, pd.DataFrame):
        return
    if isinstance(X.index, pd.DatetimeIndex | pd.PeriodIndex):
        _check("the index", X.index.to_series())
    for position, name in enumerate(dataset.feature_names):
        if name.strip().lower() in _CALLED:
            _check(f"the column {name!r}", X.iloc[:, position])


def _check(what: str, column: "pd.Series[Any]") -> None:
    values = column.dropna()
    if isinstance(values.dtype, pd.CategoricalDtype):
        values = values.astype(values.cat.categories.dtype)
    if not isinstance(values.dtype, pd.PeriodDtype) and values.dtype.kind != "M":
        values = values.astype(str)
        if not values.str.fullmatch(_ISO).all():
            return
    back = (values < values.shift()).fillna(False).to_numpy()
    if not back.any():
        return
    place = int(back.argmax())
    row = int(column.notna().to_numpy().nonzero()[0][place])
    series = " One series at a time, if there are several." if values.duplicated().any() else ""
    raise ValueError(
        f"rows must be in the order of time: {what} goes back in row {row} (from 0), from {values.iloc[place - 1]} to "
        f"{values.iloc[place]}. Sort them by it first, with y.{series}"
    )
