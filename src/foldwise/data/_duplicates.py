"""Exact duplicate rows."""

from typing import Any

import numpy as np
import pandas as pd

from foldwise.data._columns import canonical_csr, canonical_numbers, is_sparse, plain_column


def duplicate_groups(X: Any) -> np.ndarray:
    """Group ids of rows that occur more than once, in order of first appearance; -1 for the others."""
    codes, _ = pd.factorize(np.array(_row_keys(X), dtype=object))
    repeated = np.bincount(codes)[codes] > 1
    groups = np.full(len(codes), -1, dtype=np.int64)
    groups[repeated] = pd.factorize(codes[repeated])[0]
    return groups


def _row_keys(X: Any) -> list[bytes]:
    if is_sparse(X):
        csr = canonical_csr(X)
        indices, data = csr.indices, canonical_numbers(csr.data)
        ends = zip(csr.indptr[:-1], csr.indptr[1:], strict=True)
        return [indices[a:b].tobytes() + data[a:b].tobytes() for a, b in ends]
    if isinstance(X, pd.DataFrame):
        columns = [column for _, column in X.items()]
    else:
        array = np.asarray(X)
        if array.dtype.kind in "biuf":
            return [row.tobytes() for row in canonical_numbers(array)]
        columns = list(array.T)
    codes = np.column_stack([part for column in columns for part in _codes(column)])
    return [row.tobytes() for row in codes]


def _codes(column: Any) -> list[np.ndarray]:
    """Integers of 64 bits that are equal where the values of a column are, and only there; a second one for a mask."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        return [np.asarray(column.array.codes, dtype=np.int64)]
    _, values, missing = plain_column(column)
    if values.dtype == object:
        codes = pd.factorize(values)[0].astype(np.int64)
    elif values.dtype.kind == "f":
        # The bits of a number serve as well as its place among the others, and need no table to find it.
        codes = values.astype(np.float64).view(np.int64)
    else:
        codes = values.astype(np.int64)
    return [codes] if missing is None else [codes, missing.astype(np.int64)]
