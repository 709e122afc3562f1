"""CSV files, as spreadsheets and other programs write them."""

from pathlib import Path
from typing import Any

import pandas as pd

from foldwise._core import DataFormatError
from foldwise.data._as_dataset import from_frame, nominal_columns
from foldwise.data._csv_frame import as_written, csv_frame, is_whole, spelled_twice
from foldwise.data._dataset import Dataset
from foldwise.data._text_file import existing_file, read_text, stem


def read_csv(path: str | Path, *, target: str | None = None) -> Dataset:
    r"""Read a CSV file with a header, plain or gzipped.

    The separator (comma, semicolon or tab) is found from the header, with semicolons a decimal comma too. Blanks around
    a cell do not count, unless it is in quotes. An empty cell, ``?``, ``NA``, ``NaN`` and ``nan`` are missing; other
    words, such as ``None``, are values, and so are these in quotes where a column holds texts. Columns of text become
    categories. No column is dropped, not even one that looks like a row number.

    Parameters
    ----------
    path : str or Path
        File in UTF-8 or Latin-1.
    target : str, optional
        Column to predict; the last by default. Its labels stay texts, integers or bools, and floats stay floats. Whole
        numbers with leading zeros (``01``) are texts; a number that is written in two ways (``1`` and ``01``) is
        refused.

    Returns
    -------
    Dataset
        Named after the file.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from foldwise.data import read_csv
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "toy.csv")
    ...     _ = path.write_text("colour;size;class\nred;1,5;yes\nblue;?;no\nred;2;no\n")
    ...     read_csv(path)
    Dataset('toy': 3 examples, 2 attributes (1 numeric, 1 nominal), 1 missing value, classes no, yes)
    """
    path = existing_file(path)

    def classes_as_written(parsed: "pd.Series[Any]", written: "pd.Series[Any]") -> "pd.Series[Any]":
        if not is_whole(parsed):
            # With fractions they are numbers to predict.
            return parsed
        two = spelled_twice(parsed, written)
        if two is not None:
            raise DataFormatError(
                f"{path.name}: the target is written as {two[0]!r} and as {two[1]!r}: one number, or two labels. Write "
                "it alike, or put a letter before labels that differ."
            )
        return as_written(parsed, written)

    def aim(names: list[str]) -> list[str]:
        return names[-1:] if target is None else [target]

    frame = csv_frame(read_text(path), path.name, labels=aim, spelled=classes_as_written)
    return from_frame(nominal_columns(frame), target, name=stem(path), where=path.name)
