"""Numbers of a comparison as a sentence shows them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from foldwise._core import compact, decimals, one_line, pvalue_text

if TYPE_CHECKING:
    from foldwise.runs import Metric
    from foldwise.verdicts.judging._comparison import Comparison


class Judged(Protocol):
    """On what terms comparisons were made: a verdict on runs, or on scores of items."""

    @property
    def metric(self) -> Metric:
        """What was scored."""

    @property
    def alpha(self) -> float:
        """Level, for the whole family."""

    @property
    def rope(self) -> float | None:
        """Differences up to this size do not matter."""

    @property
    def alternative(self) -> str:
        """Direction asked for."""

    @property
    def adjust(self) -> str:
        """How p-values were adjusted."""

    @property
    def against(self) -> str | None:
        """The learner that each other was compared with; None if all pairs were."""

    @property
    def family(self) -> int:
        """For how many comparisons."""


# Decimals by which rows of one table may differ and still be written alike.
_ALIKE: Final = 2

_DECISIONS = {
    "none": "not told apart",
    "equivalent": "practically equivalent",
    "undetermined": "undetermined",
}


def decision_words(decision: str, winner: str | None, *, is_unsettled: bool = False) -> str:
    """Return a decision in two or three words, the same in every text, table and figure.

    Parameters
    ----------
    decision : {"a", "b", "none", "equivalent", "undetermined"}
        As of a `Comparison`.
    winner : str or None
        What to call the learner that is better, if one is.
    is_unsettled : bool, default False
        Whether repeats ended before the verdict was settled: nobody is then called better.

    Returns
    -------
    str
        The words.

    Examples
    --------
    >>> from foldwise.verdicts import decision_words
    >>> decision_words("a", "tree"), decision_words("none", None)
    ('tree better', 'not told apart')
    >>> decision_words("a", "tree", is_unsettled=True), decision_words("none", None, is_unsettled=True)
    ('open, tree ahead', 'open')
    """
    if is_unsettled:
        return "open" if decision in _DECISIONS else f"open, {one_line(winner)} ahead"
    return _DECISIONS.get(decision) or f"{one_line(winner)} better"


def outcome_words(row: Comparison, verdict: Judged) -> str:
    """Return the outcome of a comparison in two or three words; while it is open, who is ahead.

    A one-sided test that does not reject has not asked whether the other learner is better.
    """
    if row.outcome == "none" and verdict.alternative != "two-sided":
        return "not shown better"
    if row.is_unsettled:
        return decision_words("none" if row.ahead is None else "a", row.ahead, is_unsettled=True)
    return decision_words(row.decision, row.winner)


def probability_words(value: float, alpha: float | None = None, symbol: str = "p") -> str:
    """Return a p-value after its symbol: two digits, and more where it takes them to be on its side of the level.

    Parameters
    ----------
    value : float
        The p-value; NaN if undefined.
    alpha : float, optional
        Level that it was compared with.
    symbol : str, default "p"
        What it is called.

    Returns
    -------
    str
        Symbol, sign and number.

    Examples
    --------
    >>> from foldwise.verdicts import probability_words
    >>> probability_words(0.0412, 0.05), probability_words(0.04999, 0.05), probability_words(0.0501, 0.05)
    ('p = 0.041', 'p = 0.050', 'p = 0.0501')
    >>> probability_words(3e-9, symbol="adjusted p"), probability_words(0.0), probability_words(float("nan"))
    ('adjusted p = 3.0e-09', 'p < 1e-300', 'p undefined')
    """
    if math.isnan(value):
        return f"{symbol} undefined"
    return f"{symbol} < 1e-300" if value == 0 else f"{symbol} = {pvalue_text(value, alpha)}"


def statistic_words(row: Comparison, swapped: str, *, turned: bool) -> str:
    """Return the statistic as seen from the learner that is named first, like the rest of the paragraph.

    `swapped` is what the record of the test says of it; `turned` that words name `b` first.
    """
    if swapped == "counted":
        return f"{row.n_scores - row.statistic if turned else row.statistic:g} of {row.n_scores}"
    value = f"{-row.statistic if turned and swapped == 'negated' else row.statistic:.4g}"
    if turned and swapped == "unknown":
        return f"{value} for {one_line(row.a)} - {one_line(row.b)}"
    return value


def degrees_words(df: float | tuple[float, float] | None) -> str:
    """Return degrees of freedom, if there are any."""
    if df is None:
        return ""
    return f", df = {df[0]:.4g} and {df[1]:.4g}" if isinstance(df, tuple) else f", df = {df:g}"


def limits_words(row: Comparison, n: int) -> str:
    """Return both ends of the interval; nothing for a test without one."""
    if math.isnan(row.low):
        return ""
    return (
        "unbounded"
        if math.isinf(row.low) and math.isinf(row.high)
        else f"{compact(row.low, n)} to {compact(row.high, n)}"
    )


def p_words(row: Comparison, verdict: Judged) -> str:
    """Return the p-value that the decision was taken from, to enough digits to be on its own side of the level."""
    symbol = "adjusted p" if verdict.family > 1 and verdict.adjust != "none" else "p"
    return probability_words(row.adjusted_pvalue, verdict.alpha, symbol)


def places(row: Comparison) -> int:
    """Decimals that show two significant digits of the uncertainty, or of the difference where there is none."""
    width = row.high - row.low
    scale = (width / 2 if width > 0 else 0.0) or abs(row.estimate) or 0.001
    # Shares such as accuracies are read to the tenth of a percent.
    return decimals(scale, is_share=max(abs(row.score_a), abs(row.score_b)) <= 1)


def table_places(rows: Sequence[Comparison]) -> list[int]:
    """Return the decimals of each row of a table: the same for all where their scales are alike."""
    each = [places(row) for row in rows]
    return [max(each)] * len(each) if max(each) - min(each) <= _ALIKE else each
