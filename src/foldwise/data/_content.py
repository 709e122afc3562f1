"""The content of a table, whatever its layout in memory: its digest, and which of its rows are equal."""

from typing import Any, Final

import numpy as np
import pandas as pd
from pandas.api.types import infer_dtype

from foldwise._core import column_arrays, digest, row_slices
from foldwise.data._documents import are_documents

Part = str | bytes | memoryview | int | None
# Of the golden ratio: its powers are odd numbers without a pattern.
_ODD: Final = np.uint64(0x9E3779B97F4A7C15)
_HALF: Final = np.uint64(32)


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
    """Kind of a one-dimensional array or Index, its plain values, and a mask where they cannot say missing.

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


def content_digest(X: Any, y: np.ndarray) -> str:
    """Digest of attribute names, types, categories and values, and of the target; not of any name of the whole."""
    # Labels mean the same in 32 and in 64 bits; which of the two NumPy chose depends on the platform.
    labels = y.astype(np.int64) if y.dtype.kind == "i" else y
    return digest(*_table_parts(X), "target", *_column_parts(labels))


def _table_parts(X: Any) -> list[Part]:
    if isinstance(X, pd.DataFrame):
        parts: list[Part] = ["frame", len(X), X.shape[1]]
        for name, column in zip(X.columns, column_arrays(X), strict=True):
            # The column 0 is not the column '0'.
            kind: list[Part] = [] if isinstance(name, str) else [type(name).__name__]
            parts += [*kind, _encoded(name), *_column_parts(column)]
        return parts
    if is_sparse(X):
        csr = canonical_csr(X)
        layout = [np.asarray(part, dtype="<i8").tobytes() for part in (csr.indptr, csr.indices)]
        values = canonical_numbers(csr.data)
        return ["sparse", *map(int, csr.shape), *layout, values.dtype.name, values.tobytes()]
    if are_documents(X):
        # The same for a list, an array and a Series: a pipeline reads the same texts.
        return ["documents", *_column_parts(np.asarray(X, dtype=object))]
    return ["array", *map(int, X.shape), *_column_parts(np.asarray(X).ravel())]


def _column_parts(column: Any) -> list[Part]:
    if isinstance(column.dtype, pd.CategoricalDtype):
        codes = np.asarray(column.codes, dtype="<i8")
        categories = column.dtype.categories
        return ["category", int(bool(column.dtype.ordered)), *_column_parts(categories), codes.tobytes()]
    kind, values, missing = plain_column(column)
    mask = b"" if missing is None else missing.tobytes()
    if values.dtype != object:
        # Not a copy: of a large table that would be as much again.
        return [kind, len(values), values.view(np.uint8).data, mask]
    codes, texts = pd.factorize(values)
    return [kind, len(values), codes.astype("<i8").tobytes(), *map(_encoded, texts), mask]


def _encoded(text: object) -> bytes:
    # A text from a file of unknown encoding may hold lone surrogates.
    return str(text).encode("utf-8", "surrogatepass")


def duplicate_groups(X: Any) -> np.ndarray:
    """Group ids of rows that occur more than once, in order of first appearance; -1 for the others."""
    codes = _row_codes(X)
    repeated = np.bincount(codes)[codes] > 1
    groups = np.full(len(codes), -1, dtype=np.int64)
    groups[repeated] = pd.factorize(codes[repeated])[0]
    return groups


def _row_codes(X: Any) -> np.ndarray:
    """Numbers that are equal where rows are, in order of first appearance."""
    if is_sparse(X):
        csr = canonical_csr(X)
        indices, data = csr.indices, canonical_numbers(csr.data)
        ends = zip(csr.indptr[:-1], csr.indptr[1:], strict=True)
        return _places([indices[a:b].tobytes() + data[a:b].tobytes() for a, b in ends])
    table = _whole_numbers(X)
    # A sum for each row, with overflow: equal rows have equal sums, and other rows hardly ever.
    factors = np.multiply.accumulate(np.full(table.shape[1], _ODD))
    bits = table.view(np.uint64)
    sums = np.empty(len(table), dtype=np.uint64)
    for some in row_slices(table):
        # The lower half of a small whole number, written as a float, is empty.
        ((bits[some] ^ (bits[some] >> _HALF)) * factors).sum(axis=1, out=sums[some])
    codes: np.ndarray
    codes, first = pd.factorize(sums)
    if len(first) == len(codes):
        return codes
    # The first row of each group is compared with the others.
    holders = np.unique(codes, return_index=True)[1]
    same = all((table[some] == table[holders[codes[some]]]).all() for some in row_slices(table))
    return codes if same else _places([row.tobytes() for row in table])


def _places(keys: list[bytes]) -> np.ndarray:
    codes: np.ndarray = pd.factorize(np.array(keys, dtype=object))[0]
    return codes


def _whole_numbers(X: Any) -> np.ndarray:
    """Integers of 64 bits, one row for each row of a table, that are equal where values are, and only there."""
    if isinstance(X, pd.DataFrame):
        columns = column_arrays(X)
        if all(values.dtype == np.float64 for values in columns):
            return canonical_numbers(X.to_numpy()).view(np.int64)
    elif are_documents(X):
        columns = [np.asarray(X, dtype=object)]
    elif np.asarray(X).dtype == np.float64:
        return canonical_numbers(X).view(np.int64)
    else:
        columns = list(np.asarray(X).T)
    # Column by column in memory, as they come.
    return np.array([part for column in columns for part in _codes(column)]).T


def _codes(column: Any) -> list[np.ndarray]:
    """Integers of 64 bits that are equal where the values of a column are, and only there; a second one for a mask."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        return [np.asarray(column.codes, dtype=np.int64)]
    _, values, missing = plain_column(column)
    if values.dtype == object:
        codes = pd.factorize(values)[0].astype(np.int64)
    elif values.dtype.kind == "f":
        # The bits of a number serve as well as its place among the others, and need no table to find it.
        codes = values.astype(np.float64).view(np.int64)
    else:
        codes = values.astype(np.int64)
    return [codes] if missing is None else [codes, missing.astype(np.int64)]
