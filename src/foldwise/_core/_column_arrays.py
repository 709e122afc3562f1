"""The columns of a table as arrays, without the Series around them."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


def column_arrays(table: "pd.DataFrame") -> list[Any]:
    """List the columns of a table, in their order, as arrays of NumPy or of pandas; not to be written to.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"n": [0.5, 1.5], "c": pd.Categorical(["x", None])})
    >>> [type(values).__name__ for values in column_arrays(table)]
    ['ndarray', 'Categorical']
    """
    # A Series for each column takes ten times as long as its array, and all of them together longer than a small fit.
    arrays = getattr(table, "_iter_column_arrays", None)
    if arrays is not None:
        return list(arrays())
    is_numpy = [not hasattr(dtype, "construct_array_type") for dtype in table.dtypes.tolist()]
    columns = (column for _, column in table.items())
    return [column.to_numpy() if plain else column.array for column, plain in zip(columns, is_numpy, strict=True)]
