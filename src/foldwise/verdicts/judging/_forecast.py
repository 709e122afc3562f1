"""Whether another random split of the same data would decide the same: numbers and words."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise._core import about_so_many

if TYPE_CHECKING:
    from foldwise.verdicts.judging._comparison import Comparison
    from foldwise.verdicts.judging._verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """The probability that the same procedure with another random split of the same data returns this decision.

    Parameters
    ----------
    agreement : float
        That probability; NaN if `unknown` says why.
    resampling_error : float
        Standard error of the test's statistic over random partitions, at the nearest boundary of decisions: how far
        another split would be off.
    distance : float
        How far the statistic is from where the decision would change.
    n_repeats : int
        Repeats that it rests on.
    repeats_for_95, repeats_for_99 : float
        About how many repeats would make the agreement 0.95 and 0.99; at most `n_repeats` where it is so high already,
        infinite for a statistic on the very boundary. NaN for a test that takes no other number of repeats, or whose
        answer moves with their number.
    breakdown_correlation : float
        How strongly differences of folds may be correlated before the decision is no longer significant; NaN where the
        design has none, or where the decision is not one of significance.
    assumed_correlation : float
        The correlation that the corrected test assumes; NaN as before.
    unknown : str, default ''
        Why there is no forecast, and what it would cost to have one.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> verdict = fw.compare(learners, "wine", scheme="10x10", seed=1)
    >>> forecast = verdict.comparisons[0].forecast
    >>> forecast.is_known, round(forecast.agreement, 2)
    (True, 0.8)
    """

    agreement: float
    resampling_error: float
    distance: float
    n_repeats: int
    repeats_for_95: float
    repeats_for_99: float
    breakdown_correlation: float
    assumed_correlation: float
    unknown: str = ""

    @property
    def risk(self) -> float:
        """Probability that another split decides otherwise: the resampling risk."""
        return 1 - self.agreement

    @property
    def is_known(self) -> bool:
        """Whether there is a forecast."""
        return not np.isnan(self.agreement)


def forecast_columns(row: Comparison) -> dict[str, Any]:
    """Probability and risk of another split, repeats behind the test, and whether they were enough, if known."""
    forecast = row.forecast
    return {
        "agreement": math.nan if forecast is None else forecast.agreement,
        "risk": math.nan if forecast is None else forecast.risk,
        "repeats": None if forecast is None else forecast.n_repeats,
        "settled": None if row.settlement is None else row.settlement.settled,
    }


_MOST = 100_000

# From here on the third digit matters.
_HIGH = 0.985


def agreement_words(agreement: float) -> str:
    """Return how probably another split agrees in words: two digits, three where it is high.

    Parameters
    ----------
    agreement : float
        The probability; NaN if unknown.

    Returns
    -------
    str
        The number, or that it is unknown.

    Examples
    --------
    >>> from foldwise.verdicts import agreement_words
    >>> agreement_words(0.714), agreement_words(0.9936), agreement_words(0.99999), agreement_words(float("nan"))
    ('0.71', '0.994', 'above 0.999', 'unknown')
    """
    if math.isnan(agreement):
        return "unknown"
    if agreement > 0.999:
        return "above 0.999"
    return f"{agreement:.3f}" if agreement >= _HIGH else f"{agreement:.2f}"


def agreement_percent(agreement: float) -> str:
    """Return a known probability of agreement in percent, with as many digits as `agreement_words` has.

    >>> agreement_percent(0.714), agreement_percent(0.9936), agreement_percent(0.99999)
    ('71%', '99.4%', 'more than 99.9%')
    """
    if agreement > 0.999:
        return "more than 99.9%"
    return f"{100 * agreement:.{1 if agreement >= _HIGH else 0}f}%"


def least_percent(agreement: float) -> str:
    """Return the least of several probabilities of agreement in percent.

    >>> least_percent(0.714), least_percent(0.99999)
    ('at least 71%', 'more than 99.9%')
    """
    return agreement_percent(agreement) if agreement > 0.999 else f"at least {agreement_percent(agreement)}"


# What another split would find, by outcome. While it is open, its decision is only which side of the level p is on.
_AGAIN = {
    "better": "would again find {} better",
    "none": "would again not tell them apart",
    "equivalent": "would again find them equivalent",
    "open": "would put p on the same side of the level",
}


def again_clause(row: Comparison, forecast: Forecast, unit: str, *, two_sided: bool) -> str:
    """Return in how many cases another random split would find the same, and what would make that more.

    Nothing more is offered while it is open: repeats would settle where p lies, and add nothing to the data.
    """
    again = _AGAIN[row.outcome] if two_sided or row.outcome != "none" else "would again not show it"
    clause = f"{again.format(row.winner)} in {agreement_percent(forecast.agreement)} of cases"
    repeats = forecast.repeats_for_95
    # As it is written: 0.946 reads 95%, and nothing would make that 95%.
    if row.outcome == "open" or round(forecast.agreement, 2) >= 0.95 or math.isnan(repeats):
        return clause
    return f"{clause}; {about_so_many(repeats, most=_MOST)} {unit} would make that 95%"


def agreement_clause(forecast: Forecast) -> str:
    """Return the clause on how probably another split agrees."""
    return f"another random split of the same data would agree with probability {agreement_words(forecast.agreement)}"


def forecast_clause(forecast: Forecast, unit: str) -> str:
    """Return the same, and how many repeats would make that more."""
    agrees = agreement_clause(forecast)
    levels = ((0.95, forecast.repeats_for_95), (0.99, forecast.repeats_for_99))
    more = [
        f"{about_so_many(repeats, most=_MOST)} {unit} would make that {level}"
        for level, repeats in levels
        # As it is written: 0.9897 reads 0.990, and nothing would make that 0.99.
        if level > round(forecast.agreement, 3 if forecast.agreement >= _HIGH else 2) and not math.isnan(repeats)
    ]
    return "; ".join([agrees, ", ".join(more)]) if more else agrees


def forecast_sentence(row: Comparison, verdict: Verdict) -> str:
    """Return whether another split would agree, or why nobody knows; nothing over several datasets."""
    if row.forecast is None:
        return ""
    if row.forecast.unknown:
        return f"Forecast: {row.forecast.unknown}."
    clause = forecast_clause(row.forecast, unit_words(verdict))
    return f"{clause[0].upper()}{clause[1:]}."


def breakdown_sentence(row: Comparison) -> str:
    """Return which correlation of folds a significant difference withstands."""
    forecast = row.forecast
    if row.winner is None or forecast is None or math.isnan(forecast.breakdown_correlation):
        return ""
    return (
        f"The result is significant unless differences are correlated more than {forecast.breakdown_correlation:.2f}; "
        f"the test assumes {forecast.assumed_correlation:.2f}."
    )


def unit_words(verdict: Verdict) -> str:
    """Return what is repeated."""
    return "splits" if verdict.runs[0].assignment.n_folds == 1 else "repeats"
