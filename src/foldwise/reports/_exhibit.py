"""One table or figure of a publication, made again, and as text for terminals."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from foldwise._core import one_line
from foldwise.reports._side_by_side import SIGNS, ComparedValue, SideBySide, limits_words, printed_words, value_words

Statement = Literal[
    "reproduced", "reproduced in kind", "not reproduced", "holds", "does not hold", "not judged", "not run"
]
# Of numbers with 95% limits one in twenty lies outside by chance alone.
_ENOUGH: Final = 0.9
_LEGEND: Final = (
    f"{SIGNS['same']} the same but for chance and rounding, {SIGNS['near']} near, "
    f"{SIGNS['far']} far. Reports have the Monte Carlo limits, too."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A condition, and what came out.

    Parameters
    ----------
    asked : str
        The condition, in words.
    found : str
        The numbers it is judged by, in words.
    met : bool
        Whether it holds.

    Examples
    --------
    >>> from foldwise.reports import Check
    >>> check = Check(asked="at most 0.05", found="0.048", met=True)
    >>> check.met
    True
    """

    asked: str
    found: str
    met: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Figure:
    """Something to look at.

    Parameters
    ----------
    name : str
        For the name of its file: small letters, digits, hyphens.
    caption : str
        What it shows, for those who cannot see it, too.
    shown : a result of foldwise, a display, or a list of them
        What `foldwise.plot` takes.

    Examples
    --------
    >>> from foldwise.reports import Figure
    >>> Figure(name="levels", caption="False alarms by test.", shown=None).caption
    'False alarms by test.'
    """

    name: str
    caption: str
    shown: Any


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Exhibit:
    """A published table, figure or claim made again: the numbers beside the printed ones, and what to think of them.

    Parameters
    ----------
    paper : str
        Where it is from, such as ``'bouckaert_frank_2004'``.
    name : str
        Which it is, such as ``'table3'``.
    title : str
        One line.
    about : str
        What was done, in plain words.
    tables : tuple of SideBySide
        Measured and printed numbers.
    checks : tuple of Check
        What was asked of the reproduction.
    figures : tuple of Figure
        What to look at.
    because : str, default ''
        Why numbers differ from the printed ones.
    notes : tuple of str
        Errors found in the publication, and whatever else a reader should know.
    incomplete : str, default ''
        Why it cannot be judged: run at less than full size, or without all data.
    not_run : str, default ''
        Why there are no numbers at all, and what to do about it.
    is_claim : bool, default False
        Whether it is a statement, which holds or not, and no table or figure.
    beside : str, default 'printed'
        What the numbers are that stand beside the measured ones, in a word; such as 'reference' where none are printed.
    call : str, default ''
        The Python code that makes it again.
    seconds : float, optional
        How long it took to make, with all that it is made from.

    See Also
    --------
    foldwise.report : Write exhibits as a page; ``print`` shows one as text.
    foldwise.reports.write_pages : Write pages about publications, with their figures beside them.

    Examples
    --------
    >>> from foldwise.reports import Check, Exhibit
    >>> check = Check(asked="R of the 10x10 test is .90 or more", found=".95", met=True)
    >>> exhibit = Exhibit(paper="a_paper", name="table3", title="Table 3", about="Ten executions.", checks=(check,))
    >>> exhibit.statement, exhibit.why
    ('reproduced in kind', 'The condition is met.')
    """

    paper: str
    name: str
    title: str
    about: str
    tables: tuple[SideBySide, ...] = ()
    checks: tuple[Check, ...] = ()
    figures: tuple[Figure, ...] = field(default=(), repr=False)
    because: str = ""
    notes: tuple[str, ...] = ()
    incomplete: str = ""
    not_run: str = ""
    is_claim: bool = False
    beside: str = "printed"
    call: str = field(default="", repr=False)
    seconds: float | None = field(default=None, repr=False)

    def __str__(self) -> str:
        """As text: title, statement and why, tables, conditions, notes."""
        return self.text()

    def text(self, width: int = 79) -> str:
        """Return it as text for a terminal.

        Parameters
        ----------
        width : int, default 79
            Characters in a line of a table: what has no room goes on below. Sentences are not broken.
        """
        return _exhibit_text(self, width)

    @property
    def n_printed(self) -> int:
        """How many published numbers stand beside measured ones."""
        return sum(table.count(each) for table in self.tables for each in ("same", "near", "far"))

    @property
    def n_same(self) -> int:
        """How many of them are the same but for chance and rounding."""
        return sum(table.count("same") for table in self.tables)

    @property
    def statement(self) -> Statement:
        """What to think of it.

        Reproduced: all conditions are met, and nine in ten printed numbers are the same but for chance and rounding.
        In kind: all conditions are met, where printed numbers differ or there are none. A claim holds if all conditions
        are met.
        """
        if self.not_run:
            return "not run"
        if self.incomplete:
            return "not judged"
        met = all(check.met for check in self.checks)
        if self.is_claim:
            return "holds" if met else "does not hold"
        if met and self.n_printed and self.n_same >= _ENOUGH * self.n_printed:
            return "reproduced"
        # Without conditions there is nothing to be of the same kind in.
        return "reproduced in kind" if met and self.checks else "not reproduced"

    @property
    def why(self) -> str:
        """Reasons for the statement."""
        if self.not_run or self.incomplete:
            return self.not_run or self.incomplete
        words = []
        if self.n_printed:
            words.append(
                f"{self.n_same} of {self.n_printed} {self.beside} numbers are the same but for chance and rounding."
            )
        n_met = sum(check.met for check in self.checks)
        if self.checks and n_met == len(self.checks):
            words.append(
                {1: "The condition is met.", 2: "Both conditions are met."}.get(
                    n_met, f"All {n_met} conditions are met."
                )
            )
        elif self.checks:
            words.append(f"{n_met} of {len(self.checks)} conditions are met.")
        return " ".join([*words, self.because]).strip()


def _exhibit_text(exhibit: Exhibit, width: int) -> str:
    """Return an exhibit as text: title, statement and why, tables, conditions, notes."""
    blocks = [f"{one_line(exhibit.title)}\n{exhibit.statement.upper()}: {exhibit.why}", exhibit.about]
    # Numbers of an experiment of another size differ, and say nothing by that.
    is_judged = not exhibit.incomplete
    blocks += [_table_text(table, is_judged, width) for table in exhibit.tables]
    blocks.append(_legend(exhibit, is_judged))
    lines = [f"{_met(check, is_judged)}: {check.asked}; found: {check.found}" for check in exhibit.checks]
    blocks += ["\n".join(lines), "\n".join(f"Note: {note}" for note in exhibit.notes)]
    return "\n\n".join(block for block in blocks if block)


def _legend(exhibit: Exhibit, is_judged: bool) -> str:
    """Explain what stands beside a measured number, as far as some number has it."""
    legends = []
    if exhibit.n_printed:
        legends.append(f"Measured ({exhibit.beside}){f': {_LEGEND}' if is_judged else '.'}")
    alone = [cell for table in exhibit.tables if _is_alone(table) for row in table.cells for cell in row]
    if any(limits_words(cell.low, cell.high, cell.digits) for cell in alone):
        legends.append("Measured [95% Monte Carlo limits of what was measured].")
    return " ".join(legends)


def _is_alone(table: SideBySide) -> bool:
    return all(cell.agreement == "alone" for row in table.cells for cell in row)


def _met(check: Check, is_judged: bool) -> str:
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


def _beside(cell: ComparedValue, is_judged: bool) -> str:
    sign = SIGNS[cell.agreement] if is_judged else ""
    words = value_words(cell.measured, cell.digits), printed_words(cell.printed, cell.digits), sign
    return " ".join(word for word in words if word)


def _alone(cell: ComparedValue) -> str:
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
