"""A verdict at a glance: the answer in a sentence, pairs in a table, then other splits, the test, what to beware of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from foldwise._core import (
    Glance,
    GlanceTable,
    beware_words,
    compact,
    first_and_last,
    one_line,
)
from foldwise.verdicts._against import against_question
from foldwise.verdicts.evidence._designs import short_design_words
from foldwise.verdicts.judging._comparison import Comparison, oriented, short_sentence
from foldwise.verdicts.judging._forecast import again_clause, least_percent, unit_words
from foldwise.verdicts.judging._numbers import probability_words, table_places
from foldwise.verdicts.judging._pairs_glance import mean_scores, pairs_headline, pairs_table, rows_to_show
from foldwise.verdicts.tests._table import NEEDS

if TYPE_CHECKING:
    from foldwise.verdicts.judging._verdict import Verdict
    from foldwise.verdicts.overall import Overall

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
        headline = pairs_headline(rows, verdict, over_datasets=over_datasets)
    beware, others = beware_words(verdict.caveats, [row.caveats for row in rows], some="some pairs")
    table = None if len(rows) == 1 else pairs_table(rows, verdict)
    lines = [("another split", _split_words(rows, verdict)), ("tested by", _test_words(verdict)), *beware]
    return Glance(
        headline=headline,
        outcome=rows[0].outcome if len(rows) == 1 else "",
        table=table,
        lines=tuple((label, words) for label, words in lines if words),
        more=others,
        all_rows="verdict.frame()" if rows_to_show(rows)[1] else "",
        call="verdict.details()",
    )


def _several_datasets(rows: Sequence[Comparison], verdict: Verdict, overall: Overall) -> Glance:
    """Return the answer over datasets first, then the datasets one by one."""
    first = overall.glance()
    # What makes the answer over datasets void must not stand behind what concerns a single one.
    beware, others = beware_words(overall.caveats)
    beware_each, others_each = beware_words(verdict.caveats, [row.caveats for row in rows], some="some")
    n_learners = len(overall.learners)
    second = pairs_table(rows, verdict) if n_learners == 2 else _datasets_table(rows, verdict, overall)
    opening = pairs_headline(rows, verdict)
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
        scores = mean_scores(pairs)
        leader = max(scores, key=lambda name: scores[name])
        told = sum(row.winner == leader for row in pairs if leader in (row.a, row.b))
        is_best = told == len(scores) - 1
        apart = sum(row.winner is not None for row in pairs)
        columns = [compact(verdict.metric.natural(scores[name]), n) if name in scores else "" for name in learners]
        highest = [one_line(leader), compact(verdict.metric.natural(scores[leader]), n)]
        words = f"{one_line(leader)} best" if is_best else f"{apart} of {len(pairs)} told apart"
        if verdict.against is not None:
            words = _beside_words(pairs, one_line(verdict.against))
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


def _beside_words(rows: Sequence[Comparison], against: str) -> str:
    """Return on one dataset how many are better and worse than the learner that all were compared with."""
    n_worse = sum(row.winner == against for row in rows)
    n_better = sum(row.winner is not None for row in rows) - n_worse
    told = [f"{n} {word}" for n, word in ((n_better, "better"), (n_worse, "worse")) if n]
    return f"{' and '.join(told)} than {against}" if told else f"none told from {against}"


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
    words = f"{each} would come out the same in {least_percent(min(known))} of cases"
    return words if len(known) == len(ended) else f"{words}, as far as known ({len(known)} of {len(ended)} comparisons)"


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
        on = f" on {short_design_words(verdict.runs[0].assignment)}"
    kinds = {row.settlement.guard_kind for row in verdict.comparisons if row.settlement is not None}
    by = {"two-fold": "a jackknife", "halves": "halves of the data"}
    guard = "".join(f", variance guarded by {words}" for kind, words in by.items() if kind in kinds)
    return f"{one_line(NEEDS[verdict.test].label)}{guard}{on}, {terms_words(verdict)}{_alike_words(verdict)}"


def _alike_words(verdict: Verdict) -> str:
    """Return what one test of all learners together says, on one dataset."""
    if len(verdict.all_alike) != 1:
        return ""
    return f"; that all are alike has {probability_words(verdict.all_alike[0].pvalue, verdict.alpha)}"


def terms_words(verdict: Verdict) -> str:
    """Return sides, level and what counts as equal."""
    asked = "first" if verdict.alternative == "greater" else "second"
    if verdict.alternative == "two-sided":
        sides = "two-sided"
    elif len(verdict.comparisons) == 1:
        sides = f"one-sided (is {oriented(verdict.comparisons[0], verdict).a} better?)"
    elif verdict.against is not None:
        sides = f"one-sided ({against_question(verdict.against, verdict.alternative)})"
    else:
        sides = f"one-sided (is the {asked} of a pair, in the order given, better?)"
    equal = "" if verdict.rope is None else f", within {verdict.rope:g} counts as equal"
    return f"{sides}, level {verdict.alpha:g}{equal}"
