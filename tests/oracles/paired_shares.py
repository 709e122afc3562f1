"""Shares of pairs of numbers by the double sum, in fractions."""

from fractions import Fraction


def shares(weights, numbers, low, high):
    """For each row of weights: the shares of pairs whose sum is below `low`, between, and above `high`.

    A sum at a limit counts half on either side of it.
    """
    return [_of_one(row, numbers, low, high) for row in weights]


def _of_one(row, numbers, low, high):
    weights, values = [[Fraction(float(x)) for x in part] for part in (row, numbers)]
    counted = [Fraction(0)] * 3
    for w, x in zip(weights, values, strict=True):
        for v, y in zip(weights, values, strict=True):
            below, above = _part(low - x - y), _part(x + y - high)
            counted[0] += w * v * below
            counted[2] += w * v * above
            counted[1] += w * v * (1 - below - above)
    return [float(part / sum(counted)) for part in counted]


def _part(distance):
    """Count 1 beyond a limit, a half at it, 0 before it."""
    return Fraction(1 + (distance > 0) - (distance < 0), 2)
