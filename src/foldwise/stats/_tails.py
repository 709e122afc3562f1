"""Tails and quantiles of Student's t, the normal, chi-square and F: to 1e-12, for p-values down to 1e-300."""

import math
from numbers import Real

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, betaincc, betaln, erfc, gammaincc, ndtri, stdtr, stdtrit

from foldwise.stats._batch import Alternative, Batch, Counts, Floats

# Below this SciPy's betainc may underflow although its result should not.
DEEP = 1e-250


def student_sf(t: Floats, df: float) -> Floats:
    """Probability that Student's t with `df` degrees of freedom exceeds `t`.

    >>> student_sf(np.array([0.0, 2.2621571627982055]), 9).round(12)
    array([0.5  , 0.025])
    """
    if df == 1:
        # SciPy 1.17 rounds |t| < 1e-8 to zero here; the Cauchy tail has a closed form that loses nothing.
        return np.asarray(np.arctan2(1.0, t) / np.pi)
    return np.asarray(stdtr(df, -t))


def student_pvalue(t: Floats, df: float, alternative: Alternative) -> Floats:
    """P-value of the statistic `t` against `alternative`.

    >>> student_pvalue(np.array([2.5705818356363155]), 5, "two-sided").round(12)
    array([0.05])
    """
    if alternative == "two-sided":
        return 2 * student_sf(np.abs(t), df)
    return student_sf(t if alternative == "greater" else -t, df)


def student_quantile(df: ArrayLike, probability: Batch) -> Floats:
    """Value that Student's t with `df` degrees of freedom stays below with this probability.

    >>> student_quantile(9, np.array([0.025, 0.5])).round(12)
    array([-2.26215716,  0.        ])
    """
    k = np.asarray(df, dtype=np.float64)
    quantile = np.asarray(stdtrit(k, probability))
    with np.errstate(all="ignore"):
        # SciPy before 1.17 has ten digits of quantiles, later ones nine for some near the middle; their tails have all
        # digits. One step of Newton's doubles those of a quantile.
        log_density = -betaln(k / 2, 0.5) - np.log(k) / 2 - (k + 1) / 2 * np.log1p(quantile * quantile / k)
        # For one degree of freedom the tail is the one that loses digits: see `student_sf`.
        below = np.where(k == 1, np.arctan2(1.0, -quantile) / np.pi, stdtr(k, quantile))
        step = (below - probability) / np.exp(log_density)
        # No step where there is no density, nor a long one: then the tail is what is wrong.
        return np.where(np.abs(step) <= 1e-6 * np.abs(quantile), quantile - step, quantile)


def student_criticals(levels: Floats, df: float) -> Floats:
    """Return values that |t| stays below with these probabilities, of an array of them.

    >>> student_criticals(np.array([0.9, 0.95]), 9).round(3)
    array([1.833, 2.262])
    """
    return -student_quantile(df, (1 - levels) / 2)


def student_critical(level: float, df: float) -> float:
    """Value that |t| stays below with probability `level`.

    >>> round(student_critical(0.95, 9), 12)
    2.262157162798
    """
    # The lower tail keeps the digits of a level close to 1.
    return -float(student_quantile(df, (1 - level) / 2))


def check_df(df: float) -> float:
    """Return `df` if it is a positive finite number, else raise.

    >>> check_df(9)
    9
    """
    if isinstance(df, bool) or not isinstance(df, Real):
        raise TypeError(f"df must be a positive number, got {df!r} of type {type(df).__name__}.")
    if not (math.isfinite(df) and df > 0):
        raise ValueError(f"df must be a positive number, got {df}.")
    return df


def normal_pvalue(z: Floats, alternative: Alternative) -> Floats:
    """P-value of the statistic `z` against `alternative`.

    >>> normal_pvalue(np.array([1.959963984540054]), "two-sided").round(12)
    array([0.05])
    """
    if alternative == "two-sided":
        return np.asarray(erfc(np.abs(z) / np.sqrt(2)))
    return np.asarray(0.5 * erfc((z if alternative == "greater" else -z) / np.sqrt(2)))


def normal_critical(level: float) -> float:
    """Value that the size of z stays below with probability `level`.

    >>> round(normal_critical(0.95), 12)
    1.95996398454
    """
    return -float(ndtri((1 - level) / 2))


def chi_square_sf(statistic: Floats, df: Counts) -> Floats:
    """Probability that chi-square with `df` degrees of freedom exceeds `statistic`.

    >>> chi_square_sf(np.array([0.0, 3.841458820694126, np.inf]), 1).round(12)
    array([1.  , 0.05, 0.  ])
    """
    return np.asarray(gammaincc(df / 2, statistic / 2))


def variance_ratio_sf(ratio: Floats, df_numerator: Batch, df_denominator: Batch) -> Floats:
    """Probability that a ratio of independent mean squares of equal expectation exceeds `ratio`.

    >>> variance_ratio_sf(np.array([0.0, 1.0, np.inf]), 5, 5)
    array([1. , 0.5, 0. ])
    """
    a, b = np.asarray(df_numerator) / 2, np.asarray(df_denominator) / 2
    with np.errstate(all="ignore"):
        scaled = ratio * (a / b)
        small = 1 / (1 + scaled)
        large = scaled * small
        # The smaller of the two arguments carries the digits: 1 - x loses those of a small x. SciPy's complement takes
        # 1 - x itself, so where the tail is large it is better to subtract what is left of it.
        rest = betainc(a, b, large)
        below, above = betainc(b, a, small), np.where(rest < 0.5, 1 - rest, betaincc(a, b, large))
        underflown = (below < DEEP) & (below < 0.999 * above) & (small > 1e-3)
        return np.where((small <= 0.5) & ~underflown, below, above)


def f_10_5_sf(f: Floats) -> Floats:
    """Probability that F with 10 and 5 degrees of freedom exceeds `f`: a sum of five terms, none negative.

    >>> f_10_5_sf(np.array([0.0, 4.735063069693421, np.inf])).round(12)
    array([1.  , 0.05, 0.  ])
    """
    with np.errstate(divide="ignore"):
        x, y = 1 / (1 + 2 * f), 1 / (1 + 0.5 / f)
    total = 1 + y * (5 / 2 + y * (35 / 8 + y * (105 / 16 + y * (1155 / 128))))
    return np.asarray(x * x * np.sqrt(x) * total)
