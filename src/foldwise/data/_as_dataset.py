"""From what users pass, or a file holds, to a checked Dataset."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import infer_dtype

from foldwise._core import DataFormatError, close_names, column_arrays, listed, read_objects
from foldwise.data._column_kind import typed_columns
from foldwise.data._content import is_sparse
from foldwise.data._dataset import Dataset
from foldwise.data._documents import are_documents, as_documents
from foldwise.data._other_tables import as_pandas


def as_dataset(X: Any, y: Any = None, *, name: str = "data") -> Dataset:
    """Make a checked Dataset of what the user has.

    Whether the target has enough classes is not asked here: that depends on the task.

    Parameters
    ----------
    X : Dataset, DataFrame, ndarray, sparse matrix, list of rows, or list, array or Series of texts
        A Dataset (then without `y`), or the examples.
    y : array_like, optional
        The target.
    name : str, default 'data'
        Name of a new Dataset.

    Returns
    -------
    Dataset
        At least three examples and one attribute, no empty column, no repeated name, no missing or infinite target.

    Examples
    --------
    >>> from foldwise.data import as_dataset
    >>> as_dataset([[0.5], [1.5], [2.5]], [True, False, True], name="tiny")
    Dataset('tiny': 3 examples, 1 attribute (1 numeric, 0 nominal), 0 missing values, classes False, True)
    """
    if isinstance(X, Dataset):
        if y is not None:
            raise TypeError("y must not be given with a Dataset, which has its own. Pass dataset.X and y instead.")
        table = _table(X.X)
        # Columns of objects may have been written to since.
        table = typed_columns(table) if isinstance(table, pd.DataFrame) else table
        if table is not X.X:
            X = replace(X, X=table)
        dataset: Dataset = X
        _check(dataset)
        return dataset
    if isinstance(X, str):
        raise TypeError(f"X must be a table, got the text {X!r}. To read data use foldwise.data.load({X!r}).")
    X, y = as_pandas(X), as_pandas(y, "y")
    if y is None:
        raise TypeError("y is missing: pass the target after X, or a Dataset.")
    dataset = Dataset(_table(X), y, name)
    _check(dataset)
    return dataset


def _table(X: Any) -> Any:
    if isinstance(X, pd.DataFrame):
        return X
    if is_sparse(X):
        # The one sparse format in which rows can be taken and missing values found.
        return X.tocsr()
    documents = as_documents(X)
    if documents is not None:
        return documents
    if isinstance(X, (pd.Series, pd.Index)):
        raise ValueError("X must be 2-D, got a single column. Pass X.to_frame().")
    try:
        array = np.asarray(X)
    except ValueError as error:
        raise ValueError("X must be 2-D, got rows of unequal lengths.") from error
    if array.ndim != 2:
        hint = " One attribute is X.reshape(-1, 1)." if array.ndim == 1 else ""
        raise ValueError(f"X must be 2-D, got shape {array.shape}.{hint}")
    if array.dtype.kind in "OU":
        return _from_rows(X)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"X must hold numbers or categories, got {array.dtype}. Use a DataFrame for mixed types.")
    return array


def _from_rows(rows: Any) -> Any:
    """Let every column have its own type: in one array a number beside a text is a text."""
    frame = typed_columns(pd.DataFrame([list(row) for row in rows], dtype=object))
    if all(dtype.kind in "biuf" for dtype in frame.dtypes):
        # Who gives an array of numbers gets one, whatever kind of numbers they are.
        return frame.to_numpy(dtype=np.float64)
    return frame.set_axis([f"x{position}" for position in range(frame.shape[1])], axis=1)


def _check(dataset: Dataset) -> None:
    X, y = dataset.X, dataset.y
    if len(y) != dataset.n_examples:
        raise ValueError(f"X has {dataset.n_examples} rows and y has {len(y)}. They must have one each per example.")
    if dataset.n_attributes == 0 and not dataset.holds_documents:
        raise ValueError("X has no columns. At least one attribute is needed.")
    if dataset.n_examples < 3:
        raise ValueError(f"At least 3 examples are needed, got {dataset.n_examples}.")
    _check_columns(X, dataset.feature_names)
    missing = np.flatnonzero(pd.isna(y))
    if len(missing):
        many = "a missing value" if len(missing) == 1 else f"{len(missing)} missing values"
        raise ValueError(f"y has {many}, the first in row {missing[0]} (from 0). Drop those rows, or fill them.")
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        row = int(np.flatnonzero(~np.isfinite(y))[0])
        raise ValueError(f"y must be finite, got {y[row]} in row {row} (from 0). Drop such rows, or transform y.")


def _check_columns(X: Any, names: tuple[str, ...]) -> None:
    repeated = sorted({name for name in names if names.count(name) > 1}) if len(set(names)) < len(names) else []
    if repeated:
        raise ValueError(f"Column names must be distinct, got more than one {listed(repeated)}. Rename them.")
    if is_sparse(X) or are_documents(X):
        return
    columns = column_arrays(X) if isinstance(X, pd.DataFrame) else []
    complex_numbers = [name for name, values in zip(names, columns, strict=False) if values.dtype.kind == "c"]
    if complex_numbers:
        raise TypeError(
            f"X must hold numbers or categories, got complex numbers in {listed(complex_numbers)}. Make two columns of "
            "each, or drop them."
        )
    if isinstance(X, pd.DataFrame):
        empty = [name for name, values in zip(names, columns, strict=True) if _is_empty(values)]
    else:
        suspects = np.flatnonzero(pd.isna(X[:1]).all(axis=0))
        empty = [names[position] for position in suspects[pd.isna(X[:, suspects]).all(axis=0)]]
    if empty:
        raise ValueError(f"X has empty columns: {listed(empty)}; drop them.")


def _is_empty(values: Any) -> bool:
    if isinstance(values, pd.Categorical):
        # To take a single one of them takes pandas longer than to look at all of their codes.
        return bool((values.codes < 0).all())
    # Of a column with a value in the first row no more need be looked at.
    return bool(pd.isna(values[:1]).all() and pd.isna(values).all())


def from_frame(frame: pd.DataFrame, target: str | None, *, name: str, where: str) -> Dataset:
    """Take the column `target` (the last if None) as the target; `where` opens an error message."""
    columns = [str(column) for column in frame.columns]
    if target is None:
        target = columns[-1]
    elif target not in columns:
        close = close_names(target, columns, most=1)
        hint = f"Did you mean {close[0]!r}?" if close else f"It has: {listed(columns, most=20)}."
        raise DataFormatError(f"{where} has no column {target!r}. {hint}")
    if len(columns) < 2:
        raise DataFormatError(f"{where} has the one column {columns[0]!r}. Attributes and a target are needed.")
    frame = frame.set_axis(columns, axis=1)
    y: Any = frame[target]
    return Dataset(frame.drop(columns=target), y, name, target=target)


def nominal_columns(frame: pd.DataFrame) -> pd.DataFrame:
    """Turn columns of texts, and of objects that pandas could not type, into categories."""
    return pd.DataFrame({name: _nominal(frame[name]) for name in frame.columns}, index=frame.index)


def _nominal(column: Any) -> Any:
    # True and False with gaps among them are words in a file.
    column = column if infer_dtype(column, skipna=True) == "boolean" else read_objects(column)
    if not (isinstance(column.dtype, pd.StringDtype) or column.dtype == np.dtype(object)):
        return column
    return column.map(str, na_action="ignore").astype(object).astype("category")
