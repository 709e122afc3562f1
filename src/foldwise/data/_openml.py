"""Data sets from OpenML, through scikit-learn's downloader and its cache."""

import os
from http.client import HTTPException
from pathlib import Path
from typing import Any

from foldwise._core import DataFormatError, FoldwiseError, caught_warnings, listed, one_line
from foldwise.data._as_dataset import from_frame
from foldwise.data._dataset import Dataset
from foldwise.data._read_arff import read_arff


def cache_folder() -> Path:
    """Where downloads are kept: ``FOLDWISE_CACHE``, else ``foldwise`` in ``XDG_CACHE_HOME`` or ``~/.cache``.

    Examples
    --------
    >>> from foldwise.data import cache_folder
    >>> cache_folder().is_absolute()
    True
    """
    if own := os.environ.get("FOLDWISE_CACHE"):
        return Path(own).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "foldwise"


def fetch_openml(data_id: int, *, target: str | None = None) -> Dataset:
    """Fetch data set `data_id` of OpenML once, without the columns that OpenML says to ignore."""
    from sklearn import datasets

    # One folder per id, so that the file of this data set can be found in it.
    home = cache_folder() / f"openml-{data_id}"
    try:
        with caught_warnings(message="A network error occurred"):
            bunch = datasets.fetch_openml(
                data_id=data_id,
                data_home=home,
                target_column="default-target" if target is None else target,
                as_frame="auto",
                parser="auto",
            )
    except (OSError, HTTPException, KeyError, ValueError) as error:
        reason = one_line(error) or type(error).__name__
        raise FoldwiseError(f"OpenML data set {data_id} could not be fetched: {reason}") from error
    return _reread(bunch, home, data_id)


def _reread(bunch: Any, home: Path, data_id: int) -> Dataset:
    # scikit-learn drops declared labels that never occur and takes a quoted '?' for missing.
    where = f"openml:{data_id}"
    if len(bunch.target_names) != 1:
        raise DataFormatError(f"{where} has {len(bunch.target_names)} default targets. Name one with target=.")
    downloads = [path for path in home.rglob("*.gz") if "api" not in path.relative_to(home).parts]
    whole = read_arff(max(downloads, key=lambda path: path.stat().st_mtime)).frame()
    columns = [*bunch.feature_names, *bunch.target_names]
    absent = [column for column in columns if column not in whole.columns]
    if absent:
        raise DataFormatError(f"{where} describes columns that its file does not have: {listed(absent)}.")
    return from_frame(whole[columns], columns[-1], name=bunch.details["name"], where=where)
