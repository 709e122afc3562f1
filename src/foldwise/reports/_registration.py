"""What was registered before the first run, on the page of a study: what it came to, and what deviates."""

from collections.abc import Iterator

from foldwise._core import one_line
from foldwise.reports._comparison import digits_of
from foldwise.reports._document import Document
from foldwise.reports._sections import Column, Section, Span, TableSection, TextSection, name_column, number_column
from foldwise.reports._text import limits_of, probability, signed

_OVER = "all datasets"


def registration_sections(document: Document) -> Iterator[Section]:
    """Return the hypotheses with their answers, and what is not as it was sealed; nothing without a registration."""
    registration = document["registration"]
    if registration is None:
        return
    rows = [row for row in registration["hypotheses"] if registration["standing"] in ("registered", "deviating")]
    opening = registration["words"][0]
    if rows:
        yield TableSection(
            title="Registered hypotheses",
            caption=f"{one_line(document['name'])}: hypotheses that were registered before the first run.",
            columns=[
                Column("hypothesis", lambda row: Span(row["text"], "name"), heads=True),
                Column("answer", lambda row: row["answer"]),
                Column("where", lambda row: Span(row["dataset"] or _OVER, "name")),
                Column("test", lambda row: Span(row["test"], "code")),
                *_number_columns(rows),
            ],
            rows=rows,
            note=f"{opening} A positive difference means that the learner named first is ahead; p-values are those of "
            "the verdict, adjusted for its whole family. Everything else on this page is exploratory.",
        )
    else:
        yield TextSection(title="Registration", paragraphs=registration["words"])
    if registration["deviations"]:
        yield TableSection(
            title="Deviations from the registration",
            caption=f"{one_line(document['name'])}: what is not as it was registered.",
            columns=[
                name_column("about", "about", heads=True),
                Column("what", lambda row: Span(row["words"], "name", most=400), css="wide"),
                Column("", lambda row: "a note" if row["is_minor"] else "a deviation"),
            ],
            rows=registration["deviations"],
        )


def _number_columns(rows: list[Document]) -> Iterator[Column]:
    """Return difference, interval and the adjusted p, where the results have them."""
    digits = digits_of([{**row, "score_a": None, "score_b": None} for row in rows])
    yield number_column("difference", lambda row: signed(row["estimate"], digits))
    yield number_column("interval", lambda row: limits_of(row["low"], row["high"], digits))
    yield number_column(["adjusted ", Span("p", "math")], lambda row: probability(row["adjusted_pvalue"]))
