"""Columns reduced to plain arrays, the common ground of fingerprints and of duplicate rows."""

from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import infer_dtype


def is_sparse(X: Any) -> bool:
    """Whether `X` is a SciPy sparse matrix or array (asked without importing SciPy)."""
    return hasattr(X, "tocsr")


def canonical_csr(X: Any) -> Any:
    """Copy of a sparse matrix in the one CSR form that every storage of the same content has."""
    csr = X.tocsr(copy=True)
    csr.sum_duplicates()
    csr.eliminate_zeros()
    csr.sort_indices()
    return csr


def canonical_numbers(values: Any) -> np.ndarray:
    """Numbers as a little-endian C-ordered array with one zero and one NaN."""
    array = np.asarray(values)
    if array.dtype.kind == "f":
        # Long doubles carry padding bytes that differ at random.
        array = array.astype(np.float64) if array.dtype.itemsize > 8 else array
        array = array + array.dtype.type(0)
        array[np.isnan(array)] = np.nan
    return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))


def without_missing(objects: np.ndarray) -> np.ndarray:
    """Objects with None for each of the many values that mean missing."""
    plain = objects.copy()
    plain[pd.isna(objects)] = None
    return plain


def canonical_texts(values: Any) -> tuple[str, np.ndarray]:
    """Objects as texts (None if missing), and the name of the kind: ``text`` if they were nothing else."""
    objects = np.asarray(values, dtype=object)
    if infer_dtype(objects, skipna=True) in {"string", "empty"}:
        return "text", without_missing(objects)
    # 1, True and 1.0 are equal to a hash table, and yet not the same value.
    texts = [None if gone else f"{type(v).__name__} {v!r}" for v, gone in zip(objects, pd.isna(objects), strict=True)]
    return "objects", np.array(texts, dtype=object)


def plain_column(column: Any) -> tuple[str, np.ndarray, np.ndarray | None]:
    """Kind of a one-dimensional array or Series, its plain values, and a mask where they cannot say missing.

    The values are numbers, or an object array of texts and None.
    """
    dtype = column.dtype
    if isinstance(dtype, pd.SparseDtype):
        return plain_column(np.asarray(column))
    if isinstance(dtype, np.dtype) and dtype.kind in "biuf":
        return dtype.name, canonical_numbers(column), None
    if dtype.kind in "mM":
        unit = "timedelta64[ns]" if dtype.kind == "m" else "datetime64[ns]"
        return str(dtype), np.asarray(column, dtype=unit).astype("<i8"), None
    if dtype.kind in "biuf" and hasattr(dtype, "numpy_dtype"):
        missing = np.asarray(column.isna())
        filled = column.fillna(False if dtype.kind == "b" else 0)
        return str(dtype), canonical_numbers(filled.to_numpy(dtype=dtype.numpy_dtype)), missing
    kind, texts = canonical_texts(column)
    return kind, texts, None
