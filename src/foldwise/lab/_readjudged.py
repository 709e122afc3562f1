"""A verdict of one's own, judged by the measured level instead of the promised one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Readjudged:
    """What becomes of one comparison of a verdict.

    Parameters
    ----------
    pvalue, statistic : float
        Of the verdict, before any adjustment for other comparisons.
    was_significant, is_significant : bool
        Whether the verdict rejected at its level, and whether it does by the size-adjusted p-value as well.
    size_adjusted_pvalue : float
        Share of the trials of the null, and of the verdict itself, whose p-value was as low; NaN if there is none.
    adjusted_pvalue : float
        The same after the verdict's adjustment for its family of comparisons.
    family : int
        For how many comparisons.
    """

    pvalue: float
    statistic: float
    was_significant: bool
    is_significant: bool
    size_adjusted_pvalue: float
    adjusted_pvalue: float
    family: int
