"""A study of tests as a document, and what its pages show."""

from typing import Any

from foldwise._core import counted
from foldwise.lab import LabResult, OwnProcedure, Trials
from foldwise.reports._caveats import gathered
from foldwise.reports._kind import Kind
from foldwise.reports._lab_call import lab_call, settings_document, study_name, typed, typed_procedure
from foldwise.reports._lab_difference import source_differences
from foldwise.reports._lab_table import lab_table
from foldwise.reports._lab_words import findings, reading
from foldwise.reports._plain import Document, caveat_documents, environment_document, plain
from foldwise.reports._text import difference, enumerated


def _document(result: LabResult) -> Document:
    first = result.trials[0]
    frame = result.frame()
    table = [plain(row) for row in frame.to_dict("records")]
    return {
        "schema": "foldwise.lab/1",
        "study": study_name(result),
        "title": result.title,
        "words": str(result),
        "findings": findings(study_name(result), table, getattr(result, "alpha", None)),
        "settings": settings_document(result),
        "n_trials": first.n_trials,
        "n_executions": _n_executions(first),
        "seed": first.seed,
        "procedures": [
            {
                "name": name,
                "scheme": str(procedure.scheme),
                "test": procedure.name if isinstance(procedure, OwnProcedure) else procedure.test,
                "is_own": isinstance(procedure, OwnProcedure),
                "call": typed_procedure(name, procedure),
            }
            for name, procedure in first.procedures.items()
        ],
        "sources": [
            {
                "name": trials.source.name,
                "kind": type(trials.source).__name__,
                "n_examples": trials.source.n_examples,
                "difference": plain(known.difference),
                "standard_error": plain(known.standard_error),
                "gap": plain(known.gap),
                "n_trials": trials.n_trials,
                "call": typed(trials.source),
            }
            for trials, known in zip(result.trials, source_differences(result), strict=True)
        ],
        "columns": list(frame.columns),
        "table": table,
        "caveats": caveat_documents(result.caveats),
        "environment": environment_document(),
    }


def _n_executions(trials: Trials) -> int:
    return int(next(iter(trials.found.values())).pvalue.shape[1])


def _page(document: Document) -> dict[str, Any]:
    headings, rows = lab_table(document)
    made_of = f"{counted(len(document['procedures']), 'procedure')}, {counted(len(document['sources']), 'source')}"
    return {
        "title": document["title"],
        "words": [f"{made_of}, {counted(document['n_trials'], 'trial')} from each source.", *document["findings"]],
        "headings": headings,
        "rows": rows,
        "short": lab_table(document, short=True),
        "caveats": gathered((caveat, "") for caveat in document["caveats"]),
        "caption": "The numbers of the table below.",
        "reading": reading(document["study"]),
        "differences": [_difference(row) for row in document["sources"]],
        "figure_words": enumerated(f"{document['title']}.", [_row_words(headings, row) for row in rows]),
        "code": lab_call(document),
    }


def _row_words(headings: list[dict[str, Any]], row: list[str]) -> str:
    """Say what a row is about, and its first two numbers."""
    about = [text for heading, text in zip(headings, row, strict=True) if not heading["is_number"]]
    numbers = [f"{heading['text']} {text}" for heading, text in zip(headings, row, strict=True) if heading["is_number"]]
    return f"{', '.join(about)}: {', '.join(numbers[:2])}."


def _difference(row: Document) -> str:
    """Say what is known of the true difference in accuracy of a source.

    >>> exact = {"difference": 0.0, "standard_error": None, "gap": None}
    >>> _difference(exact), _difference({**exact, "difference": None})
    ('none: both learners are equally good', 'not known')
    >>> _difference({**exact, "difference": 0.113, "standard_error": 0.0021})
    '+0.113, measured (standard error 0.0021)'
    >>> _difference({**exact, "gap": 0.00041})
    'none, as far as matched (gap at most 0.0004)'
    """
    value, error, gap = (row[key] for key in ("difference", "standard_error", "gap"))
    if value is None:
        return "not known"
    if gap is not None:
        return f"none, as far as matched (gap at most {gap:.4f})"
    if error is not None:
        return f"{difference(value)}, measured (standard error {error:.4f})"
    return difference(value) if value else "none: both learners are equally good"


LAB = Kind(name="lab", heading="Study of tests", of=LabResult, document=_document, page=_page)
