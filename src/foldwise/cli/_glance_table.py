"""The table of a glance on a terminal: numbers are never broken; where there is too little room, names give way."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from foldwise._core import GlanceTable, printable

if TYPE_CHECKING:
    from rich.text import Text

# Never colour alone: each outcome has a mark and words as well.
COLOURS: Final = {"better": "green", "open": "yellow"}

_GAP: Final = "  "
# A mark stays with the first word of its outcome.
_TOGETHER: Final = "\N{NO-BREAK SPACE}"


def table_lines(table: GlanceTable, marks: Mapping[str, str], width: int) -> "Iterator[Text]":
    """Yield the lines of a table.

    Names stand beside the numbers where there is room; else the first of two above the rows that share it; else all
    of them above the numbers of their row.

    Parameters
    ----------
    table : GlanceTable
        With at least one row.
    marks : mapping of str to str
        The sign of each outcome.
    width : int
        Of the terminal, in characters.

    Examples
    --------
    >>> table = GlanceTable(
    ...     headings=("", "ahead by", "outcome"), rows=(("bayes v tree", "0.1", "bayes better"),), outcomes=("better",)
    ... )
    >>> for line in table_lines(table, {"better": "*"}, width=30):
    ...     print(line)
      ahead
         by  outcome
    bayes v tree
        0.1  * bayes better
    """
    from rich.text import Text

    rows = [_cells(row, outcome, marks) for row, outcome in zip(table.rows, table.outcomes, strict=True)]
    columns = list(zip(*rows, strict=True))
    headings = [_heading(words, cells) for words, cells in zip(table.headings, columns, strict=True)]
    widths = [max(map(_width, (*heading, *cells))) for heading, cells in zip(headings, columns, strict=True)]
    n_above = next((n for n in range(table.n_names) if _total(widths[n:], indented=n > 0) <= width), table.n_names)

    def line(cells: Sequence[str]) -> str:
        places = range(n_above, len(widths))
        aligned = (_aligned(cells[place], widths[place], right=table.is_number(place)) for place in places)
        return (_GAP if n_above else "") + _GAP.join(aligned)

    for number in reversed(range(max(map(len, headings)))):
        yield Text(line([_from_end(heading, number) for heading in headings]).rstrip(), style="dim")
    above: Sequence[str] = ()
    for row, outcome in zip(rows, table.outcomes, strict=True):
        names, numbers = row[:n_above], row[n_above:]
        if n_above and (names != above or n_above == table.n_names):
            yield Text(": ".join(filter(None, names)))
        above = names
        if any(numbers):
            opening = line([*row[:-1], ""])[: -widths[-1] or None]
            yield from _with_outcome(opening, row[-1], COLOURS.get(outcome, ""), width)


def _with_outcome(opening: str, words: str, colour: str, width: int) -> "Iterator[Text]":
    """Yield the line of a row, and below it what has no room of the words of its outcome."""
    from rich.text import Text

    room, longest = width - _width(opening), max(map(len, words.split(" ")))
    if longest > room:
        yield Text(opening.rstrip())
        opening, room = _GAP, max(width - len(_GAP), longest)
    lines = textwrap.wrap(words, room, break_on_hyphens=False) or [""]
    first, *others = [line.replace(_TOGETHER, " ") for line in lines]
    yield Text.assemble(opening if first else opening.rstrip(), (first, colour))
    for line in others:
        yield Text.assemble(" " * _width(opening), (line, colour))


def _cells(row: Sequence[str], outcome: str, marks: Mapping[str, str]) -> list[str]:
    cells = [printable(cell, lines=False) for cell in row]
    mark = marks.get(outcome, "")
    return [*cells[:-1], f"{mark}{_TOGETHER}{cells[-1]}"] if mark else cells


def _heading(heading: str, cells: Sequence[str]) -> list[str]:
    """Return a heading on as many lines as make it no wider than what stands below, if its words allow that."""
    words = printable(heading, lines=False)
    widest = max([*map(_width, cells), *map(len, words.split()), 1])
    return textwrap.wrap(words, widest) or [""]


def _from_end(lines: Sequence[str], number: int) -> str:
    return lines[-1 - number] if number < len(lines) else ""


def _total(widths: Sequence[int], *, indented: bool) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1 + indented)


def _aligned(text: str, width: int, *, right: bool) -> str:
    blank = " " * (width - _width(text))
    return blank + text if right else text + blank


def _width(text: str) -> int:
    """Return how many places a text takes: two for letters of some scripts, none for joiners."""
    from rich.cells import cell_len

    return cell_len(text)
