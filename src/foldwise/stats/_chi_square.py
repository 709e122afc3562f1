"""Statistics referred to the chi-square distribution."""

from dataclasses import dataclass

import numpy as np
from scipy.special import gammaincc

from foldwise.stats._batch import Batch, Floats
from foldwise.stats._flags import Flags


def chi_square_sf(statistic: Floats, df: int) -> Floats:
    """Probability that chi-square with `df` degrees of freedom exceeds `statistic`.

    >>> chi_square_sf(np.array([0.0, 3.841458820694126, np.inf]), 1).round(12)
    array([1.  , 0.05, 0.  ])
    """
    return np.asarray(gammaincc(df / 2, statistic / 2))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChiSquareResult:
    """Statistics referred to the upper tail of the chi-square distribution.

    Fields are Python floats for one experiment and arrays of the batch's shape for many. No field is ever NaN.

    Attributes
    ----------
    statistic : float or ndarray
        Chi-square.
    pvalue : float or ndarray
        Upper tail.
    df : int
        Degrees of freedom.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import fisher
    >>> result = fisher([0.15, 0.10, 0.10], dependent=False)
    >>> round(result.statistic, 3), result.df, round(result.pvalue, 4)
    (13.005, 6, 0.043)
    """

    statistic: Batch
    pvalue: Batch
    df: int
    flags: Flags
