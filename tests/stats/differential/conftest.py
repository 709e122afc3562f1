"""Distributions and moments by mpmath to thirty digits, independent of the package."""

from types import SimpleNamespace

import mpmath
import numpy as np
import pytest


@pytest.fixture(params=[300, pytest.param(10_000, marks=pytest.mark.slow)])
def n_inputs(request):
    return request.param


@pytest.fixture
def exact():
    """Functions of mpf numbers and lists, run at thirty digits."""
    with mpmath.workdps(30):
        yield SimpleNamespace(
            moments=moments,
            student=student,
            normal=normal,
            chi_square=chi_square,
            variance_ratio=variance_ratio,
            fair_coin=fair_coin,
            flips=flips,
            floats=lambda values: np.array([float(value) for value in values]),
        )


def moments(values):
    """Mean and variance of one row of floats."""
    x = [mpmath.mpf(value) for value in np.ravel(values).tolist()]
    mean = mpmath.fsum(x) / len(x)
    return mean, mpmath.fsum((value - mean for value in x), squared=True) / (len(x) - 1)


def sided(tail, positive):
    """P-values against two-sided, greater, less, from the tail beyond the absolute statistic."""
    return (2 * tail, tail, 1 - tail) if positive else (2 * tail, 1 - tail, tail)


def student(t, df):
    half = mpmath.mpf(1) / 2
    return sided(mpmath.betainc(df * half, half, 0, df / (df + t * t), regularized=True) / 2, t >= 0)


def normal(squared, positive):
    """Of the square of the statistic, which is a ratio of whole numbers, and its sign."""
    return sided(mpmath.erfc(mpmath.sqrt(squared / 2)) / 2, positive)


def chi_square(x, df):
    return mpmath.gammainc(mpmath.mpf(df) / 2, x / 2, mpmath.inf, regularized=True)


def variance_ratio(f, df_above, df_below):
    a, b = mpmath.mpf(df_above) / 2, mpmath.mpf(df_below) / 2
    return mpmath.betainc(b, a, 0, b / (b + a * f), regularized=True)


def fair_coin(n):
    """Number of the ``2**n`` sequences with at least k heads, for k from 0 to n + 1."""
    counts, ways = [0], 1
    for k in range(n, -1, -1):
        counts.append(counts[-1] + ways)
        ways = ways * k // (n - k + 1)
    return counts[::-1]


def flips(sizes, least):
    """Share of all sign flips whose sum is at least `least`: digits of one large integer count the subsets."""
    width = len(sizes) + 2
    ways = 1
    for size in sizes:
        ways += ways << (width * int(size))
    # The sum of a subset is (total + signed sum) / 2; the digits sum to the remainder modulo all ones.
    least = max(0, -(-(int(sum(sizes)) + int(least)) // 2))
    return (ways >> (width * least)) % ((1 << width) - 1) / 2 ** len(sizes)
