"""Parquet files."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pandas as pd

from foldwise._core import DataFormatError, one_line, require
from foldwise.data._as_dataset import from_frame, nominal_columns
from foldwise.data._dataset import Dataset
from foldwise.data._text_file import check_table_size, check_text_size, existing_file, stem

# Bytes of a column; what may be more is counted.
_NEVER_TOO_LARGE: Final = 2**25


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
        metadata = read_metadata(path)
        check_table_size(metadata.num_rows, metadata.num_columns, path.stat().st_size, path.name)
        check_text_size(sum(_sizes_of_texts(path, metadata)), path.stat().st_size, path.name)
        frame = pd.read_parquet(path, engine="pyarrow")
    except DataFormatError:
        raise
    except (OSError, ValueError) as error:
        raise DataFormatError(f"{path.name} cannot be read as Parquet: {one_line(error)}") from error
    if frame.empty:
        raise DataFormatError(f"{path.name} has no rows or no columns.")
    return frame.reset_index(drop=True)


def _sizes_of_texts(path: Path, metadata: Any) -> Iterator[int]:
    """Find how many bytes the texts of each column take in a frame; a file keeps a text once."""
    from pyarrow import compute
    from pyarrow.parquet import read_table
    from pyarrow.types import is_large_string, is_string

    sizes: Counter[str] = Counter()
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        for column in map(group.column, range(group.num_columns)):
            sizes[column.path_in_schema] += column.total_uncompressed_size
    for field in metadata.schema.to_arrow_schema():
        is_text = is_string(field.type) or is_large_string(field.type)
        if not is_text or sizes[field.name] * metadata.num_rows < _NEVER_TOO_LARGE:
            continue
        column = read_table(path, columns=[field.name], read_dictionary=[field.name]).column(0)
        for chunk in column.chunks:
            yield compute.sum(compute.binary_length(chunk.dictionary).take(chunk.indices)).as_py() or 0
