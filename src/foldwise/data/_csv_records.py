"""The records of a CSV text, cell by cell: what was in quotes is known to have been."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from foldwise._core import DataFormatError

_LINE = re.compile(r"[^\r\n]*")
_BLANK = re.compile(r"\s")
_BREAK = re.compile(r"\r\n|\n|\r")


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
                found = cell.match(text, position)
                if found is None:
                    raise DataFormatError(f"{where}, line {first}: a quote is opened and never closed.")
                position = found.end()
                enclosed, rest, end = found.groups()
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
