"""Data whose rows belong together by a column."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from foldwise._core import listed
from foldwise.data._dataset import Dataset
from foldwise.data._load import load

if TYPE_CHECKING:
    # At run time a Series takes no parameter.
    Labels = pd.Series[Any]


def load_with_groups(
    source: str | Path | Dataset, *, target: str | None = None, groups: str | None = None, dashes: str = ""
) -> "tuple[Dataset, Labels | None]":
    """Load a dataset, and take the column of groups out of it.

    Parameters
    ----------
    source : str, Path or Dataset
        As for `load`.
    target : str, optional
        Column to predict.
    groups : str, optional
        Column of which rows with equal values belong together.
    dashes : str, default ''
        What stands before the names of options in messages; on the command line ``'--'``.

    Returns
    -------
    Dataset, Series or None
        The dataset without that column, and the column.

    Examples
    --------
    >>> from foldwise.data import load_with_groups
    >>> dataset, labels = load_with_groups("tic-tac-toe", groups="middle-middle-square")
    >>> dataset.X.shape, sorted(labels.unique())
    ((958, 8), ['b', 'o', 'x'])
    """
    dataset = load(source, target=target)
    if groups is None:
        return dataset, None
    if groups == target:
        raise ValueError(f"{dashes}groups and {dashes}target both name the column {groups!r}. They must differ.")
    if not isinstance(dataset.X, pd.DataFrame):
        raise ValueError(
            f"{dataset.name} has no named columns, and {dashes}groups names {groups!r}. Make its X a DataFrame."
        )
    if groups not in dataset.X.columns:
        raise ValueError(
            f"{dataset.name} has no column {groups!r} for {dashes}groups. It has: {listed(dataset.X.columns, most=40)}."
        )
    labels = dataset.X[groups]
    if labels.isna().any():
        raise ValueError(
            f"column {groups!r} for {dashes}groups has {int(labels.isna().sum())} missing values. "
            "Give each row a group, or remove the rows without one."
        )
    return replace(dataset, X=dataset.X.drop(columns=groups)), labels
