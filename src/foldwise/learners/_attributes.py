"""What is known about the columns of a training table, and the table as numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from foldwise._core import column_arrays, listed, read_objects

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Attributes:
    """Columns of the training table.

    Parameters
    ----------
    names : tuple of str
        Names of the columns, ``x0, x1, ...`` for an array.
    categories : tuple of (Index or None)
        Declared values of each nominal column, in declared order; None for a numeric column.
    """

    names: tuple[str, ...]
    categories: tuple["pd.Index[Any] | None", ...]

    @cached_property
    def n_values(self) -> npt.NDArray[np.int32]:
        """Number of declared values of each column, 0 for a numeric one."""
        return np.array([0 if known is None else len(known) for known in self.categories], dtype=np.int32)

    def encode(self, X: Any) -> Floats:
        """Return the table as numbers in C order: codes of nominal values, NaN where missing or never declared."""
        return self._encode_columns(X, _columns(X))

    def _encode_columns(self, X: Any, columns: list[Any]) -> Floats:
        if all(known is None for known in self.categories):
            if all(isinstance(values, np.ndarray) and values.dtype.kind in "fiub" for values in columns):
                return np.ascontiguousarray(X.to_numpy(np.float64) if isinstance(X, pd.DataFrame) else X, np.float64)
            return np.column_stack([_numbers(values, name) for values, name in zip(columns, self.names, strict=True)])
        # Column by column in memory first: writing every so many places takes longer than turning the table once.
        table = np.empty(X.shape[::-1], dtype=np.float64)
        nominal = [known is not None for known in self.categories]
        for row, values, name, known in zip(table, columns, self.names, self.categories, strict=True):
            row[:] = _numbers(values, name) if known is None else _codes(values, known)
        if all(nominal):
            np.putmask(table, table < 0, np.nan)
        else:
            table[nominal] = np.where(table[nominal] < 0, np.nan, table[nominal])
        return np.ascontiguousarray(table.T)


def read_table(X: Any, categorical_features: Any) -> tuple[Attributes, Floats]:
    """Find out which columns of a training table are nominal, and encode it.

    Parameters
    ----------
    X : DataFrame or ndarray
        The training table.
    categorical_features : 'from_dtype', None, or list of names, positions or bools
        As in the constructor of every learner.
    """
    is_frame = isinstance(X, pd.DataFrame)
    names = tuple(map(str, X.columns)) if is_frame else tuple(f"x{column}" for column in range(X.shape[1]))
    columns = _columns(X)
    nominal = _nominal(columns, names, categorical_features)
    categories = (
        _declared(values, name) if chosen else None
        for values, name, chosen in zip(columns, names, nominal, strict=True)
    )
    attributes = Attributes(names, tuple(categories))
    return attributes, attributes._encode_columns(X, columns)


def found_columns(X: Any, categorical_features: Any) -> list[int]:
    """List the columns whose kind or possible values are not declared but read off the examples.

    These are texts, chosen columns that hold no categories, and objects, which may be numbers in one part of a table
    and not in another.
    """
    given = column_arrays(X) if isinstance(X, pd.DataFrame) else [X]
    if isinstance(categorical_features, str) and all(map(_is_declared, given)):
        return []
    columns = _columns(X)
    names = tuple(map(str, X.columns)) if isinstance(X, pd.DataFrame) else tuple(map(str, range(len(columns))))
    nominal = _nominal(columns, names, categorical_features)
    dtypes = X.dtypes if isinstance(X, pd.DataFrame) else [X.dtype] * len(columns)
    return [
        column
        for column, (values, chosen, dtype) in enumerate(zip(columns, nominal, dtypes, strict=True))
        if (chosen or dtype.kind == "O") and not isinstance(values, pd.Categorical)
    ]


def _is_declared(values: Any) -> bool:
    """Return whether the dtype says that values are numbers, or which categories there can be."""
    return isinstance(values, pd.Categorical) or values.dtype.kind in "fiub"


def _nominal(columns: Sequence[Any], names: Sequence[str], categorical_features: Any) -> list[bool]:
    """Return of each column whether it is nominal."""
    if not isinstance(categorical_features, str):
        return _chosen(categorical_features, names)
    return [_is_nominal(values.dtype, name) for values, name in zip(columns, names, strict=True)]


def as_rows(X: Any) -> Any:
    """Return what is no DataFrame as numbers, or as objects if there is text in it.

    What has not two dimensions, or is sparse, is left to scikit-learn to refuse.
    """
    if hasattr(X, "toarray"):
        return X
    array: Any = np.asarray(X)
    if array.dtype.kind == "c":
        raise ValueError("Complex data not supported; pass real and imaginary parts as columns of their own.")
    if array.dtype.kind in "mM":
        raise ValueError("X holds dates or durations; turn them into numbers or drop these columns.")
    if array.dtype.kind not in "OUS" or array.ndim != 2:
        return X
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError):
        # Of a list, again: in one array of text, numbers have become text.
        return np.array(X, dtype=object)


def _columns(X: Any) -> list[Any]:
    """List the columns as arrays of numpy or pandas; those of objects with the dtype of their values."""
    if not isinstance(X, pd.DataFrame):
        return list(X.T) if X.dtype != object else [read_objects(pd.Series(values)).array for values in X.T]
    return [read_objects(pd.Series(values)).array if values.dtype == object else values for values in column_arrays(X)]


def _is_nominal(dtype: Any, name: str) -> bool:
    if isinstance(dtype, np.dtype) and dtype.kind in "fiub":
        return False
    if isinstance(dtype, pd.CategoricalDtype):
        return True
    if dtype.kind in "mM":
        raise ValueError(f"column {name!r} holds dates or durations; turn them into numbers or drop the column.")
    if dtype.kind == "c":
        raise ValueError(f"column {name!r} holds complex numbers; make two columns of real ones of it.")
    return not (is_numeric_dtype(dtype) or is_bool_dtype(dtype))


def _chosen(columns: Any, names: Sequence[str]) -> list[bool]:
    """Return of each column whether it is among those given by names, positions or bools."""
    if columns is None:
        return [False] * len(names)
    if not isinstance(columns, Iterable):
        raise ValueError(
            f"categorical_features must be 'from_dtype' or a list of columns, got {columns!r}. Put it into a list."
        )
    choices = list(columns)
    if choices and all(isinstance(choice, bool | np.bool_) for choice in choices):
        if len(choices) != len(names):
            raise ValueError(
                f"categorical_features as bools must have one per column, {len(names)}, got {len(choices)} of them."
            )
        return [bool(choice) for choice in choices]
    wanted = set()
    for choice in choices:
        if isinstance(choice, str) and choice in names:
            wanted.add(names.index(choice))
        elif isinstance(choice, int | np.integer) and not isinstance(choice, bool) and 0 <= choice < len(names):
            wanted.add(int(choice))
        else:
            raise ValueError(
                f"categorical_features names the column {choice!r}, which X does not have. It has: {listed(names)}; "
                f"positions go from 0 to {len(names) - 1}."
            )
    return [column in wanted for column in range(len(names))]


def _declared(values: Any, name: str) -> "pd.Index[Any]":
    try:
        known = values if isinstance(values, pd.Categorical) else pd.Categorical(values)
    except TypeError as error:
        raise ValueError(
            f"column {name!r} holds values that cannot be categories ({error}); make them text."
        ) from error
    categories: pd.Index[Any] = known.categories
    return categories


def _codes(values: Any, known: "pd.Index[Any]") -> npt.NDArray[np.signedinteger[Any]]:
    """Place values among the declared ones; -1 for a missing or an undeclared one."""
    if not isinstance(values, pd.Categorical):
        return known.get_indexer(pd.Index(values))
    codes = np.asarray(values.codes)
    if values.categories is known:
        return codes
    # -1 stands for a missing value and picks the last place, which is added for it.
    places: npt.NDArray[np.intp] = np.append(known.get_indexer(values.categories), -1)[codes]
    return places


def _numbers(values: Any, name: str) -> Floats:
    try:
        if values.dtype.kind in "cmM":
            raise TypeError(f"they are {values.dtype}")
        if isinstance(values, np.ndarray) and values.dtype != object:
            return values.astype(np.float64)
        return pd.Series(values).to_numpy(dtype=np.float64, na_value=np.nan)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"column {name!r} is taken for a numeric one and holds other values ({error}); name it in "
            "categorical_features, or, in prediction, give it the dtype that it had in training."
        ) from error
