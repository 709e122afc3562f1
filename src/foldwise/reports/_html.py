"""Pages as one self-contained HTML document."""

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Any

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup, escape

from foldwise._core import OUTCOME_MARKS, one_line, printable, shortened
from foldwise.reports._inline_figure import inline_figure
from foldwise.reports._sections import (
    AnswerSection,
    Badge,
    Bar,
    Column,
    FigureSection,
    Outcome,
    Page,
    Section,
    Span,
    Toned,
    sections_in,
)


def html(pages: Sequence[Page]) -> str:
    """Return a document that needs nothing beside itself: figures, style and the script of the tables are inside."""
    contents = [(place, page) for place, page in enumerate(pages, start=1) if page.origin]
    numbers = count(1)

    def drawn(figure: FigureSection) -> Markup:
        # Figures have names of parts inside: those of two figures must not meet.
        return Markup(inline_figure(figure.shown(), f"f{next(numbers)}-"))  # noqa: S704

    text = _template().render(pages=pages, contents=contents if len(contents) > 1 else [], drawn=drawn)
    return printable(text)


@cache
def _template() -> Template:
    folder = files("foldwise.reports") / "templates"
    made = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_written
    )
    made.globals["style"] = Markup((folder / "report.css").read_text(encoding="utf-8"))  # noqa: S704
    made.globals["script"] = Markup((folder / "tables.js").read_text(encoding="utf-8"))  # noqa: S704
    made.globals["outcome_marks"] = OUTCOME_MARKS
    made.filters.update(shown=_shown, section_kind=_section_kind, classes=_classes, answer=_answer, unbroken=_unbroken)
    made.tests.update(toned=lambda cell: isinstance(cell, Toned))
    return made.from_string((folder / "page.html").read_text(encoding="utf-8"))


def _shown(sections: Sequence[Section]) -> list[Section]:
    return sections_in(sections, "html")


def _answer(sections: Sequence[Section]) -> AnswerSection | None:
    """Return the answer with which a page opens, if it does."""
    first = next(iter(sections), None)
    return first if isinstance(first, AnswerSection) else None


def _unbroken(sentence: str) -> Markup:
    """Return a sentence whose equations stay on one line."""
    return _written(sentence).replace(" = ", Markup("&nbsp;=&nbsp;"))


def _section_kind(section: Section) -> str:
    return type(section).__name__.removesuffix("Section").lower()


def _classes(column: Column, *, is_heading: bool = False) -> str:
    css = column.css if is_heading or column.css != "wide" else ""
    return f"{'t' if column.align == 'left' else 'n'} {css}".strip()


def _written(words: Any) -> Markup:
    """Return words with their looks; all that is not ours is escaped."""
    match words:
        case Markup():
            return words
        case Span():
            return _span(words)
        case Badge(text, tone):
            return Markup('<span class="badge {}">{}</span>').format(tone, one_line(text))
        case Outcome(text, outcome):
            mark = Markup('<span class="sign" aria-hidden="true">{}</span>').format(OUTCOME_MARKS[outcome])
            return Markup('<span class="outcome {}">{}{}</span>').format(outcome, mark, one_line(text))
        case Bar(shares):
            parts = [
                Markup('<i class="{}" style="width:{}%"></i>').format(css, 100 * share)
                for css, share in zip(("left", "rope", "right"), shares, strict=True)
            ]
            return Markup('<span class="bar" aria-hidden="true">{}</span>').format(Markup().join(parts))
        case list() | tuple():
            return Markup().join(map(_written, words))
    # Pieces of a sentence keep the spaces between them.
    return escape(re.sub(r"\s+", " ", printable(words)))


def _span(span: Span) -> Markup:
    text = one_line(span.text)
    match span.look:
        case "name" | "broken name":
            short = shortened(text, span.most)
            words = escape(short)
            if span.look == "broken name":
                words = words.replace("/", Markup("/<wbr>")).replace("_", Markup("_<wbr>"))
            return words if short == text else Markup('<span title="{}">{}</span>').format(text, words)
        case "code":
            return _code(text, span.most)
        case "test":
            return Markup('<code class="name">{}</code>').format(text)
        case "label":
            return Markup('<br><span class="label">{}</span>').format(text)
        case "strong":
            return Markup("<strong>{}</strong>").format(text)
        case "aside":
            return Markup('<span class="code">{}</span>').format(text)
        case "below":
            return Markup("<br>{}").format(text)
        case "limits":
            return Markup("<br><small>{}</small>").format(text)
        case "printed":
            return Markup('<span class="printed">{}</span>').format(text)
        case "mark":
            role = Markup(' role="img" aria-label="{}"').format(span.label) if span.label else ""
            return Markup('<span class="mark"{}>{}</span>').format(role, text)
        case "sign":
            return Markup()
    return escape(text)


def _code(text: str, most: int) -> Markup:
    """Return code in full; what is long is folded under its beginning."""
    if len(text) <= most:
        return Markup("<code>{}</code>").format(text)
    opening = Markup("<summary><code>{}</code></summary>").format(shortened(text, most))
    return Markup('<details class="long">{}<code>{}</code></details>').format(opening, text)
