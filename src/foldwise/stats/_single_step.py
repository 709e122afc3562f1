"""P-values adjusted one by one: Bonferroni and Sidak."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Floats, Integers
from foldwise.stats._family import Undefined, adjusted


def bonferroni(pvalues: ArrayLike, *, axis: int = -1, undefined: Undefined = "error") -> Floats:
    r"""Multiply p-values by their number: rejecting those at most alpha errs anywhere with probability at most alpha.

    Valid under any dependence, but `holm` and `hommel` are never weaker [1]_: here because papers report it.


    Parameters
    ----------
    pvalues : array_like
        One family of tests along `axis`; other axes are independent families. A family is *every* test
        that was tried, also those not reported [2]_.
    axis : int, default -1
        Axis along which a family lies.
    undefined : {'error', 'count'}, default 'error'
        What to do with NaN p-values: refuse, or leave them NaN but count them as members of the family, which
        makes the others no more significant than any value in their place would.

    Returns
    -------
    ndarray
        Adjusted p-values, in the order and shape of `pvalues`.

    See Also
    --------
    holm : As valid, and never weaker.
    sidak : What Salzberg calls the Bonferroni adjustment; it needs independence.

    Notes
    -----
    For :math:`m` p-values, :math:`\tilde p_i = \min(1,\ m\, p_i)`.

    Adjusted values are only as trustworthy as the p-values that go in: no adjustment repairs a test whose level is
    wrong.

    References
    ----------
    .. [1] S. Holm (1979). A simple sequentially rejective multiple test procedure.
       Scandinavian Journal of Statistics 6, 65-70.
    .. [2] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    >>> from foldwise.stats import bonferroni
    >>> bonferroni([0.5, 0.001, 0.02, 0.9])
    array([1.   , 0.004, 0.08 , 1.   ])
    """
    return adjusted(pvalues, axis, undefined, lambda ordered, rank: ordered * len(rank))


def sidak(pvalues: ArrayLike, *, axis: int = -1, undefined: Undefined = "error") -> Floats:
    r"""Adjust p-values of independent tests: rejecting those at most alpha errs anywhere with probability alpha.

    This is what Salzberg calls the Bonferroni adjustment [2]_. It is slightly sharper than Bonferroni's, but needs
    independent tests (or two-sided ones on jointly normal statistics, whatever their correlation [1]_).


    Parameters
    ----------
    pvalues : array_like
        One family of tests along `axis`; other axes are independent families. A family is *every* test
        that was tried, also those not reported [2]_.
    axis : int, default -1
        Axis along which a family lies.
    undefined : {'error', 'count'}, default 'error'
        What to do with NaN p-values: refuse, or leave them NaN but count them as members of the family, which
        makes the others no more significant than any value in their place would.

    Returns
    -------
    ndarray
        Adjusted p-values, in the order and shape of `pvalues`.

    See Also
    --------
    holm : Valid under any dependence; the safe choice when one data set serves several tests.
    sidak_level : The level for each test instead of adjusted p-values.

    Notes
    -----
    For :math:`m` p-values, :math:`\tilde p_i = 1 - (1 - p_i)^m`, computed so that the smallest p-values keep all
    their digits.

    Adjusted values are only as trustworthy as the p-values that go in: no adjustment repairs a test whose level is
    wrong.

    References
    ----------
    .. [1] Z. Sidak (1967). Rectangular confidence regions for the means of multivariate normal
       distributions. Journal of the American Statistical Association 62, 626-633.
    .. [2] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    >>> from foldwise.stats import sidak
    >>> sidak([0.5, 0.001, 0.02, 0.9]).round(6)
    array([0.9375  , 0.003994, 0.077632, 0.9999  ])
    """
    return adjusted(pvalues, axis, undefined, _step)


def _step(ordered: Floats, rank: Integers) -> Floats:
    with np.errstate(divide="ignore"):
        return np.asarray(-np.expm1(len(rank) * np.log1p(-ordered)))
