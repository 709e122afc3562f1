"""Pairs of learners at a glance: who is best in a sentence, and a table of all pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isclose
from statistics import fmean
from typing import Final

from foldwise._core import GlanceTable, compact, counted, first_and_last, listed, one_line, percent, pvalue_text
from foldwise.verdicts._against import against_clauses, against_words, standing_beside
from foldwise.verdicts._family import ADJUST_NAMES
from foldwise.verdicts.judging._comparison import Comparison
from foldwise.verdicts.judging._numbers import Judged, limits_words, outcome_words, table_places

_MOST_NAMES: Final = 5


def pairs_headline(rows: Sequence[Comparison], verdict: Judged, *, over_datasets: bool = False) -> str:
    """Return who is best, and who cannot be told from the best; over several datasets, how often who is better."""
    datasets = list(dict.fromkeys(row.dataset for row in rows))
    learners = list(dict.fromkeys(name for row in rows for name in (row.a, row.b)))
    if verdict.against is not None and len(datasets) == 1:
        return _against_one(rows, learners, verdict, "over" if over_datasets else "on")
    # A one-sided question is about a pair in its order: it makes no ranking.
    one_sided = verdict.alternative != "two-sided"
    if len(datasets) == 1 and not one_sided:
        return _ranked(rows, learners, verdict, "over" if over_datasets else "on")
    if len(learners) == 2:
        return _two_learners(rows, learners, len(datasets), none=_ON["none"] if not one_sided else "not shown better")
    counts = Counter(str(row.outcome) for row in rows)
    winners = Counter(row.winner for row in rows if row.winner is not None).most_common()
    named = {**_COUNTED, "none": "not shown better"} if one_sided else _COUNTED
    parts = [f"{counts[outcome]} {words}" for outcome, words in named.items() if counts[outcome]]
    if winners:
        by_winner = listed((f"{name} {number}" for name, number in winners), most=_MOST_NAMES, quote=False)
        parts[0] += f" ({by_winner})"
    who = counted(len(learners), "learner")
    if verdict.against is not None:
        who = against_words(len(learners), verdict.against)
    return (
        f"{who} on "
        f"{datasets[0] if len(datasets) == 1 else counted(len(datasets), 'dataset')}, "
        f"{counted(len(rows), 'comparison')}: {', '.join(parts)}."
    )


_COUNTED: Final = {
    "better": "with one learner better",
    "none": "not told apart",
    "equivalent": "practically equivalent",
    "open": "open",
    "undetermined": "undetermined",
}


def _ranked(rows: Sequence[Comparison], learners: Sequence[str], verdict: Judged, over: str) -> str:
    """Return which of several learners is best on one dataset, and how it stands with the others."""
    scores = mean_scores(rows)
    best = max(learners, key=lambda name: scores[name])
    tied = [name for name in learners if name != best and isclose(scores[name], scores[best], rel_tol=1e-12)]
    beside: dict[str, list[str]] = {}
    for row in rows:
        if best in (row.a, row.b):
            other = row.b if row.a == best else row.a
            outcome = "worse" if row.outcome == "better" and row.winner != best else row.outcome
            beside.setdefault(outcome, []).append(other)
    opening = f"{counted(len(learners), 'learner')} {over} {rows[0].dataset}"
    if set(beside) == {"better"}:
        return f"{opening}: {best} is better than all others."
    called = best if tied else "it"
    parts = [words.format(_named(beside[outcome]), called) for outcome, words in _BESIDE.items() if outcome in beside]
    extreme = f"the {'lowest' if verdict.metric.lower_is_better else 'highest'} {verdict.metric.label}"
    best_of_all = f"{_named([best, *tied])} share" if tied else f"{best} has"
    return f"{opening}: {best_of_all} {extreme}; {'; '.join(parts)}."


def _against_one(rows: Sequence[Comparison], learners: Sequence[str], verdict: Judged, over: str) -> str:
    """Return who is better than one learner, than whom it is better, and how it stands with the others."""
    against = one_line(verdict.against)
    beside: dict[str, list[str]] = {}
    for row in rows:
        other = row.b if row.a == against else row.a
        beside.setdefault(standing_beside(row.outcome, row.winner, against, verdict.alternative), []).append(other)
    opening = f"{against_words(len(learners), against)} {over} {rows[0].dataset}"
    return f"{opening}: {against_clauses(beside, against)}."


def mean_scores(rows: Sequence[Comparison]) -> dict[str, float]:
    """Return one score for each learner: pairs may rest on different folds, where some failed or were not needed."""
    scores: dict[str, list[float]] = {}
    for row in rows:
        for name, score in ((row.a, row.score_a), (row.b, row.score_b)):
            scores.setdefault(name, []).append(score)
    return {name: fmean(values) for name, values in scores.items()}


_BESIDE: Final = {
    "none": "{} cannot be told from {}",
    "equivalent": "{} practically equivalent to {}",
    "open": "whether {1} is better than {0} is open",
    "undetermined": "the test cannot decide between {1} and {0}",
    "better": "{1} is better than {0}",
    "worse": "the test prefers {}",
}


def _named(names: Sequence[str]) -> str:
    """Return names as a sentence lists them."""
    return " and ".join(names) if len(names) == 2 else listed(names, most=_MOST_NAMES, quote=False)


def _two_learners(rows: Sequence[Comparison], learners: Sequence[str], n_datasets: int, *, none: str) -> str:
    """Return on which datasets which of two learners is better; `none` is what to say where neither is."""
    words_of = {**_ON, "none": none}
    places_of: dict[str, list[str]] = {}
    for row in rows:
        key = f"{row.winner} is better" if row.winner is not None else words_of[row.outcome]
        places_of.setdefault(key, []).append(row.dataset)
    parts = [
        f"{words} on {len(datasets)} ({listed(datasets, most=_MOST_NAMES, quote=False)})"
        for words, datasets in sorted(places_of.items(), key=lambda item: (item[0] in words_of.values(), -len(item[1])))
    ]
    return f"{learners[0]} and {learners[1]} on {counted(n_datasets, 'dataset')}: {', '.join(parts)}."


_ON: Final = {
    "none": "not told apart",
    "equivalent": "practically equivalent",
    "open": "open",
    "undetermined": "undetermined",
}


def pairs_table(rows: Sequence[Comparison], verdict: Judged) -> GlanceTable:
    """Return the pairs, the clearest first where there are many; the first of a pair is the one ahead."""
    shown, n_left_out = rows_to_show(rows)
    several = len({row.dataset for row in rows}) > 1
    digits = table_places(shown)
    adjusted = verdict.family > 1 and verdict.adjust != "none"
    p = f"p ({ADJUST_NAMES[verdict.adjust]})" if adjusted else "p"
    cells = [
        (
            *([row.dataset] if several else []),
            f"{row.a} vs {row.b}",
            " vs ".join(compact(verdict.metric.natural(score), n) for score in (row.score_a, row.score_b)),
            compact(row.estimate, n),
            limits_words(row, n) or "none",
            pvalue_text(row.adjusted_pvalue, verdict.alpha),
            outcome_words(row, verdict),
        )
        for row, n in zip(shown, digits, strict=True)
    ]
    # p is adjusted for the family, intervals are not.
    interval = f"{percent(1 - verdict.alpha)} interval{', each' if adjusted else ''}"
    headings = (*(["dataset"] if several else []), "", verdict.metric.label, "ahead by", interval, p, "outcome")
    outcomes = tuple(row.outcome for row in shown)
    table = GlanceTable(headings=headings, rows=tuple(cells), outcomes=outcomes, n_names=2 if several else 1)
    return table.with_gap(n_left_out)


def rows_to_show(rows: Sequence[Comparison]) -> tuple[list[Comparison], int]:
    """Return the rows of the table, and how many were left out in the middle.

    Pairs with the best learner of a dataset come first; of many rows those with the smallest and the largest p.
    """
    by_p = sorted(rows, key=lambda row: (not row.adjusted_pvalue <= 1, row.adjusted_pvalue, -abs(row.estimate)))
    shown, n_left_out = first_and_last(by_p)
    if n_left_out:
        return shown, n_left_out
    datasets = list(dict.fromkeys(row.dataset for row in rows))
    return sorted(rows, key=lambda row: (datasets.index(row.dataset), -row.score_a, -row.score_b)), 0
