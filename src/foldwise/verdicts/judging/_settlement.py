"""How the verdict on one pair was settled, in numbers and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from foldwise._core import compact, counted
from foldwise.verdicts.judging._forecast import agreement_clause, forecast_clause
from foldwise.verdicts.judging._numbers import places

if TYPE_CHECKING:
    from foldwise.verdicts.judging._comparison import Comparison
    from foldwise.verdicts.judging._decide import Decision
    from foldwise.verdicts.judging._verdict import Verdict
    from foldwise.verdicts.settling._settled import Settled


Form = Literal["ten-fold", "two-fold", "guarded"]
# What a guard is made from: repeats of two-fold cross-validation, or ten-fold cross-validation of halves of the data.
GuardKind = Literal["", "two-fold", "halves"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What a pair looked like after so many repeats.

    Parameters
    ----------
    n_repeats : int
        Repeats of the cross-validation that the test reads.
    statistic, pvalue : float
        Of the test on them.
    resampling_error : float
        Standard error of the statistic over random partitions, at the nearest boundary of decisions.
    critical : float
        Absolute value of the statistic past which the decision changes, for the family of the verdict.
    risk : float
        Probability that another random split of as many repeats decides otherwise.
    decision : {'a', 'b', 'none', 'equivalent', 'undetermined'}
        What would be said now.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> verdict = fw.compare(learners, "wdbc", seed=1)
    >>> look = verdict.comparisons[0].settlement.looks[-1]
    >>> look.n_repeats, look.decision
    (10, 'none')
    """

    n_repeats: int
    statistic: float
    pvalue: float
    resampling_error: float
    critical: float
    risk: float
    decision: Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """How one comparison of a settled verdict came about.

    Parameters
    ----------
    form : {'ten-fold', 'two-fold', 'guarded'}
        The corrected test on ten folds; the jackknife test on two; or the first, its variance held against another one
        before a learner is called better.
    settled : bool
        Whether it was settled; False if the budget ended before.
    n_repeats : int
        Repeats of the cross-validation that the test reads.
    n_fits : int
        Fits of each of the two learners, all told.
    ended_by : {'', 'repeats', 'fits', 'seconds'}
        Which budget ended it; empty if none did.
    looks : tuple of Look
        One for each time that repeats were added.
    ten_fold_estimate : float or None
        Form two-fold: the mean difference of ten-fold cross-validation, which is about training sets of nearly all
        examples.
    inflation : float or None
        Form two-fold, or guarded: variance of the jackknife over that of the examples' own losses; how much the choice
        of training examples adds.
    guard_kind : {'', 'two-fold', 'halves'}
        Form guarded: what the other variance is from, the jackknife on two folds or halves of the data; empty where
        there was nothing to guard.
    guard_repeats : int
        Form guarded: repeats of two-fold cross-validation, or halvings of the data, behind it.
    unguarded_statistic : float or None
        Form guarded: what the statistic was without the guard.
    why_unguarded : str
        Form guarded: why the variance could not be guarded; empty where it could be.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> verdict = fw.compare(learners, "wdbc", seed=1)
    >>> settlement = verdict.comparisons[0].settlement
    >>> settlement.settled, settlement.n_repeats
    (True, 10)
    """

    form: Form
    settled: bool
    n_repeats: int
    n_fits: int
    ended_by: Literal["", "repeats", "fits", "seconds"]
    looks: tuple[Look, ...]
    ten_fold_estimate: float | None = None
    inflation: float | None = None
    guard_kind: GuardKind = ""
    guard_repeats: int = 0
    unguarded_statistic: float | None = None
    why_unguarded: str = ""


def settlement_sentences(row: Comparison, verdict: Verdict, *, turned: bool) -> str:
    """Return after how many repeats a pair was settled, or what ended it, and what the form of settling adds.

    `turned` says that the paragraph names `b` first, so that its differences have the other sign.
    """
    settlement = row.settlement
    if settlement is None or verdict.settled is None:
        return ""
    sentences = [_ending(settlement, verdict.settled, row), _size(row, verdict, turned=turned), _guard(row)]
    return " ".join(sentence for sentence in sentences if sentence)


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
    """Return that two folds train on half the examples, and what ten folds say."""
    settlement = row.settlement
    if settlement is None or settlement.form != "two-fold":
        return ""
    about = "Learners were trained on half of the examples"
    if settlement.ten_fold_estimate is None:
        return f"{about}."
    other = -settlement.ten_fold_estimate if turned else settlement.ten_fold_estimate
    way = "higher" if (other >= 0) != verdict.metric.lower_is_better else "lower"
    difference = f"{compact(abs(other), places(row))} {way}"
    return f"{about}; on nine tenths (ten-fold cross-validation) it is {difference}."


def _guard(row: Comparison) -> str:
    """Return what the second opinion on the variance did."""
    settlement = row.settlement
    if settlement is None or settlement.form != "guarded":
        return ""
    if settlement.why_unguarded:
        return ""
    if not settlement.guard_repeats:
        return "There was no difference to guard."
    of = f"the jackknife variance of {counted(settlement.guard_repeats, 'repeat')} of two-fold cross-validation"
    if settlement.guard_kind == "halves":
        of = f"the variance over {counted(settlement.guard_repeats, 'halving')} of the data"
    before = settlement.unguarded_statistic
    if before is None or before == row.statistic:
        return f"Guard: {of} is not larger, so nothing changed."
    return f"Guard: {of} is larger, which makes the size of t {abs(row.statistic):.3g} instead of {abs(before):.3g}."
