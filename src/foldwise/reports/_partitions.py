"""A partition analysis as a document and a page."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from foldwise.replicability import GROUP_WORDS, PartitionAnalysis, Partitions
from foldwise.reports._common import answer_section, level_section, words_section
from foldwise.reports._design import metric_document, run_document, timing_documents, who_on_what
from foldwise.reports._document import Document, caveat_documents, caveat_sections, environment_document, plain
from foldwise.reports._kinds import Kind
from foldwise.reports._reproduce import partitions_call
from foldwise.reports._run import run_sections
from foldwise.reports._sections import (
    HTML,
    PAGES,
    Column,
    DefinitionSection,
    FigureSection,
    FoldedSection,
    Page,
    Section,
    Span,
    TableSection,
    name_column,
    number_column,
)
from foldwise.reports._text import decision, enumerated, known, number, pairing, probability, share
from foldwise.stats import TallyResult
from foldwise.verdicts import NEEDS

_READING: Final = (
    "Every partition of the same data is judged by itself. The averaged t is the mean of their statistics, referred to "
    "the distribution of one of them; it is a summary, not a calibrated test. A conclusion from a single partition is "
    "counted as wrong where it is not that of the averaged t."
)
_MORE: Final = (
    "Partitions needed: to say on which side of the critical value the mean lies, if mean and spread stayed as they "
    "are. Normality: p of the test of Shapiro and Wilk, of the statistics and of the significances."
)


def _document(analysis: PartitionAnalysis) -> Document:
    return {
        "schema": "foldwise.partitions/1",
        "words": analysis.details(),
        "test": analysis.test,
        "df": plain(analysis.df),
        "alpha": analysis.alpha,
        "metric": metric_document(analysis.metric),
        "comparisons": [_row(row) for row in analysis.rows],
        "tally": None if analysis.tally is None else _tally(analysis.tally),
        "measured_level": {**plain(asdict(analysis.level)), "words": str(analysis.level)},
        "caveats": caveat_documents(analysis.caveats),
        "runs": [run_document(run, analysis.metric) for run in analysis.runs],
        "timings": [row for run in analysis.runs for row in timing_documents(run)],
        "environment": environment_document(),
    }


def _row(row: Partitions) -> Document:
    more = {
        "group": int(row.group),
        "group_words": GROUP_WORDS[row.group],
        "winner": {"a": row.a, "b": row.b}.get(row.conclusion),
        "n_partitions": row.n_partitions,
    }
    return {name: plain(value) for name, value in {**asdict(row), **more}.items()}


def _tally(tally: TallyResult) -> Document:
    names = ("correct_accept", "correct_reject", "type_one", "type_two", "n_conclusions", "error_rate")
    return {name: plain(getattr(tally, name)) for name in names}


def _page(document: Document, analysis: Any) -> Page:
    runs = document["runs"]
    sentences = [f"{pairing(row)}: averaged t {number(row['averaged_t'])}." for row in document["comparisons"]]
    figure = FigureSection(
        shown=lambda: analysis,
        caption="In the shaded margins a single partition calls one learner better.",
        words=enumerated("Sorted significances of all partitions.", sentences),
    )
    return Page(
        heading="Partition analysis",
        title=f"{who_on_what(runs)}: every partition by itself",
        sections=[
            answer_section(analysis, figure, n_rows=len(document["comparisons"])),
            _table(document),
            *caveat_sections(document["caveats"]),
            words_section(document),
            *_tally_sections(document["tally"]),
            level_section(document),
            *run_sections(document),
        ],
        code=partitions_call(runs, document["metric"], {name: document[name] for name in ("test", "alpha")}),
        environment=document["environment"],
    )


def _table(document: Document) -> TableSection:
    alpha, a, b, p = document["alpha"], Span("a", "math"), Span("b", "math"), Span("p", "math")
    label = NEEDS[document["test"]].label
    return TableSection(
        title="What single partitions say, and all of them",
        caption=f"{who_on_what(document['runs'])}, {label}: on how many partitions each learner is called better, and "
        "the averaged t.",
        columns=[
            name_column("dataset", "dataset"),
            name_column("a", "a", heads=True),
            name_column("b", "b", heads=True),
            number_column([b, " better"], lambda row: row["n_b"]),
            number_column("neither", lambda row: row["n_none"]),
            number_column([a, " better"], lambda row: row["n_a"]),
            Column("group", lambda row: [row["group"], Span(f": {row['group_words']}", "explained")], css="said"),
            number_column(["averaged ", Span("t", "math")], lambda row: number(row["averaged_t"])),
            number_column(p, lambda row: probability(row["averaged_pvalue"], alpha)),
            Column("conclusion", lambda row: decision({**row, "decision": row["conclusion"]}), css="said"),
            number_column("wrong", lambda row: known(row["n_wrong"]), only=PAGES),
            number_column("partitions needed", lambda row: number(row["n_needed"], digits=7), only=PAGES),
            number_column("normality of t", lambda row: probability(row["normality_of_t"]["pvalue"]), only=HTML),
            number_column("normality of p", lambda row: probability(row["normality_of_p"]["pvalue"]), only=HTML),
        ],
        rows=document["comparisons"],
        note=f"{_READING} {_MORE}",
    )


def _tally_sections(tally: Document | None) -> Iterator[Section]:
    if tally is not None:
        right = f"{tally['correct_accept']} without a difference, {tally['correct_reject']} with one"
        wrong = (
            f"{tally['type_one']} see a difference that the averaged t does not see, {tally['type_two']} do not see "
            "the one that it sees"
        )
        items = [
            ("Right", right),
            ("Wrong", wrong),
            ("Share of wrong ones", f"{share(tally['error_rate'])} of {tally['n_conclusions']}"),
        ]
        yield FoldedSection(
            title="Conclusions from single partitions", sections=[DefinitionSection(items=items)], only=HTML
        )


KIND = Kind(document=_document, page=_page)
