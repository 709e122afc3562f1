"""Comparisons of learners, as verdicts and panels write them: documents, columns of a table, and words about them."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, Final

from foldwise._core import one_line, percent
from foldwise.reports._document import Document, plain
from foldwise.reports._sections import (
    EVERYWHERE,
    LATEX,
    PAGES,
    Column,
    Section,
    Span,
    TableSection,
    TextSection,
    number_column,
)
from foldwise.reports._text import agrees, difference, interval, number, probability
from foldwise.verdicts import Comparison, VariationSource

_AGREES: Final = "Agrees is the probability with which another random split of the same data decides the same."


def comparison_document(row: Comparison) -> Document:
    """Return one row of a verdict."""
    forecast = None if row.forecast is None else {**plain(asdict(row.forecast)), "risk": plain(row.forecast.risk)}
    return {**plain(asdict(row)), "winner": row.winner, "outcome": row.outcome, "forecast": forecast}


def source_documents(sources: Iterable[VariationSource]) -> list[Document]:
    """Return the sources of variation, and whether the design covers them."""
    return [{"name": source.name, "status": source.status, "why": source.why} for source in sources]


def options_of(document: Document, **options: Any) -> Document:
    """Return the options of judging, those at their defaults left out where no reader would miss them."""
    chosen = {**options, **{name: document[name] for name in ("alpha", "rope", "alternative")}}
    return chosen if document["adjust"] == "holm" else {**chosen, "adjust": document["adjust"]}


def finding_columns(document: Document, *, is_adjusted: bool) -> Iterator[Column]:
    """Return difference, interval and p, adjusted where there are several; in print the last p is enough."""
    alpha = document["alpha"]
    yield number_column("difference", lambda row: difference(row["estimate"]))
    yield Column(f"{percent(1 - alpha)} interval", lambda row: interval(row["low"], row["high"]), align="center")
    p = Span("p", "math")
    before = PAGES if is_adjusted else EVERYWHERE
    yield number_column(p, lambda row: probability(row["pvalue"], alpha), only=before)
    if is_adjusted:
        yield number_column(["adjusted ", p], lambda row: probability(row["adjusted_pvalue"], alpha))


def forecast_columns(rows: list[Document]) -> Iterator[Column]:
    """Return a column of how probably another random split agrees, if that is known of any comparison."""
    if _has_forecast(rows):
        yield number_column("agrees", agrees)


def forecast_words(rows: list[Document]) -> list[str]:
    """Explain the column of `forecast_columns`, if there is one."""
    return [_AGREES] if _has_forecast(rows) else []


def _has_forecast(rows: list[Document]) -> bool:
    return any(row["forecast"] is not None and row["forecast"]["agreement"] is not None for row in rows)


def ahead_words(metric: Document) -> str:
    """Return what it means to be ahead where less is better."""
    return f": it has the lower {one_line(metric['label'])}" if metric["lower_is_better"] else ""


def equivalence_words(rope: float | None) -> list[str]:
    """Return which differences count as equivalent, if any do."""
    return [] if rope is None else [f"Differences within \N{PLUS-MINUS SIGN}{number(rope)} count as equivalent."]


def source_sections(sources: list[Document]) -> Iterator[Section]:
    """Return the sources of variation, and whether the design covers them: a table, in print a sentence."""
    yield TableSection(
        title="What the result takes into account",
        columns=[
            Column("source of variation", lambda source: source["name"], heads=True),
            Column("in this design", lambda source: source["status"]),
            Column("why", lambda source: source["why"], css="wide"),
        ],
        rows=sources,
        only=PAGES,
    )
    sentences = [f"{source['name']}: {source['status']} ({source['why']})" for source in sources]
    yield TextSection(paragraphs=[f"Sources of variation: {'; '.join(sentences)}."], only=LATEX)
