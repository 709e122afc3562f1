"""Examples that are texts: one document each, of which a pipeline makes the attributes."""

from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import counted

# Objects, and texts of two kinds of NumPy's own.
_OF_TEXTS: Final = "OUT"


def are_documents(X: Any) -> bool:
    """Whether `X`, as a Dataset holds it, is one text per example and no table.

    >>> are_documents(np.array(["a text", "another"], dtype=object)), are_documents(np.zeros((2, 1)))
    (True, False)
    """
    return isinstance(X, np.ndarray | pd.Series) and X.ndim == 1 and X.dtype.kind in _OF_TEXTS


def as_documents(X: Any) -> Any:
    """Return one text per example, as an array of objects, or as the Series that was given; None for anything else.

    Anything of one dimension with a text in it is meant to be documents: values of other types among them are
    refused, and so are missing ones.

    >>> as_documents(["a text", "another"]).tolist(), as_documents([1, 2]) is None
    (['a text', 'another'], True)
    """
    values = _objects(X)
    if values is None:
        return None
    is_text = np.array([isinstance(value, str) for value in values], dtype=bool)
    if not is_text.any():
        return None
    missing = np.flatnonzero(pd.isna(values))
    if len(missing):
        many = "a missing document" if len(missing) == 1 else f"{len(missing)} missing documents"
        raise ValueError(f"X has {many}, the first in row {missing[0]} (from 0). Drop those rows, or write '' there.")
    other = np.flatnonzero(~is_text)
    if len(other):
        kinds = sorted({type(values[row]).__name__ for row in other})
        raise TypeError(
            f"X must be a table, or one text for each example, got texts and {counted(len(other), 'value')} of type "
            f"{', '.join(kinds)}, the first in row {other[0]} (from 0). Make each a text, e.g. with str."
        )
    if isinstance(X, pd.Series):
        return X.astype(object) if isinstance(X.dtype, pd.CategoricalDtype) else X
    if values is X and {type(value) for value in values} == {str}:
        return X
    documents = np.empty(len(values), dtype=object)
    # Texts of NumPy's own type are equal to Python's, and yet not all vectorizers take them.
    documents[:] = [str(value) for value in values]
    return documents


def _objects(X: Any) -> "np.ndarray | None":
    """Return what has one dimension and may hold texts as an array of objects; None for anything else."""
    if isinstance(X, np.ndarray | pd.Series | pd.Index):
        return np.asarray(X, dtype=object) if X.ndim == 1 and X.dtype.kind in _OF_TEXTS else None
    if not isinstance(X, list | tuple) or not any(isinstance(value, str) for value in X):
        return None
    values = np.empty(len(X), dtype=object)
    values[:] = X
    return values
