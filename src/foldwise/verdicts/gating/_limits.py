"""Limits of a mean difference, and the least number of examples at which they would pass a margin."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

# Above so many nobody would collect them, and rounding decides how many.
MOST_UNITS: Final = 1e12


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of a mean difference, by which method, and how many would decide.

    Parameters
    ----------
    outcome, low, high, method, kind
        As in `Gate`.
    needed : int or None
        How many examples, clusters or seeds would decide it; None if no number would.
    """

    outcome: str
    low: float
    high: float
    needed: int | None
    method: str
    kind: str


def first_enough(n: int, half: Callable[[int], float], distance: float) -> int | None:
    """Return the least number above n for which limits so far from the mean would not reach the margin.

    Parameters
    ----------
    n : int
        How many are not enough.
    half : callable
        Distance of a limit from the mean if there were so many, which falls with them.
    distance : float
        How far the mean is from the margin.

    Examples
    --------
    >>> first_enough(10, lambda n: 1 / n, 0.01)
    101
    """
    too_few, enough = n, 2 * n
    while not half(enough) < abs(distance):
        too_few, enough = enough, 2 * enough
        if enough > MOST_UNITS:
            return None
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if half(middle) < abs(distance) else (middle, enough)
    return enough


def outcome_of(low: float, high: float, margin: float) -> str:
    """Return what limits of the gain say about a margin; undecided if they are NaN.

    >>> outcome_of(-0.004, 0.01, 0.01), outcome_of(-0.03, -0.02, 0.01), outcome_of(-0.03, 0.01, 0.01)
    ('not worse', 'worse', 'undecided')
    """
    if low > -margin:
        return "not worse"
    return "worse" if high < -margin else "undecided"
