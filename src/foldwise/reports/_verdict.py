"""A verdict as a document and a page."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from foldwise._core import counted, one_line, percent
from foldwise.reports._comparison import (
    ahead_words,
    comparison_document,
    equivalence_words,
    finding_columns,
    forecast_columns,
    forecast_words,
    options_of,
    source_documents,
    source_sections,
)
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
    caveat_documents,
    caveat_sections,
    environment_document,
    of_comparisons,
    plain,
)
from foldwise.reports._kinds import Kind
from foldwise.reports._reproduce import compare_call, judge_call
from foldwise.reports._run import run_sections
from foldwise.reports._sections import (
    HTML,
    PLAIN,
    Bar,
    Column,
    FigureSection,
    ListSection,
    Page,
    Section,
    Span,
    TableSection,
    TextSection,
    name_column,
    number_column,
)
from foldwise.reports._text import (
    decision,
    difference,
    enumerated,
    interval,
    number,
    pairing,
    paragraphs,
    scores_of,
    share,
)
from foldwise.verdicts import ADJUST_WORDS, NEEDS, Settled, Verdict, card
from foldwise.verdicts.tests import OWN

_EFFECTS: Final = {
    "d": "Effect size d is the mean difference over the standard deviation of the fold differences.",
    "d over examples": "Effect size d is the mean difference over the standard deviation of the examples' losses.",
    "g": "Effect size g is the share of the disagreements won by a, minus one half.",
    "g over datasets": "Effect size g is the share of the datasets won by a, minus one half.",
}

# Past this many comparisons, figure and table come before the words.
MANY: Final = 3

_OUTCOMES: Final = {
    "better": "with one learner better",
    "equivalent": "practically equivalent",
    "none": "without a difference established",
    "undetermined": "undetermined",
    "unsettled": "not settled",
}


_NONE_ESTABLISHED: Final = (
    "\N{LEFT DOUBLE QUOTATION MARK}No difference established\N{RIGHT DOUBLE QUOTATION MARK} does not say that the "
    "learners are equally good."
)

_ROPE: Final = (
    "P(b better), P(within rope) and P(a better) are the probabilities that b is better by more than the rope, that "
    "the difference lies within it, and that a is better by more than it, by the Bayesian correlated t test."
)


def outcomes(rows: list[Document]) -> str:
    """Return how many comparisons came to what.

    >>> outcomes([{"winner": "forest", "decision": "a"}, {"winner": None, "decision": "none"}])
    '2 comparisons: 1 with one learner better, 1 without a difference established'
    """
    counts = Counter(_outcome(row) for row in rows)
    parts = [f"{counts[key]} {words}" for key, words in _OUTCOMES.items() if counts[key]]
    return f"{counted(len(rows), 'comparison')}: {', '.join(parts)}"


def _outcome(row: Document) -> str:
    if row.get("settlement") is not None and not row["settlement"]["settled"]:
        return "unsettled"
    return "better" if row["winner"] is not None else str(row["decision"])


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
        "family": verdict.family,
        "tries": verdict.tries,
        "settled": None if verdict.settled is None else asdict(verdict.settled),
        "comparisons": [comparison_document(row) for row in verdict.comparisons],
        "sources": source_documents(verdict.sources),
        "caveats": caveat_documents(verdict.caveats),
        "runs": [run_document(run, verdict.metric) for run in verdict.runs],
        "timings": [row for run in verdict.runs for row in timing_documents(run)],
        "environment": environment_document(),
    }


def _page(document: Document, verdict: Any) -> Page:
    rows, runs = document["comparisons"], document["runs"]
    sections = [
        *_opening_sections(document, verdict),
        *_rope_sections(document),
        *caveat_sections(document["caveats"], of_comparisons(rows)),
        *source_sections(document["sources"]),
        *run_sections(document),
        *_explanation_sections(document),
    ]
    return Page(
        heading="Verdict",
        title=who_on_what(runs),
        sections=sections,
        code=_code(document),
        environment=document["environment"],
    )


def _opening_sections(document: Document, verdict: Any) -> Iterator[Section]:
    """Return words, figures and table; on a page, many comparisons are counted first and put into words last."""
    rows = document["comparisons"]
    words, are_many = paragraphs(document["verdict"]), len(rows) > MANY
    if are_many:
        yield TextSection(paragraphs=[f"{outcomes(rows)}. In words below the table."], look="opening", only=HTML)
        yield TextSection(paragraphs=words, look="verdict", only=PLAIN)
    else:
        yield TextSection(paragraphs=words, look="verdict")
    sentences = [
        f"{pairing(row)}: {difference(row['estimate'])} {interval(row['low'], row['high'])}, {decision(row)}."
        for row in rows
    ]
    yield FigureSection(
        shown=lambda: verdict,
        caption=_caption(document),
        words=enumerated(f"Differences in {document['metric']['label']}, {_how(document)}.", sentences),
    )
    yield from _settling_sections(rows, verdict)
    yield _comparison_section(document)
    if effects := _effect_words(rows):
        yield TextSection(paragraphs=[effects], look="note", only=HTML)
    if are_many:
        yield TextSection(title="In words", only=HTML)
        yield TextSection(paragraphs=words, look="verdict", only=HTML)


def _comparison_section(document: Document) -> TableSection:
    rows, metric, alpha = document["comparisons"], document["metric"], document["alpha"]
    label, test = one_line(metric["label"]), NEEDS[document["test"]].label
    scores = scores_of(rows, metric, "score_a", "score_b")
    how = f"{document['alternative']}, at level {number(alpha)}{_level_words(document)}"
    sides = f"A positive difference means that a is ahead{ahead_words(metric)}."
    notes = [sides, f"Test: {test} ({document['test']}), {how}.", *equivalence_words(document["rope"])]
    notes += [_family_words(document), *forecast_words(rows)]
    return TableSection(
        title="Comparisons",
        caption=f"{who_on_what(document['runs'])}: {label}.",
        columns=[
            name_column("dataset", "dataset"),
            name_column("a", "a"),
            name_column("b", "b"),
            number_column([f"{label} of ", Span("a", "math")], lambda row: row["scores"][0]),
            number_column(["of ", Span("b", "math")], lambda row: row["scores"][1]),
            *finding_columns(document, is_adjusted=document["adjust"] != "none" and document["family"] > 1),
            number_column("effect size", _effect, only=HTML),
            *forecast_columns(rows),
            Column("decision", decision, css="said", heads=True),
        ],
        rows=[{**row, "scores": shown} for row, shown in zip(rows, scores, strict=True)],
        note=" ".join(note for note in notes if note),
    )


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
    )


def _bar(row: Document) -> Bar | str:
    return "" if row["p_rope"] is None else Bar((row["p_left"], row["p_rope"], row["p_right"]))


def _explanation_sections(document: Document) -> Iterator[Section]:
    """Return what the test asks, its null hypothesis, how it behaves, and where it comes from."""
    test = document["test"]
    about, null, references = _explained(test)
    yield TextSection(
        title="How to read this",
        paragraphs=[
            [f"The test is the {NEEDS[test].label} (", Span(test, "code"), f"), {document['alternative']}. {about}"],
            *null,
            "A p-value is the probability of a result at least as far from the null hypothesis if it were true; it is "
            f"not the probability that the null hypothesis is true. The level is {number(document['alpha'])}"
            f"{_level_words(document)}. {_NONE_ESTABLISHED}",
        ],
        only=HTML,
    )
    if references:
        yield ListSection(title="References", items=references, is_numbered=True, level=3, only=HTML)


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
    options = {**options_of(document, test=document["test"]), **tries}
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
    """Return how repeats were added; nothing where their number was fixed."""
    sentences = [
        f"{pairing(row)}: {'settled' if row['settlement']['settled'] else 'not settled'} after "
        f"{counted(row['settlement']['n_repeats'], 'repeat')}, statistic "
        f"{number(row['settlement']['looks'][-1]['statistic'], digits=3)}."
        for row in rows
        if row["settlement"] is not None and row["settlement"]["looks"]
    ]
    if sentences:
        yield FigureSection(
            shown=lambda: _settling_display(verdict),
            caption="How repeats were added: the statistic as they were added, with the standard error over random "
            "partitions that it would have where the decision changes. Dashed: where that is.",
            words=enumerated("The statistic against the number of repeats.", sentences),
        )


def _settling_display(verdict: Any) -> Any:
    from foldwise.displays import SettlingDisplay

    return SettlingDisplay.from_verdict(verdict)


def _effect(row: Document) -> str:
    """Return an effect size with its name, or that the test has none.

    >>> _effect({"effect_size_name": "d", "effect_size": 0.5}), _effect({"effect_size_name": "", "effect_size": None})
    ('d = 0.5', 'none')
    """
    name = row["effect_size_name"]
    return f"{name} = {number(row['effect_size'], digits=3)}" if name else "none"


def _how(document: Document) -> str:
    unit = unit_of(document["runs"])
    return f"{unit} by {unit}, with their means and intervals" if unit else "with their intervals"


def _caption(document: Document) -> str:
    dot = "dataset" if NEEDS[document["test"]].reads == "datasets" else unit_of(document["runs"])
    bar = f"the bar is the estimate with its {percent(1 - document['alpha'])} interval"
    if all(row["low"] is None for row in document["comparisons"]):
        bar = f"the mark {'below ' if dot else ''}is the estimate, without an interval"
    if not dot:
        return f"One split; {bar}."
    shared = f" {shared_training(dot)}" if dot != "dataset" else ""
    return f"Each dot is the difference on one {dot}; {bar}.{shared}"


def _effect_words(rows: list[Document]) -> str:
    names = dict.fromkeys(row["effect_size_name"] for row in rows)
    return " ".join(_EFFECTS[name] for name in names if name in _EFFECTS)


def _family_words(document: Document) -> str:
    """Return for how many comparisons p-values were adjusted, and how."""
    family, rows = document["family"], document["comparisons"]
    if family == 1:
        return ""
    if document["adjust"] == "none":
        return f"The family has {family} comparisons; p-values are not adjusted for that."
    beyond = f", of which {len(rows)} are shown" if family > len(rows) else ""
    return (
        f"Adjusted p-values are for a family of {family} comparisons{beyond}, by "
        f"{ADJUST_WORDS[document['adjust']]}; decisions are taken from them."
    )


def _level_words(document: Document) -> str:
    """Return what the level is the level of, where there are several comparisons."""
    if document["family"] == 1:
        return ""
    ends = {"none": " for each comparison", "benjamini_hochberg": " (the expected share of false rejections)"}
    return ends.get(document["adjust"], " for all comparisons together")


KIND = Kind(document=_document, page=_page)
