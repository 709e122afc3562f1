"""A panel at a glance: how many tests say what, then a row for each test, or for each comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from foldwise._core import (
    Glance,
    GlanceTable,
    beware_words,
    counted,
    first_and_last,
    one_line,
    percent,
    pvalue_text,
)
from foldwise.verdicts.judging._comparison import is_turned, short_sentence, turned
from foldwise.verdicts.judging._forecast import agreement_percent
from foldwise.verdicts.judging._glance import terms_words
from foldwise.verdicts.judging._numbers import limits_words, outcome_words, table_places
from foldwise.verdicts.tests._table import NEEDS

if TYPE_CHECKING:
    from foldwise.verdicts.judging._comparison import Comparison
    from foldwise.verdicts.judging._panel import Panel
    from foldwise.verdicts.judging._verdict import Verdict

    Rows = Sequence[tuple[Verdict, Comparison]]

_MARK: Final = "!"


def panel_glance(panel: Panel) -> Glance:
    """Return what a reader sees first of a panel."""
    groups = [_oriented(rows) for rows in panel.by_comparison().values()]
    table, is_cut = _tests_table(groups[0]) if len(groups) == 1 else _comparisons_table(groups)
    # The headline is the advised test's: so are its caveats.
    advised = panel.advised
    by_row = [row.caveats for row in advised.comparisons]
    beware, others = beware_words([*panel.caveats, *advised.caveats], by_row, some="some pairs")
    marked = any(not NEEDS[verdict.test].advisable for verdict in panel.verdicts)
    return Glance(
        headline=_headline(groups[0]) if len(groups) == 1 else _summary(groups, panel),
        outcome=groups[0][0][1].outcome if len(groups) == 1 else "",
        table=table,
        lines=(
            *([(_MARK, "not advised for a conclusion")] if marked and len(groups) == 1 else []),
            ("all tests", terms_words(advised)),
            *beware,
        ),
        more=others,
        all_rows="panel.frame()" if is_cut else "",
        call="panel.details()",
    )


def _oriented(rows: Rows) -> Rows:
    """Return rows with the learner first that the advised test has ahead, or that was asked about."""
    advised, first = rows[0]
    return [(verdict, turned(row)) for verdict, row in rows] if is_turned(first, advised) else rows


def _headline(rows: Rows) -> str:
    """Return what the advised test says about one pair, and how many of the tests say what.

    Tests that are not advised are counted apart: many of them are no better evidence than one.
    """
    advised, row = rows[0]
    over_datasets = NEEDS[advised.test].reads == "datasets"
    plain = replace(row, a=one_line(row.a), b=one_line(row.b), dataset=one_line(row.dataset))
    answer = short_sentence(plain, advised, over_datasets=over_datasets).removesuffix(".")
    sound = [row for verdict, row in rows if NEEDS[verdict.test].advisable]
    counts = _counts(sound, advised)
    if len(sound) < len(rows):
        unsound = [row for verdict, row in rows if not NEEDS[verdict.test].advisable]
        counts += f"; of {len(unsound)} that are not advised {_counts(unsound, advised)}"
    # The sentence of a test that cannot decide begins with the test.
    answer = (
        answer.replace("The test", "The advised test", 1)
        if row.outcome == "undetermined"
        else f"{answer}, by the advised test"
    )
    return f"{answer}. Of {counted(len(sound), 'advised test')} {counts}."


def _counts(rows: Sequence[Comparison], verdict: Verdict) -> str:
    says = Counter(_says(row, verdict) for row in rows)
    return ", ".join(
        f"{n} {words if n > 1 else words.replace('call ', 'calls ', 1)}" for words, n in says.most_common()
    )


def _says(row: Comparison, verdict: Verdict) -> str:
    if row.winner is not None:
        return f"call {one_line(row.winner)} better"
    if row.outcome == "none" and verdict.alternative != "two-sided":
        return "cannot show it"
    return {
        "none": "cannot tell them apart",
        "equivalent": "call them practically equivalent",
        "undetermined": "cannot decide",
    }[row.outcome]


def _summary(groups: Sequence[Rows], panel: Panel) -> str:
    """Return on how many of several comparisons the tests agree."""
    n_split = len(panel.splits_opinion())
    agree = (
        f"all come to the same conclusion on {len(groups) - n_split} of them"
        if n_split
        else "all come to the same conclusion on each of them"
    )
    return f"{counted(len(panel.verdicts), 'test')} of {len(groups)} comparisons: {agree}."


def _tests_table(rows: Rows) -> tuple[GlanceTable, bool]:
    """Return a row for each test of one pair, the advised one first, and whether some are left out."""
    shown, n_left_out = first_and_last(rows)
    digits = table_places([row for _, row in shown])
    knows = any(row.forecast is not None and row.forecast.is_known for _, row in shown)
    cells = [
        (
            verdict.test if NEEDS[verdict.test].advisable else f"{verdict.test} {_MARK}",
            pvalue_text(row.adjusted_pvalue, verdict.alpha),
            limits_words(row, digits[n]) or "none",
            *([_agrees(row)] if knows else []),
            outcome_words(row, verdict),
        )
        for n, (verdict, row) in enumerate(shown)
    ]
    first = rows[0][0]
    adjusted = first.family > 1 and first.adjust != "none"
    headings = (
        "test",
        "adjusted p" if adjusted else "p",
        f"{percent(1 - first.alpha)} interval",
        *(["another split agrees"] if knows else []),
        "outcome",
    )
    outcomes = tuple(row.outcome for _, row in shown)
    return GlanceTable(headings=headings, rows=tuple(cells), outcomes=outcomes).with_gap(n_left_out), bool(n_left_out)


def _agrees(row: Comparison) -> str:
    if row.forecast is None or not row.forecast.is_known:
        return "unknown"
    return agreement_percent(row.forecast.agreement)


def _comparisons_table(groups: Sequence[Rows]) -> tuple[GlanceTable, bool]:
    """Return a row for each comparison: the advised test, and how many of the tests decide as it does."""
    shown, n_left_out = first_and_last(groups)
    several = len({rows[0][1].dataset for rows in groups}) > 1
    cells = []
    for rows in shown:
        verdict, row = rows[0]
        same = sum(other.decision == row.decision for _, other in rows)
        cells.append(
            (
                *([one_line(row.dataset)] if several else []),
                f"{one_line(row.a)} vs {one_line(row.b)}",
                verdict.test,
                pvalue_text(row.adjusted_pvalue, verdict.alpha),
                f"{same} of {len(rows)}",
                outcome_words(row, verdict),
            )
        )
    first = groups[0][0][0]
    p = "adjusted p" if first.family > 1 and first.adjust != "none" else "p"
    table = GlanceTable(
        headings=(*(["dataset"] if several else []), "", "advised test", p, "tests that agree", "outcome"),
        rows=tuple(cells),
        outcomes=tuple(rows[0][1].outcome for rows in shown),
        n_names=3 if several else 2,
    )
    return table.with_gap(n_left_out), bool(n_left_out)
