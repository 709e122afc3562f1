"""From whatever names the data to a Dataset."""

import os
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path

from foldwise._core import listed
from foldwise.data._builtin import BUILT_IN
from foldwise.data._dataset import Dataset
from foldwise.data._from_frame import from_frame
from foldwise.data._openml import fetch_openml
from foldwise.data._read_arff import read_arff
from foldwise.data._read_csv import read_csv
from foldwise.data._read_parquet import read_parquet
from foldwise.data._uci import LISTING, load_uci, uci_table

READERS: dict[str, Callable[..., Dataset]] = {
    ".arff": read_arff,
    ".csv": read_csv,
    ".parquet": read_parquet,
}
GZIPPED = (".arff", ".csv")


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
    if isinstance(source, Dataset):
        return _retargeted(source, target)
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"source must be a name, a path or a Dataset, got {type(source).__name__}.")
    if isinstance(source, str):
        prefix, _, rest = source.partition(":")
        if source in BUILT_IN:
            return _retargeted(BUILT_IN[source].make(), target)
        if prefix == "uci":
            return _retargeted(load_uci(rest), target)
        if prefix == "openml":
            if not (rest.isascii() and rest.isdigit()):
                raise ValueError(f"openml: must be followed by the number of a data set, got {rest!r}.")
            return fetch_openml(int(rest), target=target)
    return _from_file(source, target)


def _retargeted(dataset: Dataset, target: str | None) -> Dataset:
    if target is None or target == dataset.target:
        return dataset
    return from_frame(dataset.frame(), target, name=dataset.name, where=dataset.name)


def _from_file(source: str | os.PathLike[str], target: str | None) -> Dataset:
    path = Path(source)
    endings = [ending.lower() for ending in path.suffixes[-2:]]
    kind = endings[-1] if endings else ""
    if kind == ".gz" and len(endings) == 2 and endings[0] in GZIPPED:
        kind = endings[0]
    if kind in READERS:
        return READERS[kind](path, target=target)
    known = [*BUILT_IN, *(f"uci:{name}" for name in uci_table().index)]
    close = get_close_matches(str(source), known, n=3) or get_close_matches(f"uci:{source}", known, n=3)
    hint = f"Did you mean {listed(close)}?" if close else LISTING
    raise ValueError(
        f"{str(source)!r} is neither a known data set nor a file that ends in .arff, .csv or .parquet. {hint}"
    )
