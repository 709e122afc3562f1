"""Numbers of a comparison as a sentence shows them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from foldwise._core import one_line

if TYPE_CHECKING:
    from foldwise.verdicts.judging._comparison import Comparison
    from foldwise.verdicts.judging._verdict import Verdict


_DECISIONS = {
    "none": "no difference established",
    "equivalent": "practically equivalent",
    "undetermined": "undetermined",
}


def decision_words(decision: str, winner: str | None, *, is_unsettled: bool = False) -> str:
    """Say a decision in two or three words, the same in every text, table and figure.

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
    ('tree better', 'no difference established')
    >>> decision_words("a", "tree", is_unsettled=True)
    'tree ahead, not settled'
    """
    if is_unsettled:
        return f"{_DECISIONS.get(decision) or f'{one_line(winner)} ahead'}, not settled"
    return _DECISIONS.get(decision) or f"{one_line(winner)} better"


def probability_words(value: float, alpha: float | None = None, symbol: str = "p") -> str:
    """Write a p-value after its symbol: two digits, and more where it takes them to be on its side of the level.

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
    ('p = 0.041', 'p = 0.05', 'p = 0.0501')
    >>> probability_words(3e-9, symbol="adjusted p"), probability_words(0.0), probability_words(float("nan"))
    ('adjusted p = 3.0e-09', 'p < 1e-300', 'p undefined')
    """
    if math.isnan(value):
        return f"{symbol} undefined"
    if value == 0:
        return f"{symbol} < 1e-300"
    written = (f"{value:.{n - 1}e}" if value < 1e-4 else f"{value:.{n}g}" for n in range(2, 18))
    shown = next((text for text in written if alpha is None or (float(text) <= alpha) == (value <= alpha)), repr(value))
    return f"{symbol} = {shown}"


def statistic_words(row: Comparison, symbol: str, *, turned: bool) -> str:
    """Write the statistic as seen from the learner that is named first, like the rest of the paragraph."""
    if symbol == "wins":
        return f"{row.n_scores - row.statistic if turned else row.statistic:g} of {row.n_scores}"
    signed = symbol in {"t", "z", "standardized sum", "mean t"}
    return f"{-row.statistic if turned and signed else row.statistic:.4g}"


def degrees_words(df: float | tuple[float, float] | None) -> str:
    """Write degrees of freedom, if there are any."""
    if df is None:
        return ""
    return f", df = {df[0]:.4g} and {df[1]:.4g}" if isinstance(df, tuple) else f", df = {df:g}"


def size_range(ends: tuple[int, int]) -> str:
    """Write a smallest and a largest count.

    >>> size_range((135, 135)), size_range((14, 16))
    ('135', '14 to 16')
    """
    low, high = ends
    return f"{low}" if low == high else f"{low} to {high}"


def limits_words(row: Comparison, n: int) -> str:
    """Write both ends of the interval; nothing for a test without one."""
    if math.isnan(row.low):
        return ""
    return (
        "unbounded" if math.isinf(row.low) and math.isinf(row.high) else f"{fixed(row.low, n)} to {fixed(row.high, n)}"
    )


def p_words(row: Comparison, verdict: Verdict) -> str:
    """Write the p-value that the decision was taken from, to enough digits to be on its own side of the level."""
    symbol = "adjusted p" if verdict.family > 1 and verdict.adjust != "none" else "p"
    return probability_words(row.adjusted_pvalue, verdict.alpha, symbol)


def places(row: Comparison) -> int:
    """Decimals that show two significant digits of the uncertainty, or of the difference where there is none."""
    width = row.high - row.low
    scale = (width / 2 if width > 0 else 0.0) or abs(row.estimate) or 0.001
    found = 3 if not math.isfinite(scale) else max(0, min(12, 1 - math.floor(math.log10(scale))))
    # Shares such as accuracies are read to the tenth of a percent.
    return max(found, 3) if max(abs(row.score_a), abs(row.score_b)) <= 1 else found


def fixed(value: float, n: int) -> str:
    """Write a number with `n` decimals.

    >>> fixed(-0.0004, 3), fixed(1.25e9, 2)
    ('0.000', '1.25e+09')
    """
    # A scale far from 1 would print as a long row of digits.
    # Adding zero turns a rounded -0 into 0.
    return f"{round(value, n) + 0.0:.{n}f}" if abs(value) < 1e6 and n < 8 else f"{value + 0.0:.4g}"
