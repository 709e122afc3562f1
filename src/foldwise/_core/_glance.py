"""A result at a glance: one sentence, a small table, a few labelled lines; as text and, for notebooks, as HTML."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, Final, Literal, Protocol, TypeVar

from foldwise._core._on_use import on_use
from foldwise._core._words import one_line, printable

Outcome = Literal["better", "open", "none", "equivalent", "undetermined"]

# Three looks: somebody is better, nobody is (or nobody can say), and it is open. Filled, empty and half-filled, so that
# they are told apart without colour.
OUTCOME_MARKS: Final[dict[str, str]] = {
    "better": "\N{BLACK CIRCLE}",
    "open": "\N{CIRCLE WITH LEFT HALF BLACK}",
    "none": "\N{WHITE CIRCLE}",
    "equivalent": "\N{ALMOST EQUAL TO}",
    "undetermined": "?",
}

# Past so many rows, a table shows the first and the last of them.
_MOST_ROWS: Final = 12
_ENDS: Final = 3

T = TypeVar("T")


def first_and_last(rows: Sequence[T]) -> tuple[list[T], int]:
    """Return the rows that a glance has room for, of many the first and the last, and how many it leaves out.

    >>> first_and_last("abc"), first_and_last(range(100))
    ((['a', 'b', 'c'], 0), ([0, 1, 2, 97, 98, 99], 94))
    """
    if len(rows) <= _MOST_ROWS:
        return list(rows), 0
    return [*rows[:_ENDS], *rows[-_ENDS:]], len(rows) - 2 * _ENDS


@dataclass(frozen=True, slots=True, kw_only=True)
class GlanceTable:
    """A small table: the first column holds names, the last the outcome, those between numbers.

    Parameters
    ----------
    headings : tuple of str
        One for each column.
    rows : tuple of tuple of str
        The cells.
    outcomes : tuple of str
        The outcome of each row, for its look; empty for rows that have none.
    n_names : int, default 1
        How many columns at the left hold names.
    """

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    outcomes: tuple[str, ...]
    n_names: int = 1

    def is_number(self, column: int) -> bool:
        """Whether a column holds numbers, which stand at its right end."""
        return self.n_names <= column < len(self.headings) - 1

    def with_gap(self, n_left_out: int) -> "GlanceTable":
        """Return the table with a row in its middle that says how many are left out, if any are.

        >>> shown, n_left_out = first_and_last("abcdefghijklmn")
        >>> cells = tuple((letter, "") for letter in shown)
        >>> table = GlanceTable(headings=("", "p"), rows=cells, outcomes=("",) * len(cells))
        >>> [row[0] for row in table.with_gap(n_left_out).rows]
        ['a', 'b', 'c', '... 8 more', 'l', 'm', 'n']
        """
        if not n_left_out:
            return self
        middle = len(self.rows) // 2
        gap = (f"... {n_left_out} more", *[""] * (len(self.headings) - 1))
        return replace(
            self,
            rows=(*self.rows[:middle], gap, *self.rows[middle:]),
            outcomes=(*self.outcomes[:middle], "", *self.outcomes[middle:]),
        )

    def lines(self) -> list[str]:
        """Return the table as aligned text."""
        cells = [self.headings, *self.rows]
        widths = [max(len(row[column]) for row in cells) for column in range(len(self.headings))]
        return [
            "   ".join(
                cell.rjust(width) if self.is_number(column) else cell.ljust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in cells
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """What a reader sees first of a result. ``str(glance)`` is text; everything else is in the details.

    Parameters
    ----------
    headline : str
        The answer, by how much, how sure: a sentence.
    outcome : {'', 'better', 'open', 'none', 'equivalent', 'undetermined'}
        What it came to, where there is one outcome.
    table : GlanceTable, optional
        Where there is more than one row.
    second : GlanceTable, optional
        What the first table sums up, such as single datasets.
    lines : tuple of pair of str
        A label and a few words each.
    more : str, default ''
        What is said in the details only, such as codes of caveats.
    all_rows : str, default ''
        What to type for all rows, where the table shows only some.
    call : str, default 'details()'
        What to type for the details.

    Examples
    --------
    >>> tested = ("tested by", "a t test")
    >>> print(Glance(headline="bayes is better than tree.", lines=(tested,), more="2 more caveats"))
    bayes is better than tree.
    <BLANKLINE>
    tested by   a t test
    details     2 more caveats: details()
    """

    headline: str
    outcome: str = ""
    table: GlanceTable | None = None
    second: GlanceTable | None = None
    lines: tuple[tuple[str, str], ...] = ()
    more: str = ""
    all_rows: str = ""
    call: str = "details()"

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """Return it as text."""
        blocks = [[self.headline], *(table.lines() for table in self.tables), labelled(self.labelled())]
        return "\n\n".join("\n".join(block) for block in blocks if block)

    @property
    def tables(self) -> tuple[GlanceTable, ...]:
        """The tables that there are, in order."""
        return tuple(table for table in (self.table, self.second) if table is not None)

    def labelled(self) -> list[tuple[str, str]]:
        """Return labels and words, the last of them telling where the details are."""
        rows = f"all rows: {self.all_rows}; " if self.all_rows else ""
        more = f"{self.more}: " if self.more else ""
        return [*self.lines, ("details", f"{rows}{more}{self.call}")]

    def html(self, figure: str = "") -> str:
        """Return it as a piece of HTML that takes the colours of the page around it, light or dark.

        Parameters
        ----------
        figure : str, default ''
            An SVG element to stand below.
        """
        mark = OUTCOME_MARKS.get(self.outcome, "")
        parts = [f'<p style="font-size:1.1em;margin:.3em 0">{_marked(mark, self.headline)}</p>']
        parts += [*map(_table, self.tables), _terms(self.labelled()), figure]
        return printable(f'<div style="max-width:60em;line-height:1.45">{"".join(parts)}</div>')


class Glanced(Protocol):
    """A result that can be seen at a glance."""

    def glance(self) -> Glance:
        """Return what a reader sees first."""


def notebook_html(result: Glanced) -> str:
    """Return what a notebook shows of a result: its glance, and its figure where there is one.

    Displays are a room above all results; they, and matplotlib, are loaded when the first result is shown.
    """
    return result.glance().html(_figure(result))


def _figure(result: Any) -> str:
    """Return the figure of a result; the words are there even if it cannot be drawn."""
    try:
        drawing: str = on_use("foldwise.displays._door", "inline_svg")(result)
    except Exception as error:
        reason = one_line(f"{type(error).__name__}: {error}")
        return f'<p style="opacity:.75">The figure could not be drawn ({escape(reason)}).</p>'
    return drawing


def labelled(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Return labels and words as aligned lines.

    >>> labelled([("tested by", "a t test"), ("beware", "few examples")])
    ['tested by   a t test', 'beware      few examples']
    """
    width = max((len(label) for label, _ in pairs), default=0)
    return [f"{label:{width}}   {words}" for label, words in pairs]


def _marked(mark: str, words: str) -> str:
    return f"{mark}&ensp;{escape(words)}" if mark else escape(words)


def _table(table: GlanceTable) -> str:
    head = "".join(_cell("th", heading, table.is_number(n)) for n, heading in enumerate(table.headings))
    body = []
    for row, outcome in zip(table.rows, table.outcomes, strict=True):
        marks = [""] * (len(row) - 1) + [OUTCOME_MARKS.get(outcome, "")]
        cells = (
            _cell("td", cell, table.is_number(n), mark) for n, (cell, mark) in enumerate(zip(row, marks, strict=True))
        )
        body.append(f"<tr>{''.join(cells)}</tr>")
    return (
        '<div style="overflow-x:auto"><table style="border-collapse:collapse;font-variant-numeric:tabular-nums">'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def _cell(kind: str, words: str, is_number: bool, mark: str = "") -> str:
    align = "right" if is_number else "left"
    line = "1px solid currentColor" if kind == "th" else "none"
    style = f"text-align:{align};padding:.15em .8em .15em 0;border-bottom:{line};white-space:nowrap"
    return f'<{kind} style="{style}">{_marked(mark, words) if words else ""}</{kind}>'


def _terms(pairs: Sequence[tuple[str, str]]) -> str:
    rows = "".join(
        f'<dt style="opacity:.75">{escape(label)}</dt><dd style="margin:0">{escape(words)}</dd>'
        for label, words in pairs
    )
    return f'<dl style="display:grid;grid-template-columns:max-content 1fr;gap:.1em 1em;margin:.6em 0">{rows}</dl>'
