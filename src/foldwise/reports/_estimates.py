"""Estimates as a document and a page."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from foldwise._core import one_line, percent
from foldwise.reports._common import answer_section, words_section
from foldwise.reports._comparison import source_documents, source_section
from foldwise.reports._design import metric_document, run_document, timing_documents, unit_of, who_on_what
from foldwise.reports._document import Document, caveat_documents, caveat_sections, environment_document, plain
from foldwise.reports._kinds import Kind
from foldwise.reports._reproduce import judge_call
from foldwise.reports._run import run_sections, values_words
from foldwise.reports._sections import (
    HTML,
    PAGES,
    Column,
    FigureSection,
    FoldedSection,
    Page,
    Section,
    Span,
    TableSection,
    TextSection,
    Words,
    name_column,
    number_column,
)
from foldwise.reports._text import natural, natural_interval, number, scores_of
from foldwise.verdicts import Estimates

# Dietterich's questions about a single classifier or learner.
_OF_FOLDS: Final = 6
_QUESTIONS: Final = {
    1: "How well will this classifier do on new examples?",
    5: "How well does this learner do on training sets of this size?",
    _OF_FOLDS: "How well does this learner do on training sets of about this size, with little data?",
}


def _document(estimates: Estimates) -> Document:
    return {
        "schema": "foldwise.estimates/1",
        "words": estimates.details(),
        "metric": metric_document(estimates.metric),
        "alpha": estimates.alpha,
        "interval": estimates.interval,
        "estimates": [plain(asdict(row)) for row in estimates.rows],
        "sources": source_documents(estimates.sources),
        "caveats": caveat_documents(estimates.caveats),
        "runs": [run_document(run, estimates.metric) for run in estimates.runs],
        "timings": [row for run in estimates.runs for row in timing_documents(run)],
        "environment": environment_document(),
    }


def _page(document: Document, estimates: Any) -> Page:
    rows, metric, runs = document["estimates"], document["metric"], document["runs"]
    own = [(caveat, one_line(row["dataset"]) if len(rows) > 1 else "") for row in rows for caveat in row["caveats"]]
    numbers = sorted({row["question"] for row in rows})
    questions = [
        f"The question, number {n} of Dietterich\N{RIGHT SINGLE QUOTATION MARK}s: {_QUESTIONS[n]}" for n in numbers
    ]
    sections = [
        *_opening_sections(document, estimates),
        *caveat_sections(document["caveats"], own),
        words_section(document),
        source_section(document["sources"]),
        *run_sections(document),
        FoldedSection(title="How to read this", sections=[TextSection(paragraphs=questions)], only=PAGES),
    ]
    return Page(
        heading="Estimate",
        title=who_on_what(runs),
        sections=sections,
        code=judge_call(runs, metric, result="estimates", options=_options(document)),
        environment=document["environment"],
    )


def _options(document: Document) -> dict[str, Any]:
    """Return the terms to judge on, an interval only where one was asked for."""
    asked = document["interval"]
    return {"alpha": document["alpha"]} | ({} if asked is None else {"interval": asked})


def _opening_sections(document: Document, estimates: Any) -> Iterator[Section]:
    rows, metric, runs = document["estimates"], document["metric"], document["runs"]
    sentences = [
        f"{one_line(row['learner'])} on {one_line(row['dataset'])}: {natural(row['score'], metric)}, "
        f"interval: {natural_interval(row['low'], row['high'], metric)}."
        for row in rows
    ]
    figure = FigureSection(shown=lambda: estimates, caption=_caption(document), words=values_words(document, sentences))
    yield answer_section(estimates, figure, n_rows=len(rows))
    label = one_line(metric["label"])
    scores = scores_of(rows, metric, "score")
    why = ": folds share training data" if any(row["question"] == _OF_FOLDS for row in rows) else ""
    yield TableSection(
        title="Estimates",
        caption=f"{who_on_what(runs)}: {label}.",
        columns=[
            name_column("dataset", "dataset"),
            name_column("learner", "learner", heads=True),
            number_column(label, lambda row: row["shown"]),
            Column(f"{percent(1 - document['alpha'])} interval", lambda row: _interval(row, metric), align="center"),
            number_column("spread over folds", lambda row: number(row["sd_over_folds"], digits=3)),
            number_column("spread over repeats", lambda row: number(row["sd_over_repeats"], digits=3), only=HTML),
            Column(
                "lowest to highest fold",
                lambda row: natural_interval(row["lowest"], row["highest"], metric),
                align="center",
                only=PAGES,
            ),
            number_column("right answers", _right_answers, only=HTML),
        ],
        rows=[{**row, "shown": shown} for row, (shown,) in zip(rows, scores, strict=True)],
        note=f"A spread is a standard deviation of scores; it is not a confidence interval{why}.",
    )


def _interval(row: Document, metric: Document) -> Words:
    words: list[Words] = [natural_interval(row["low"], row["high"], metric)]
    if row["interval_name"]:
        words.append(Span(row["interval_name"], "below"))
    if row["wilson_low"] is not None:
        words.append(Span(f"{natural_interval(row['wilson_low'], row['wilson_high'], metric)} Wilson", "below"))
    return words


def _right_answers(row: Document) -> str:
    return "not counted" if row["n_right"] is None else f"{row['n_right']} of {row['n_examples']}"


def _caption(document: Document) -> str:
    rows, unit = document["estimates"], unit_of(document["runs"])
    drawn = [f"Dots: single {unit}s; diamond: their mean" if unit else "Diamond: the value on one test set"]
    if any(row["interval_name"] for row in rows):
        drawn.append(f"bar: {percent(1 - document['alpha'])} interval")
    if any(not row["interval_name"] and row["sd_over_folds"] is not None for row in rows):
        drawn.append("dotted: one standard deviation, not an interval")
    return f"{'; '.join(drawn)}."


KIND = Kind(document=_document, page=_page)
