"""From one table that has the target among its columns to a Dataset."""

from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import infer_dtype

from foldwise._core import DataFormatError, close_names, listed, read_objects
from foldwise.data._dataset import Dataset


def from_frame(frame: pd.DataFrame, target: str | None, *, name: str, where: str) -> Dataset:
    """Take the column `target` (the last if None) as the target; `where` opens an error message."""
    columns = [str(column) for column in frame.columns]
    if target is None:
        target = columns[-1]
    elif target not in columns:
        close = close_names(target, columns, most=1)
        hint = f"Did you mean {close[0]!r}?" if close else f"It has: {listed(columns, most=20)}."
        raise DataFormatError(f"{where} has no column {target!r}. {hint}")
    if len(columns) < 2:
        raise DataFormatError(f"{where} has the one column {columns[0]!r}. Attributes and a target are needed.")
    frame = frame.set_axis(columns, axis=1)
    y: Any = frame[target]
    return Dataset(frame.drop(columns=target), y, name, target=target)


def nominal_columns(frame: pd.DataFrame) -> pd.DataFrame:
    """Turn columns of texts, and of objects that pandas could not type, into categories."""
    return pd.DataFrame({name: _nominal(frame[name]) for name in frame.columns}, index=frame.index)


def _nominal(column: Any) -> Any:
    # True and False with gaps among them are words in a file.
    column = column if infer_dtype(column, skipna=True) == "boolean" else read_objects(column)
    if not (isinstance(column.dtype, pd.StringDtype) or column.dtype == np.dtype(object)):
        return column
    return column.map(str, na_action="ignore").astype(object).astype("category")
