"""What a report is made of: sections, built once for each kind of result, which three renderers turn into documents.

Words are plain; every renderer escapes them in its own way. What only some formats show says so by `only`; in LaTeX
there is nothing but tables.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal

Format = Literal["html", "md", "tex"]
Formats = tuple[Format, ...]
EVERYWHERE: Final[Formats] = ("html", "md", "tex")
# Where there is room for more than a paper prints.
PAGES: Final[Formats] = ("html", "md")
HTML: Final[Formats] = ("html",)
MARKDOWN: Final[Formats] = ("md",)
LATEX: Final[Formats] = ("tex",)

Look = Literal[
    "code",
    "test",
    "label",
    "explained",
    "strong",
    "math",
    "name",
    "broken name",
    "aside",
    "below",
    "limits",
    "measured",
    "printed",
    "mark",
    "sign",
]


@dataclass(frozen=True, slots=True)
class Span:
    """Words with a look, as far as a format has it.

    Parameters
    ----------
    text : str
        The words.
    look : str
        ``'code'`` and ``'strong'``; ``'test'`` and ``'label'``, the short and the long name of a test; ``'explained'``,
        what has no room in print; ``'math'``, a variable; ``'name'``, shortened where it is long; ``'broken name'``,
        whose lines may end behind a slash; ``'aside'``, in brackets or pale; ``'below'`` and ``'limits'``, on a line of
        their own in a cell; ``'measured'`` and ``'printed'``, numbers side by side; ``'mark'`` and ``'sign'``, signs
        behind and before a number.
    most : int, default 60
        How many letters of a name are shown, or of code before the rest is folded.
    label : str, default ''
        What a sign means, for those who cannot see it.
    link : str, default ''
        Where the words lead, for formats whose pages have a place among others.
    """

    text: str
    look: Look
    most: int = 60
    label: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """A word on a ground coloured ``'same'``, ``'near'``, ``'far'`` or ``'alone'``; elsewhere with a sign before it."""

    text: str
    tone: str
    sign: str = ""
    end: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a comparison came to, in two or three words with their sign and colour."""

    text: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Bar:
    """Shares as a bar of colours, where a format can draw."""

    shares: Sequence[float]


# Text, or pieces of it one after another; nested lists of them are typed as such only by name.
Words = str | int | Span | Badge | Outcome | Bar | Sequence[Any]


@dataclass(frozen=True, slots=True)
class Toned:
    """What stands in a cell that has a colour, or lacks its number (``'gap'``)."""

    words: Words
    tone: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its title, what stands in it for a row, and how.

    Parameters
    ----------
    title : Words
        Its heading.
    cell : callable
        Makes the words of a cell from a row.
    align : str
        Words begin at the left, numbers end at the right, intervals are centred where a format can.
    only : tuple of str
        The formats that show it.
    css : str, default ''
        ``'wide'`` or ``'said'``: words that need room.
    heads : bool, default False
        Whether its cells say what their row is about.
    wraps : bool, default False
        Whether its words go on below in print, where they are long beside many numbers.
    """

    title: Words
    cell: Callable[[Any], Words | Toned]
    align: Literal["left", "right", "center"] = "left"
    only: Formats = EVERYWHERE
    css: str = ""
    heads: bool = False
    wraps: bool = False


def name_column(title: str, key: str, *, most: int = 60, only: Formats = EVERYWHERE, heads: bool = False) -> Column:
    """Return a column of names that rows hold under a key."""
    return Column(_math(title), lambda row: Span(row[key], "name", most=most), only=only, heads=heads)


def number_column(title: Words, cell: Callable[[Any], Words | Toned], *, only: Formats = EVERYWHERE) -> Column:
    """Return a column of numbers."""
    return Column(title, cell, align="right", only=only)


def _math(title: str) -> Words:
    return Span(title, "math") if len(title) == 1 else title


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSection:
    """Paragraphs; ``'verdict'`` stands out, a ``'note'`` is pale."""

    paragraphs: Sequence[Words] = ()
    title: str = ""
    look: Literal["", "verdict", "note"] = ""
    only: Formats = PAGES


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSection:
    """A table.

    Parameters
    ----------
    columns : sequence of Column
        What stands in it.
    rows : sequence
        What the columns make their cells from.
    title : str, default ''
        Its heading.
    caption : Words, default ''
        What it shows, where tables stand by themselves: in print.
    note : Words, default ''
        How to read it.
    group : callable, optional
        Makes of a row the words over all neighbours for which they are the same.
    is_muted : callable, optional
        Whether a row is pale.
    footer : sequence of Words
        A last row, under a line.
    css : str, default ''
        ``'grid'``: as wide as it must be, its first column stays in sight.
    in_print : int, default 0
        How many columns beside the first fit on a page in print, if not all.
    """

    columns: Sequence[Column]
    rows: Sequence[Any]
    title: str = ""
    caption: Words = ""
    note: Words = ""
    group: Callable[[Any], Words] | None = None
    is_muted: Callable[[Any], bool] | None = None
    footer: Sequence[Words] = ()
    css: str = ""
    in_print: int = 0
    only: Formats = EVERYWHERE

    def columns_in(self, into: Format) -> list[Column]:
        """Return the columns that a format shows."""
        return [column for column in self.columns if into in column.only]

    def groups(self) -> list[tuple[Words, list[Any]]]:
        """Return the rows under the words over them; under none if there are no groups."""
        if self.group is None:
            return [("", list(self.rows))]
        return [(words, list(rows)) for words, rows in groupby(self.rows, self.group)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureSection:
    """A figure: what `foldwise.plot` takes, made when it is drawn, and the same for those who cannot see it.

    The caption says, in one line, what the figure does not say itself.
    """

    shown: Callable[[], Any]
    caption: str
    words: str
    name: str = ""
    only: Formats = PAGES


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSection:
    """What a page opens with: the answer, its figure beside it where there is room, and a few labelled lines.

    Parameters
    ----------
    headline : str
        The answer in a sentence.
    outcome : str, default ''
        What it came to, for its sign and colour; empty where there is more than one outcome, or none.
    lines : sequence of pair of str
        A label and a few words each.
    figure : FigureSection, optional
        What shows it.
    is_long : bool, default False
        Whether the figure is higher than the words can be: it then comes below them.
    """

    headline: str
    outcome: str = ""
    lines: Sequence[tuple[str, str]] = ()
    figure: FigureSection | None = None
    is_long: bool = False
    only: Formats = PAGES


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeSection:
    """Code to copy."""

    code: str
    title: str = ""
    only: Formats = PAGES


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSection:
    """A list of points, numbered or not, under a heading of this level."""

    items: Sequence[Words]
    title: Words = ""
    is_numbered: bool = False
    level: int = 2
    only: Formats = PAGES


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionSection:
    """Terms and what they are here."""

    items: Sequence[tuple[Words, Words]]
    title: str = ""
    only: Formats = PAGES


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedSection:
    """Sections that are folded until a reader opens them, where a format can fold; `opening` says what is inside."""

    title: str
    sections: Sequence["Section"]
    opening: str = ""
    only: Formats = EVERYWHERE


Section = (
    AnswerSection
    | TextSection
    | TableSection
    | FigureSection
    | CodeSection
    | ListSection
    | DefinitionSection
    | FoldedSection
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The report of one result.

    Parameters
    ----------
    heading : str
        What a page calls such a result.
    title : str
        What it is about.
    sections : sequence of Section
        What it says.
    environment : dict
        Names and versions of what computed it.
    code : str, default ''
        How to make it again, if that is known.
    origin : str, default ''
        Where it is from, for a table of contents; results without have none.
    badge : Badge, optional
        What a table of contents says about it.
    """

    heading: str
    title: str
    sections: Sequence[Section]
    environment: dict[str, str]
    code: str = ""
    origin: str = ""
    badge: Badge | None = None

    @property
    def made_with(self) -> str:
        """Names and versions of what computed it, in a sentence."""
        return f"Made with {', '.join(f'{name} {version}' for name, version in self.environment.items())}."


def sections_in(sections: Sequence[Section], into: Format) -> list[Section]:
    """Return the sections that a format shows; a table without rows is none."""
    return [
        section
        for section in sections
        if into in section.only and not (isinstance(section, TableSection) and not section.rows)
    ]
