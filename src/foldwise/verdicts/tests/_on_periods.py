"""Tests on differences of scores in the order of time: how they are fed, and their records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from foldwise.stats import cosine_t, diebold_mariano, hac_t
from foldwise.verdicts.evidence._finding import Alternative, Reading, reading
from foldwise.verdicts.tests._record import DIFFERENCE, Need, standardized

if TYPE_CHECKING:
    from foldwise.verdicts.evidence._evidence import PairEvidence

_IN_ORDER: Final = "splits or periods in the order of time (scheme 'rolling:10:24', or a column of periods)"
_NO_OTHERS: Final = "there is one order of time, and no other to split by"
_STATIONARY: Final = (
    "The differences are stationary, so that their mean is the same throughout, and correlation between periods dies "
    "out as they are further apart."
)
_OF_ONE_PERIOD: Final = f"{DIFFERENCE} in one period; n: periods"


def _cosine_t(evidence: PairEvidence, alternative: Alternative) -> Reading:
    return reading(cosine_t(evidence.row(), alternative=alternative, **evidence.magnitude()))


def _hac_t(evidence: PairEvidence, alternative: Alternative) -> Reading:
    return reading(hac_t(evidence.row(), alternative=alternative, **evidence.magnitude()))


def _diebold_mariano(evidence: PairEvidence, alternative: Alternative) -> Reading:
    """Feed all differences; splits that test a row again are correlated as forecasts of so many periods ahead are."""
    d = evidence.row()
    horizon = min(evidence.pair.run.assignment.horizon, d.size - 1)
    return reading(diebold_mariano(d, horizon=horizon, alternative=alternative, **evidence.magnitude()))


RECORDS: Final = (
    Need(
        function=cosine_t,
        rank=32,
        label="t test over time by cosines",
        symbol="t",
        swapped="negated",
        reads="periods",
        design=_IN_ORDER,
        fits=lambda setting: setting.is_time_ordered,
        feed=_cosine_t,
        beside=standardized,
        other_partitions=_NO_OTHERS,
        questions=(8,),
        differs="measures the variance of the mean by the slowest movements over time",
        assumes=_STATIONARY,
        avoid="When one learner gains on the other in the course of time: there is then no one difference.",
        formula="t = mean(d) / sqrt(1/(n v) sum_{j=1..v} L_j^2); L_j = sqrt(2/n) sum_i d_i cos(pi j (i - 1/2) / n)",
        symbols=f"{_OF_ONE_PERIOD}; v: cosines, of which there are 0.4 n^(2/3); d_i: that of period i; L_j: how much d "
        "moves with cosine j; cos: the cosine; pi: 3.14159",
    ),
    Need(
        function=hac_t,
        rank=34,
        label="t test over time by Newey and West",
        symbol="t",
        swapped="negated",
        reads="periods",
        design=_IN_ORDER,
        fits=lambda setting: setting.is_time_ordered,
        feed=_hac_t,
        beside=standardized,
        other_partitions=_NO_OTHERS,
        questions=(8,),
        differs="adds autocovariances to the variance, with weights that fall in a straight line",
        assumes=_STATIONARY,
        avoid="With fewer than 100 periods and correlation that lasts: cosine_t has fewer false alarms there.",
        formula="t = mean(d) / sqrt((g_0 + 2 sum_{j=1..L} (1 - j/(L+1)) g_j) / n)",
        symbols=f"{_OF_ONE_PERIOD}; g_0, g_j: autocovariance of d at lags 0 and j; L: lags, 1.3 sqrt(n) - 1 rounded up",
        df="its own distribution for independent normal differences and these lags",
    ),
    Need(
        function=diebold_mariano,
        rank=36,
        label="Diebold-Mariano test",
        symbol="t",
        swapped="negated",
        reads="periods",
        design=_IN_ORDER,
        fits=lambda setting: setting.is_time_ordered,
        feed=_diebold_mariano,
        beside=standardized,
        other_partitions=_NO_OTHERS,
        questions=(8,),
        differs="counts correlation only between splits whose test rows overlap",
        assumes="The differences are stationary, and not correlated where test rows do not overlap.",
        avoid="When differences may be correlated over more periods than the horizon: use cosine_t.",
        formula="t = mean(d) sqrt((n + 1 - 2h + h(h-1)/n) / (g_0 + 2 sum_{j=1..h-1} g_j))",
        symbols=f"{_OF_ONE_PERIOD}; h: the horizon in periods; g_0, g_j: autocovariance of d at lags 0 and j",
        flags={
            "negative_variance": "The autocovariances up to the horizon made the variance negative; weights that fall "
            "in a straight line were used instead."
        },
    ),
)
