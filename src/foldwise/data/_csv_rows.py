"""The rows of a CSV text, made such that pandas reads them cell by cell as they were written."""

from collections.abc import Iterator
from typing import Final

from foldwise._core import DataFormatError
from foldwise.data._csv_records import Dialect, Record, records

MISSING: Final = ("", "?", "NA", "NaN", "nan")
_BLANKS: Final = tuple(char for char in map(chr, range(0x3001)) if char.isspace() and char not in "\r\n")


def rows_for_pandas(text: str, dialect: Dialect, header: Record, mark: str, where: str) -> tuple[bytes, bool]:
    """Return the rows after the header, all of its length, in double quotes what was in any, and whether one is marked.

    Parameters
    ----------
    text : str
        The whole text.
    dialect : Dialect
        How its cells are separated and quoted.
    header : Record
        Its first record.
    mark : str
        A character that the text does not have, put before words in quotes that would mean a missing value without.
    where : str
        Name of the file in messages.
    """
    rest = text[header.end :]
    if "\r" in rest:
        rest = rest.replace("\r\n", "\n")
    n_columns = len(header.cells)
    if _is_plain(rest, dialect):
        # Large tables of numbers: nothing is to be written anew.
        n_rows = 0
        for place, line in enumerate(rest.split("\n"), start=header.line + 1):
            if line:
                n_rows += 1
                _check_length(line.count(dialect.separator) + 1, n_columns, place, where)
        rows, is_marked = rest.encode(), False
    else:
        found = records(text, dialect, where)
        next(found)
        written = list(_written_anew(found, dialect.separator, n_columns, mark, where))
        n_rows, rows = len(written), "".join(written).encode()
        is_marked = mark.encode() in rows
    if not n_rows:
        raise DataFormatError(f"{where} has a header and no rows.")
    return rows, is_marked


def means_missing(cell: str) -> bool:
    """Whether a cell of a CSV file that is not in quotes means a missing value.

    >>> means_missing("NA"), means_missing(""), means_missing("None")
    (True, True, False)
    """
    return cell in MISSING


def _is_plain(rows: str, dialect: Dialect) -> bool:
    """Whether rows have no quotes of any kind, lines that end alike, and no blanks around cells."""
    if any(char in rows for char in {"\r", '"', *dialect.marks}):
        return False
    ends = (dialect.separator, "\n")
    return not any(
        rows[:1] == blank or rows[-1:] == blank or any(blank + end in rows or end + blank in rows for end in ends)
        for blank in _BLANKS
        if blank != dialect.separator and blank in rows
    )


def _written_anew(found: Iterator[Record], separator: str, n_columns: int, mark: str, where: str) -> Iterator[str]:
    for record in found:
        cells = record.cells
        _check_length(len(cells), n_columns, record.line, where)
        for place in record.quoted:
            cell = cells[place]
            cells[place] = _in_quotes(mark + cell if cell and means_missing(cell) else cell)
        yield separator.join(cells) + "\n"


def _check_length(n_cells: int, n_columns: int, line: int, where: str) -> None:
    if n_cells != n_columns:
        raise DataFormatError(f"{where}, line {line}: expected {n_columns} values as in the header, got {n_cells}.")


def _in_quotes(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'
