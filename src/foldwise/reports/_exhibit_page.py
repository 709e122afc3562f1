"""An exhibit as a document and a page."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from foldwise._core import one_line
from foldwise.reports._document import Document, environment_document, plain
from foldwise.reports._exhibit import Exhibit
from foldwise.reports._kinds import Kind
from foldwise.reports._sections import (
    HTML,
    MARKDOWN,
    Badge,
    Column,
    FigureSection,
    ListSection,
    Page,
    Section,
    Span,
    TableSection,
    TextSection,
    Toned,
    Words,
)
from foldwise.reports._side_by_side import SIGNS, SideBySide, limits_words, printed_words, value_words

# A statement has the colour of the cells it rests on.
_LOOKS: Final = {
    "reproduced": "same",
    "holds": "same",
    "reproduced in kind": "near",
    "not reproduced": "far",
    "does not hold": "far",
    "not judged": "alone",
    "not run": "alone",
}
# As many columns of measured (printed) as fit on a page in print.
_COLUMNS_IN_PRINT: Final = 5


def exhibit_document(exhibit: Exhibit) -> Document:
    """Return all that is known of an exhibit."""
    return {
        "schema": "foldwise.exhibit/1",
        "words": str(exhibit),
        "paper": exhibit.paper,
        "name": exhibit.name,
        "title": exhibit.title,
        "about": exhibit.about,
        "is_claim": exhibit.is_claim,
        "statement": exhibit.statement,
        "why": exhibit.why,
        "beside": exhibit.beside,
        "n_printed": exhibit.n_printed,
        "n_same": exhibit.n_same,
        "incomplete": exhibit.incomplete,
        "not_run": exhibit.not_run,
        "checks": [{"asked": each.asked, "found": each.found, "met": each.met} for each in exhibit.checks],
        "tables": [_table_document(table) for table in exhibit.tables],
        "figures": [{"name": figure.name, "caption": figure.caption} for figure in exhibit.figures],
        "notes": list(exhibit.notes),
        "call": exhibit.call,
        "timings": {"seconds": plain(exhibit.seconds)},
        "environment": environment_document(),
    }


def _table_document(table: SideBySide) -> Document:
    return {
        "title": table.title,
        "index": table.index,
        "rows": list(table.rows),
        "columns": list(table.columns),
        "cells": [
            {
                "row": name,
                "column": column,
                "measured": plain(cell.measured),
                "printed": plain(cell.printed),
                "low": plain(cell.low),
                "high": plain(cell.high),
                "margin": plain(cell.margin),
                "near": plain(cell.near),
                "digits": cell.digits,
                "agreement": cell.agreement,
            }
            for name, row in zip(table.rows, table.cells, strict=True)
            for column, cell in zip(table.columns, row, strict=True)
        ],
        "note": table.note,
    }


def _page(document: Document, exhibit: Any) -> Page:
    badge = statement_badge(document)
    return Page(
        heading=f"Reproduction of {one_line(document['paper'])}/{one_line(document['name'])}",
        title=one_line(document["title"]),
        sections=exhibit_sections(document, exhibit),
        code=document["call"],
        environment=document["environment"],
        origin=one_line(document["paper"]).replace("_", " "),
        badge=badge,
    )


def statement_badge(document: Document, end: str = "") -> Badge:
    """Return what to think of an exhibit, in its colour."""
    return Badge(document["statement"], _LOOKS[document["statement"]], end=end)


def exhibit_sections(document: Document, exhibit: Exhibit, *, has_links: bool = False) -> list[Section]:
    """Return what pages show of an exhibit; only some have a place from which the links of its values lead."""
    badge = statement_badge(document, ".")
    sections: list[Section] = [TextSection(paragraphs=[[badge, f" {document['why']}"]], look="verdict")]
    if document["about"]:
        sections.append(TextSection(paragraphs=[document["about"]]))
    # Numbers of an experiment of another size differ, and say nothing by that.
    is_judged = not document["incomplete"]
    sections += _check_sections(document["checks"], is_judged)
    for table, shown in zip(document["tables"], exhibit.tables, strict=True):
        links = [value.link if has_links else "" for row in shown.cells for value in row]
        sections += _table_sections(document, table, links, is_judged)
    if is_judged and document["n_printed"] > 0:
        sections += _legend_sections(document)
    sections += [
        FigureSection(
            shown=partial(getattr, figure, "shown"), caption=figure.caption, words=figure.caption, name=figure.name
        )
        for figure in exhibit.figures
    ]
    if document["notes"]:
        sections += [TextSection(title="Notes", only=HTML), ListSection(items=document["notes"])]
    return sections


def _check_sections(checks: list[Document], is_judged: bool) -> Iterator[Section]:
    items: list[Words] = []
    for check in checks:
        words = ("met" if check["met"] else "not met") if is_judged else "not judged"
        tone = {"met": "same", "not met": "far", "not judged": "alone"}[words]
        items.append([Badge(words, tone, end=":"), f" {check['asked']}; found: {check['found']}"])
    if items:
        yield TextSection(title="What was asked of it", only=HTML)
        yield ListSection(items=items)


def _table_sections(document: Document, table: Document, links: list[str], is_judged: bool) -> Iterator[Section]:
    width = len(table["columns"])
    cells = [
        {**cell, "link": link, "agreement": cell["agreement"] if is_judged else "alone"}
        for cell, link in zip(table["cells"], links, strict=True)
    ]

    def column(place: int) -> Column:
        # Words are read from the left, numbers from their last digit.
        is_words = all(isinstance(cell["measured"], str) for cell in cells[place::width])
        return Column(
            table["columns"][place],
            lambda row: _cell(cells[row * width + place]),
            align="left" if is_words else "right",
        )

    legend: Words = ""
    if any(SIGNS[cell["agreement"]] for cell in cells):
        near, far = Span(SIGNS["near"], "mark"), Span(SIGNS["far"], "mark")
        legend = [";", near, ": near,", far, ": far from each other, no sign: the same but for chance and rounding"]
    yield TextSection(title=table["title"], only=HTML)
    yield TextSection(paragraphs=[Span(table["title"], "strong")], only=MARKDOWN)
    yield TableSection(
        caption=[f"{table['title']}. Measured ({document['beside']})", legend, "."],
        columns=[
            Column(table["index"], lambda row: Span(table["rows"][row], "name", most=1000), heads=True),
            *(column(place) for place in range(width)),
        ],
        rows=range(len(table["rows"])),
        note=table["note"],
        css="grid beside",
        in_print=_COLUMNS_IN_PRINT,
    )


def _cell(cell: Document) -> Toned:
    tone, digits = cell["agreement"], cell["digits"]
    words: list[Words] = []
    # Where nothing is printed there is nothing to compare with.
    if tone != "alone":
        words.append(Span(SIGNS[tone], "sign"))
    words.append(Span(value_words(cell["measured"], digits), "measured", link=cell["link"]))
    if printed := printed_words(cell["printed"], digits):
        words += [" ", Span(printed, "printed")]
    if SIGNS[tone]:
        words.append(Span(SIGNS[tone], "mark", label=tone))
    if limits := limits_words(cell["low"], cell["high"], digits):
        words.append(Span(limits, "limits"))
    return Toned(words, tone)


def _legend_sections(document: Document) -> Iterator[Section]:
    cells = [cell for table in document["tables"] for cell in table["cells"]]
    has_limits = any(cell["low"] is not None for cell in cells)
    limits = ", below it 95% Monte Carlo limits of what was measured" if has_limits else ""
    opening = f"Measured ({document['beside']}){limits}. "
    same, near, far = (Badge(f"{SIGNS[tone]} {tone}", tone) for tone in ("same", "near", "far"))
    coloured = [
        opening,
        same,
        " but for chance and rounding, ",
        near,
        ", ",
        far,
        "; without colour: nothing is printed.",
    ]
    yield TextSection(paragraphs=[coloured], look="note", only=HTML)
    signs = f"{SIGNS['same']} the same but for chance and rounding, {SIGNS['near']} near, {SIGNS['far']} far."
    yield TextSection(paragraphs=[f"{opening}{signs}"], only=MARKDOWN)


KIND = Kind(document=exhibit_document, page=_page)
