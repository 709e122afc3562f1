"""Numbers in texts to the last digit: pandas before 3.1 makes numbers of them that are off by up to 1e-12."""

from typing import Any, Final

import numpy as np
import pandas as pd

_ROUNDS: Final = tuple(map(int, pd.__version__.split(".")[:2])) < (3, 1)
# Newer ones need no such option, and warn of it.
EXACT_CSV: Final[dict[str, Any]] = {"float_precision": "round_trip"} if _ROUNDS else {}


def as_numbers(column: "pd.Series[Any]") -> "pd.Series[Any]":
    """Return a column as numbers, texts as Python reads them, NaN where a cell is none.

    >>> as_numbers(pd.Series(["0.5", "timeout", 2])).tolist()
    [0.5, nan, 2.0]
    """
    numbers = pd.to_numeric(column, errors="coerce")
    if not _ROUNDS or pd.api.types.is_numeric_dtype(column) or numbers.dtype != np.float64:
        return numbers
    exact = [
        float(cell) if isinstance(cell, str) and number == number else number
        for cell, number in zip(column, numbers.tolist(), strict=True)
    ]
    return pd.Series(exact, index=column.index, name=column.name, dtype=np.float64)
