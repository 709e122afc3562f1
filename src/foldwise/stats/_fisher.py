"""Fisher's combination of p-values."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Flags, unwrapped
from foldwise.stats._family import as_family
from foldwise.stats._results import ChiSquareResult
from foldwise.stats._tails import chi_square_sf


def fisher(pvalues: ArrayLike, *, dependent: bool = True) -> ChiSquareResult:
    r"""Combine one-sided p-values of independent tests into one.

    P-values from several partitions of one data set are *not* independent. Combined so, they tend to significance as
    partitions are added, whatever the truth [1]_: p = .25 becomes .0046 when repeated 55 times. Unless told
    otherwise every result therefore carries the flag `independence`.

    Parameters
    ----------
    pvalues : array_like of shape (..., n_tests)
        One-sided p-values, all for the same direction. Leading axes are independent experiments.
    dependent : bool, default True
        Whether the p-values may come from the same data. Pass False for tests on separate samples.

    Returns
    -------
    ChiSquareResult
        With ``df = 2 * n_tests``. Flags: `independence` (if `dependent`), `zero_pvalue` (some p-value is 0: infinite
        statistic, p-value 0).

    See Also
    --------
    twice_the_mean : Valid for p-values from partitions of one data set.

    Notes
    -----
    For ``n`` p-values, referred to the upper tail of chi-square with ``2n`` degrees of freedom,

    .. math:: X = -2 \sum_i \ln p_i.

    The null hypothesis: all ``n`` null hypotheses hold, each about whatever its own test speaks about. One-sided
    p-values for the other direction give another answer, not the mirrored one: (.15, .10, .10) combine to .043, but
    (.85, .90, .90) to .993.

    With independent uniform p-values the level is exact. Over 20 partitions of one data set, in a simulation
    where the null holds exactly (n = 200, two classes, nominal .05), it rejected .593 of the time with 1-nearest
    neighbours and .499 with linear discriminants. Do not use it there.

    References
    ----------
    .. [1] J. Bradford and C. E. Brodley (2001). The effect of instance-space partition on significance.
       Machine Learning 42, 269-286.

    Examples
    --------
    >>> from foldwise.stats import fisher
    >>> result = fisher([0.25] * 55)
    >>> round(result.statistic, 4), result.df, round(result.pvalue, 4)
    (152.4924, 110, 0.0046)
    >>> result.flags
    Flags({'independence'})
    """
    p = as_family(pvalues)
    if p.shape[-1] == 0:
        raise ValueError("at least 1 p-value is needed to combine, got 0.")
    zero = (p == 0).any(axis=-1)
    with np.errstate(divide="ignore"):
        # Adding 0.0 removes the minus sign of a sum of zeros.
        statistic = np.asarray(-2 * np.log(p).sum(axis=-1) + 0.0)
    df = 2 * p.shape[-1]
    return ChiSquareResult(
        statistic=unwrapped(statistic),
        pvalue=unwrapped(chi_square_sf(statistic, df)),
        df=df,
        flags=Flags({"independence": dependent, "zero_pvalue": zero}, shape=zero.shape),
    )
