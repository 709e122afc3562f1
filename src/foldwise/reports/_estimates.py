"""Estimates as a document, and what their pages show."""

from dataclasses import asdict
from typing import Any, Final

from foldwise._core import one_line
from foldwise.reports._caveats import gathered
from foldwise.reports._design import metric_document, run_document, timing_documents
from foldwise.reports._kind import Kind
from foldwise.reports._plain import Document, caveat_documents, environment_document, plain
from foldwise.reports._reproduce import judge_call
from foldwise.reports._text import enumerated, level, natural, natural_interval, paragraphs, unit_of
from foldwise.reports._title import who_on_what
from foldwise.reports._verdict import source_documents
from foldwise.verdicts import Estimates

# Dietterich's questions about a single classifier or learner.
QUESTIONS: Final = {
    1: "How well will this classifier do on new examples?",
    5: "How well does this learner do on training sets of this size?",
    6: "How well does this learner do on training sets of about this size, with little data?",
}


def _document(estimates: Estimates) -> Document:
    return {
        "schema": "foldwise.estimates/1",
        "words": str(estimates),
        "metric": metric_document(estimates.metric),
        "alpha": estimates.alpha,
        "estimates": [plain(asdict(row)) for row in estimates.rows],
        "sources": source_documents(estimates.sources),
        "caveats": caveat_documents(estimates.caveats),
        "runs": [run_document(run, estimates.metric) for run in estimates.runs],
        "timings": [row for run in estimates.runs for row in timing_documents(run)],
        "environment": environment_document(),
    }


def _page(document: Document) -> dict[str, Any]:
    rows, metric, share = document["estimates"], document["metric"], level(document["alpha"])
    own = [(caveat, one_line(row["dataset"]) if len(rows) > 1 else "") for row in rows for caveat in row["caveats"]]
    told = [
        f"{one_line(row['learner'])} on {one_line(row['dataset'])}: {natural(row['score'], metric)}, "
        f"interval: {natural_interval(row['low'], row['high'], metric)}."
        for row in rows
    ]
    asked = sorted({row["question"] for row in rows})
    unit = unit_of(document["runs"])
    drawn = [f"each dot is one {unit}, the diamond their mean" if unit else "the diamond is the value on one test set"]
    if any(row["interval_name"] for row in rows):
        drawn.append(f"the bar is the {share} interval")
    if any(not row["interval_name"] and row["sd_over_folds"] is not None for row in rows):
        drawn.append(
            f"the dotted line is one standard deviation of the {unit}s to each side, a spread, not an interval"
        )
    caption = "; ".join(drawn)
    return {
        "title": who_on_what(document["runs"]),
        "words": paragraphs(document["words"]),
        "level": share,
        "questions": [{"number": number, "words": QUESTIONS[number]} for number in asked],
        "caveats": gathered([*((caveat, "") for caveat in document["caveats"]), *own]),
        "caption": f"{caption[0].upper()}{caption[1:]}.",
        "figure_words": enumerated(f"Values of {metric['label']}{f', {unit} by {unit}' if unit else ''}.", told),
        "code": judge_call(document["runs"], metric, result="estimates", options={"alpha": document["alpha"]}),
    }


ESTIMATES = Kind(name="estimates", heading="Estimate", of=Estimates, document=_document, page=_page)
