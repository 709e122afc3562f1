"""A run as a document, and what its pages show."""

from typing import Any

from foldwise._core import one_line
from foldwise.reports._caveats import gathered, of_run
from foldwise.reports._design import metric_document, run_document, timing_documents
from foldwise.reports._kind import Kind
from foldwise.reports._plain import Document, environment_document
from foldwise.reports._reproduce import evaluate_call
from foldwise.reports._text import enumerated, natural, shared_training, unit_of
from foldwise.reports._title import who_on_what
from foldwise.runs import Run


def _document(run: Run) -> Document:
    return {
        "schema": "foldwise.run/1",
        "metric": metric_document(run.metric),
        "runs": [run_document(run, run.metric)],
        "timings": timing_documents(run),
        "environment": environment_document(),
    }


def _page(document: Document) -> dict[str, Any]:
    rows = [
        f"{one_line(learner['name'])}: {natural(learner['mean_score'], document['metric'])}."
        for learner in document["runs"][0]["learners"]
    ]
    unit = unit_of(document["runs"])
    opening = f"Values of {document['metric']['label']}{f', {unit} by {unit}' if unit else ''}."
    return {
        "title": who_on_what(document["runs"]),
        "caption": f"Each dot is one {unit}. {shared_training(unit)}" if unit else "One split: a value per learner.",
        "caveats": gathered(of_run(document["runs"][0])),
        "figure_words": enumerated(opening, rows),
        "code": evaluate_call(document["runs"], document["metric"]),
    }


RUN = Kind(name="run", heading="Run", of=Run, document=_document, page=_page)
