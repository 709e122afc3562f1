"""A partition analysis as a document, and what its pages show."""

from dataclasses import asdict
from typing import Any, Final

from foldwise.replicability import GROUP_WORDS, PartitionAnalysis, Partitions
from foldwise.reports._caveats import gathered
from foldwise.reports._design import metric_document, run_document, timing_documents
from foldwise.reports._kind import Kind
from foldwise.reports._plain import Document, caveat_documents, environment_document, plain
from foldwise.reports._reproduce import partitions_call
from foldwise.reports._text import enumerated, number, pairing, paragraphs
from foldwise.reports._title import who_on_what
from foldwise.stats import TallyResult
from foldwise.verdicts import NEEDS

_READING: Final = (
    "Every partition of the same data is judged by itself. The averaged t is the mean of their statistics, referred to "
    "the distribution of one of them; it is a summary, not a calibrated test. A conclusion from a single partition is "
    "counted as wrong where it is not that of the averaged t."
)


def _document(analysis: PartitionAnalysis) -> Document:
    return {
        "schema": "foldwise.partitions/1",
        "words": str(analysis),
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


def _page(document: Document) -> dict[str, Any]:
    told = [f"{pairing(row)}: averaged t {number(row['averaged_t'])}." for row in document["comparisons"]]
    options = {name: document[name] for name in ("test", "alpha")}
    return {
        "title": f"{who_on_what(document['runs'])}: every partition by itself",
        "words": paragraphs(document["words"]),
        "test_label": NEEDS[document["test"]].label,
        "caveats": gathered((caveat, "") for caveat in document["caveats"]),
        "caption": "Each dot is one partition; further to the left or right the more significant. In the shaded "
        "margins a test of this partition alone calls one learner better.",
        "reading": _READING,
        "figure_words": enumerated("Sorted significances of all partitions.", told),
        "code": partitions_call(document["runs"], document["metric"], options),
    }


PARTITIONS = Kind(name="partitions", heading="Partition analysis", of=PartitionAnalysis, document=_document, page=_page)
