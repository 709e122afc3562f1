"""How a verdict was settled, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise._core import counted
from foldwise.verdicts._forecast_words import agreement_clause, forecast_clause
from foldwise.verdicts._numbers import fixed, places

if TYPE_CHECKING:
    from foldwise.verdicts._comparison import Comparison
    from foldwise.verdicts._settled import Settled
    from foldwise.verdicts._settlement import Settlement
    from foldwise.verdicts._verdict import Verdict


def settlement_sentences(row: Comparison, verdict: Verdict, *, turned: bool) -> str:
    """Say after how many repeats a pair was settled, or what ended it, and what the form of settling adds.

    `turned` says that the paragraph names `b` first, so that its differences have the other sign.
    """
    settlement = row.settlement
    if settlement is None or verdict.settled is None:
        return ""
    said = [_ending(settlement, verdict.settled, row), _size(row, verdict, turned=turned), _guard(row)]
    return " ".join(sentence for sentence in said if sentence)


def _ending(settlement: Settlement, settled: Settled, row: Comparison) -> str:
    folds = "two-fold" if settlement.form == "two-fold" else "ten-fold"
    repeats = f"{counted(settlement.n_repeats, 'repeat')} of {folds} cross-validation"
    forecast = row.forecast if row.forecast is not None and row.forecast.is_known else None
    if settlement.settled:
        agrees = "" if forecast is None else f": {agreement_clause(forecast)}"
        return f"Settled after {repeats} ({settlement.n_fits} fits of each learner){agrees}."
    agrees = "" if forecast is None else f": {forecast_clause(forecast, 'repeats')}"
    return f"Not settled when {_budget(settlement, settled)} ended, after {repeats}{agrees}."


def _budget(settlement: Settlement, settled: Settled) -> str:
    match settlement.ended_by:
        case "seconds":
            return f"the budget of {settled.max_seconds:g} seconds"
        case "repeats":
            return f"the budget of {settled.max_repeats} repeats"
        case _ if settlement.form == "guarded" and not settlement.guard_repeats:
            return f"the budget of {settled.fits} fits, some of them kept for the guard,"
        case _:
            return f"the budget of {settled.fits} fits"


def _size(row: Comparison, verdict: Verdict, *, turned: bool) -> str:
    """Say that two folds train on half the examples, and what ten folds say."""
    settlement = row.settlement
    if settlement is None or settlement.form != "two-fold":
        return ""
    about = "Learners were trained on half of the examples"
    if settlement.ten_fold_estimate is None:
        return f"{about}."
    other = -settlement.ten_fold_estimate if turned else settlement.ten_fold_estimate
    way = "higher" if (other >= 0) != verdict.metric.lower_is_better else "lower"
    seen = f"{fixed(abs(other), places(row))} {way}"
    return f"{about}; on nine tenths (ten-fold cross-validation) it is {seen}."


def _guard(row: Comparison) -> str:
    """Say what the second opinion on the variance did."""
    settlement = row.settlement
    if settlement is None or settlement.form != "guarded":
        return ""
    if not settlement.guard_repeats:
        return "There was no difference to guard."
    of = f"the jackknife variance of {counted(settlement.guard_repeats, 'repeat')} of two-fold cross-validation"
    before = settlement.unguarded_statistic
    if before is None or before == row.statistic:
        return f"Guard: {of} is not larger, so nothing changed."
    return f"Guard: {of} is larger, which makes the size of t {abs(row.statistic):.3g} instead of {abs(before):.3g}."
