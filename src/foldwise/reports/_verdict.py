"""A verdict as a document, and what its pages show."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final

from foldwise._core import counted
from foldwise.reports._caveats import gathered, of_comparisons
from foldwise.reports._design import metric_document, run_document, timing_documents
from foldwise.reports._explain import explain
from foldwise.reports._kind import Kind
from foldwise.reports._plain import Document, caveat_documents, environment_document, plain
from foldwise.reports._reproduce import compare_call, judge_call
from foldwise.reports._text import (
    decision,
    difference,
    enumerated,
    interval,
    level,
    number,
    pairing,
    paragraphs,
    shared_training,
    unit_of,
)
from foldwise.reports._title import who_on_what
from foldwise.verdicts import ADJUST_WORDS, NEEDS, Comparison, Settled, Source, Verdict
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

AGREES: Final = (
    "Agrees is the probability with which another execution, with other random partitions of the same data, decides "
    "the same."
)

_ROPE: Final = (
    "P(b better), P(within rope) and P(a better) are the probabilities that b is better by more than the rope, that "
    "the difference lies within it, and that a is better by more than it, by the Bayesian correlated t test."
)


def comparison_document(row: Comparison) -> Document:
    """Write one row of a verdict."""
    seen = None if row.forecast is None else {**plain(asdict(row.forecast)), "risk": plain(row.forecast.risk)}
    return {**plain(asdict(row)), "winner": row.winner, "forecast": seen}


def has_forecast(rows: list[Document]) -> bool:
    """Whether it is known of any comparison how probably another execution would agree."""
    return any(row["forecast"] is not None and row["forecast"]["agreement"] is not None for row in rows)


def source_documents(sources: Iterable[Source]) -> list[Document]:
    """Write the sources of variation, and whether the design covers them."""
    return [{"name": source.name, "status": source.status, "why": source.why} for source in sources]


def outcomes(rows: list[Document]) -> str:
    """Count what comparisons came to.

    >>> outcomes([{"winner": "forest", "decision": "a"}, {"winner": None, "decision": "none"}])
    '2 comparisons: 1 with one learner better, 1 without a difference established'
    """
    counts = Counter(_outcome(row) for row in rows)
    found = [f"{counts[key]} {words}" for key, words in _OUTCOMES.items() if counts[key]]
    return f"{counted(len(rows), 'comparison')}: {', '.join(found)}"


def _outcome(row: Document) -> str:
    if row.get("settlement") is not None and not row["settlement"]["settled"]:
        return "unsettled"
    return "better" if row["winner"] is not None else str(row["decision"])


def options_of(document: Document, **options: Any) -> Document:
    """Give the options of judging, those at their defaults left out where no reader would miss them."""
    chosen = {**options, **{name: document[name] for name in ("alpha", "rope", "alternative")}}
    return chosen if document["adjust"] == "holm" else {**chosen, "adjust": document["adjust"]}


def _document(verdict: Verdict) -> Document:
    return {
        "schema": "foldwise.verdict/1",
        "verdict": str(verdict),
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


def _code(document: Document, options: Document) -> str:
    runs, metric = document["runs"], document["metric"]
    if document["test"] in NEEDS:
        return compare_call(runs, metric, options, settled=_settled(document))
    return judge_call(runs, metric, result="verdict", options={**options, "test": _Bare(document["test"])})


class _Bare:
    """A function of somebody's own, written as its name."""

    def __init__(self, test: str) -> None:
        self._name = test.removeprefix(OWN)

    def __repr__(self) -> str:
        return self._name if self._name.isidentifier() else "your_test"


def _page(document: Document) -> dict[str, Any]:
    rows = document["comparisons"]
    told = [
        f"{pairing(row)}: {difference(row['estimate'])} {interval(row['low'], row['high'])}, {decision(row)}."
        for row in rows
    ]
    options = options_of(document, test=document["test"])
    if document["family"] > len(rows):
        options["tries"] = document["family"]
    return {
        "title": who_on_what(document["runs"]),
        "words": paragraphs(document["verdict"]),
        "opening": _opening(rows),
        "is_adjusted": document["adjust"] != "none" and document["family"] > 1,
        "has_forecast": has_forecast(rows),
        "forecast_words": AGREES if has_forecast(rows) else "",
        "settling_words": _settling_words(rows),
        "caption": _caption(document),
        "level": level(document["alpha"]),
        "caveats": gathered([*((caveat, "") for caveat in document["caveats"]), *of_comparisons(rows)]),
        "effect_words": _effect_words(rows),
        "family_words": _family_words(document),
        "level_words": _level_words(document),
        "has_rope": document["rope"] is not None and any(row["p_rope"] is not None for row in rows),
        "rope_words": _ROPE,
        "explanation": explain(document["test"]),
        "figure_words": enumerated(f"Differences in {document['metric']['label']}, {_how(document)}.", told),
        "code": _code(document, options),
    }


def _opening(rows: list[Document]) -> str:
    """Say in one line what many comparisons came to; nothing where the words of the verdict are short enough."""
    if len(rows) <= MANY:
        return ""
    return f"{outcomes(rows)}. In words below the table."


def _settled(document: Document) -> str:
    """Write the procedure that settled a verdict as one would type it; nothing where repeats were fixed."""
    return "" if document["settled"] is None else str(Settled(**document["settled"]))


def _settling_words(rows: list[Document]) -> str:
    """Tell the figure of how the verdict was settled; nothing where the number of repeats was fixed."""
    told = [
        f"{pairing(row)}: {'settled' if row['settlement']['settled'] else 'not settled'} after "
        f"{counted(row['settlement']['n_repeats'], 'repeat')}, statistic "
        f"{number(row['settlement']['looks'][-1]['statistic'], digits=3)}."
        for row in rows
        if row["settlement"] is not None and row["settlement"]["looks"]
    ]
    return enumerated("The statistic against the number of repeats.", told) if told else ""


def _how(document: Document) -> str:
    unit = unit_of(document["runs"])
    return f"{unit} by {unit}, with their means and intervals" if unit else "with their intervals"


def _caption(document: Document) -> str:
    dot = "dataset" if NEEDS[document["test"]].reads == "datasets" else unit_of(document["runs"])
    bar = f"the bar is the estimate with its {level(document['alpha'])} interval"
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
    """Say for how many comparisons p-values were adjusted, and how."""
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
    """Say what the level is the level of."""
    if document["family"] == 1:
        return ""
    ends = {"none": "for each comparison", "benjamini_hochberg": "(the expected share of false rejections)"}
    return ends.get(document["adjust"], "for all comparisons together")


VERDICT = Kind(name="verdict", heading="Verdict", of=Verdict, document=_document, page=_page)
