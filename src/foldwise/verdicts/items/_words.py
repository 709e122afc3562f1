"""A verdict on scores of items at a glance, in full, and for the methods section of a paper."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from foldwise._core import Glance, beware_words, compact, counted, decimals, environment, listed, one_line, percent
from foldwise.stats import binomial, hall_t, holm, paired_items_t, sign_flip
from foldwise.verdicts._family import ADJUST_WORDS
from foldwise.verdicts.evidence._designs import sources_sentence
from foldwise.verdicts.items._find import JOINED, LABELS
from foldwise.verdicts.items._spread import better_words, spread_words
from foldwise.verdicts.judging._comparison import Comparison, comparison_sentence, oriented, short_sentence
from foldwise.verdicts.judging._forecast import agreement_percent, least_percent
from foldwise.verdicts.judging._pairs_glance import pairs_headline, pairs_table, rows_to_show
from foldwise.verdicts.overall._methods import over_datasets_papers, over_datasets_sentences
from foldwise.verdicts.tests._references import Reference, cited, entries_of, references_of

if TYPE_CHECKING:
    from foldwise.verdicts.items._item_verdict import ItemLearner, ItemPair, ItemVerdict

_MOST_NAMES: Final = 5
_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "binomial": binomial,
    "hall_t": hall_t,
    "sign_flip": sign_flip,
    "paired_items_t": paired_items_t,
}


def glance(verdict: ItemVerdict) -> Glance:
    """Return what a reader sees first."""
    rows = [oriented(row, verdict) for row in verdict.comparisons]
    beware, others = beware_words(verdict.caveats, [row.caveats for row in rows], some="some pairs")
    lines = [*_lines(rows, verdict), ("tested by", _tested(verdict)), *beware]
    table = None if len(rows) < 2 else pairs_table(rows, verdict)
    shown = Glance(
        headline=_headline(rows, verdict),
        outcome=rows[0].outcome if len(rows) == 1 else "",
        table=table,
        lines=tuple((label, words) for label, words in lines if words),
        more=others,
        all_rows="verdict.frame()" if rows_to_show(rows)[1] else "",
        call="verdict.details()",
    )
    overall = verdict.overall
    if overall is None or overall.has_too_few:
        return shown
    first = overall.glance()
    over = [(label, words) for label, words in first.lines if label in ("single datasets", "tested by")]
    each = [("each tested by" if label == "tested by" else label, words) for label, words in shown.lines]
    return replace(
        shown,
        headline=first.headline,
        outcome=first.outcome,
        table=first.table if first.table is not None else shown.table,
        second=shown.table if first.table is not None else None,
        lines=(*over, *each),
    )


def _headline(rows: Sequence[Comparison], verdict: ItemVerdict) -> str:
    if not rows:
        each = "; ".join(_score_words(learner, verdict) for learner in verdict.learners)
        return f"{each}."
    if len(rows) == 1:
        return short_sentence(rows[0], verdict, over_datasets=False)
    return pairs_headline(rows, verdict)


def _score_words(learner: ItemLearner, verdict: ItemVerdict) -> str:
    scale = (learner.high - learner.low) / 2
    n = decimals(scale if scale > 0 else abs(learner.score) or 1.0, is_share=verdict.metric.is_share)
    value = compact(verdict.metric.natural(learner.score), n)
    words = f"{one_line(learner.name)} on {one_line(learner.dataset)}: {verdict.metric.label} {value}"
    if math.isnan(learner.low):
        return words
    ends = sorted((verdict.metric.natural(learner.low), verdict.metric.natural(learner.high)))
    return f"{words}, {percent(1 - verdict.alpha)} interval {' to '.join(compact(end, n) for end in ends)}"


def _lines(rows: Sequence[Comparison], verdict: ItemVerdict) -> list[tuple[str, str]]:
    """Return what was scored, whether other items would agree, and where the uncertainty comes from."""
    lines = [("scored", _scored(verdict))]
    if len(rows) == 1:
        row, pair = rows[0], verdict.pairs[0]
        again = verdict.scores[0].again
        lines += [
            ("another sample", _agreement(row, pair, verdict)),
            ("uncertainty", spread_words(pair.spread, again)),
            ("new trainings", _trainings(pair, verdict)),
        ]
    elif rows:
        known = [pair.agreement for pair in verdict.pairs if not math.isnan(pair.agreement)]
        least = f"each would come out the same in {least_percent(min(known))} of cases" if known else ""
        lines.append(("another sample", least if len(known) == len(rows) else ""))
    return lines


def _scored(verdict: ItemVerdict) -> str:
    parts = []
    for scores in verdict.scores:
        n_again = scores.scores.shape[2]
        clusters = "" if scores.clusters is None else f" in {counted(scores.n_clusters, 'cluster')}"
        again = f", {counted(n_again, scores.again)} each" if n_again > 1 else ""
        what = (
            "one test set as a whole" if len(scores.items) == 1 else f"{counted(len(scores.items), 'item')}{clusters}"
        )
        parts.append(f"{what}{again}")
    if len(set(parts)) == 1:
        return parts[0] + (f" on each of {len(parts)} datasets" if len(parts) > 1 else "")
    named = [f"{one_line(scores.dataset)} {part}" for scores, part in zip(verdict.scores, parts, strict=True)]
    return listed(named, most=_MOST_NAMES, quote=False)


def _agreement(row: Comparison, pair: ItemPair, verdict: ItemVerdict) -> str:
    if math.isnan(pair.agreement):
        return ""
    what = {"better": f"would again find {row.winner} better", "none": "would again not tell them apart"}
    if verdict.alternative != "two-sided" and row.outcome == "none":
        what["none"] = "would again not show it"
    fresh = "as many other trainings"
    if pair.n_items > 1:
        trained = f" and {fresh}" if pair.test == "seeds" else ""
        fresh = f"{pair.n_items:,} other items like these{trained}"
    return f"{fresh} {what[row.outcome]} in {_about(pair.agreement)} of cases"


def _about(share: float) -> str:
    return agreement_percent(share) if share > 0.999 else f"about {agreement_percent(share)}"


def _trainings(pair: ItemPair, verdict: ItemVerdict) -> str:
    row = verdict.comparisons[0]
    return better_words(pair.spread, one_line(row.a), one_line(row.b), alpha=verdict.alpha)


def _tested(verdict: ItemVerdict) -> str:
    if not verdict.pairs:
        return ""
    by_test = {pair.test: pair for pair in verdict.pairs}
    names = "; ".join(_label(pair) for pair in by_test.values())
    sided = "" if verdict.alternative == "two-sided" else ", one-sided"
    rope = "" if verdict.rope is None else f"; differences up to {verdict.rope:g} do not matter"
    return f"{names}{sided}; level {verdict.alpha:g}{rope}"


def _label(pair: ItemPair) -> str:
    """Return the test of a pair in words."""
    if pair.test == "seeds" and pair.n_items == 1:
        return "t test over seeds, the test set being fixed"
    return LABELS[pair.test].format(unit=pair.unit)


def details(verdict: ItemVerdict) -> str:
    """Return all of it in words."""
    lines = []
    if verdict.overall is not None:
        lines.append(verdict.overall.details())
    if len(verdict.comparisons) != 1 and verdict.overall is None:
        lines.append(_headline([oriented(row, verdict) for row in verdict.comparisons], verdict))
    for row, pair in zip(verdict.comparisons, verdict.pairs, strict=True):
        lines.append(_pair_words(row, pair, verdict))
    if verdict.comparisons:
        scores = "; ".join(_score_words(learner, verdict) for learner in verdict.learners)
        lines.append(f"Each by itself: {scores}.")
    shared = [f"Scored: {_scored(verdict)}."]
    if verdict.pairs:
        shared.append(f"Tested by: {_tested(verdict)}.")
    shared.append(sources_sentence(verdict.sources))
    messages = dict.fromkeys(
        caveat.message for caveat in (*verdict.caveats, *(each for row in verdict.comparisons for each in row.caveats))
    )
    if messages:
        shared.append(f"Beware: {' '.join(messages)}")
    return "\n".join([*lines, " ".join(shared)])


def _pair_words(row: Comparison, pair: ItemPair, verdict: ItemVerdict) -> str:
    sentence = comparison_sentence(row, verdict, over_datasets=False)
    again = next(scores.again for scores in verdict.scores if scores.dataset == row.dataset)
    parts = []
    if pair.n_items > 1:
        parts.append(
            f"{one_line(row.a)} scores higher on {counted(pair.wins, 'item')}, {one_line(row.b)} on "
            f"{pair.losses:,}, both the same on {pair.ties:,}"
        )
    parts.append(_agreement(oriented(row, verdict), pair, verdict))
    parts.append(spread_words(pair.spread, again))
    parts.append(better_words(pair.spread, one_line(row.a), one_line(row.b), alpha=verdict.alpha))
    said = "; ".join(part for part in parts if part)
    return f"{sentence} More: {said}." if said else sentence


def bibtex(verdict: ItemVerdict) -> str:
    """Return the entries of all papers that the methods cite, and of the software."""
    papers = [paper for pair in verdict.pairs for paper in _papers(pair.test)]
    if verdict.family > 1 and verdict.adjust == "holm":
        papers += references_of(holm)
    return entries_of(papers + ([] if verdict.overall is None else over_datasets_papers(verdict.overall)))


def _papers(test: str) -> list[Reference]:
    """Return the papers of a test, or of both that were joined."""
    functions = [_FUNCTIONS[name] for name in test.split(JOINED) if name in _FUNCTIONS]
    return [paper for function in functions for paper in references_of(function)]


def methods(verdict: ItemVerdict) -> str:
    """Return how the verdict was reached."""
    names = listed(map(one_line, dict.fromkeys(each.name for each in verdict.learners)), most=_MOST_NAMES, quote=False)
    datasets = listed((one_line(each.dataset) for each in verdict.scores), most=_MOST_NAMES, quote=False)
    sentences = [f"{names} were compared by {verdict.metric.label} on {datasets} ({_scored(verdict)})."]
    for test in dict.fromkeys(pair.test for pair in verdict.pairs):
        label = _label(next(pair for pair in verdict.pairs if pair.test == test))
        papers = cited(_papers(test))
        sides = "two-sided" if verdict.alternative == "two-sided" else "one-sided"
        sentences.append(f"Paired differences were tested by the {label}{papers}, {sides}, at level {verdict.alpha:g}.")
    if any(pair.n_again > 1 and pair.test != "seeds" for pair in verdict.pairs):
        sentences.append("Several answers to an item were averaged: the item is the unit.")
    if verdict.family > 1 and verdict.adjust != "none":
        papers = cited(references_of(holm)) if verdict.adjust == "holm" else ""
        sentences.append(
            f"P-values were adjusted for {verdict.family} comparisons by {ADJUST_WORDS[verdict.adjust]}{papers}."
        )
    if verdict.overall is not None:
        sentences.append(over_datasets_sentences(verdict.overall))
    sentences.append(f"The tests were computed with foldwise {environment()['foldwise']}.")
    return " ".join(sentences)
