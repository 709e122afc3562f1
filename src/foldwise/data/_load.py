"""From whatever names the data to a Dataset."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from foldwise._core import close_names, listed
from foldwise.data._as_dataset import from_frame
from foldwise.data._builtin import BUILT_IN
from foldwise.data._dataset import Dataset
from foldwise.data._openml import fetch_openml
from foldwise.data._other_targets import ONE_TARGET
from foldwise.data._read_arff import read_arff
from foldwise.data._read_csv import read_csv
from foldwise.data._read_parquet import read_parquet
from foldwise.data._text_file import existing_file, stem
from foldwise.data._uci import LISTING, check_uci, load_uci, uci_table

if TYPE_CHECKING:
    # At run time a Series takes no parameter.
    Labels = pd.Series[Any]

READERS: dict[str, Callable[..., Dataset]] = {
    ".arff": read_arff,
    ".csv": read_csv,
    ".parquet": read_parquet,
}
GZIPPED = (".arff", ".csv")
_OF_SPREADSHEETS = (".xlsx", ".xls", ".xlsm", ".ods")


def load(source: str | Path | Dataset, *, target: str | None = None) -> Dataset:
    """Load a data set by name or from a file.

    Parameters
    ----------
    source : str, Path or Dataset
        One of

        - a built-in name (see `available`), which always means the built-in set;
        - a path that ends in ``.arff``, ``.csv`` (both also with ``.gz``) or ``.parquet``;
        - ``uci:NAME``, a set of the papers: from the folder named by the environment variable ``FOLDWISE_DATA``
          if the ARFF file is there, else from OpenML, and checked in either case;
        - ``openml:ID``, any set of OpenML. Downloads are kept in ``FOLDWISE_CACHE``, by default ``~/.cache/foldwise``;
        - a Dataset.
    target : str, optional
        Column to predict; by default the last of a file, or what the source says.

    Returns
    -------
    Dataset
        With a DataFrame whose nominal columns are categories. What is needed to run learners on it is checked
        later, by `as_dataset`.

    Examples
    --------
    >>> from foldwise.data import load
    >>> load("tic-tac-toe")
    Dataset('tic-tac-toe': 958 examples, 9 attributes (0 numeric, 9 nominal), 0 missing values,
    classes negative, positive)
    """
    if target is not None and not isinstance(target, str):
        raise TypeError(f"target must be the name of one column, got {target!r}. {ONE_TARGET}")
    if isinstance(source, Dataset):
        return _retargeted(source, target)
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"source must be a name, a path or a Dataset, got {type(source).__name__}.")
    if _is_file(source):
        return READERS[_ending(source)](Path(source), target=target)
    name = str(source)
    if name in BUILT_IN:
        return _retargeted(BUILT_IN[name].make(), target)
    _check_name(name)
    prefix, _, rest = name.partition(":")
    return _retargeted(load_uci(rest), target) if prefix == "uci" else fetch_openml(int(rest), target=target)


def find_source(source: str | Path, *, folder: Path | None = None) -> str | Path:
    """Refuse what `load` could not find, without loading anything.

    Parameters
    ----------
    source : str or Path
        As for `load`.
    folder : Path, optional
        Where relative paths start; by default the working directory.

    Returns
    -------
    str or Path
        A name as it is; the path of a file, which is there.

    Examples
    --------
    >>> from foldwise.data import find_source
    >>> find_source("uci:labor")
    'uci:labor'
    """
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"source must be a name or a path, got {type(source).__name__}.")
    if _is_file(source):
        _ending(source)
        path = Path(source).expanduser()
        return existing_file(path if folder is None else folder / path)
    _check_name(str(source))
    return str(source)


def source_name(source: str | Path | Dataset) -> str:
    """Return the name that `load` gives to the data, as far as it is known without loading them.

    Examples
    --------
    >>> source_name("uci:labor"), source_name("data/letter.arff.gz"), source_name("openml:61")
    ('labor', 'letter', 'openml:61')
    """
    if isinstance(source, Dataset):
        return source.name
    return stem(Path(source)) if _is_file(source) else str(source).removeprefix("uci:")


def _is_file(source: str | os.PathLike[str]) -> bool:
    """Whether the source is not one of the names, so that it must be the path of a file."""
    return not isinstance(source, str) or (source not in BUILT_IN and source.partition(":")[0] not in ("uci", "openml"))


def _check_name(source: str) -> None:
    prefix, _, rest = source.partition(":")
    if prefix == "uci":
        check_uci(rest)
    elif prefix == "openml" and not (rest.isascii() and rest.isdigit()):
        raise ValueError(f"openml: must be followed by the number of a data set, got {rest!r}.")


def _retargeted(dataset: Dataset, target: str | None) -> Dataset:
    if target is None or target == dataset.target:
        return dataset
    return from_frame(dataset.frame(), target, name=dataset.name, where=dataset.name)


def _ending(source: str | os.PathLike[str]) -> str:
    """Return the key of `READERS` for the path of a file."""
    endings = [ending.lower() for ending in Path(source).suffixes[-2:]]
    kind = endings[-1] if endings else ""
    if kind == ".gz" and len(endings) == 2 and endings[0] in GZIPPED:
        kind = endings[0]
    if kind in READERS:
        return kind
    known = [*BUILT_IN, *(f"uci:{name}" for name in uci_table().index)]
    close = close_names(source, known) or close_names(f"uci:{source}", known)
    hint = f"Did you mean {listed(close)}?" if close else LISTING
    if kind in _OF_SPREADSHEETS:
        hint = "Save it from the spreadsheet program as CSV."
    raise ValueError(
        f"{str(source)!r} is neither a known data set nor a file that ends in .arff, .csv or .parquet. {hint}"
    )


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
        close = close_names(groups, [str(column) for column in dataset.X.columns], most=1)
        hint = f"Did you mean {close[0]!r}?" if close else f"It has: {listed(dataset.X.columns, most=40)}."
        raise ValueError(f"{dataset.name} has no column {groups!r} for {dashes}groups. {hint}")
    labels = dataset.X[groups]
    if labels.isna().any():
        raise ValueError(
            f"column {groups!r} for {dashes}groups has {int(labels.isna().sum())} missing values. "
            "Give each row a group, or remove the rows without one."
        )
    return replace(dataset, X=dataset.X.drop(columns=groups)), labels
