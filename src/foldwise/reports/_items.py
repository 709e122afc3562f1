"""A verdict on scores of single items as a document and a page."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from foldwise._core import one_line, percent
from foldwise.reports._common import answer_section, words_section
from foldwise.reports._comparison import (
    comparison_document,
    digits_of,
    finding_columns,
    options_of,
    outcome_column,
    source_documents,
    source_section,
)
from foldwise.reports._design import metric_document
from foldwise.reports._document import Document, caveat_documents, caveat_sections, environment_document, plain
from foldwise.reports._kinds import Kind
from foldwise.reports._overall import overall_document, overall_sections
from foldwise.reports._reproduce import items_call
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
    name_column,
    number_column,
)
from foldwise.reports._text import enumerated, natural, natural_interval, share
from foldwise.verdicts import ItemVerdict
from foldwise.verdicts._door import against_words


def _document(verdict: ItemVerdict) -> Document:
    return {
        "schema": "foldwise.items/1",
        "headline": verdict.glance().headline,
        "words": verdict.details(),
        "methods": verdict.methods(),
        "metric": metric_document(verdict.metric),
        "alpha": verdict.alpha,
        "rope": plain(verdict.rope),
        "alternative": verdict.alternative,
        "adjust": verdict.adjust,
        "against": verdict.against,
        "family": verdict.family,
        "comparisons": [
            {**comparison_document(row), "items": plain(asdict(pair))}
            for row, pair in zip(verdict.comparisons, verdict.pairs, strict=True)
        ],
        "learners": [plain(asdict(each)) for each in verdict.learners],
        "datasets": [
            {
                "name": scores.dataset,
                "n_items": len(scores.items),
                "n_clusters": None if scores.clusters is None else scores.n_clusters,
                "n_again": scores.scores.shape[2],
                "again": scores.again,
                "paired": scores.paired,
            }
            for scores in verdict.scores
        ],
        "overall": None if verdict.overall is None else overall_document(verdict.overall),
        "sources": source_documents(verdict.sources),
        "caveats": caveat_documents(verdict.caveats),
        "environment": environment_document(),
    }


def _page(document: Document, verdict: Any) -> Page:
    rows = document["comparisons"]
    own = [
        (caveat, f"{one_line(row['a'])} and {one_line(row['b'])} on {one_line(row['dataset'])}")
        for row in rows
        for caveat in row["caveats"]
    ]
    return Page(
        heading="Scores of items",
        title=_title(document),
        sections=[
            *_opening(document, verdict),
            *([] if document["overall"] is None else overall_sections(document["overall"], in_print=False)),
            *([_pair_table(document)] if rows else []),
            _learner_table(document),
            *caveat_sections(document["caveats"], own),
            words_section(document),
            source_section(document["sources"]),
            FoldedSection(
                title="For the methods section of a paper",
                sections=[TextSection(paragraphs=[document["methods"]])],
                only=PAGES,
            ),
        ],
        code=items_call(document["metric"], options_of(document)),
        environment=document["environment"],
    )


def _title(document: Document) -> str:
    names = list(dict.fromkeys(each["name"] for each in document["learners"]))
    where = [one_line(each["name"]) for each in document["datasets"]]
    who = " and ".join(map(one_line, names)) if len(names) <= 2 else f"{len(names)} learners"
    if document["against"] is not None and len(names) > 2:
        who = against_words(len(names), document["against"])
    return f"{who} on {where[0] if len(where) == 1 else f'{len(where)} datasets'}"


def _opening(document: Document, verdict: Any) -> Iterator[Section]:
    rows = document["comparisons"]
    sentences = [
        f"{one_line(row['a'])} and {one_line(row['b'])} on {one_line(row['dataset'])}: "
        f"{natural(row['score_a'], document['metric'])} and {natural(row['score_b'], document['metric'])}."
        for row in rows
    ]
    if not rows:
        yield TextSection(paragraphs=[document["headline"]])
        return
    figure = FigureSection(
        shown=lambda: verdict,
        caption="",
        words=enumerated("Differences of mean scores.", sentences),
    )
    yield answer_section(verdict, figure, n_rows=len(rows))


def _pair_table(document: Document) -> TableSection:
    """Return all pairs: what it came to, the numbers, how many items each won, whether other items would agree."""
    rows, metric = document["comparisons"], document["metric"]
    digits = digits_of(rows)
    several = len(document["datasets"]) > 1
    return TableSection(
        title="Comparisons",
        caption=f"{_title(document)}: {one_line(metric['label'])}.",
        columns=[
            Column("learners", lambda row: [Span(row["a"], "name"), " vs ", Span(row["b"], "name")], heads=True),
            outcome_column(),
            number_column(one_line(metric["label"]), lambda row: natural(row["score_a"], metric, digits)),
            number_column("against", lambda row: natural(row["score_b"], metric, digits)),
            *finding_columns(document, rows),
            number_column("items won, tied, lost", _won, only=PAGES),
            number_column("other items agree", lambda row: share(row["items"]["agreement"]), only=PAGES),
        ],
        rows=rows,
        group=(lambda row: Span(row["dataset"], "name")) if several else None,
        note="A positive difference means that the learner named first is ahead. Other items agree: how probably "
        "another sample of as many items decides the same, if this difference is the true one up to its error.",
    )


def _won(row: Document) -> str:
    behind = row["items"]
    return f"{behind['wins']}, {behind['ties']}, {behind['losses']}"


def _learner_table(document: Document) -> TableSection:
    metric = document["metric"]
    return TableSection(
        title="Each by itself",
        columns=[
            name_column("dataset", "dataset"),
            name_column("learner", "name", heads=True),
            number_column(one_line(metric["label"]), lambda row: natural(row["score"], metric)),
            Column(
                f"{percent(1 - document['alpha'])} interval",
                lambda row: natural_interval(row["low"], row["high"], metric),
                align="center",
            ),
        ],
        rows=document["learners"],
        note="Intervals that overlap do not mean that learners cannot be told apart: the same items were scored.",
        only=PAGES,
    )


KIND = Kind(document=_document, page=_page)
