"""A true difference in accuracy that a user knows."""

from numbers import Real
from typing import Any


def as_known_difference(difference: Any) -> float | None:
    """Return it as a float from -1 to 1, or None if it is not known, else raise.

    >>> as_known_difference(0)
    0.0
    """
    if difference is None:
        return None
    if isinstance(difference, bool) or not isinstance(difference, Real):
        raise TypeError(
            f"difference must be a number from -1 to 1, or None if it is not known, got {difference!r} of type "
            f"{type(difference).__name__}."
        )
    number = float(difference)
    if not -1 <= number <= 1:
        raise ValueError(
            f"difference must be from -1 to 1, got {difference}. Five points of accuracy are 0.05; if it is not known, "
            "leave it out."
        )
    return number
