"""A CSV text as columns, as spreadsheets and other programs write it."""

import re
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any, Final

import pandas as pd

from foldwise._core import DataFormatError, listed, one_line
from foldwise.data._csv_records import MISSING, Dialect, Record, records, rows_for_pandas
from foldwise.data._exact_numbers import EXACT_CSV, as_numbers

Spelled = Callable[["pd.Series[Any]", "pd.Series[Any]"], "pd.Series[Any]"]
_PLAIN: Final = re.compile(r"[+-]?(0|[1-9]\d*)([.,]0*)?", re.ASCII)


def as_written(parsed: "pd.Series[Any]", written: "pd.Series[Any]") -> "pd.Series[Any]":
    """Return a column of numbers, or of texts where numbers would lose what tells labels apart.

    They would if one number is written in two ways (``1`` and ``1.0``), or whole numbers with leading zeros or
    exponents (``01``, ``1e3``). A decimal comma is written as a point.

    >>> as_written(pd.Series([1, 1, 2]), pd.Series(["1", "01", "2"])).tolist()
    ['1', '01', '2']
    >>> as_written(pd.Series([0.5, 2.0]), pd.Series(["0.50", "2"])).tolist()
    [0.5, 2.0]
    """
    if spelled_twice(parsed, written) is None and not (is_whole(parsed) and _is_odd(parsed, written)):
        return parsed
    return written.str.replace(",", ".").astype(object).where(parsed.notna())


def is_whole(parsed: "pd.Series[Any]") -> bool:
    """Whether all numbers of a column are whole."""
    known = parsed.dropna()
    return bool((known % 1 == 0).all())


def spelled_twice(parsed: "pd.Series[Any]", written: "pd.Series[Any]") -> tuple[str, str] | None:
    """Return two texts of a column that mean the same number, if there are any."""
    distinct = pd.DataFrame({"number": parsed, "text": written})[parsed.notna()].drop_duplicates()
    twice = distinct[distinct["number"].duplicated(keep=False)]
    if twice.empty:
        return None
    one, two = twice["text"][twice["number"] == twice["number"].iloc[0]].tolist()[:2]
    return str(one), str(two)


def csv_frame(
    text: str,
    where: str,
    *,
    quote: str = '"',
    escape: str | None = None,
    labels: Callable[[list[str]], Iterable[str]] = lambda _: (),
    spelled: Spelled = as_written,
) -> pd.DataFrame:
    """Columns of a CSV text, numbers as numbers, blanks around cells gone unless they are in quotes.

    Parameters
    ----------
    text : str
        A header and rows.
    where : str
        Name of the file in messages.
    quote, escape : str
        What encloses a cell with separators in it, and what makes the next character an ordinary one.
    labels : callable, optional
        Of the names of all columns those that hold labels, where ``NA`` in quotes is a word, even among numbers.
    spelled : callable, optional
        What becomes of such a column if it holds numbers, given these and the texts that they were written as.
    """
    if not text or text.isspace():
        raise DataFormatError(f"{where} is empty. A header and rows are needed.")
    separator = _separator(text, quote, escape, where)
    dialect = Dialect(separator, quote, escape)
    first = next(records(text, dialect, where))
    header = _checked_header(first, where)
    # A mark before words in quotes that would mean a missing value without them.
    mark = next(char for char in map(chr, range(0xE000, 0xF8FF)) if char not in text)
    clean, is_marked = rows_for_pandas(text, dialect, first, mark, where)
    names = set(header)
    labelled = [name for name in labels(header) if name in names]
    try:
        frame = _parsed(clean, header, separator, ".")
        if separator == ";":
            frame = _numeric_in_either(frame, _parsed(clean, header, separator, ","))
        numbers = [name for name in labelled if _holds_numbers(frame[name])]
        texts = _texts(clean, header, separator, numbers) if numbers else pd.DataFrame()
    except pd.errors.ParserError as error:
        raise DataFormatError(f"{where} cannot be read as CSV: {one_line(error)}.") from error
    _check_header_is_no_row(header, frame, where)
    changed = {name: spelled(frame[name], texts[name]) for name in numbers}
    if is_marked:
        words = [name for name in header if not _holds_numbers(frame[name])]
        changed |= {name: _unmarked(frame[name], mark, is_label=name in labelled) for name in words}
    return frame.assign(**changed) if changed else frame


def _separator(text: str, quote: str, escape: str | None, where: str) -> str:
    def n_cells(separator: str) -> int:
        return len(next(records(text, Dialect(separator, quote, escape), where)).cells)

    # max returns the first of equals: a header of one name is a comma-separated one.
    return max(",;\t", key=n_cells)


def _checked_header(record: Record, where: str) -> list[str]:
    """Refuse what pandas would silently mend: repeated names, no header."""
    header = [name.strip() for name in record.cells]
    if all(map(_is_number, header)):
        raise _looks_like_data(header, where)
    if "" in header:
        column = header.index("") + 1
        raise DataFormatError(f"{where}, line 1: column {column} has no name. Name it, or drop it if it counts rows.")
    earlier: set[str] = set()
    for name in header:
        if name in earlier:
            if _is_number(name):
                raise _looks_like_data(header, where)
            raise DataFormatError(f"{where}, line 1: column names must be distinct, got {name!r} twice. Rename one.")
        earlier.add(name)
    return header


def _check_header_is_no_row(header: list[str], frame: pd.DataFrame, where: str) -> None:
    """Refuse a header of numbers above numbers and words that occur below them; years above numbers are names."""
    numbers = {name for name in header if _is_number(name) and _holds_numbers(frame[name])}
    words = [name for name in header if name not in numbers]
    if numbers and all(name in MISSING or (frame[name].astype(object) == name).any() for name in words):
        raise _looks_like_data(header, where)


def _looks_like_data(header: list[str], where: str) -> DataFormatError:
    return DataFormatError(f"{where}, line 1: the header looks like data ({listed(header)}). Add a line of names.")


def _parsed(clean: bytes, header: list[str], separator: str, decimal: str) -> pd.DataFrame:
    frame: pd.DataFrame = pd.read_csv(
        BytesIO(clean),
        sep=separator,
        decimal=decimal,
        header=None,
        names=header,
        index_col=False,
        keep_default_na=False,
        low_memory=False,
        na_values=list(MISSING),
        **EXACT_CSV,
    )
    return frame


def _texts(clean: bytes, header: list[str], separator: str, columns: list[str]) -> pd.DataFrame:
    frame: pd.DataFrame = pd.read_csv(
        BytesIO(clean),
        sep=separator,
        header=None,
        names=header,
        index_col=False,
        usecols=columns,
        dtype=object,
        na_filter=False,
    )
    return frame


def _holds_numbers(column: "pd.Series[Any]") -> bool:
    return pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)


def _unmarked(column: "pd.Series[Any]", mark: str, *, is_label: bool) -> "pd.Series[Any]":
    """Return the words in quotes as they are, or take them for missing values."""
    marked = column.map(lambda cell: isinstance(cell, str) and cell.startswith(mark)).astype(bool)
    numbers = as_numbers(column.mask(marked))
    # Some programs put every cell in quotes: among numbers a word for a missing value is one.
    if not is_label and numbers.notna().equals(column.notna() & ~marked):
        return numbers
    return column.astype(object).mask(marked, column[marked].str[len(mark) :])


def _numeric_in_either(points: pd.DataFrame, commas: pd.DataFrame) -> pd.DataFrame:
    """Take each column with decimal points or with decimal commas, whichever makes numbers of it."""
    other = {
        str(name): commas[name] for name in points if _holds_numbers(commas[name]) and not _holds_numbers(points[name])
    }
    return points.assign(**other) if other else points


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", "."))
    except ValueError:
        return False
    return True


def _is_odd(parsed: "pd.Series[Any]", written: "pd.Series[Any]") -> bool:
    return not all(map(_PLAIN.fullmatch, written[parsed.notna()].unique().tolist()))
