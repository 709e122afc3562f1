"""Bonferroni's adjustment for several tests."""

from numpy.typing import ArrayLike

from foldwise.stats._batch import Floats
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
