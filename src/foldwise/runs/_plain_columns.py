"""Columns with a mask for what is missing, as ordinary ones that every learner can read."""

from typing import Any

import numpy as np
import pandas as pd


def plain_columns(X: Any) -> Any:
    """Return a table without pandas' nullable columns; the same one if it has none.

    Numbers and bools become those of NumPy, floats with NaN where something is missing; texts become objects with NaN.
    The user's table, and its fingerprint, stay what they are.

    >>> plain_columns(pd.DataFrame({"n": pd.array([1, None], dtype="Int64")}))["n"].tolist()
    [1.0, nan]
    """
    if not isinstance(X, pd.DataFrame):
        return X
    plain = X
    for position, dtype in enumerate(X.dtypes.tolist()):
        if isinstance(dtype, np.dtype) or not (_is_masked_number(dtype) or _is_masked_text(dtype)):
            continue
        # A new table that shares the other columns.
        plain = X.copy(deep=False) if plain is X else plain
        plain.isetitem(position, _plain(X.iloc[:, position], dtype))
    return plain


def _is_masked_number(dtype: Any) -> bool:
    return dtype.kind in "biuf" and hasattr(dtype, "numpy_dtype")


def _is_masked_text(dtype: Any) -> bool:
    if isinstance(dtype, pd.StringDtype):
        return dtype.na_value is pd.NA
    return isinstance(dtype, pd.ArrowDtype) and dtype.type is str


def _plain(column: "pd.Series[Any]", dtype: Any) -> Any:
    if not _is_masked_number(dtype):
        return column.to_numpy(dtype=object, na_value=np.nan)
    if not column.isna().any():
        return column.to_numpy(dtype=dtype.numpy_dtype)
    return column.to_numpy(dtype=dtype.numpy_dtype if dtype.kind == "f" else np.float64, na_value=np.nan)
