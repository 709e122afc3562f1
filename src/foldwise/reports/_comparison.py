"""Comparisons of learners, as verdicts and panels write them: documents, columns of a table, and words about them."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from typing import Any, Final

from foldwise._core import decimals, one_line, percent
from foldwise.reports._document import Document, plain
from foldwise.reports._sections import (
    EVERYWHERE,
    PAGES,
    Column,
    FoldedSection,
    Outcome,
    Span,
    TableSection,
    number_column,
)
from foldwise.reports._text import agrees, decision, limits_of, number, probability, signed
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
    if document["adjust"] != "holm":
        chosen["adjust"] = document["adjust"]
    return chosen if document["against"] is None else {**chosen, "against": document["against"]}


def is_adjusted(document: Document) -> bool:
    """Whether p-values were adjusted: for a family of one, p is p."""
    return bool(document["adjust"] != "none" and document["family"] > 1)


def outcome_column() -> Column:
    """Return the column of what comparisons came to, which stands where it is seen without scrolling."""
    return Column("outcome", lambda row: Outcome(decision(row), row["outcome"]), css="said")


def digits_of(rows: list[Document]) -> int:
    """Return with how many decimals the numbers of a table are read: two digits of the least uncertainty, at most six.

    >>> wide = {"low": -0.5, "high": 1.5, "estimate": 0.5, "score_a": 2.0, "score_b": 1.5}
    >>> digits_of([wide]), digits_of([wide, {**wide, "low": 0.49, "high": 0.51}])
    (1, 3)
    """
    return max(min(_digits(row), 6) for row in rows)


def _digits(row: Document) -> int:
    has_limits = row["low"] is not None and row["high"] is not None
    scale = ((row["high"] - row["low"]) / 2 if has_limits else 0.0) or abs(row["estimate"] or 0.0) or 0.001
    return decimals(scale, is_share=max(abs(row["score_a"] or 0.0), abs(row["score_b"] or 0.0)) <= 1)


def finding_columns(document: Document, rows: list[Document]) -> Iterator[Column]:
    """Return difference, interval and p, adjusted where there are several; in print the last p is enough."""
    alpha, adjusted, digits = document["alpha"], is_adjusted(document), digits_of(rows)
    yield number_column("difference", lambda row: signed(row["estimate"], digits))
    limits = number_column(f"{percent(1 - alpha)} interval", lambda row: limits_of(row["low"], row["high"], digits))
    yield replace(limits, align="center")
    p = Span("p", "math")
    before = PAGES if adjusted else EVERYWHERE
    yield number_column(p, lambda row: probability(row["pvalue"], alpha), only=before)
    if adjusted:
        yield number_column(["adjusted ", p], lambda row: probability(row["adjusted_pvalue"], alpha))


def forecast_columns(rows: list[Document]) -> Iterator[Column]:
    """Return a column of how probably another random split agrees, if that is known of any comparison."""
    if _has_forecast(rows):
        yield number_column("agrees", agrees, only=PAGES)


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


def source_section(sources: list[Document]) -> FoldedSection:
    """Return the sources of variation, and whether the design covers them."""
    table = TableSection(
        columns=[
            Column("source of variation", lambda source: source["name"], heads=True),
            Column("in this design", lambda source: source["status"]),
            Column("why", lambda source: source["why"], css="wide"),
        ],
        rows=sources,
        only=PAGES,
    )
    return FoldedSection(title="What the result takes into account", sections=[table], only=PAGES)
