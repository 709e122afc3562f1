"""A panel as a document and a page."""

from collections.abc import Iterator
from typing import Any

from foldwise._core import one_line
from foldwise.reports._common import answer_section
from foldwise.reports._comparison import (
    ahead_words,
    comparison_document,
    equivalence_words,
    finding_columns,
    forecast_columns,
    forecast_words,
    options_of,
    outcome_column,
    source_documents,
    source_section,
)
from foldwise.reports._design import metric_document, run_document, timing_documents, who_on_what
from foldwise.reports._document import (
    Document,
    Mention,
    caveat_documents,
    caveat_sections,
    environment_document,
    gathered,
    of_comparisons,
    plain,
)
from foldwise.reports._kinds import Kind
from foldwise.reports._reproduce import judge_call
from foldwise.reports._run import run_sections
from foldwise.reports._sections import (
    PAGES,
    Column,
    FigureSection,
    FoldedSection,
    ListSection,
    Page,
    Section,
    Span,
    TableSection,
    TextSection,
    Words,
)
from foldwise.reports._text import decision, enumerated, number, pairing
from foldwise.verdicts import NEEDS, Panel, Verdict


def _document(panel: Panel) -> Document:
    first = panel.advised
    return {
        "schema": "foldwise.panel/1",
        "words": panel.details(),
        "advised": first.test,
        "metric": metric_document(first.metric),
        "alpha": first.alpha,
        "rope": plain(first.rope),
        "alternative": first.alternative,
        "adjust": first.adjust,
        "against": first.against,
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
    """Return, for each comparison on which the tests do not agree, which decision which tests came to."""
    opinions = []
    for dataset, a, b in panel.splits_opinion():
        decisions: dict[str, Document] = {}
        for verdict in panel.verdicts:
            for row in verdict.comparisons:
                if (row.dataset, row.a, row.b) == (dataset, a, b):
                    camp: Document = {
                        "decision": row.decision,
                        "winner": row.winner,
                        "outcome": row.outcome,
                        "tests": [],
                    }
                    decisions.setdefault(row.decision, camp)["tests"].append(verdict.test)
        opinions.append({"dataset": dataset, "a": a, "b": b, "decisions": list(decisions.values())})
    return opinions


def _page(document: Document, panel: Any) -> Page:
    runs = document["runs"]
    sections = [
        *_opening_sections(document, panel),
        _opinion_section(document),
        *caveat_sections(document["caveats"], _caveats(document)),
        *_word_sections(document),
        source_section(document["sources"]),
        *_lacking_sections(document["not_applicable"]),
        *run_sections(document),
    ]
    return Page(
        heading="Panel of tests",
        title=who_on_what(runs, document["against"]),
        sections=sections,
        code=judge_call(runs, document["metric"], result="panel", options=_options(document)),
        environment=document["environment"],
    )


def _options(document: Document) -> Document:
    beyond = [test["family"] for test in document["tests"] if test["family"] > len(test["comparisons"])]
    return {**options_of(document, test="all"), **({"tries": max(beyond)} if beyond else {})}


def _opening_sections(document: Document, panel: Any) -> Iterator[Section]:
    tests = document["tests"]
    rows = [{**row, "of": test} for test in tests for row in test["comparisons"]]
    groups: dict[str, list[Document]] = {}
    for row in rows:
        groups.setdefault(pairing(row), []).append(row)
    sentences = [f"{pairing(group[0])}: {'; '.join(_says(row) for row in group)}." for group in groups.values()]
    figure = FigureSection(
        shown=lambda: panel,
        caption="",
        words=enumerated("What each test says.", sentences),
    )
    yield answer_section(panel, figure, n_rows=len(groups))
    yield _test_section(document, [row for group in groups.values() for row in group])


def _says(row: Document) -> str:
    return f"{row['of']['label']}: {decision(row)}"


def _pair(row: Document) -> Words:
    return [Span(row["a"], "name"), " vs ", Span(row["b"], "name"), " on ", Span(row["dataset"], "name")]


def _test_section(document: Document, rows: list[Document]) -> TableSection:
    metric = document["metric"]
    family = max(test["family"] for test in document["tests"])

    def test_words(row: Document) -> Words:
        test = row["of"]
        advice = (
            " (not advised)" if not test["advisable"] else " (advised)" if test["test"] == document["advised"] else ""
        )
        return [Span(test["test"], "test"), Span(f"{test['label']}{advice}", "label")]

    notes = [
        f"A positive difference means that the learner named first is ahead{ahead_words(metric)}.",
        *equivalence_words(document["rope"]),
        "A test that is not advised rejects true null hypotheses more often than its level says, or has no level at "
        "all.",
        *forecast_words(rows),
    ]
    return TableSection(
        title="What each test says",
        caption=f"{one_line(metric['label'])}, every applicable test ({document['alternative']}, level "
        f"{number(document['alpha'])}).",
        columns=[
            Column("test", test_words, heads=True, wraps=True),
            outcome_column(),
            *finding_columns({**document, "family": family}, rows),
            *forecast_columns(rows),
            Column("what sets it apart", lambda row: row["of"]["differs"], css="wide", only=PAGES),
        ],
        rows=rows,
        group=_pair,
        is_muted=lambda row: not row["of"]["advisable"],
        note=" ".join(notes),
    )


def _word_sections(document: Document) -> Iterator[Section]:
    """Return the last paragraph of the words: the table holds what the lines before it hold."""
    words = TextSection(paragraphs=[document["words"].split("\n\n")[-1]])
    yield FoldedSection(title="In full sentences", sections=[words], only=PAGES)


def _opinion_section(document: Document) -> FoldedSection:
    """Return which tests came to which decision, where they do not agree."""
    tests = {test["test"]: test for test in document["tests"]}
    sections: list[Section] = []
    if not document["opinions"]:
        sections.append(TextSection(paragraphs=["All tests come to the same conclusion."]))
    for opinion in document["opinions"]:
        items: list[Words] = []
        for camp in opinion["decisions"]:
            sentences = [f"{tests[name]['label']}, which {tests[name]['differs']}" for name in camp["tests"]]
            items.append([Span(decision(camp), "strong"), f": {'; '.join(sentences)}."])
        sections.append(ListSection(title=_pair(opinion), items=items, level=3))
    return FoldedSection(title="Where conclusions differ, and why", sections=sections, only=PAGES)


def _lacking_sections(tests: list[Document]) -> Iterator[Section]:
    if tests:
        items = [[f"{test['label']} (", Span(test["test"], "code"), f"): {_lacking(test['needs'])}"] for test in tests]
        yield FoldedSection(title="Tests that this design cannot feed", sections=[ListSection(items=items)], only=PAGES)


def _lacking(needs: str) -> str:
    """Return what a test lacks: what it needs, or the sentence that says what went wrong.

    >>> _lacking("two or more random splits"), _lacking("Fold 3 has no prediction.")
    ('needs two or more random splits.', 'Fold 3 has no prediction.')
    """
    text = one_line(needs)
    return text if text.endswith(".") else f"needs {text}."


def _caveats(document: Document) -> Iterator[Mention]:
    """Return the caveats of single tests that are not those of the panel; what all say alike goes without names."""
    tests = document["tests"]
    labels = [test["label"] for test in tests]
    known = {(caveat["code"], caveat["message"]) for caveat in document["caveats"]}
    for caveat in gathered(mention for test in tests for mention in _of_test(test)):
        if (caveat["code"], caveat["message"]) not in known:
            is_general = len(tests) > 1 and caveat["about"] == labels
            yield from ((caveat, about) for about in ([""] if is_general else caveat["about"]))


def _of_test(test: Document) -> Iterator[Mention]:
    """Return the caveats of one test under its name, with the comparisons where they do not concern all of them."""
    label, rows = test["label"], test["comparisons"]
    for caveat in test["caveats"]:
        yield caveat, label
    for caveat in gathered(of_comparisons(rows)):
        is_everywhere = len(caveat["about"]) in (0, len(rows))
        yield caveat, label if is_everywhere else f"{label} ({', '.join(caveat['about'])})"


KIND = Kind(document=_document, page=_page)
