"""A panel as a document, and what its pages show."""

from collections.abc import Iterator
from typing import Any

from foldwise._core import counted
from foldwise.reports._caveats import Told, gathered, of_comparisons
from foldwise.reports._design import metric_document, run_document, timing_documents
from foldwise.reports._kind import Kind
from foldwise.reports._plain import Document, caveat_documents, environment_document, plain
from foldwise.reports._reproduce import judge_call
from foldwise.reports._text import decision, enumerated, level, pairing
from foldwise.reports._title import who_on_what
from foldwise.reports._verdict import AGREES, comparison_document, has_forecast, options_of, source_documents
from foldwise.verdicts import NEEDS, Panel, Verdict


def _document(panel: Panel) -> Document:
    first = panel.advised
    return {
        "schema": "foldwise.panel/1",
        "words": str(panel),
        "advised": first.test,
        "metric": metric_document(first.metric),
        "alpha": first.alpha,
        "rope": plain(first.rope),
        "alternative": first.alternative,
        "adjust": first.adjust,
        "tests": [_test_document(verdict) for verdict in panel.verdicts],
        "opinions": _opinions(panel),
        "not_applicable": [
            {"test": test, "label": NEEDS[test].label, "needs": needs} for test, needs in panel.not_applicable.items()
        ],
        "sources": source_documents(first.sources),
        "caveats": caveat_documents(panel.caveats),
        "runs": [run_document(run, first.metric) for run in first.runs],
        "timings": [row for run in first.runs for row in timing_documents(run)],
        "environment": environment_document(),
    }


def _test_document(verdict: Verdict) -> Document:
    need = NEEDS[verdict.test]
    return {
        "test": verdict.test,
        "label": need.label,
        "advisable": need.advisable,
        "differs": need.differs,
        "assumes": need.assumes,
        "avoid": need.avoid,
        "family": verdict.family,
        "comparisons": [comparison_document(row) for row in verdict.comparisons],
        "caveats": caveat_documents(verdict.caveats),
    }


def _opinions(panel: Panel) -> list[Document]:
    """For each comparison on which the tests do not agree: which decision which tests came to."""
    found = []
    for dataset, a, b in panel.splits_opinion():
        decisions: dict[str, Document] = {}
        for verdict in panel.verdicts:
            for row in verdict.comparisons:
                if (row.dataset, row.a, row.b) == (dataset, a, b):
                    camp: Document = {"decision": row.decision, "winner": row.winner, "tests": []}
                    decisions.setdefault(row.decision, camp)["tests"].append(verdict.test)
        found.append({"dataset": dataset, "a": a, "b": b, "decisions": list(decisions.values())})
    return found


def _page(document: Document) -> dict[str, Any]:
    tests, share = document["tests"], level(document["alpha"])
    groups = _groups(tests)
    told = [
        f"{pairing(group)}: "
        + "; ".join(f"{line['test']['label']}: {decision(line['row'])}" for line in group["lines"])
        + "."
        for group in groups
    ]
    is_adjusted = document["adjust"] != "none" and any(test["family"] > 1 for test in tests)
    options = options_of(document, test="all")
    beyond = [test["family"] for test in tests if test["family"] > len(test["comparisons"])]
    if beyond:
        options["tries"] = max(beyond)
    inadvisable = any(not test["advisable"] for test in tests)
    return {
        "title": who_on_what(document["runs"]),
        # The tables of the page hold what the lines before the last paragraph hold.
        "words": [_opening(document, len(groups)), document["words"].split("\n\n")[-1]],
        "level": share,
        "is_adjusted": is_adjusted,
        "has_forecast": any(has_forecast(test["comparisons"]) for test in tests),
        "forecast_words": AGREES,
        "groups": groups,
        "by_name": {test["test"]: test for test in tests},
        "caveats": _caveats(document),
        "caption": f"Each row is one test on the same scores: its estimate and, where it has one, its "
        f"{share} interval." + (" Tests that foldwise would not rely on are pale." if inadvisable else ""),
        "figure_words": enumerated("What each test says.", told),
        "code": judge_call(document["runs"], document["metric"], result="panel", options=options),
    }


def _caveats(document: Document) -> list[dict[str, Any]]:
    """Collect what to beware of: of the panel first, then of single tests; what all say alike goes without names."""
    tests = document["tests"]
    shared = gathered((caveat, "") for caveat in document["caveats"])
    own = gathered(told for test in tests for told in _of_test(test))
    labels = [test["label"] for test in tests]
    everyone = [{**caveat, "about": []} if len(tests) > 1 and caveat["about"] == labels else caveat for caveat in own]
    known = {(caveat["code"], caveat["message"]) for caveat in shared}
    return [*shared, *(caveat for caveat in everyone if (caveat["code"], caveat["message"]) not in known)]


def _of_test(test: Document) -> Iterator[Told]:
    """Give the caveats of one test under its name, with the comparisons where they do not concern all of them."""
    label, rows = test["label"], test["comparisons"]
    for caveat in test["caveats"]:
        yield caveat, label
    for caveat in gathered(of_comparisons(rows)):
        is_everywhere = len(caveat["about"]) in (0, len(rows))
        yield caveat, label if is_everywhere else f"{label} ({', '.join(caveat['about'])})"


def _opening(document: Document, n_groups: int) -> str:
    tests, n_split = counted(len(document["tests"]), "test"), len(document["opinions"])
    if n_groups == 1:
        return f"{tests} on the same scores come to {'different conclusions' if n_split else 'the same conclusion'}."
    if not n_split:
        return f"{tests} on the same scores come to the same conclusion on each of {n_groups} comparisons."
    return f"{tests} on the same scores; on {n_split} of {n_groups} comparisons their conclusions differ."


def _groups(tests: list[Document]) -> list[Document]:
    """Arrange the rows of all tests by comparison."""
    found: dict[tuple[str, str, str], Document] = {}
    for test in tests:
        for row in test["comparisons"]:
            place = {name: row[name] for name in ("dataset", "a", "b")}
            group = found.setdefault(tuple(place.values()), {**place, "lines": []})
            group["lines"].append({"test": test, "row": row})
    return list(found.values())


PANEL = Kind(name="panel", heading="Panel of tests", of=Panel, document=_document, page=_page)
