"""Arrays and tables as content: type, shape, and a digest of the values."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import digest

Describe = Callable[[Any], Any]


def array_content(array: npt.NDArray[Any], describe: Describe) -> dict[str, Any]:
    """Content of an array, whatever its memory layout; NaN is one value.

    >>> first = array_content(np.array([[1.0, 2.0]]), repr)
    >>> first == array_content(np.asfortranarray([[1.0, 2.0]]), repr), first == array_content(np.array([1, 2]), repr)
    (True, False)
    """
    dtype = array.dtype.descr if array.dtype.names else array.dtype.str
    return {"array": str(dtype), "shape": list(array.shape), "digest": _values_digest(array, describe)}


def _values_digest(array: npt.NDArray[Any], describe: Describe) -> str:
    array = np.asarray(array)
    if array.dtype.names:
        # Field by field: between the fields there may be bytes that nobody has set.
        return digest("fields", *(_values_digest(array[name], describe) for name in array.dtype.names))
    if array.dtype.kind in "fc":
        if array.dtype.itemsize > (8 if array.dtype.kind == "f" else 16):
            # The numbers are shorter than their room in memory, and what fills it up is chance.
            return digest("texts", *map(str, array.ravel().tolist()))
        array = np.where(np.isnan(array), array.dtype.type(np.nan), array).astype(array.dtype)
    if array.dtype.hasobject:
        return digest("objects", json.dumps([describe(value) for value in array.ravel().tolist()], sort_keys=True))
    return digest("bytes", np.ascontiguousarray(array).tobytes())


def table_content(table: Any, describe: Describe) -> dict[str, Any]:
    """Content of a pandas object: values, labels of rows and columns, names."""
    if isinstance(table, pd.DataFrame):
        columns = [_values_content(table.iloc[:, place].array, describe) for place in range(table.shape[1])]
        parts: list[Any] = [table_content(table.index, describe), table_content(table.columns, describe), columns]
    elif isinstance(table, pd.Series):
        parts = [table_content(table.index, describe), describe(table.name), _values_content(table.array, describe)]
    elif isinstance(table, pd.Index):
        parts = [describe(list(table.names)), _values_content(table.array, describe)]
    else:
        parts = [_values_content(table, describe)]
    return {
        "table": type(table).__name__,
        "shape": list(table.shape),
        "digest": digest(json.dumps(parts, sort_keys=True)),
    }


def _values_content(values: Any, describe: Describe) -> list[Any]:
    """Content of one column."""
    name = str(values.dtype)
    if isinstance(values.dtype, pd.CategoricalDtype):
        labels = table_content(values.dtype.categories, describe)
        return [name, bool(values.dtype.ordered), labels, array_content(values.codes.astype("<i8"), describe)]
    # An array of numpy has a dtype of pandas as a column.
    if isinstance(values, pd.arrays.NumpyExtensionArray):
        return [name, array_content(values.to_numpy(), describe)]
    return [name, [describe(value) for value in values]]


def sparse_content(matrix: Any, describe: Describe) -> dict[str, Any]:
    """Content of a sparse matrix: where its entries are and what they are, in whichever order they are stored."""
    entries = matrix.tocoo(copy=True)
    entries.sum_duplicates()
    parts = [array_content(np.asarray(place, dtype="<i8"), describe) for place in entries.coords]
    content = [*parts, array_content(entries.data, describe)]
    return {
        "sparse": matrix.format,
        "shape": list(matrix.shape),
        "digest": digest(json.dumps(content, sort_keys=True)),
    }
