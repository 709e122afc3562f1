"""Rows of a table, always copied: who gets them may write into them."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd


def take_rows(X: Any, rows: npt.NDArray[np.intp]) -> Any:
    """Copy the given rows of an array, a DataFrame or a sparse matrix.

    >>> take_rows(np.eye(3), np.array([2, 0])).tolist()
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """
    if not isinstance(X, pd.DataFrame):
        return X[rows]
    taken = X.iloc[rows]
    # Asked for all rows in their order, pandas hands out the same memory, into which scikit-learn writes all the same.
    return taken.copy() if len(rows) == len(X) else taken


def copy_table(X: Any) -> Any:
    """Copy a whole table; what a worker process reads from a file becomes an ordinary array that can be written to."""
    return np.array(X) if isinstance(X, np.ndarray) else X.copy()
