"""Results of this room at a glance: whether executions agree, what partitions say, what more repeats changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING

from foldwise._core import (
    Glance,
    GlanceTable,
    beware_words,
    counted,
    first_and_last,
    limits_text,
    one_line,
    percent,
    pvalue_text,
)
from foldwise.verdicts import decision_words, probability_words

if TYPE_CHECKING:
    from foldwise.replicability._agreement import Agreement
    from foldwise.replicability._by_repeats import ByRepeats
    from foldwise.replicability._partitions import PartitionAnalysis, Partitions
    from foldwise.replicability._replicability import Replicability


def replicability_glance(result: Replicability) -> Glance:
    """Return whether the executions of a procedure agree, and what that is worth."""
    rows = result.agreements
    beware, others = beware_words(result.caveats)
    is_one = len(rows) == 1
    lines = [
        ("an execution", "all of it again, on another random split of the data"),
        ("pairs of them", _pairs_words(result)),
        ("false alarms", _level_words(result)),
    ]
    table, is_cut = (None, False) if is_one else _agreements_table(result)
    return Glance(
        headline=_one_agreement(result) if is_one else _agreements(result),
        table=table,
        lines=(*lines, *beware),
        more=others,
        all_rows="replicability.frame()" if is_cut else "",
        call="replicability.details()",
    )


def _opening(result: Replicability) -> str:
    where = one_line(result.datasets[0]) if len(result.datasets) == 1 else counted(len(result.datasets), "dataset")
    return f"{result.n_executions} executions of {result.procedure.short_name} on {where}"


def _one_agreement(result: Replicability) -> str:
    """Return what the executions decided about one pair."""
    row = result.agreements[0]
    if row.is_reversed:
        verb = "contradict each other"
    elif row.n_unsettled:
        verb = "are not all settled"
    else:
        verb = "agree" if row.consistent else "do not all agree"
    return f"{_opening(result)} {verb} about {one_line(row.a)} and {one_line(row.b)}: {decided_words(row, result)}."


def _agreements(result: Replicability) -> str:
    """Return on how many of several comparisons the executions agree."""
    total = result.overall
    reversed_words = f", and contradict each other on {total.n_reversed}" if total.n_reversed else ""
    return (
        f"{_opening(result)}: all agree on {total.n_consistent} of {counted(total.n_comparisons, 'comparison')} about "
        f"whether one learner is better{reversed_words}."
    )


def decided_words(row: Agreement, result: Replicability) -> str:
    """Return how often each was decided, the most frequent first; of what was not settled, only that it is open."""
    place = result.datasets.index(row.dataset), result.pairs.index((row.a, row.b))
    decisions, unsettled = result.executions.decisions[place], result.executions.unsettled[place].astype(bool)
    counts = Counter(decision_words(each, {"a": row.a, "b": row.b}.get(each)) for each in decisions[~unsettled])
    parts = [f"{words} in {n}" for words, n in counts.most_common()]
    return ", ".join([*parts, *([f"open in {int(unsettled.sum())}"] if unsettled.any() else [])])


def _pairs_words(result: Replicability) -> str:
    """Return how many pairs of executions agree, with its interval."""
    total, n_pairs = result.overall, result.n_executions * (result.n_executions - 1) // 2
    if len(result.agreements) > 1:
        interval = "" if isnan(total.low) else f" (95% interval over datasets {limits_text(total.low, total.high)})"
        return f"{percent(round(total.replicability, 3))} agree{interval}"
    row = result.agreements[0]
    if row.is_reversed:
        return f"{round(row.three_outcome * n_pairs)} of {n_pairs} come to the same decision"
    return (
        f"{round(row.replicability * n_pairs)} of {n_pairs} agree; two executions agree with probability "
        f"{row.low:.2f} to {row.high:.2f} (95% interval)"
    )


def _level_words(result: Replicability) -> str:
    level = result.level
    if not level.n_measurements:
        return f"of {level.test} were not measured; to agree is not to be right"
    return (
        f"in {percent(level.lowest)} to {percent(level.highest)} of simulations without a difference "
        f"(level {percent(level.level)})"
    )


def _agreements_table(result: Replicability) -> tuple[GlanceTable, bool]:
    """Return a row for each comparison, those that agree least first, and whether some are left out."""
    rows = sorted(result.agreements, key=lambda row: row.replicability)
    shown, n_left_out = first_and_last(rows)
    several = len({row.dataset for row in rows}) > 1
    cells = tuple(
        (
            *([one_line(row.dataset)] if several else []),
            f"{one_line(row.a)} vs {one_line(row.b)}",
            percent(round(row.replicability, 3)),
            decided_words(row, result),
        )
        for row in shown
    )
    headings = (*(["dataset"] if several else []), "", "pairs that agree", "decided")
    table = GlanceTable(headings=headings, rows=cells, outcomes=("",) * len(cells), n_names=2 if several else 1)
    return table.with_gap(n_left_out), bool(n_left_out)


def partitions_glance(analysis: PartitionAnalysis, groups: dict[int, str]) -> Glance:
    """Return what single partitions say beside all of them together; `groups` names what the partition does."""
    rows = analysis.rows
    beware, others = beware_words(analysis.caveats)
    is_one = len(rows) == 1
    table, is_cut = (None, False) if is_one else _partitions_table(rows, analysis.alpha)
    lines = [("a single split", groups[int(rows[0].group)])] if is_one else []
    if analysis.tally is not None:
        lines.append(("wrong alone", _tally_words(analysis)))
    return Glance(
        headline=_one_pair(rows[0], analysis.alpha) if is_one else _all_pairs(analysis),
        table=table,
        lines=(*lines, *beware),
        more=others,
        all_rows="analysis.frame()" if is_cut else "",
        call="analysis.details()",
    )


def _one_pair(row: Partitions, alpha: float) -> str:
    a, b = one_line(row.a), one_line(row.b)
    return (
        f"{row.n_partitions} partitions of {one_line(row.dataset)}, each judged by itself: {a} better on {row.n_a}, "
        f"{b} better on {row.n_b}, neither on {row.n_none}; {_together(row, alpha)}."
    )


def _together(row: Partitions, alpha: float) -> str:
    """Return what all partitions say together."""
    if row.conclusion == "undetermined":
        return "together they decide nothing, since on some of them differences do not vary"
    return f"together: {_concluded(row)} (averaged t, {probability_words(row.averaged_pvalue, alpha)})"


def _concluded(row: Partitions) -> str:
    return decision_words(row.conclusion, {"a": row.a, "b": row.b}.get(row.conclusion))


def _all_pairs(analysis: PartitionAnalysis) -> str:
    """Return how often single partitions conclude otherwise than all of them together."""
    opening = f"{counted(len(analysis.rows), 'comparison')}, every partition judged by itself"
    tally = analysis.tally
    if tally is None:
        return f"{opening}: together the partitions decide nothing."
    return (
        f"{opening}: {tally.n_incorrect} of {counted(int(tally.n_conclusions), 'conclusion')} "
        f"({tally.error_rate:.1%}) differ from that of all partitions together."
    )


def _tally_words(analysis: PartitionAnalysis) -> str:
    tally = analysis.tally
    assert tally is not None
    return (
        f"{tally.n_incorrect} of {tally.n_conclusions}, if all together are right: {tally.type_one} see a difference, "
        f"{tally.type_two} miss or reverse one"
    )


def _partitions_table(rows: Sequence[Partitions], alpha: float) -> tuple[GlanceTable, bool]:
    """Return a row for each comparison, and whether some are left out."""
    shown, n_left_out = first_and_last(rows)
    several = len({row.dataset for row in rows}) > 1
    cells = tuple(
        (
            *([one_line(row.dataset)] if several else []),
            f"{one_line(row.a)} vs {one_line(row.b)}",
            f"{row.n_a} / {row.n_none} / {row.n_b}",
            pvalue_text(row.averaged_pvalue, alpha),
            _concluded(row),
        )
        for row in shown
    )
    headings = (*(["dataset"] if several else []), "", "first / neither / second", "p of averaged t", "together")
    outcomes = tuple("better" if row.conclusion in ("a", "b") else row.conclusion for row in shown)
    table = GlanceTable(headings=headings, rows=cells, outcomes=outcomes, n_names=2 if several else 1)
    return table.with_gap(n_left_out), bool(n_left_out)


def repeats_glance(result: ByRepeats) -> Glance:
    """Return how often the decision changed as repeats were added, and what it came to."""
    dataset, first, last = one_line(result.dataset), result.n_repeats[0], result.n_repeats[-1]
    rows = list(zip(result.pairs, result.n_changes, result.pvalues[:, -1], result.decisions[:, -1], strict=True))
    if len(rows) == 1:
        (a, b), n_changes, p, decision = rows[0]
        headline = (
            f"{one_line(a)} and {one_line(b)} on {dataset}: the decision {changed_words(n_changes)} from {first} to "
            f"{last} repeats; at last {_said(a, b, decision)} ({probability_words(float(p), result.alpha)})."
        )
        return Glance(headline=headline, call="result.details()")
    n_changed = sum(n > 0 for n in result.n_changes)
    shown, n_left_out = first_and_last(rows)
    cells = tuple(
        (
            f"{one_line(a)} vs {one_line(b)}",
            str(n_changes),
            pvalue_text(float(p), result.alpha),
            _said(a, b, decision),
        )
        for (a, b), n_changes, p, decision in shown
    )
    outcomes = tuple("better" if decision in ("a", "b") else str(decision) for *_, decision in shown)
    table = GlanceTable(headings=("", "changes", "p at last", "at last"), rows=cells, outcomes=outcomes)
    return Glance(
        headline=f"{len(rows)} pairs on {dataset}: the decision on {n_changed} of them changed from {first} to {last} "
        "repeats.",
        table=table.with_gap(n_left_out),
        all_rows="result.frame()" if n_left_out else "",
        call="result.details()",
    )


def changed_words(times: int) -> str:
    """Return how often something changed.

    >>> changed_words(0), changed_words(1), changed_words(3)
    ('never changed', 'changed 1 time', 'changed 3 times')
    """
    return f"changed {counted(times, 'time')}" if times else "never changed"


def _said(a: str, b: str, decision: str) -> str:
    return decision_words(str(decision), {"a": a, "b": b}.get(str(decision)))
