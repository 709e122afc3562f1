"""An exhibit as plain text, for terminals."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from foldwise._core import one_line
from foldwise.reports._cell_words import SIGNS, limits_words, printed_words, value_words
from foldwise.reports._side_by_side import Cell, SideBySide

if TYPE_CHECKING:
    from foldwise.reports._exhibit import Check, Exhibit

_LEGEND: Final = (
    f"{SIGNS['same']} the same but for chance and rounding, {SIGNS['near']} near, "
    f"{SIGNS['far']} far. Reports have the Monte Carlo limits, too."
)


def exhibit_text(exhibit: "Exhibit", width: int) -> str:
    """Write an exhibit as text: title, statement and why, tables, conditions, notes."""
    blocks = [f"{one_line(exhibit.title)}\n{exhibit.statement.upper()}: {exhibit.why}", exhibit.about]
    # Numbers of an experiment of another size differ, and say nothing by that.
    is_judged = not exhibit.incomplete
    blocks += [_table_text(table, is_judged, width) for table in exhibit.tables]
    blocks.append(_legend(exhibit, is_judged))
    lines = [f"{_met(check, is_judged)}: {check.asked}; found: {check.found}" for check in exhibit.checks]
    blocks += ["\n".join(lines), "\n".join(f"Note: {note}" for note in exhibit.notes)]
    return "\n\n".join(block for block in blocks if block)


def _legend(exhibit: "Exhibit", is_judged: bool) -> str:
    """Explain what stands beside a measured number, as far as some number has it."""
    said = []
    if exhibit.n_printed:
        said.append(f"Measured ({exhibit.beside}){f': {_LEGEND}' if is_judged else '.'}")
    alone = [cell for table in exhibit.tables if _is_alone(table) for row in table.cells for cell in row]
    if any(limits_words(cell.low, cell.high, cell.digits) for cell in alone):
        said.append("Measured [95% Monte Carlo limits of what was measured].")
    return " ".join(said)


def _is_alone(table: SideBySide) -> bool:
    return all(cell.agreement == "alone" for row in table.cells for cell in row)


def _met(check: "Check", is_judged: bool) -> str:
    return ("met" if check.met else "NOT MET") if is_judged else "not judged"


def _table_text(table: SideBySide, is_judged: bool, width: int) -> str:
    # Beside printed numbers there is no room for limits.
    is_alone = _is_alone(table)
    body = [[_alone(cell) if is_alone else _beside(cell, is_judged) for cell in row] for row in table.cells]
    columns = [[name, *(row[place] for row in body)] for place, name in enumerate(table.columns)]
    names = [table.index, *table.rows]
    # A table too wide for a terminal goes on below, with the names of its rows again.
    pieces = ["\n".join(_lines(names, piece)) for piece in _pieces(columns, width - _width(names))]
    return "\n\n".join([table.title + "\n" + "\n\n".join(pieces), *([table.note] if table.note else [])])


def _beside(cell: Cell, is_judged: bool) -> str:
    sign = SIGNS[cell.agreement] if is_judged else ""
    words = value_words(cell.measured, cell.digits), printed_words(cell.printed, cell.digits), sign
    return " ".join(word for word in words if word)


def _alone(cell: Cell) -> str:
    measured, limits = value_words(cell.measured, cell.digits), limits_words(cell.low, cell.high, cell.digits)
    return f"{measured} [{limits}]" if limits else measured


def _width(column: list[str]) -> int:
    return max(map(len, column))


def _pieces(columns: list[list[str]], room: int) -> Iterator[list[list[str]]]:
    piece: list[list[str]] = []
    for column in columns:
        if piece and sum(2 + _width(other) for other in [*piece, column]) > room:
            yield piece
            piece = []
        piece.append(column)
    yield piece


def _lines(names: list[str], columns: list[list[str]]) -> Iterator[str]:
    for place, name in enumerate(names):
        cells = [column[place].rjust(_width(column)) for column in columns]
        yield "  ".join([name.ljust(_width(names)), *cells]).rstrip()
