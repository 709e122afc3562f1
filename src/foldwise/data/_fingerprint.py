"""The digest of a table's content: the same in every process, for every memory layout."""

from typing import Any

import numpy as np
import pandas as pd

from foldwise._core import digest
from foldwise.data._columns import canonical_csr, canonical_numbers, is_sparse, plain_column

Part = str | bytes | int | None


def content_digest(X: Any, y: np.ndarray) -> str:
    """Digest of attribute names, types, categories and values, and of the target; not of any name of the whole."""
    # Labels mean the same in 32 and in 64 bits; which of the two NumPy chose depends on the platform.
    labels = y.astype(np.int64) if y.dtype.kind == "i" else y
    return digest(*_table_parts(X), "target", *_column_parts(labels))


def _table_parts(X: Any) -> list[Part]:
    if isinstance(X, pd.DataFrame):
        parts: list[Part] = ["frame", len(X), X.shape[1]]
        for name, column in X.items():
            # The column 0 is not the column '0'.
            kind = [] if isinstance(name, str) else [type(name).__name__]
            parts += [*kind, _encoded(name), *_column_parts(column)]
        return parts
    if is_sparse(X):
        csr = canonical_csr(X)
        layout = [np.asarray(part, dtype="<i8").tobytes() for part in (csr.indptr, csr.indices)]
        values = canonical_numbers(csr.data)
        return ["sparse", *map(int, csr.shape), *layout, values.dtype.name, values.tobytes()]
    return ["array", *map(int, X.shape), *_column_parts(np.asarray(X).ravel())]


def _column_parts(column: Any) -> list[Part]:
    if isinstance(column.dtype, pd.CategoricalDtype):
        codes = np.asarray(column.array.codes, dtype="<i8")
        categories = column.dtype.categories
        return ["category", int(bool(column.dtype.ordered)), *_column_parts(categories), codes.tobytes()]
    kind, values, missing = plain_column(column)
    mask = b"" if missing is None else missing.tobytes()
    if values.dtype != object:
        return [kind, len(values), values.tobytes(), mask]
    codes, texts = pd.factorize(values)
    return [kind, len(values), codes.astype("<i8").tobytes(), *map(_encoded, texts), mask]


def _encoded(text: object) -> bytes:
    # A text from a file of unknown encoding may hold lone surrogates.
    return str(text).encode("utf-8", "surrogatepass")
