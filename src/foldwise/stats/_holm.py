"""Holm's adjustment for several tests."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Floats, Integers
from foldwise.stats._family import Undefined, adjusted


def holm(pvalues: ArrayLike, *, axis: int = -1, undefined: Undefined = "error") -> Floats:
    r"""Adjust p-values so that rejecting those at most alpha errs anywhere with probability at most alpha.

    The step-down form of Bonferroni's adjustment: never weaker, and valid under any dependence [1]_.

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

    Notes
    -----
    For ordered p-values :math:`p_{(1)} \le \dots \le p_{(m)}`,

    .. math:: \tilde p_{(i)} = \min\Big(1,\ \max_{j \le i}\, (m - j + 1)\, p_{(j)}\Big).

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
    >>> from foldwise.stats import holm
    >>> holm([0.5, 0.001, 0.02, 0.9])
    array([1.   , 0.004, 0.06 , 1.   ])
    """
    return adjusted(pvalues, axis, undefined, _step)


def _step(ordered: Floats, rank: Integers) -> Floats:
    return np.maximum.accumulate(ordered * (len(rank) + 1 - rank), axis=-1)
