"""CSV files, as spreadsheets and other programs write them."""

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import pandas as pd

from foldwise._core import DataFormatError, listed, one_line
from foldwise.data._dataset import Dataset
from foldwise.data._from_frame import from_frame, nominal_columns
from foldwise.data._text_file import existing_file, read_text, stem

MISSING = ("", "?", "NA", "NaN", "nan")


def read_csv(path: str | Path, *, target: str | None = None) -> Dataset:
    r"""Read a CSV file with a header, plain or gzipped.

    The separator (comma, semicolon or tab) is found from the header, with semicolons a decimal comma too. An empty
    cell, ``?``, ``NA``, ``NaN`` and ``nan`` are missing; other words, such as ``None``, are values. Columns of
    text become categories. No column is dropped, not even one that looks like a row number.

    Parameters
    ----------
    path : str or Path
        File in UTF-8 or Latin-1.
    target : str, optional
        Column to predict; the last by default. Its labels stay texts, integers or bools, and floats stay floats.

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
    return from_frame(nominal_columns(csv_frame(read_text(path), path.name)), target, name=stem(path), where=path.name)


def csv_frame(text: str, where: str, *, quote: str = '"', escape: str | None = None) -> pd.DataFrame:
    """Columns of a CSV text, numbers as numbers; `where` names the file in messages."""
    if not text.strip():
        raise DataFormatError(f"{where} is empty. A header and rows are needed.")
    separator = _separator(text)
    marks = {"quotechar": quote, "escapechar": escape}
    try:
        _check_shape(text, separator, where, marks)
        frame = _parse(text, separator, ".", marks)
        if separator == ";":
            frame = max(frame, _parse(text, separator, ",", marks), key=_n_numeric)
    except (csv.Error, pd.errors.ParserError) as error:
        raise DataFormatError(f"{where} cannot be read as CSV: {one_line(error)}.") from error
    return frame


def _separator(text: str) -> str:
    header = text.lstrip("\r\n").splitlines()[0]
    # max returns the first of equals: a header of one name is a comma-separated one.
    return max(",;\t", key=lambda separator: len(next(csv.reader([header], delimiter=separator))))


def _check_shape(text: str, separator: str, where: str, marks: dict[str, Any]) -> None:
    """Refuse what pandas would silently mend: rows of another length than the header, repeated names, no header."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, **marks)
    records = (record for record in reader if record)
    header = [name.strip() for name in next(records)]
    if all(map(_is_number, header)):
        raise DataFormatError(f"{where}, line 1: the header looks like data ({listed(header)}). Add a line of names.")
    if "" in header:
        column = header.index("") + 1
        raise DataFormatError(f"{where}, line 1: column {column} has no name. Name it, or drop it if it counts rows.")
    repeated = [name for position, name in enumerate(header) if name in header[:position]]
    if repeated:
        raise DataFormatError(f"{where}, line 1: column names must be distinct, got {repeated[0]!r} twice. Rename one.")
    rows = 0
    for record in records:
        rows += 1
        if len(record) != len(header):
            raise DataFormatError(
                f"{where}, line {reader.line_num}: expected {len(header)} values as in the header, got {len(record)}."
            )
    if not rows:
        raise DataFormatError(f"{where} has a header and no rows.")


def _parse(text: str, separator: str, decimal: str, marks: dict[str, Any]) -> pd.DataFrame:
    frame: pd.DataFrame = pd.read_csv(
        StringIO(text),
        sep=separator,
        decimal=decimal,
        index_col=False,
        keep_default_na=False,
        low_memory=False,
        na_values=list(MISSING),
        skipinitialspace=True,
        **marks,
    )
    return frame.set_axis([str(name).strip() for name in frame.columns], axis=1)


def _n_numeric(frame: pd.DataFrame) -> int:
    return frame.select_dtypes("number").shape[1]


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", "."))
    except ValueError:
        return False
    return True
