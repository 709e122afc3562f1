"""The answer over datasets at a glance, and in full."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from foldwise._core import (
    Glance,
    GlanceTable,
    beware_words,
    compact,
    counted,
    decimals,
    first_and_last,
    fixed,
    one_line,
    percent,
    pvalue_text,
)
from foldwise.verdicts._against import standing_beside
from foldwise.verdicts._family import ADJUST_NAMES, FAMILYWISE
from foldwise.verdicts.overall._win_tie_loss import win_tie_loss_table
from foldwise.verdicts.overall._words import (
    at_least_words,
    headline,
    missing_words,
    pair_sentence,
    sides_of,
    single_datasets_words,
    tested_words,
)

if TYPE_CHECKING:
    from foldwise.verdicts.overall._overall import Overall, OverallLearner

# A table of more columns does not fit on a line.
_MOST_COLUMNS: Final = 8


def glance(overall: Overall) -> Glance:
    """Return what a reader sees first."""
    beware, others = beware_words(overall.caveats)
    shown, n_left_out = first_and_last(overall.learners)
    table = _table(overall, shown).with_gap(n_left_out) if len(overall.learners) > 2 else None
    lines = [
        ("single datasets", single_datasets_words(overall)),
        ("tested by", tested_words(overall)),
        ("missing", missing_words(overall)),
        *beware,
    ]
    return Glance(
        headline=headline(overall),
        outcome=overall.pairs[0].outcome if len(overall.pairs) == 1 else "",
        table=table,
        lines=tuple((label, words) for label, words in lines if words),
        more=others,
        all_rows="overall.frame()",
        call="overall.details()",
    )


def _table(overall: Overall, shown: Sequence[OverallLearner]) -> GlanceTable:
    """Return the learners by mean rank."""
    if overall.against is not None:
        return _table_against(overall, overall.against, shown)
    is_ranked = overall.alternative == "two-sided"
    spread = float(np.nanstd([each.mean_score for each in overall.learners]))
    n = decimals(spread / 10 if spread > 0 else math.nan, is_share=overall.metric.is_share)
    incomplete = any(each.n_datasets < len(overall.datasets) for each in overall.learners)
    rows = [
        (
            one_line(each.name),
            fixed(each.mean_rank, 2),
            *([_rank_words(each)] if is_ranked else []),
            compact(overall.metric.natural(each.mean_score), n),
            *([str(each.n_datasets)] if incomplete else []),
            str(len(each.better_than)),
            str(len(each.worse_than)),
            _standing(each, overall),
        )
        for each in shown
    ]
    headings = (
        "",
        "mean rank",
        *([_rank_heading(overall)] if is_ranked else []),
        f"mean {overall.metric.label}",
        *(["datasets"] if incomplete else []),
        "better than",
        "worse than",
        "outcome",
    )
    outcomes = tuple(_STANDINGS.get(row[-1], "") for row in rows)
    return GlanceTable(headings=headings, rows=tuple(rows), outcomes=outcomes)


def _rank_heading(overall: Overall) -> str:
    """Return what the intervals of ranks are called: they have a level if they hold together."""
    holds = overall.adjust in FAMILYWISE or overall.family < 2
    return f"rank, {percent(1 - overall.alpha)}" if holds else "rank, each"


def _rank_words(each: OverallLearner) -> str:
    return f"{each.rank_low}" if each.rank_low == each.rank_high else f"{each.rank_low} to {each.rank_high}"


def _standing(each: OverallLearner, overall: Overall) -> str:
    if overall.best == each.name:
        return "best"
    if overall.alternative != "two-sided":
        return ""
    if not any(pair.outcome != "undetermined" for pair in overall.pairs if each.name in (pair.a, pair.b)):
        return "not compared"
    return "may be the best" if not each.worse_than else "not the best"


def _table_against(overall: Overall, against: str, shown: Sequence[OverallLearner]) -> GlanceTable:
    """Return the learners by mean rank, each beside the one that all were compared with."""
    scores = float(np.nanstd([each.mean_score for each in overall.learners]))
    n = decimals(scores / 10 if scores > 0 else math.nan, is_share=overall.metric.is_share)
    widths = [(pair.high - pair.low) / 2 for pair in overall.pairs if 0 < pair.high - pair.low < math.inf]
    n_by = decimals(min(widths, default=math.nan), is_share=overall.metric.is_share)
    rows, outcomes = [], []
    for each in shown:
        name, mean = one_line(each.name), compact(overall.metric.natural(each.mean_score), n)
        if each.name == against:
            rows.append((name, fixed(each.mean_rank, 2), mean, "", "", "", ""))
            outcomes.append("")
            continue
        pair = overall.pair(each.name, against)
        standing = standing_beside(pair.outcome, pair.winner, against, overall.alternative)
        rows.append(
            (
                name,
                fixed(each.mean_rank, 2),
                mean,
                f"{pair.wins}/{pair.ties}/{pair.losses}",
                compact(pair.estimate, n_by),
                pvalue_text(pair.adjusted_pvalue, overall.alpha),
                _BESIDE.get(standing, "not shown better"),
            )
        )
        outcomes.append(pair.outcome)
    adjusted = overall.family > 1 and overall.adjust != "none"
    headings = (
        "",
        "mean rank",
        f"mean {overall.metric.label}",
        "ahead/level/behind",
        "typically ahead by",
        f"p ({ADJUST_NAMES[overall.adjust]})" if adjusted else "p",
        f"than {one_line(against)}",
    )
    return GlanceTable(headings=headings, rows=tuple(rows), outcomes=tuple(outcomes))


_BESIDE: Final = {
    "better": "better",
    "worse": "worse",
    "none": "not told apart",
    "undetermined": "not compared",
    "not worse": "not shown worse",
}


_STANDINGS: Final = {"best": "better", "may be the best": "open", "not the best": "none"}


def details(overall: Overall) -> str:
    """Return all of it in words."""
    n = len(overall.datasets)
    lines = [headline(overall)] if len(overall.pairs) > 1 else []
    for pair in overall.pairs:
        sentence = pair_sentence(pair, overall, counted(pair.n_datasets, "dataset"))
        shown = " ".join(f"{at_least_words(*side)}." for side in sides_of(pair))
        lines.append(f"{sentence} {shown}".rstrip())
    shared = [f"Datasets: {n}. Tested by: {tested_words(overall)}."]
    if words := missing_words(overall):
        shared.append(f"Missing: {words}.")
    if overall.caveats:
        shared.append("Beware: " + " ".join(caveat.message for caveat in overall.caveats))
    text = "\n".join([*lines, " ".join(shared)])
    if len(overall.learners) > _MOST_COLUMNS:
        return text
    signs = "Better (v) or worse (*) than {}, by the test of each dataset"
    if overall.on_datasets is None:
        signs = "Ahead of (v) or behind (*) {}, by the scores alone"
    base = one_line(overall.against or overall.cells.learners[0])
    return f"{text}\n\n{signs.format(base)}:\n{win_tie_loss_table(overall, None)}"
