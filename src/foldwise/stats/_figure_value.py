"""A t statistic as one number between 0 and 1, and as a signed area: what figures and tables of many tests show."""

import math

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Batch, Floats, unwrapped
from foldwise.stats._tails import student_sf


def figure_value(statistic: ArrayLike, df: float) -> Batch:
    """Return Student's distribution function at a t statistic: above one half, `a` is ahead.

    Parameters
    ----------
    statistic : array_like
        Student's t of each partition or experiment; infinite values are allowed.
    df : float
        Degrees of freedom of one of them.

    Returns
    -------
    float or ndarray
        From 0 (`b` is better beyond doubt) over 0.5 (no difference) to 1. A two-sided test at level `alpha` rejects
        below ``alpha / 2`` and above ``1 - alpha / 2``.

    See Also
    --------
    signed_area : The same information, keeping the digits of values close to 1.

    Notes
    -----
    Sorted and drawn for all partitions of a dataset, the values show at a glance how the partition changes the
    conclusion [1]_. If the statistic has Student's distribution under the null, they are uniform under it.

    References
    ----------
    .. [1] J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on
       significance. Machine Learning 42, 269-286.

    Examples
    --------
    >>> from foldwise.stats import figure_value
    >>> figure_value([-2.2621571627982053, 0.0, 2.2621571627982053], 9).round(6)
    array([0.025, 0.5  , 0.975])
    """
    return unwrapped(student_sf(-_checked(statistic, df), df))


def signed_area(statistic: ArrayLike, df: float) -> Batch:
    """Return the one-tailed area beyond a t statistic, with the sign of the statistic.

    Parameters
    ----------
    statistic : array_like
        Student's t, such as the averaged t over partitions; infinite values are allowed.
    df : float
        Degrees of freedom; for the averaged t, those of one partition.

    Returns
    -------
    float or ndarray
        From -0.5 to 0.5, the closer to 0 the more significant: a two-sided test at level `alpha` rejects where its
        size is at most ``alpha / 2``. Positive where `a` is ahead; 0.5 for a statistic of 0.

    See Also
    --------
    figure_value : The distribution function, for figures.

    Notes
    -----
    The form in which Bradford and Brodley [1]_ print their averaged t tests. Halfway between "no difference" and the
    opposite sign it jumps from 0.5 to -0.5, and smaller is stronger: do not average it.

    References
    ----------
    .. [1] J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on
       significance. Machine Learning 42, 269-286.

    Examples
    --------
    >>> from foldwise.stats import signed_area
    >>> signed_area([-2.2621571627982053, 0.0, 1.0], 9).round(6)
    array([-0.025   ,  0.5     ,  0.171718])
    """
    t = _checked(statistic, df)
    area = student_sf(np.abs(t), df)
    return unwrapped(np.where(t < 0, -area, area))


def _checked(statistic: ArrayLike, df: float) -> Floats:
    if not (math.isfinite(df) and df > 0):
        raise ValueError(f"df must be finite and positive, got {df}.")
    t = np.asarray(statistic, dtype=np.float64)
    if np.isnan(t).any():
        raise ValueError(f"{np.isnan(t).sum()} of {t.size} statistics are undefined (NaN). Leave them out, and say so.")
    return t
