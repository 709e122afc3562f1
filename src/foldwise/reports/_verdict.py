"""A verdict as a document and a page."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from foldwise._core import counted
from foldwise.reports._common import answer_section
from foldwise.reports._comparison import comparison_document, options_of, source_documents, source_section
from foldwise.reports._design import (
    metric_document,
    run_document,
    shared_training,
    timing_documents,
    unit_of,
    who_on_what,
)
from foldwise.reports._document import (
    Document,
    Mention,
    caveat_documents,
    caveat_sections,
    environment_document,
    of_comparisons,
    plain,
)
from foldwise.reports._kinds import Kind
from foldwise.reports._overall import explanation, overall_document, overall_sections, rank_figure
from foldwise.reports._reproduce import compare_call, judge_call
from foldwise.reports._run import run_sections
from foldwise.reports._sections import (
    HTML,
    PAGES,
    Bar,
    Column,
    FigureSection,
    FoldedSection,
    ListSection,
    Page,
    Section,
    Span,
    TableSection,
    TextSection,
    name_column,
    number_column,
)
from foldwise.reports._text import decision, difference, enumerated, interval, number, pairing, paragraphs, share
from foldwise.reports._verdict_table import comparison_table, print_table
from foldwise.verdicts import NEEDS, Settled, Verdict, card
from foldwise.verdicts.tests import OWN

_MOST_WITH_DOTS: Final = 10

_OUTCOMES: Final = {
    "better": "with one learner better",
    "none": "not told apart",
    "equivalent": "practically equivalent",
    "open": "open",
    "undetermined": "undetermined",
}

_NOT_TOLD_APART: Final = (
    "\N{LEFT DOUBLE QUOTATION MARK}Not told apart\N{RIGHT DOUBLE QUOTATION MARK} does not say that the learners are "
    "equally good."
)

_ROPE: Final = (
    "P(b better), P(within rope) and P(a better) are the probabilities that b is better by more than the rope, that "
    "the difference lies within it, and that a is better by more than it, by the Bayesian correlated t test."
)


def outcomes(rows: list[Document]) -> str:
    """Return how many comparisons came to what.

    >>> outcomes([{"outcome": "better"}, {"outcome": "none"}])
    '2 comparisons: 1 with one learner better, 1 not told apart'
    """
    counts = Counter(row["outcome"] for row in rows)
    parts = [f"{counts[key]} {words}" for key, words in _OUTCOMES.items() if counts[key]]
    return f"{counted(len(rows), 'comparison')}: {', '.join(parts)}"


def _document(verdict: Verdict) -> Document:
    return {
        "schema": "foldwise.verdict/1",
        "headline": verdict.glance().headline,
        "verdict": verdict.details(),
        "test": verdict.test,
        "metric": metric_document(verdict.metric),
        "alpha": verdict.alpha,
        "rope": plain(verdict.rope),
        "alternative": verdict.alternative,
        "adjust": verdict.adjust,
        "against": verdict.against,
        "family": verdict.family,
        "tries": verdict.tries,
        "settled": None if verdict.settled is None else asdict(verdict.settled),
        "comparisons": [comparison_document(row) for row in verdict.comparisons],
        "all_alike": [plain(asdict(row)) for row in verdict.all_alike],
        "sources": source_documents(verdict.sources),
        "caveats": caveat_documents(verdict.caveats),
        "overall": None if verdict.overall is None else overall_document(verdict.overall),
        "runs": [run_document(run, verdict.metric) for run in verdict.runs],
        "timings": [row for run in verdict.runs for row in timing_documents(run)],
        "environment": environment_document(),
    }


def _page(document: Document, verdict: Any) -> Page:
    rows, runs = document["comparisons"], document["runs"]
    words = TextSection(paragraphs=paragraphs(document["verdict"]))
    sections = [
        *_opening_sections(document, verdict),
        *_tables(document),
        *caveat_sections(document["caveats"], _mentions(document)),
        FoldedSection(title="In full sentences", sections=[words], only=PAGES),
        *_settling_sections(rows, verdict),
        source_section(document["sources"]),
        *run_sections(document),
        _explanation(document),
    ]
    return Page(
        heading="Verdict",
        title=who_on_what(runs, document["against"]),
        sections=sections,
        code=_code(document),
        environment=document["environment"],
    )


def _opening_sections(document: Document, verdict: Any) -> Iterator[Section]:
    """Return the answer with its figure; of several datasets the answer over them first, with all its tables."""
    figure, over = _figure(document, verdict), document["overall"]
    if over is None:
        yield answer_section(verdict, figure, n_rows=len(document["comparisons"]))
        return
    yield answer_section(verdict, rank_figure(over, verdict.overall), n_rows=len(over["learners"]))
    # A paper has the scores in the table of the datasets one by one.
    yield from overall_sections(over, in_print=False)
    yield TextSection(title="The datasets one by one")
    yield figure


def _mentions(document: Document) -> Iterator[Mention]:
    """Return what to beware of over datasets, and in single comparisons."""
    if document["overall"] is not None:
        yield from ((caveat, "over datasets") for caveat in document["overall"]["caveats"])
    yield from of_comparisons(document["comparisons"])


def _figure(document: Document, verdict: Any) -> FigureSection:
    sentences = [
        f"{pairing(row)}: {difference(row['estimate'])} {interval(row['low'], row['high'])}, {decision(row)}."
        for row in document["comparisons"]
    ]
    return FigureSection(
        shown=lambda: _differences_display(verdict),
        caption=_caption(document),
        words=enumerated(f"Differences in {document['metric']['label']}, {_how(document)}.", sentences),
    )


def _tables(document: Document) -> Iterator[Section]:
    """Return the comparisons; the numbers of a single one are in the answer already, all of them in a folded table."""
    if len(document["comparisons"]) > 1:
        yield comparison_table(document)
    else:
        yield FoldedSection(title="Numbers", sections=[comparison_table(document, title="")], only=PAGES)
    yield print_table(document)
    yield from _rope_sections(document)


def _rope_sections(document: Document) -> Iterator[Section]:
    rows = document["comparisons"]
    if document["rope"] is None or all(row["p_rope"] is None for row in rows):
        return
    rope, a, b = f"\N{PLUS-MINUS SIGN}{number(document['rope'])}", Span("a", "math"), Span("b", "math")
    yield TableSection(
        title=f"Beyond {rope} or within",
        caption=f"The rope is {rope}.",
        columns=[
            name_column("dataset", "dataset"),
            name_column("a", "a"),
            name_column("b", "b"),
            number_column(["P(", b, " better)"], lambda row: share(row["p_left"])),
            number_column("P(within rope)", lambda row: share(row["p_rope"])),
            number_column(["P(", a, " better)"], lambda row: share(row["p_right"])),
            Column("", _bar, only=HTML),
        ],
        rows=rows,
        note=_ROPE,
        only=PAGES,
    )


def _bar(row: Document) -> Bar | str:
    return "" if row["p_rope"] is None else Bar((row["p_left"], row["p_rope"], row["p_right"]))


def _explanation(document: Document) -> FoldedSection:
    """Return what the test asks, its null hypothesis, how it behaves, and where it comes from."""
    test = document["test"]
    about, null, references = _explained(test)
    sections: list[Section] = [
        TextSection(
            paragraphs=[
                [f"The {NEEDS[test].label} (", Span(test, "code"), f"). {about}"],
                *null,
                "A p-value is the probability of a result at least as far from the null hypothesis if it were true; it "
                f"is not the probability that the null hypothesis is true. {_NOT_TOLD_APART}",
            ],
        )
    ]
    if document["overall"] is not None:
        sections = [*explanation(), *sections]
    if references:
        sections.append(ListSection(title="References", items=references, is_numbered=True, level=3))
    return FoldedSection(title="How to read this", sections=sections, only=HTML)


def _explained(test: str) -> tuple[str, list[str], tuple[str, ...]]:
    """Return what a test does, its null hypothesis and behaviour, and where it comes from."""
    if test not in NEEDS:
        return f"It {NEEDS[test].differs}: foldwise knows its answer, not how it comes about.", [], ()
    known = card(test)
    null = f"The null hypothesis: {known.null[0].lower()}{known.null[1:]}"
    return " ".join(known.about), [null, *known.behaviour], known.references


def _code(document: Document) -> str:
    runs, metric, rows = document["runs"], document["metric"], document["comparisons"]
    tries = {"tries": document["family"]} if document["family"] > len(rows) else {}
    over = document["overall"]
    missing = {} if over is None or over["missing"] == "pairs" else {"missing": over["missing"]}
    options = {**options_of(document, test=document["test"]), **tries, **missing}
    if document["test"] in NEEDS:
        settled = "" if document["settled"] is None else str(Settled(**document["settled"]))
        return compare_call(runs, metric, options, settled=settled)
    return judge_call(runs, metric, result="verdict", options={**options, "test": _Bare(document["test"])})


class _Bare:
    """A function of somebody's own, written as its name."""

    def __init__(self, test: str) -> None:
        self._name = test.removeprefix(OWN)

    def __repr__(self) -> str:
        return self._name if self._name.isidentifier() else "your_test"


def _settling_sections(rows: list[Document], verdict: Any) -> Iterator[Section]:
    """Return how repeats were added; nothing where their number was fixed, or all came at once."""
    looks = [(row, row["settlement"]["looks"]) for row in rows if row["settlement"] is not None]
    sentences = [
        f"{pairing(row)}: {'settled' if row['settlement']['settled'] else 'not settled'} after "
        f"{counted(row['settlement']['n_repeats'], 'repeat')}, statistic {number(seen[-1]['statistic'], digits=3)}."
        for row, seen in looks
        if seen
    ]
    if max((len(seen) for _, seen in looks), default=0) > 1:
        figure = FigureSection(
            shown=lambda: _settling_display(verdict),
            caption="The statistic as repeats were added. Dashed: where the decision changes.",
            words=enumerated("The statistic against the number of repeats.", sentences),
        )
        yield FoldedSection(title="How repeats were added", sections=[figure], only=PAGES)


def _differences_display(verdict: Any) -> Any:
    from foldwise.displays import DifferenceDisplay

    return DifferenceDisplay.from_verdict(verdict)


def _settling_display(verdict: Any) -> Any:
    from foldwise.displays import SettlingDisplay

    return SettlingDisplay.from_verdict(verdict)


def _how(document: Document) -> str:
    unit = unit_of(document["runs"])
    return f"{unit} by {unit}, with their means and intervals" if unit else "with their intervals"


def _caption(document: Document) -> str:
    """Return what the figure does not say itself; with many rows it has no dots."""
    unit = unit_of(document["runs"])
    if len(document["comparisons"]) > _MOST_WITH_DOTS:
        return ""
    if NEEDS[document["test"]].reads == "datasets":
        return "Dots: single datasets."
    return shared_training(unit) if unit else "One split."


KIND = Kind(document=_document, page=_page)
