"""Writing ARFF that Weka and `read_arff` understand."""

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from foldwise._core import write_atomically
from foldwise.data._arff_text import quoted
from foldwise.data._dataset import Dataset


def write_arff(dataset: Dataset, path: str | Path) -> None:
    """Write a Dataset as ARFF, gzipped if the name ends in ``.gz``.

    Categories, texts and bools are written as nominal attributes with all their labels, numbers as numeric
    attributes. What `read_arff` made is read back equal.

    Parameters
    ----------
    dataset : Dataset
        What to write; the target becomes the last attribute.
    path : str or Path
        Where to write it; an existing file is replaced. It appears complete or not at all.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from foldwise.data import load, read_arff, write_arff
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "monk2.arff.gz")
    ...     write_arff(load("monk2"), path)
    ...     read_arff(path).fingerprint == load("monk2").fingerprint
    True
    """
    frame = dataset.frame()
    lines = [f"@relation {quoted(dataset.name)}", ""]
    cells = []
    for position, name in enumerate(frame.columns):
        declared, texts = _written(frame.iloc[:, position], str(name))
        lines.append(f"@attribute {quoted(str(name))} {declared}")
        cells.append(texts)
    lines += ["", "@data", *map(",".join, zip(*cells, strict=True)), ""]
    raw = "\n".join(lines).encode()
    path = Path(path)
    write_atomically(path, gzip.compress(raw, mtime=0) if path.suffix.lower() == ".gz" else raw)


def _written(column: Any, name: str) -> tuple[str, list[str]]:
    dtype = column.dtype
    if is_numeric_dtype(dtype) and not is_bool_dtype(dtype):
        return "numeric", _numbers(column, name)
    if dtype.kind in "mM":
        raise TypeError(f"Column {name!r} holds {dtype}, which ARFF cannot hold here. Convert it to numbers.")
    if isinstance(dtype, pd.CategoricalDtype):
        codes, labels = np.asarray(column.cat.codes), [str(label) for label in dtype.categories]
    else:
        texts = column.map(str, na_action="ignore").astype(object)
        codes, distinct = pd.factorize(texts, sort=True)
        labels = list(distinct)
    if not labels:
        raise ValueError(f"Column {name!r} has no values, so ARFF cannot declare its labels. Drop it.")
    # Code -1, a missing value, picks the last.
    tokens = np.array([*map(quoted, labels), "?"], dtype=object)
    return "{" + ",".join(tokens[:-1]) + "}", list(tokens[codes])


def _numbers(column: Any, name: str) -> list[str]:
    if column.dtype.kind in "iu" and not column.isna().any():
        return [str(value) for value in column.tolist()]
    values = column.to_numpy(dtype=np.float64, na_value=np.nan)
    if np.isinf(values).any():
        raise ValueError(f"Column {name!r} holds infinite numbers, which ARFF cannot hold. Replace them.")
    return ["?" if value != value else repr(value).removesuffix(".0") for value in values.tolist()]
