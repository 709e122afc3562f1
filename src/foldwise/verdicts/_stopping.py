"""When to stop adding repeats: one rule for every form of a settled verdict."""

from math import ceil
from typing import Final

from foldwise.verdicts._boundaries import Margin

# A statistic so many standard errors from where the decision changes is settled.
STANDARD_ERRORS: Final = 3.0
FIRST_TEN_FOLD: Final = 10
FIRST_TWO_FOLD: Final = 50
FIRST_GUARD: Final = 300
_GROWTH: Final = 1.5


def is_far(nearest: Margin) -> bool:
    """Say whether another execution would hardly decide otherwise.

    >>> is_far(Margin(0.9, 0.3, 10)), is_far(Margin(0.8, 0.3, 10))
    (True, False)
    """
    return nearest.distance >= STANDARD_ERRORS * nearest.error


def next_repeats(n_repeats: int) -> int:
    """Return how many repeats to have at the next look.

    >>> next_repeats(10), next_repeats(15), next_repeats(23)
    (15, 23, 35)
    """
    return ceil(_GROWTH * n_repeats)
