"""Pages as Markdown."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from foldwise._core import OUTCOME_MARKS, printable, shortened
from foldwise.reports._sections import (
    AnswerSection,
    Badge,
    Bar,
    CodeSection,
    DefinitionSection,
    FigureSection,
    FoldedSection,
    ListSection,
    Outcome,
    Page,
    Section,
    Span,
    TableSection,
    TextSection,
    Toned,
    sections_in,
)

_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}
_SPECIAL: Final = re.compile(r"([\\`*_\[\]#|~$])")
# What opens a list, a rule or an underlined heading when a line begins with it.
_OPENING: Final = re.compile(r"^(\d*)([-+=.)])(?=[-+=\s]|$)")
# Addresses that some readers of Markdown turn into links by themselves.
_LINK: Final = re.compile(r":(?=//)|(?<=www)\.", flags=re.IGNORECASE)
_RULES: Final = {"left": "---", "right": "---:", "center": ":---:"}
# Names are cut later than on a page that shows all of a name to those who point at it.
_MOST: Final = 300

# Draws a figure into a file and returns its address.
Draw = Callable[[FigureSection], str]


def markdown(pages: Sequence[Page]) -> str:
    """Return pages one after another."""
    return "\n".join(
        "\n".join([f"# {escape(page.title)}\n", *blocks(page.sections), f"{escape(page.made_with)}\n"])
        for page in pages
    )


def blocks(sections: Sequence[Section], *, level: int = 2, draw: Draw | None = None) -> Iterator[str]:
    """Yield sections as blocks that end in a newline; figures only where they can be drawn."""
    for section in sections_in(sections, "md"):
        if isinstance(section, FigureSection):
            yield from _figure(section, draw)
            continue
        if isinstance(section, AnswerSection):
            yield from _answer(section, draw)
            continue
        if section.title:
            below = section.level - 2 if isinstance(section, ListSection) else 0
            yield f"{'#' * (level + below)} {escape(section.title)}\n"
        match section:
            case TextSection():
                yield from (f"{escape(words)}\n" for words in section.paragraphs)
            case TableSection():
                yield from _table(section)
            case ListSection():
                signs = [f"{place}." if section.is_numbered else "-" for place in range(1, len(section.items) + 1)]
                yield "".join(f"{sign} {escape(item)}\n" for sign, item in zip(signs, section.items, strict=True))
            case DefinitionSection():
                yield "".join(f"- {escape([term, ': ', words])}\n" for term, words in section.items)
            case CodeSection():
                fence = "`" * max([3, *(len(ticks) + 1 for ticks in re.findall("`+", section.code))])
                yield f"{fence}\n{printable(section.code)}\n{fence}\n"
            case FoldedSection():
                yield from blocks(section.sections, level=level + 1, draw=draw)


def _figure(section: FigureSection, draw: Draw | None) -> Iterator[str]:
    if draw is not None:
        caption, address = escape(section.caption), draw(section)
        yield from (f"[![{caption}]({address})]({address})\n", f"*{caption}*\n")


def _answer(section: AnswerSection, draw: Draw | None) -> Iterator[str]:
    mark = f"{OUTCOME_MARKS[section.outcome]} " if section.outcome else ""
    yield f"{mark}**{escape(section.headline)}**\n"
    if section.figure is not None:
        yield from _figure(section.figure, draw)
    if section.lines:
        yield "".join(f"- {escape([label, ': ', words])}\n" for label, words in section.lines)


def _table(section: TableSection) -> Iterator[str]:
    columns = section.columns_in("md")
    rules = [_RULES[column.align] for column in columns]
    for group, rows in section.groups():
        titles: list[Any] = [column.title for column in columns]
        if group:
            titles[0] = [group, ": ", titles[0]]
        body: list[list[Any]] = [[column.cell(row) for column in columns] for row in rows]
        footer = [section.footer] if section.footer else []
        lines = [_row([escape(cell) for cell in row]) for row in [titles, *body, *footer]]
        yield "".join([lines[0], _row(rules), *lines[1:]])
    if section.note:
        yield f"{escape(section.note)}\n"


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def escape(words: Any) -> str:
    r"""Make words inert in Markdown, also at the start of a line and inside the cell of a table.

    >>> print(escape("a|b <i> *c*"), escape("- d"), escape("+0.5"), escape("http://e"))
    a\|b &lt;i&gt; \*c\* \- d +0.5 http&#58;//e
    """
    return _OPENING.sub(r"\1\\\2", _written(words).strip())


def _written(words: Any) -> str:
    match words:
        case Toned():
            return _written(words.words)
        case Span():
            return _span(words)
        case Badge():
            stars = "**" if words.end == "." else ""
            return f"{words.sign} {stars}{_inert(words.text)}{words.end}{stars}".lstrip()
        case Outcome():
            return f"{OUTCOME_MARKS[words.outcome]} {_inert(words.text)}"
        case Bar():
            return ""
        case list() | tuple():
            return "".join(map(_written, words))
    return _inert(words)


def _span(span: Span) -> str:
    text = _inert(shortened(span.text, _MOST))
    if span.link:
        return f"[{text}]({span.link})"
    match span.look:
        case "test":
            return f"{text}: "
        case "strong":
            return f"**{text}**"
        case "aside":
            return f"({text})"
        case "below":
            return f" ({text})"
        case "limits":
            return f"<br><sub>{text}</sub>"
        case "sign":
            return f"{text} "
        case "mark":
            return ""
    return text


def _inert(text: object) -> str:
    """Escape a piece of a line; spaces at its ends stay, they are between it and its neighbours."""
    line = _SPECIAL.sub(r"\\\1", re.sub(r"\s+", " ", printable(text)))
    line = re.sub("[&<>@]", lambda match: _ENTITIES[match.group()], line)
    return _LINK.sub(lambda match: f"&#{ord(match.group())};", line)
