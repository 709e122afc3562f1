"""A verdict at a glance: the answer in a sentence, pairs in a table, then other splits, the test, what to beware of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import isclose
from statistics import fmean
from typing import TYPE_CHECKING, Final

from foldwise._core import (
    Glance,
    GlanceTable,
    beware_words,
    compact,
    counted,
    first_and_last,
    listed,
    one_line,
    percent,
    pvalue_text,
)
from foldwise.splits._door import design_words
from foldwise.verdicts.judging._comparison import Comparison, oriented, short_sentence
from foldwise.verdicts.judging._forecast import again_clause, agreement_percent, unit_words
from foldwise.verdicts.judging._numbers import limits_words, outcome_words, table_places
from foldwise.verdicts.tests._table import NEEDS

if TYPE_CHECKING:
    from foldwise.verdicts.judging._verdict import Verdict
    from foldwise.verdicts.overall import Overall

_MOST_NAMES: Final = 5
# Of more learners than that, a row has no room for every score.
_MOST_COLUMNS: Final = 6


def glance(verdict: Verdict) -> Glance:
    """Return what a reader sees first of a verdict."""
    rows = [oriented(row, verdict) for row in verdict.comparisons]
    if verdict.overall is not None:
        return _several_datasets(rows, verdict, verdict.overall)
    over_datasets = NEEDS[verdict.test].reads == "datasets"
    if len(rows) == 1:
        headline = short_sentence(rows[0], verdict, over_datasets=over_datasets)
    else:
        headline = _headline(rows, verdict)
    beware, others = beware_words(verdict.caveats, [row.caveats for row in rows], some="some pairs")
    table = None if len(rows) == 1 else _table(rows, verdict)
    lines = [("another split", _split_words(rows, verdict)), ("tested by", _test_words(verdict)), *beware]
    return Glance(
        headline=headline,
        outcome=rows[0].outcome if len(rows) == 1 else "",
        table=table,
        lines=tuple((label, words) for label, words in lines if words),
        more=others,
        all_rows="verdict.frame()" if _rows_to_show(rows)[1] else "",
        call="verdict.details()",
    )


def _several_datasets(rows: Sequence[Comparison], verdict: Verdict, overall: Overall) -> Glance:
    """Return the answer over datasets first, then the datasets one by one."""
    first = overall.glance()
    # What makes the answer over datasets void must not stand behind what concerns a single one.
    beware, others = beware_words(overall.caveats)
    beware_each, others_each = beware_words(verdict.caveats, [row.caveats for row in rows], some="some")
    n_learners = len(overall.learners)
    second = _table(rows, verdict) if n_learners == 2 else _datasets_table(rows, verdict, overall)
    opening = _headline(rows, verdict)
    _, _, one_by_one = opening.partition(": ")
    lines = [
        *((label, words) for label, words in first.lines if label != "beware"),
        ("one by one", "" if overall.has_too_few else one_by_one.removesuffix(".")),
        ("another split", _split_words(rows, verdict)),
        ("each tested by", _test_words(verdict)),
        *beware,
        *((f"{label}, each", words) for label, words in beware_each),
    ]
    return replace(
        first,
        # Where nothing can be said over datasets, what each of them says is the answer.
        headline=opening if overall.has_too_few else first.headline,
        outcome="" if overall.has_too_few else first.outcome,
        second=second,
        lines=tuple((label, words) for label, words in lines if words),
        more="; ".join(filter(None, (others, f"each: {others_each}" if others_each else ""))),
        all_rows="verdict.overall.frame(), verdict.frame()",
        call="verdict.details()",
    )


def _datasets_table(rows: Sequence[Comparison], verdict: Verdict, overall: Overall) -> GlanceTable:
    """Return one row for each dataset: the scores, or the highest of many, and who is told from whom."""
    by_dataset: dict[str, list[Comparison]] = {}
    for row in rows:
        by_dataset.setdefault(row.dataset, []).append(row)
    learners = [each.name for each in overall.learners]
    shows_all = len(learners) <= _MOST_COLUMNS
    shown, n_left_out = first_and_last(list(by_dataset.items()))
    n = max(table_places(rows))
    cells, outcomes = [], []
    for dataset, pairs in shown:
        scores = _mean_scores(pairs)
        leader = max(scores, key=lambda name: scores[name])
        told = sum(row.winner == leader for row in pairs if leader in (row.a, row.b))
        is_best = told == len(scores) - 1
        apart = sum(row.winner is not None for row in pairs)
        columns = [compact(verdict.metric.natural(scores[name]), n) if name in scores else "" for name in learners]
        highest = [one_line(leader), compact(verdict.metric.natural(scores[leader]), n)]
        words = f"{one_line(leader)} best" if is_best else f"{apart} of {len(pairs)} told apart"
        cells.append((one_line(dataset), *(columns if shows_all else highest), words))
        outcomes.append("better" if is_best else "none" if not apart else "open")
    headings = [one_line(name) for name in learners] if shows_all else ["ahead", verdict.metric.label]
    table = GlanceTable(
        headings=("dataset", *headings, "outcome"),
        rows=tuple(cells),
        outcomes=tuple(outcomes),
        n_names=1 if shows_all else 2,
    )
    return table.with_gap(n_left_out)


def _headline(rows: Sequence[Comparison], verdict: Verdict) -> str:
    """Return who is best, and who cannot be told from the best; over several datasets, how often who is better."""
    datasets = list(dict.fromkeys(row.dataset for row in rows))
    learners = list(dict.fromkeys(name for row in rows for name in (row.a, row.b)))
    # A one-sided question is about a pair in its order: it makes no ranking.
    one_sided = verdict.alternative != "two-sided"
    if len(datasets) == 1 and not one_sided:
        return _ranked(rows, learners, verdict)
    if len(learners) == 2:
        return _two_learners(rows, learners, len(datasets), none=_ON["none"] if not one_sided else "not shown better")
    counts = Counter(str(row.outcome) for row in rows)
    winners = Counter(row.winner for row in rows if row.winner is not None).most_common()
    named = {**_COUNTED, "none": "not shown better"} if one_sided else _COUNTED
    parts = [f"{counts[outcome]} {words}" for outcome, words in named.items() if counts[outcome]]
    if winners:
        by_winner = listed((f"{name} {number}" for name, number in winners), most=_MOST_NAMES, quote=False)
        parts[0] += f" ({by_winner})"
    return (
        f"{counted(len(learners), 'learner')} on "
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


def _ranked(rows: Sequence[Comparison], learners: Sequence[str], verdict: Verdict) -> str:
    """Return which of several learners is best on one dataset, and how it stands with the others."""
    scores = _mean_scores(rows)
    best = max(learners, key=lambda name: scores[name])
    tied = [name for name in learners if name != best and isclose(scores[name], scores[best], rel_tol=1e-12)]
    beside: dict[str, list[str]] = {}
    for row in rows:
        if best in (row.a, row.b):
            other = row.b if row.a == best else row.a
            outcome = "worse" if row.outcome == "better" and row.winner != best else row.outcome
            beside.setdefault(outcome, []).append(other)
    over = "over" if NEEDS[verdict.test].reads == "datasets" else "on"
    opening = f"{counted(len(learners), 'learner')} {over} {rows[0].dataset}: {best}"
    if set(beside) == {"better"}:
        return f"{opening} is better than all others."
    called = best if tied else "it"
    parts = [words.format(_named(beside[outcome]), called) for outcome, words in _BESIDE.items() if outcome in beside]
    extreme = f"the {'lowest' if verdict.metric.lower_is_better else 'highest'} {verdict.metric.label}"
    leads = f"{opening} and {_named(tied)} share {extreme}" if tied else f"{opening} has {extreme}"
    return f"{leads}; {'; '.join(parts)}."


def _mean_scores(rows: Sequence[Comparison]) -> dict[str, float]:
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


def _table(rows: Sequence[Comparison], verdict: Verdict) -> GlanceTable:
    """Return the pairs, the clearest first where there are many; the first of a pair is the one ahead."""
    shown, n_left_out = _rows_to_show(rows)
    several = len({row.dataset for row in rows}) > 1
    digits = table_places(shown)
    adjusted = verdict.family > 1 and verdict.adjust != "none"
    p = f"p ({_METHODS[verdict.adjust]})" if adjusted else "p"
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


_METHODS: Final = {
    "holm": "Holm",
    "bonferroni": "Bonferroni",
    "sidak": "Sidak",
    "hommel": "Hommel",
    "benjamini_hochberg": "Benjamini-Hochberg",
}


def _rows_to_show(rows: Sequence[Comparison]) -> tuple[list[Comparison], int]:
    """Return the rows of the table, and how many were left out in the middle.

    Pairs with the best learner of a dataset come first; of many rows those with the smallest and the largest p.
    """
    by_p = sorted(rows, key=lambda row: (not row.adjusted_pvalue <= 1, row.adjusted_pvalue, -abs(row.estimate)))
    shown, n_left_out = first_and_last(by_p)
    if n_left_out:
        return shown, n_left_out
    datasets = list(dict.fromkeys(row.dataset for row in rows))
    return sorted(rows, key=lambda row: (datasets.index(row.dataset), -row.score_a, -row.score_b)), 0


def _split_words(rows: Sequence[Comparison], verdict: Verdict) -> str:
    """Return whether another random split of the same data would agree; nothing over datasets."""
    forecasts = [row.forecast for row in rows if row.forecast is not None]
    if not forecasts:
        return ""
    agreements = [forecast.agreement for forecast in forecasts if forecast.is_known]
    if not agreements:
        return forecasts[0].unknown.split(";")[0]
    if len(rows) == 1:
        two_sided = verdict.alternative == "two-sided"
        words = again_clause(rows[0], forecasts[0], unit_words(verdict), two_sided=two_sided)
    else:
        words = _agreement_of_all(rows)
    return "; ".join(filter(None, (words, _settled_words(rows))))


def _agreement_of_all(rows: Sequence[Comparison]) -> str:
    """Return how surely each comparison would come out the same; what is open has not come out."""
    ended = [row for row in rows if row.outcome != "open"]
    known = [row.forecast.agreement for row in ended if row.forecast is not None and row.forecast.is_known]
    if not known:
        return ""
    each = "each" if len(ended) == len(rows) else "each that is not open"
    words = f"{each} would come out the same in {_least_percent(min(known))} of cases"
    return words if len(known) == len(ended) else f"{words}, as far as known ({len(known)} of {len(ended)} comparisons)"


def _least_percent(agreement: float) -> str:
    return agreement_percent(agreement) if agreement > 0.999 else f"at least {agreement_percent(agreement)}"


def _settled_words(rows: Sequence[Comparison]) -> str:
    """Return after how many repeats verdicts were settled, and how many were not."""
    settlements = [row.settlement for row in rows if row.settlement is not None]
    if not settlements:
        return ""
    n_open = sum(not settlement.settled for settlement in settlements)
    most = max(settlement.n_repeats for settlement in settlements)
    n_folds = 2 if settlements[0].form == "two-fold" else 10
    if len(rows) == 1:
        return f"{'not settled' if n_open else 'settled'} after {most} x {n_folds} folds"
    after = f"after up to {most} x {n_folds} folds"
    if n_open in (0, len(rows)):
        return f"{'none' if n_open else 'all'} settled {after}"
    return f"{len(rows) - n_open} of {len(rows)} settled {after}"


def _test_words(verdict: Verdict) -> str:
    """Return the test, on what, and its terms."""
    designs = {(run.assignment.n_repeats, run.assignment.n_folds) for run in verdict.runs}
    on = ""
    over_datasets = NEEDS[verdict.test].reads == "datasets"
    if (
        verdict.settled is None
        and not over_datasets
        and len(designs) == 1
        and all(run.assignment.has_folds for run in verdict.runs)
    ):
        on = f" on {design_words(*designs.pop())}"
    kinds = {row.settlement.guard_kind for row in verdict.comparisons if row.settlement is not None}
    by = {"two-fold": "a jackknife", "halves": "halves of the data"}
    guard = "".join(f", variance guarded by {words}" for kind, words in by.items() if kind in kinds)
    return f"{one_line(NEEDS[verdict.test].label)}{guard}{on}, {terms_words(verdict)}"


def terms_words(verdict: Verdict) -> str:
    """Return sides, level and what counts as equal."""
    asked = "first" if verdict.alternative == "greater" else "second"
    if verdict.alternative == "two-sided":
        sides = "two-sided"
    elif len(verdict.comparisons) == 1:
        sides = f"one-sided (is {oriented(verdict.comparisons[0], verdict).a} better?)"
    else:
        sides = f"one-sided (is the {asked} of a pair, in the order given, better?)"
    equal = "" if verdict.rope is None else f", within {verdict.rope:g} counts as equal"
    return f"{sides}, level {verdict.alpha:g}{equal}"
