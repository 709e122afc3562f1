"""A study of tests as a document and a page."""

from typing import Any

from foldwise._core import counted
from foldwise.lab import LabResult, OwnProcedure, Trials
from foldwise.reports._common import answer_section
from foldwise.reports._document import Document, caveat_documents, caveat_sections, environment_document, plain
from foldwise.reports._kinds import Kind
from foldwise.reports._lab_call import (
    lab_call,
    settings_document,
    source_differences,
    study_name,
    typed,
    typed_procedure,
)
from foldwise.reports._lab_table import findings, lab_table, reading
from foldwise.reports._sections import (
    LATEX,
    PAGES,
    Column,
    FigureSection,
    FoldedSection,
    Formats,
    Page,
    Span,
    TableSection,
    TextSection,
    number_column,
)
from foldwise.reports._text import difference, enumerated


def _document(result: LabResult) -> Document:
    first = result.trials[0]
    frame = result.frame()
    table = [plain(row) for row in frame.to_dict("records")]
    return {
        "schema": "foldwise.lab/1",
        "study": study_name(result),
        "title": result.title,
        "words": result.details(),
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


def _page(document: Document, result: Any) -> Page:
    headings, rows = lab_table(document)
    made_of = f"{counted(len(document['procedures']), 'procedure')}, {counted(len(document['sources']), 'source')}"
    opening = f"{made_of}, {counted(document['n_trials'], 'trial')} from each source."
    words = TextSection(paragraphs=[opening, *document["findings"]])
    figure = FigureSection(
        shown=lambda: result,
        caption="",
        words=enumerated(f"{document['title']}.", [_row_words(headings, row) for row in rows]),
    )
    return Page(
        heading="Study of tests",
        title=document["title"],
        sections=[
            answer_section(result, figure),
            _table_section(document, headings, rows, only=PAGES),
            _table_section(document, *lab_table(document, short=True), only=LATEX),
            *caveat_sections(document["caveats"]),
            FoldedSection(title="In full sentences", sections=[words], only=PAGES),
            FoldedSection(
                title="How to read this", sections=[TextSection(paragraphs=reading(document["study"]))], only=PAGES
            ),
            _source_section(document),
        ],
        code=lab_call(document),
        environment=document["environment"],
    )


def _table_section(document: Document, headings: list[Any], rows: list[list[str]], *, only: Formats) -> TableSection:
    def column(place: int) -> Column:
        heading = headings[place]
        return Column(
            heading["text"],
            lambda row: Span(row[place], "broken name"),
            align="right" if heading["is_number"] else "left",
        )

    return TableSection(
        title="What was found",
        caption=f"{document['title']}, {document['n_trials']} trials from each source. Intervals are for the error of "
        "this simulation.",
        columns=[column(place) for place in range(len(headings))],
        rows=rows,
        only=only,
    )


def _source_section(document: Document) -> FoldedSection:
    """Return where the datasets came from."""
    seed = f"Seed {document['seed']}. With it the same call gives the same numbers, on any number of cores."
    table = TableSection(
        columns=[
            Column("source", lambda source: Span(source["name"], "broken name", most=90), heads=True),
            number_column("examples", lambda source: source["n_examples"]),
            number_column("datasets", lambda source: source["n_trials"]),
            Column("true difference in accuracy", _difference),
        ],
        rows=document["sources"],
        note=seed,
        only=PAGES,
    )
    return FoldedSection(title="Where the datasets came from", sections=[table], only=PAGES)


def _row_words(headings: list[dict[str, Any]], row: list[str]) -> str:
    """Return what a row is about, and its first two numbers."""
    about = [text for heading, text in zip(headings, row, strict=True) if not heading["is_number"]]
    numbers = [f"{heading['text']} {text}" for heading, text in zip(headings, row, strict=True) if heading["is_number"]]
    return f"{', '.join(about)}: {', '.join(numbers[:2])}."


def _difference(row: Document) -> str:
    """Return what is known of the true difference in accuracy of a source.

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


KIND = Kind(document=_document, page=_page)
