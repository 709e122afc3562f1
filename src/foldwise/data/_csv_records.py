"""The records of a CSV text, cell by cell, and its rows made such that pandas reads them as they were written."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from foldwise._core import DataFormatError, counted

_LINE = re.compile(r"[^\r\n]*")
_BLANK = re.compile(r"\s")
_BREAK = re.compile(r"\r\n|\n|\r")
MISSING: Final = ("", "?", "NA", "NaN", "nan")
_BLANKS: Final = tuple(char for char in map(chr, range(0x3001)) if char.isspace() and char not in "\r\n")


@dataclass(frozen=True, slots=True)
class Dialect:
    """Which characters separate and quote cells, and which one makes the next an ordinary one."""

    separator: str
    quote: str = '"'
    escape: str | None = None

    @property
    def marks(self) -> str:
        """Characters that a line must not have, to be cut at its separators and nothing else."""
        return self.quote + (self.escape or "")


@dataclass(frozen=True, slots=True)
class Record:
    """The cells of a record, without the blanks around them and without quotes; and the line on which it ends."""

    cells: list[str]
    # Places of cells that were in quotes, whose blanks are their own.
    quoted: frozenset[int]
    line: int
    # Where in the text the next one begins.
    end: int


def records(text: str, dialect: Dialect, where: str) -> Iterator[Record]:
    r"""Cut a text into records; empty lines are none.

    >>> for record in records('a, b\n"x ","y\nz"\n', Dialect(","), "t.csv"):
    ...     print(record.cells, sorted(record.quoted), record.line)
    ['a', 'b'] [] 1
    ['x ', 'y\nz'] [0, 1] 3
    """
    cell = _cell(dialect)
    position, line = 0, 1
    while position < len(text):
        plain = _LINE.match(text, position)
        assert plain is not None
        cells: list[str]
        quoted: set[int] = set()
        if not any(mark in plain[0] for mark in dialect.marks):
            cells, position = _cut(plain[0], dialect.separator), plain.end()
        elif simple := _cut_outside_quotes(plain[0], dialect):
            (cells, quoted), position = simple, plain.end()
        else:
            cells, first, end = [], line, dialect.separator
            while end == dialect.separator:
                match = cell.match(text, position)
                if match is None:
                    raise DataFormatError(f"{where}, line {first}: a quote is opened and never closed.")
                position = match.end()
                enclosed, rest, end = match.groups()
                if enclosed is None:
                    cells.append(_unescaped(rest.strip(), dialect))
                    continue
                quoted.add(len(cells))
                if dialect.quote in enclosed:
                    enclosed = enclosed.replace(dialect.quote * 2, dialect.quote)
                cells.append(_unescaped(enclosed, dialect) + rest.rstrip())
                line += len(_BREAK.findall(enclosed))
        ending = _BREAK.match(text, position)
        position = len(text) if ending is None else ending.end()
        if cells != [""] or quoted:
            yield Record(cells, frozenset(quoted), line, position)
        line += 1


def _cut(line: str, separator: str) -> list[str]:
    cells = line.split(separator)
    # Most files have no blanks to take away, and asking once is faster than once for every cell.
    return cells if line.isascii() and not _BLANK.search(line) else [cell.strip() for cell in cells]


def _cut_outside_quotes(line: str, dialect: Dialect) -> tuple[list[str], set[int]] | None:
    """Cut a line whose cells are in quotes as a whole or not at all, with no quotes among them; None for others.

    Every other piece between quotes is then a cell. This is several times faster than going from cell to cell.
    """
    pieces = line.split(dialect.quote)
    if len(pieces) % 2 == 0 or (dialect.escape is not None and dialect.escape in line):
        return None
    cells = [cell.strip() for cell in pieces[0].split(dialect.separator)]
    quoted: set[int] = set()
    for place in range(1, len(pieces), 2):
        after = [cell.strip() for cell in pieces[place + 1].split(dialect.separator)]
        is_last = place + 2 == len(pieces)
        if cells[-1] or after[0] or (len(after) == 1 and not is_last):
            return None
        quoted.add(len(cells) - 1)
        cells[-1:] = [pieces[place], *after[1:]]
    return cells, quoted


def _cell(dialect: Dialect) -> re.Pattern[str]:
    separator, quote = re.escape(dialect.separator), re.escape(dialect.quote)
    escape = "" if dialect.escape is None else re.escape(dialect.escape)
    # Possessive (*+): what was passed is never tried again, so that no text takes longer than its length.
    other = rf"[^{quote}{escape}]++" + (rf"|{escape}." if escape else "")
    blank = r"[^\S\r\n\t]*+" if dialect.separator == "\t" else r"[^\S\r\n]*+"
    enclosed = rf"{blank}{quote}((?:{other}|{quote}{quote})*+){quote}"
    return re.compile(rf"(?:{enclosed}|(?!{blank}{quote}))([^{separator}\r\n]*+)({separator}?)", re.DOTALL)


def _unescaped(text: str, dialect: Dialect) -> str:
    if dialect.escape is None or dialect.escape not in text:
        return text
    return re.sub(rf"{re.escape(dialect.escape)}(.)", r"\1", text, flags=re.DOTALL)


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
        after_header = records(text, dialect, where)
        next(after_header)
        written = list(_written_anew(after_header, dialect.separator, n_columns, mark, where))
        n_rows, rows = len(written), "".join(written).encode()
        is_marked = mark.encode() in rows
    if not n_rows:
        raise DataFormatError(f"{where} has a header and no rows.")
    return rows, is_marked


def means_missing(cell: str) -> bool:
    """Whether a cell of a CSV file that is not in quotes means a missing value.

    Examples
    --------
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


def _written_anew(rows: Iterator[Record], separator: str, n_columns: int, mark: str, where: str) -> Iterator[str]:
    for record in rows:
        cells = record.cells
        _check_length(len(cells), n_columns, record.line, where)
        for place in record.quoted:
            cell = cells[place]
            cells[place] = _in_quotes(mark + cell if cell and means_missing(cell) else cell)
        yield separator.join(cells) + "\n"


def _check_length(n_cells: int, n_columns: int, line: int, where: str) -> None:
    if n_cells != n_columns:
        raise DataFormatError(
            f"{where}, line {line}: expected {counted(n_columns, 'value')} as in the header, got {n_cells}."
        )


def _in_quotes(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'
