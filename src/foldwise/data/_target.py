"""The target as one plain array."""

from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import infer_dtype

from foldwise.data._columns import is_sparse, without_missing

# What pandas calls the content of an object array, and what it becomes if nothing is missing.
_KINDS = {
    "string": object,
    "boolean": bool,
    "integer": np.int64,
    "floating": np.float64,
    "mixed-integer-float": np.float64,
    "decimal": np.float64,
    "empty": object,
}


def as_target(y: Any) -> np.ndarray:
    """Return `y` as a 1-D array of bools, integers, floats, or (as objects) texts; anything else is refused."""
    if is_sparse(y):
        raise TypeError("y must be a 1-D array, got a sparse matrix. Pass y.toarray().ravel().")
    if isinstance(y, pd.DataFrame):
        y = _single_column(y.shape, y.iloc[:, 0] if y.shape[1] == 1 else y)
    if isinstance(y, (str, bytes, dict, set)) or not hasattr(y, "__iter__") or getattr(y, "shape", None) == ():
        raise TypeError(f"y must be a 1-D array of labels or numbers, got {type(y).__name__}.")
    values = y if hasattr(y, "dtype") else _objects(y)
    array = _single_column(values.shape, values)
    if isinstance(array.dtype, np.dtype) and array.dtype.kind in "biuf":
        return np.asarray(array)
    if array.dtype.kind in "mMcV":
        raise TypeError(f"y must hold labels or numbers, got {array.dtype}. Convert it to numbers first.")
    return _plain(np.asarray(array, dtype=object))


def _objects(y: Any) -> np.ndarray:
    # np.asarray would turn the mixture [1, 'a'] into two texts without a word.
    try:
        return np.array(list(y), dtype=object)
    except ValueError as error:
        raise ValueError("y must be 1-D, got a nested sequence of unequal lengths.") from error


def _single_column(shape: tuple[int, ...], y: Any) -> Any:
    if len(shape) == 1:
        return y
    if len(shape) == 2 and shape[1] == 1:
        return y.ravel() if isinstance(y, np.ndarray) else y
    raise ValueError(f"y must be one column, got shape {shape}. Compare learners on one target at a time.")


def _plain(objects: np.ndarray) -> np.ndarray:
    missing = pd.isna(objects)
    # NaT among bools is a missing bool, and yet pandas would call the whole a mixture.
    kind = infer_dtype(objects[~missing])
    if kind not in _KINDS:
        found = sorted({type(value).__name__ for value in objects[~missing]})
        if len(found) > 1:
            raise TypeError(f"y mixes values of types {', '.join(found)}. Convert them to one, e.g. with str.")
        raise TypeError(f"y must hold labels or numbers, got values of type {found[0]}. Convert them first.")
    if missing.any():
        # None becomes NaN among floats.
        return without_missing(objects).astype(np.float64 if _KINDS[kind] is np.float64 else object)
    return _whole(objects) if kind == "integer" else objects.astype(_KINDS[kind])


def _whole(objects: np.ndarray) -> np.ndarray:
    """Return whole numbers as 64 bits hold them; from 2**63 on without a sign."""
    least, greatest = min(objects), max(objects)
    for dtype in (np.int64, np.uint64):
        if np.iinfo(dtype).min <= least and greatest <= np.iinfo(dtype).max:
            return objects.astype(dtype)
    raise ValueError("y holds whole numbers that 64 bits cannot hold. Pass labels as texts, and quantities as floats.")
