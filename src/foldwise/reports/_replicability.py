"""Replicability as a document and a page."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from foldwise._core import one_line
from foldwise.replicability import Agreement, Replicability
from foldwise.reports._common import answer_section, level_section, words_section
from foldwise.reports._design import metric_document, run_document, timing_documents, who_on_what
from foldwise.reports._document import Document, caveat_documents, caveat_sections, environment_document, plain
from foldwise.reports._kinds import Kind
from foldwise.reports._reproduce import replicate_call
from foldwise.reports._run import run_sections
from foldwise.reports._sections import (
    PAGES,
    Column,
    FigureSection,
    Page,
    Section,
    Span,
    TableSection,
    name_column,
    number_column,
)
from foldwise.reports._text import enumerated, interval, number, pairing, probability, share
from foldwise.verdicts import NEEDS, Procedure

_READING: Final = (
    "R is the share of the pairs of executions that agree on whether one learner is better; with the direction, that "
    "agree also on which one. Executions differ only in their random partitions: R says nothing about other data, and "
    "nothing about whether the decisions are right."
)


def _document(result: Replicability) -> Document:
    return {
        "schema": "foldwise.replicability/1",
        "words": result.details(),
        "procedure": str(result.procedure),
        "scheme": str(result.procedure.scheme),
        "test": result.test,
        **{name: plain(value) for name, value in result.procedure.options.items()},
        "metric": metric_document(result.metric),
        "n_executions": result.n_executions,
        "agreements": [_agreement(result, index, row) for index, row in enumerate(result.agreements)],
        "totals": [plain(asdict(total)) for total in result.totals],
        "measured_level": {**plain(asdict(result.level)), "words": str(result.level)},
        "caveats": caveat_documents(result.caveats),
        "runs": [run_document(run, result.metric) for run in result.runs],
        "timings": [row for run in result.runs for row in timing_documents(run)],
        "environment": environment_document(),
    }


def _agreement(result: Replicability, index: int, row: Agreement) -> Document:
    executions = result.executions
    place = divmod(index, len(result.pairs))
    arrays = {
        "decisions": executions.decisions,
        "estimates": executions.estimates,
        "statistics": executions.statistics,
        "pvalues": executions.pvalues,
        "n_repeats": executions.n_repeats.astype(int),
        "n_fits": executions.n_fits.astype(int),
        "unsettled": executions.unsettled,
    }
    return {**plain(asdict(row)), "executions": {name: plain(array[place]) for name, array in arrays.items()}}


def _page(document: Document, result: Any) -> Page:
    runs, n = document["runs"], document["n_executions"]
    sentences = [f"{pairing(row)}: R = {share(row['replicability'])}." for row in document["agreements"]]
    figure = FigureSection(
        shown=lambda: result,
        caption="",
        words=enumerated(f"p-values of {n} executions.", sentences),
    )
    options = {name: document[name] for name, value in Procedure().options.items() if document[name] != value}
    return Page(
        heading="Replicability",
        title=f"{who_on_what(runs)}: {n} executions",
        sections=[
            answer_section(result, figure, n_rows=len(document["agreements"])),
            *_tables(document),
            *caveat_sections(document["caveats"]),
            words_section(document),
            level_section(document),
            *run_sections(document),
        ],
        code=replicate_call(
            runs, document["metric"], scheme=document["scheme"], test=_given_test(document), options=options, n=n
        ),
        environment=document["environment"],
    )


def _given_test(document: Document) -> str:
    """Return the test if it was asked for by name; else the scheme chooses the same again.

    >>> _given_test({"procedure": "Procedure(KFold(3))", "test": "corrected_repeated_kfold_t"})
    ''
    """
    return str(document["test"]) if repr(document["test"]) in document["procedure"] else ""


def _tables(document: Document) -> Iterator[Section]:
    alpha, r = document["alpha"], Span("R", "math")
    what = f"{document['procedure']}, {NEEDS[document['test']].label}"

    def decided(row: Document) -> str:
        direction = " (reversed)" if row["is_reversed"] else ""
        return f"{share(row['three_outcome'])}{direction}"

    def pvalues(row: Document) -> str:
        return f"{probability(row['least_pvalue'], alpha)} to {probability(row['greatest_pvalue'], alpha)}"

    agreement = [
        number_column(r, lambda row: share(row["replicability"])),
        Column("95% interval", lambda row: interval(row["low"], row["high"]), align="center"),
    ]
    yield TableSection(
        title=f"Decisions of {document['n_executions']} executions",
        caption=f"Decisions of {document['n_executions']} executions of {what}.",
        columns=[
            name_column("dataset", "dataset"),
            name_column("a", "a", heads=True),
            name_column("b", "b", heads=True),
            number_column([Span("a", "math"), " better"], lambda row: row["n_a"]),
            number_column("neither", lambda row: row["n_none"] + row["n_equivalent"] + row["n_undetermined"]),
            number_column([Span("b", "math"), " better"], lambda row: row["n_b"]),
            *agreement,
            number_column("with direction", decided, only=PAGES),
            Column("least to greatest p", pvalues, align="center", only=PAGES),
            number_column("repeats", lambda row: number(row["mean_repeats"]), only=PAGES),
        ],
        rows=document["agreements"],
        note=_READING,
    )
    if len(document["agreements"]) > 1:
        yield TableSection(
            title="Over datasets",
            caption=f"{document['n_executions']} executions of {what}, over datasets.",
            columns=[
                Column("pairs", _pair, heads=True),
                number_column("comparisons", lambda row: row["n_comparisons"]),
                number_column("consistent", lambda row: row["n_consistent"]),
                number_column("almost", lambda row: row["n_almost_consistent"]),
                number_column("reversed", lambda row: row["n_reversed"]),
                *agreement,
                number_column("with direction", lambda row: share(row["three_outcome"])),
                number_column("fits of each learner", lambda row: number(row["mean_fits"]), only=PAGES),
            ],
            rows=document["totals"],
            note="Consistent: all executions agree on whether one learner is better; almost: all but one at most. The "
            "interval comes from resampling the datasets.",
        )


def _pair(total: Document) -> Span | str:
    return Span(f"{one_line(total['a'])} vs {one_line(total['b'])}", "name", most=90) if total["a"] else "all"


KIND = Kind(document=_document, page=_page)
