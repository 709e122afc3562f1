"""Tables and columns of other libraries, turned once into those of pandas."""

from typing import Any

from foldwise._core import one_line


def as_pandas(table: Any, name: str = "X") -> Any:
    """Return a table or a column of polars, Arrow or another library as pandas has it; anything else as it is.

    Parameters
    ----------
    table : object
        What has a method ``to_pandas`` is turned; arrays with labelled axes, as xarray has them, stay arrays.
    name : str, default 'X'
        What messages call it.

    Examples
    --------
    >>> from foldwise.data import as_pandas
    >>> as_pandas([[1, 2], [3, 4]])
    [[1, 2], [3, 4]]
    """
    if type(table).__name__ == "LazyFrame":
        raise TypeError(f"{name} is a LazyFrame, which holds no rows yet. Pass what its collect() returns.")
    if not callable(getattr(type(table), "to_pandas", None)) or hasattr(table, "dims"):
        return table
    try:
        return table.to_pandas()
    except ImportError as error:
        whose = f"{type(table).__module__.partition('.')[0]} {type(table).__name__}"
        raise TypeError(f"{name} is a {whose}, and to_pandas needs another package: {one_line(error)}") from error
