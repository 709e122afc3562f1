"""The tables of pages for LaTeX, ready for a paper; what else a page says is in its other formats."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from foldwise._core import one_line, printable, shortened
from foldwise.reports._sections import (
    AnswerSection,
    Badge,
    Bar,
    Column,
    FoldedSection,
    Outcome,
    Page,
    Section,
    Span,
    TableSection,
    Toned,
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
# Signs behind numbers take no room, so that the digits stand below each other.
_MARKS: Final = {
    "~": r" \(\approx\)",
    "\N{NOT EQUAL TO}": r" \(\neq\)",
    "\N{DAGGER}": r"\rlap{\(^\dagger\)}",
    "\N{DOUBLE DAGGER}": r"\rlap{\(^\ddagger\)}",
    "*": r"\rlap{\(^*\)}",
    "+": r"\rlap{\(^+\)}",
    "v": r"\rlap{\,v}",
}
_LEGEND_MARKS: Final = {
    "\N{DAGGER}": r"\(^\dagger\)",
    "\N{DOUBLE DAGGER}": r"\(^\ddagger\)",
    "*": r"\(^*\)",
    "+": r"\(^+\)",
}
# As much as fits on a page in print.
_ROWS: Final = 40
_MOST: Final = 40


def latex(pages: Sequence[Page]) -> str:
    r"""Return booktabs tables with captions and labels, to be ``\input`` in a document of one's own.

    Before each page's tables, comments say what they show and what computed it.
    """
    labels: Counter[str] = Counter()
    return _OPENING + "".join(_page(page, labels) for page in pages)


def _page(page: Page, labels: Counter[str]) -> str:
    headlines = [section.headline for section in page.sections if isinstance(section, AnswerSection)]
    comments = [f"% {one_line(words)}\n" for words in (*headlines, page.made_with)]
    return "".join([*comments, *(f"{table}\n" for table in _tables_in(page.sections, _slug(page.title), labels))])


def _slug(title: str) -> str:
    """Return a title as the name of a label.

    >>> _slug("bayes vs tree on wine_1"), _slug("\N{SNOWMAN}")
    ('bayes-vs-tree-on-wine-1', 'foldwise')
    """
    return re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")[:60].rstrip("-") or "foldwise"


def _tables_in(sections: Sequence[Section], slug: str, labels: Counter[str]) -> Iterator[str]:
    """Yield all tables, folded ones too; headings are the author's, figures have no file."""
    for section in sections_in(sections, "tex"):
        match section:
            case TableSection():
                for part in _parts(section):
                    labels[slug] += 1
                    yield _table(section, *part, label=f"{slug}-{labels[slug]}" if labels[slug] > 1 else slug)
            case FoldedSection():
                yield from _tables_in(section.sections, slug, labels)


def _parts(section: TableSection) -> Iterator[tuple[Any, list[Column], list[Any], list[Any]]]:
    """Yield a table in parts where it is too long or too wide for a page: group, columns, rows and footer of each."""
    first, *others = section.columns_in("tex")
    width = section.in_print or len(others) or 1
    for group, rows in section.groups():
        for left in range(0, max(1, len(others)), width):
            columns = [first, *others[left : left + width]]
            for top in range(0, len(rows), _ROWS):
                footer = [section.footer[0], *section.footer[left + 1 : left + 1 + width]] if section.footer else []
                yield group, columns, rows[top : top + _ROWS], footer if top + _ROWS >= len(rows) else []


def _table(
    section: TableSection, group: Any, columns: list[Column], rows: list[Any], footer: list[Any], *, label: str
) -> str:
    caption = [*([group, ": "] if group else []), section.caption or f"{section.title}."]
    body = [_row([_cell(column, row) for column in columns]) for row in rows]
    is_tight = any(column.wraps for column in columns)
    note = [rf"\par\smallskip\parbox{{\linewidth}}{{\footnotesize {escape(section.note)}}}"] if section.note else []
    return "\n".join(
        [
            r"\begin{table}[htbp]",
            r"\centering",
            rf"\caption{{{escape(caption)}}}",
            rf"\label{{tab:{label}}}",
            r"\footnotesize\setlength{\tabcolsep}{4pt}" if is_tight else r"\small",
            rf"\begin{{tabular}}{{{''.join(map(_align, columns))}}}",
            r"\toprule",
            *([_row([_in_row(c.title) for c in columns]), r"\midrule"] if any(c.title for c in columns) else []),
            *body,
            *([r"\midrule", _row([_in_row(words) for words in footer])] if footer else []),
            r"\bottomrule",
            r"\end{tabular}",
            *note,
            r"\end{table}",
        ]
    )


def _align(column: Column) -> str:
    return r"p{0.33\linewidth}" if column.wraps else _ALIGN[column.align]


def _cell(column: Column, row: Any) -> str:
    return rf"\raggedright {_in_row(column.cell(row))}" if column.wraps else _in_row(column.cell(row))


def _in_row(words: Any) -> str:
    return _written(words, most=_MOST)


def _row(cells: list[str]) -> str:
    return rf"{' & '.join(cells)} \\"


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
        case Outcome():
            return _inert(words.text)
        case Bar():
            return ""
        case list() | tuple():
            return "".join(_written(each, most) for each in words)
    return _inert(words)


def _span(span: Span, most: int) -> str:
    text = _inert(shortened(span.text, min(most, span.most)) if span.look in ("name", "broken name") else span.text)
    match span.look:
        case "math":
            return rf"\({text}\)"
        case "strong":
            return rf"\textbf{{{text}}}"
        case "aside":
            return f"({text})"
        case "mark":
            marks = _MARKS if most == _MOST else _MARKS | _LEGEND_MARKS
            return marks.get(span.text, "")
        case "test" | "explained" | "below" | "limits" | "sign":
            return ""
    return text


def _inert(text: object) -> str:
    # Two hyphens would become a dash.
    return re.sub("-(?=-)", "-{}", re.sub(r"\s+", " ", printable(text)).translate(_SPECIAL))
