"""What a column of objects holds, read in one way by every room."""

from numbers import Real
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


def read_objects(column: "pd.Series[Any]") -> "pd.Series[Any]":
    """Return a column of objects with the type of its values, where they have one.

    Parameters
    ----------
    column : Series
        Returned as it is unless its dtype is that of Python objects or of decimals.

    Returns
    -------
    Series
        Numbers of all kinds (int, float, bool, Decimal, Fraction, mixed) become numbers, floats if some are missing;
        dates become dates. Texts, mixtures and other objects stay as they are.

    Examples
    --------
    >>> from decimal import Decimal
    >>> import pandas as pd
    >>> read_objects(pd.Series([Decimal("0.5"), 2, None], dtype=object)).tolist()
    [0.5, 2.0, nan]
    """
    # Not above: the command line helps without pandas.
    from decimal import Decimal

    import numpy as np
    import pandas as pd
    from pandas.api.types import infer_dtype, is_numeric_dtype

    if column.dtype != object:
        # Decimals of Arrow: numbers in name, objects to all who compute.
        is_decimal = column.dtype.kind == "O" and is_numeric_dtype(column.dtype)
        if not is_decimal:
            return column
        return pd.Series(column.to_numpy(np.float64, na_value=np.nan), index=column.index, name=column.name)
    if infer_dtype(column, skipna=True) == "string":
        return column
    try:
        typed = column.infer_objects()
    except OverflowError:
        # So pandas 2 says that an integer is beyond all floats.
        typed = column
    if typed.dtype != object:
        return typed
    missing = column.isna().to_numpy()
    known = column.to_numpy()[~missing]
    # What scikit-learn, too, turns into floats. A bool of NumPy is no Real.
    if not len(known) or not all(issubclass(kind, (Real, Decimal, np.bool_)) for kind in set(map(type, known))):
        return column
    values = np.full(len(column), np.nan)
    try:
        values[~missing] = [float(value) for value in known]
    except OverflowError as error:
        raise ValueError(f"Column {column.name!r} holds a number beyond 1e308. Scale or drop it.") from error
    return pd.Series(values, index=column.index, name=column.name)
