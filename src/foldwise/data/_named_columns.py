"""Columns that are named instead of given: the target and the groups are taken out of the table."""

import os
from typing import Any

import pandas as pd

from foldwise._core import close_names, listed
from foldwise.data._as_dataset import as_dataset
from foldwise.data._dataset import Dataset
from foldwise.data._load import load, load_with_groups
from foldwise.data._other_tables import as_pandas
from foldwise.data._other_targets import ONE_TARGET


def with_named_columns(X: Any, y: Any = None, groups: Any = None) -> tuple[Any, Any, Any]:
    """Take the columns that `y` and `groups` name out of `X`; read `X` if it is the name of data or a path.

    Parameters
    ----------
    X : table, Dataset, str or path-like
        The examples; a text or a path is read by `load`.
    y : array_like or str, optional
        The target, or the name of a column.
    groups : array_like or str, optional
        Which examples belong together, or the name of a column.

    Returns
    -------
    X, y, groups
        As given, tables of other libraries as pandas has them, if nothing is named; else a Dataset, None, and the
        groups.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.data import with_named_columns
    >>> table = pd.DataFrame({"size": [1, 2, 3], "patient": [1, 1, 2], "ill": ["yes", "no", "no"]})
    >>> dataset, _, groups = with_named_columns(table, "ill", "patient")
    >>> dataset, groups.tolist()
    (Dataset('data': 3 examples, 1 attribute (1 numeric, 0 nominal), 0 missing values, classes no, yes), [1, 1, 2])
    """
    X, y, groups = as_pandas(X), as_pandas(y, "y"), as_pandas(groups, "groups")
    is_source = isinstance(X, (str, os.PathLike))
    _refuse_several_names(X, y)
    if not is_source and not isinstance(y, str) and not isinstance(groups, str):
        return X, y, groups
    if isinstance(y, str) and isinstance(groups, str) and y == groups:
        raise ValueError(f"groups and y both name the column {y!r}. They must differ.")
    if is_source:
        if y is not None and not isinstance(y, str):
            raise TypeError(
                f"y must be the name of a column if X is read from {os.fspath(X)!r}, got {type(y).__name__}. Name the "
                "column, or pass both as tables."
            )
        dataset = load(X, target=y)
    elif isinstance(y, str):
        table, target = _taken(X, y)
        dataset = Dataset(table, target, target=y)
    else:
        dataset = as_dataset(X, y)
    if isinstance(groups, str):
        dataset, groups = load_with_groups(dataset, groups=groups)
    return dataset, None, groups


def _refuse_several_names(X: Any, y: Any) -> None:
    """Refuse a list of columns where one is to be named; a list of labels is as long as the table."""
    if not isinstance(y, (list, tuple)) or not y or not all(isinstance(each, str) for each in y):
        return
    columns = list(X.columns) if isinstance(X, pd.DataFrame) and len(X) != len(y) else []
    if isinstance(X, (str, os.PathLike)) or all(each in columns for each in y):
        raise ValueError(f"y must name one column, got a list of {len(y)}: {listed(y)}. {ONE_TARGET}")


def _taken(X: Any, name: str) -> tuple[pd.DataFrame, Any]:
    if isinstance(X, Dataset):
        raise TypeError(f"y must not be given with a Dataset. To predict {name!r} use load(dataset, target={name!r}).")
    if not isinstance(X, pd.DataFrame):
        raise ValueError(f"y names the column {name!r}, and X has no named columns. Pass a DataFrame, or an array.")
    count = list(X.columns).count(name)
    if count == 1:
        return X.drop(columns=name), X[name]
    if count > 1:
        raise ValueError(f"X has {count} columns {name!r}. Rename all but one.")
    close = close_names(name, [str(column) for column in X.columns], most=1)
    hint = f"Did you mean {close[0]!r}?" if close else f"It has: {listed(map(str, X.columns), most=20)}."
    raise ValueError(f"X has no column {name!r} for y. {hint}")
