"""Tails and quantiles of Student's t distribution, accurate to 1e-12 for p-values down to 1e-300."""

import math
from numbers import Real

import numpy as np
from scipy.special import stdtr, stdtrit

from foldwise.stats._batch import Alternative, Floats


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


def student_critical(level: float, df: float) -> float:
    """Value that |t| stays below with probability `level`.

    >>> round(student_critical(0.95, 9), 12)
    2.262157162798
    """
    # The lower tail keeps the digits of a level close to 1.
    return -float(stdtrit(df, (1 - level) / 2))


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
