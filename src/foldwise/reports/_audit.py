"""An audit as a document and a page: answers, what they rest on, and what to ask the authors."""

from typing import Any, Final

from foldwise._core import one_line
from foldwise.reports._document import Document, environment_document
from foldwise.reports._kinds import Kind
from foldwise.reports._sections import (
    PAGES,
    Badge,
    Column,
    FoldedSection,
    ListSection,
    Page,
    TableSection,
    TextSection,
    Words,
)

_TONES: Final = {"yes": "same", "no": "far", "cannot be seen": "alone"}
_SIGNS: Final = {"yes": "\N{HEAVY CHECK MARK}", "no": "\N{HEAVY BALLOT X}", "cannot be seen": "?"}
_READING: Final = (
    "Yes is always the good answer. What the results do not show cannot be seen; it may be in order. "
    "A yes is about what was looked at, which stands beside it."
)


def _document(result: Any) -> Document:
    document: Document = result.document()
    return document | {"environment": environment_document()}


def _page(document: Document, _: Any) -> Page:
    answers = document["answers"]
    asked = [answer for reply in ("no", "cannot be seen") for answer in answers if answer["reply"] == reply]
    skipped = [f"{each['question']} ({each['why']})" for each in document["not_asked"]]
    table = TableSection(
        title="Questions and answers",
        caption=f"Questions of the four papers about {one_line(document['name'])}.",
        columns=[
            Column("question", lambda row: row["question"], heads=True, css="said", wraps=True),
            Column("answer", _reply),
            Column("looked at", _evidence, css="wide", only=PAGES),
            Column("asked by", lambda row: row["asked_by"], css="said", wraps=True),
        ],
        rows=answers,
    )
    return Page(
        heading="Audit",
        title=document["name"],
        sections=[
            TextSection(paragraphs=[document["headline"]], look="verdict"),
            table,
            *([_questions(asked)] if asked else []),
            *([FoldedSection(title="Not asked", sections=[ListSection(items=skipped)], only=PAGES)] if skipped else []),
            FoldedSection(title="How to read this", sections=[TextSection(paragraphs=[_READING])], only=PAGES),
        ],
        environment=document["environment"],
    )


def _questions(asked: list[Document]) -> ListSection:
    return ListSection(title="Ask the authors", items=[each["ask"] for each in asked], is_numbered=True)


def _reply(row: Document) -> Words:
    return Badge(row["reply"], _TONES[row["reply"]], sign=_SIGNS[row["reply"]])


def _evidence(row: Document) -> Words:
    return one_line(" ".join(row["evidence"]))


KIND = Kind(document=_document, page=_page)
