"""Replicability as a document, and what its pages show."""

from dataclasses import asdict
from typing import Any, Final

from foldwise._core import one_line
from foldwise.replicability import Agreement, Replicability
from foldwise.reports._caveats import gathered
from foldwise.reports._design import metric_document, run_document, timing_documents
from foldwise.reports._kind import Kind
from foldwise.reports._plain import Document, caveat_documents, environment_document, plain
from foldwise.reports._reproduce import replicate_call
from foldwise.reports._text import enumerated, pairing, paragraphs, share
from foldwise.reports._title import who_on_what
from foldwise.verdicts import NEEDS, Procedure

_READING: Final = (
    "R is the share of the pairs of executions that agree on whether one learner is better; with the direction, that "
    "agree also on which one. Executions differ only in their random partitions: R says nothing about other data, and "
    "nothing about whether the decisions are right."
)


def _document(result: Replicability) -> Document:
    return {
        "schema": "foldwise.replicability/1",
        "words": str(result),
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
    found = result.executions
    place = divmod(index, len(result.pairs))
    arrays = {
        "decisions": found.decisions,
        "estimates": found.estimates,
        "statistics": found.statistics,
        "pvalues": found.pvalues,
        "n_repeats": found.n_repeats.astype(int),
        "n_fits": found.n_fits.astype(int),
        "unsettled": found.unsettled,
    }
    return {**plain(asdict(row)), "executions": {name: plain(array[place]) for name, array in arrays.items()}}


def _page(document: Document) -> dict[str, Any]:
    told = [f"{pairing(row)}: R = {share(row['replicability'])}." for row in document["agreements"]]
    options = {name: document[name] for name, value in Procedure().options.items() if document[name] != value}
    return {
        "title": f"{who_on_what(document['runs'])}: {document['n_executions']} executions",
        "words": paragraphs(document["words"]),
        "test_label": NEEDS[document["test"]].label,
        "names": [f"{one_line(total['a'])} vs {one_line(total['b'])}" for total in document["totals"]],
        "caveats": gathered((caveat, "") for caveat in document["caveats"]),
        "caption": "Each mark is the p-value of one execution, on random partitions of its own; its shape says what "
        "was decided.",
        "reading": _READING,
        "figure_words": enumerated(f"p-values of {document['n_executions']} executions.", told),
        "code": replicate_call(
            document["runs"],
            document["metric"],
            scheme=document["scheme"],
            test=document["test"],
            options=options,
            n=document["n_executions"],
        ),
    }


REPLICABILITY = Kind(name="replicability", heading="Replicability", of=Replicability, document=_document, page=_page)
