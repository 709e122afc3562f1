"""Size, mean and spread of one row in exact rational arithmetic."""

from fractions import Fraction
from math import frexp


def moments(row):
    """Largest magnitude, exponent, and in units of 2**exponent: mean, sum of squares about it, largest deviation."""
    largest = max(abs(x) for x in row)
    exponent = max(frexp(largest)[1], -1022)
    scaled = [Fraction(x) / Fraction(2) ** exponent for x in row]
    mean = sum(scaled) / len(scaled)
    deviations = [x - mean for x in scaled]
    return largest, exponent, mean, sum(x * x for x in deviations), max(abs(x) for x in deviations)
