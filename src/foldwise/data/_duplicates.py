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
        columns = [X.iloc[:, position] for position in range(X.shape[1])]
    else:
        array = np.asarray(X)
        if array.dtype.kind in "biuf":
            return [row.tobytes() for row in canonical_numbers(array)]
        columns = list(array.T)
    codes = np.column_stack([_codes(column) for column in columns]).astype(np.int32)
    return [row.tobytes() for row in codes]


def _codes(column: Any) -> np.ndarray:
    if isinstance(column.dtype, pd.CategoricalDtype):
        return np.asarray(column.array.codes)
    _, values, missing = plain_column(column)
    codes = pd.factorize(values)[0]
    return codes if missing is None else np.where(missing, -1, codes)
