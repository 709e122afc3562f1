"""Pages as a fragment for LaTeX."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from foldwise._core import printable, shortened
from foldwise.reports._sections import (
    Badge,
    Bar,
    CodeSection,
    Column,
    DefinitionSection,
    FoldedSection,
    ListSection,
    Page,
    Section,
    Span,
    TableSection,
    TextSection,
    Toned,
    Words,
    sections_in,
)

_SPECIAL: Final = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        # Straight quotes and backticks as commands need an encoding or a package that the document may not have.
        '"': "{''}",
        "`": "{`}",
        # A bracket after \\ or at the start of a row would be read as an optional argument.
        "[": "{[}",
        "]": "{]}",
        "\N{MINUS SIGN}": r"\(-\)",
        "\N{PLUS-MINUS SIGN}": r"\(\pm\)",
        "\N{MULTIPLICATION SIGN}": r"\(\times\)",
        "\N{LESS-THAN OR EQUAL TO}": r"\(\leq\)",
        "\N{GREATER-THAN OR EQUAL TO}": r"\(\geq\)",
        "\N{NOT EQUAL TO}": r"\(\neq\)",
        "\N{EN DASH}": r"\textendash{}",
        "\N{EM DASH}": r"\textemdash{}",
        "\N{HORIZONTAL ELLIPSIS}": r"\ldots{}",
        "\N{NO-BREAK SPACE}": "~",
    }
)
_OPENING: Final = (
    "% Made by foldwise. Needs \\usepackage{booktabs}; use it by \\input. "
    "Names beyond Latin script need LuaLaTeX or XeLaTeX.\n"
)
_ALIGN: Final = {"left": "l", "right": "r", "center": "c"}
_MARKS: Final = {"~": r" \(\approx\)", "\N{NOT EQUAL TO}": r" \(\neq\)"}
# As much as fits on a page in print.
_ROWS: Final = 40
_MOST: Final = 40


def latex(pages: Sequence[Page]) -> str:
    """Return sentences and booktabs tables, to be input in a document of one's own."""
    return _OPENING + "".join("\n".join([*_blocks(page.sections), f"{escape(page.made_with)}\n"]) for page in pages)


def _blocks(sections: Sequence[Section]) -> Iterator[str]:
    """Yield sections as blocks that end in a newline; headings are the author's, figures have no file."""
    for section in sections_in(sections, "tex"):
        match section:
            case TextSection():
                yield from (f"{escape(words)}\n" for words in section.paragraphs)
            case TableSection():
                yield from _tables(section)
            case ListSection():
                yield _list(section.title, section.items, "enumerate" if section.is_numbered else "itemize")
            case DefinitionSection():
                yield _list(section.title, [[term, ": ", words] for term, words in section.items])
            case CodeSection():
                # What is verbatim ends where it says so.
                code = printable(section.code).replace(r"\end{", r"\end {")
                yield f"\\begin{{verbatim}}\n{code}\n\\end{{verbatim}}\n"
            case FoldedSection():
                yield from _blocks(section.sections)


def _list(title: Words, items: Sequence[Words], name: str = "itemize") -> str:
    opening = f"{escape(title)}:\n" if title else ""
    lines = "".join(f"\\item {escape(item)}\n" for item in items)
    return f"{opening}\\begin{{{name}}}\n{lines}\\end{{{name}}}\n"


def _tables(section: TableSection) -> Iterator[str]:
    """Yield a table, in parts where it is too long or too wide for a page."""
    first, *others = section.columns_in("tex")
    width = section.in_print or len(others) or 1
    for group, rows in section.groups():
        for left in range(0, max(1, len(others)), width):
            columns = [first, *others[left : left + width]]
            for top in range(0, len(rows), _ROWS):
                footer = [section.footer[0], *section.footer[left + 1 : left + 1 + width]] if section.footer else []
                yield _table(
                    section, group, columns, rows[top : top + _ROWS], footer if top + _ROWS >= len(rows) else []
                )


def _table(section: TableSection, group: Any, columns: list[Column], rows: list[Any], footer: list[Any]) -> str:
    caption = [*([group, ": "] if group else []), section.caption or f"{section.title}.", " ", section.note]
    body = [_row([column.cell(row) for column in columns]) for row in rows]
    return "\n".join(
        [
            r"\begin{table}[htbp]",
            r"\centering",
            r"\footnotesize" if section.in_print else r"\small",
            rf"\caption{{{escape(caption)}}}",
            rf"\begin{{tabular}}{{{''.join(_ALIGN[column.align] for column in columns)}}}",
            r"\toprule",
            *([_row([column.title for column in columns]), r"\midrule"] if any(c.title for c in columns) else []),
            *body,
            *([r"\midrule", _row(footer)] if footer else []),
            r"\bottomrule",
            r"\end{tabular}",
            "\\end{table}\n",
        ]
    )


def _row(cells: list[Any]) -> str:
    return " & ".join(_written(cell, most=_MOST) for cell in cells) + r" \\"


def escape(words: Any) -> str:
    r"""Make words inert in LaTeX.

    >>> print(escape("50% of $x_1 --- {a}"))
    50\% of \$x\_1 -{}-{}- \{a\}
    """
    return _written(words).strip()


def _written(words: Any, most: int = 300) -> str:
    match words:
        case Toned(inner, tone):
            # Why there is no number has no room in print.
            return r"\textendash{}" if tone == "gap" else _written(inner, most)
        case Span():
            return _span(words, most)
        case Badge():
            return rf"\emph{{{_inert(words.text)}{words.end}}}"
        case Bar():
            return ""
        case list() | tuple():
            return "".join(_written(each, most) for each in words)
    return _inert(words)


def _span(span: Span, most: int) -> str:
    text = _inert(shortened(span.text, most) if span.look in ("name", "broken name") else span.text)
    match span.look:
        case "math":
            return rf"\({text}\)"
        case "strong":
            return rf"\textbf{{{text}}}"
        case "aside":
            return f"({text})"
        case "lead":
            return rf"\paragraph{{{text}}} "
        case "mark":
            return _MARKS.get(span.text, "")
        case "test" | "explained" | "below" | "limits" | "disc":
            return ""
    return text


def _inert(text: object) -> str:
    # Two hyphens would become a dash.
    return re.sub("-(?=-)", "-{}", re.sub(r"\s+", " ", printable(text)).translate(_SPECIAL))
