"""A plan as a document and a page: how much is needed, and why."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from foldwise._core import fixed, one_line
from foldwise.planning import Plan
from foldwise.reports._common import answer_section, words_section
from foldwise.reports._design import metric_document
from foldwise.reports._document import Document, caveat_documents, caveat_sections, environment_document, plain
from foldwise.reports._kinds import Kind
from foldwise.reports._reproduce import plan_call
from foldwise.reports._sections import (
    PAGES,
    Column,
    FigureSection,
    FoldedSection,
    Page,
    Section,
    Span,
    TableSection,
    TextSection,
    number_column,
)
from foldwise.reports._text import enumerated, number

_READING: Final = (
    "Power is how often a test would find the difference to be found if it were the true one. The band is about one "
    "thing only: a pilot knows how much differences vary from one case to the next within limits, here those of a 90% "
    "interval. Whatever the pilot's own difference is, nothing is planned from it. A ceiling is the power with any "
    "number of repeats of a cross-validation, or of answers to the same items: what varies besides stays."
)


def _document(plan: Plan) -> Document:
    return {
        "schema": "foldwise.plan/1",
        "headline": plan.glance().headline,
        "words": plan.details(),
        "of": plan.of,
        "difference": plan.difference,
        "power": plan.wish,
        "alpha": plan.alpha,
        "family": plan.family,
        "test": plan.test,
        "metric": None if plan.metric is None else metric_document(plan.metric),
        "assumed": dict(plan.assumed),
        "pairs": [plain(asdict(pair)) for pair in plan.pairs],
        "extrapolations": [
            {**plain(asdict(each)), "twice": each.twice, "verdict": each.verdict} for each in plan.extrapolations
        ],
        "n_draws": plan.n_draws,
        "caveats": caveat_documents(plan.caveats),
        "environment": environment_document(),
    }


def _page(document: Document, plan: Any) -> Page:
    return Page(
        heading="Plan",
        title=f"How many {document['of']} are needed",
        sections=[
            answer_section(plan, _figure(document, plan)),
            _amounts(document),
            *_extrapolations(document),
            *caveat_sections(document["caveats"]),
            words_section(document),
            FoldedSection(title="How to read this", sections=[TextSection(paragraphs=[_READING])], only=PAGES),
        ],
        code=plan_call(
            {name: document[name] for name in ("of", "difference", "power", "alpha")},
            document["assumed"],
            document["metric"],
        ),
        environment=document["environment"],
    )


def _figure(document: Document, plan: Any) -> FigureSection:
    sentences = []
    for pair in document["pairs"]:
        curve = pair["curves"][0]
        points = [*zip(curve["numbers"], curve["power"], strict=True)]
        some = [points[0], points[len(points) // 2], points[-1]]
        each = ", ".join(f"{power:.2f} with {count:,}" for count, power in some)
        sentences.append(f"{_names(pair)}power {each}.")
    return FigureSection(
        shown=lambda: plan,
        caption="",
        words=enumerated(f"Power against the number of {document['pairs'][0]['curves'][0]['unit']}s.", sentences),
    )


def _names(pair: Document) -> str:
    return f"{one_line(pair['a'])} and {one_line(pair['b'])}: " if pair["a"] else ""


def _amounts(document: Document) -> TableSection:
    rows = [(pair, amount) for pair in document["pairs"] for amount in pair["amounts"]]
    several = len({pair["dataset"] for pair in document["pairs"]}) > 1
    named = bool(document["pairs"][0]["a"])
    columns = [
        Column("of", lambda row: f"{row[1]['unit']}s", heads=True),
        Column("given", lambda row: row[1]["given"]),
        number_column("needed", lambda row: _count(row[1]["number"])),
    ]
    if any(pair["spread_low"] is not None for pair in document["pairs"]):
        columns.append(
            Column("band", lambda row: f"{_count(row[1]['low'])} to {_count(row[1]['high'])}", align="center")
        )
    columns.append(number_column("spread", lambda row: number(row[0]["spread"], digits=3), only=PAGES))
    if any(pair["now"] for pair in document["pairs"]):
        columns += [
            Column("there is", lambda row: row[0]["now"], only=PAGES),
            number_column("its power", lambda row: fixed(row[0]["power"], 2)),
        ]

    def group(row: Any) -> list[Any]:
        where = [" on ", Span(row[0]["dataset"], "name")] if several else []
        return [Span(row[0]["a"], "name"), " vs ", Span(row[0]["b"], "name"), *where]

    return TableSection(
        title="What is needed",
        caption=f"To find a difference of {document['difference']:g} with power {document['power']:g}.",
        columns=columns,
        rows=rows,
        group=group if named else None,
        note=f"To find a difference of {document['difference']:g} with power {document['power']:g} at level "
        f"{document['alpha']:g}, by the {document['test']}. None: no number of them has that power. Spread: the "
        f"{document['pairs'][0]['spread_of']}.",
    )


def _count(value: float | None) -> str:
    """Return a number of things; an infinite one, None in a document, is none that could be had."""
    return "none" if value is None else f"{value:,.0f}"


def _extrapolations(document: Document) -> Iterator[Section]:
    rows = []
    for each in document["extrapolations"]:
        place = each["grid"].index(each["twice"])
        rows.append((each, each["fitted"][place], each["fitted_low"][place], each["fitted_high"][place]))
    if rows:
        yield TableSection(
            title="At twice the data",
            columns=[
                Column(
                    "learners", lambda row: [Span(row[0]["a"], "name"), " vs ", Span(row[0]["b"], "name")], heads=True
                ),
                number_column("training examples", lambda row: f"{row[0]['twice']:,}"),
                number_column("difference", lambda row: number(row[1], digits=3)),
                Column(
                    "90% band", lambda row: f"{number(row[2], digits=3)} to {number(row[3], digits=3)}", align="center"
                ),
                Column("the order", lambda row: _ORDER[row[0]["verdict"]]),
            ],
            rows=rows,
            note="Learning curves fitted to parts of the data, and drawn out. A positive difference means that the "
            "learner named first is ahead.",
        )


_ORDER: Final = {"holds": "holds", "changes": "would change", "open": "the pilot cannot say"}

KIND = Kind(document=_document, page=_page)
