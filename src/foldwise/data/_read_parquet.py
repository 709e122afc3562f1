"""Parquet files."""

from pathlib import Path

import pandas as pd

from foldwise._core import DataFormatError, one_line, require
from foldwise.data._dataset import Dataset
from foldwise.data._from_frame import from_frame, nominal_columns
from foldwise.data._text_file import check_table_size, existing_file, stem


def read_parquet(path: str | Path, *, target: str | None = None) -> Dataset:
    """Read a Parquet file; columns of text or dictionaries become categories.

    Parameters
    ----------
    path : str or Path
        File that pyarrow can read.
    target : str, optional
        Column to predict; the last by default.

    Returns
    -------
    Dataset
        Named after the file.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pandas as pd
    >>> from foldwise.data import read_parquet
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "toy.parquet")
    ...     pd.DataFrame({"size": [1.5, 2.5, 4.0], "class": ["a", "b", "a"]}).to_parquet(path)
    ...     read_parquet(path)
    Dataset('toy': 3 examples, 1 attribute (1 numeric, 0 nominal), 0 missing values, classes a, b)
    """
    path = existing_file(path)
    return from_frame(nominal_columns(parquet_frame(path)), target, name=stem(path), where=path.name)


def parquet_frame(path: Path) -> pd.DataFrame:
    """Columns of a Parquet file."""
    require("pyarrow", "reading Parquet files", "parquet")
    from pyarrow.parquet import read_metadata

    try:
        found = read_metadata(path)
        check_table_size(found.num_rows, found.num_columns, path.stat().st_size, path.name)
        frame = pd.read_parquet(path, engine="pyarrow")
    except DataFormatError:
        raise
    except (OSError, ValueError) as error:
        raise DataFormatError(f"{path.name} cannot be read as Parquet: {one_line(error)}") from error
    if frame.empty:
        raise DataFormatError(f"{path.name} has no rows or no columns.")
    return frame.reset_index(drop=True)
