"""Benjamini and Hochberg's adjustment for several tests."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Floats, Integers
from foldwise.stats._family import Undefined, adjusted


def benjamini_hochberg(pvalues: ArrayLike, *, axis: int = -1, undefined: Undefined = "error") -> Floats:
    r"""Adjust p-values so that, of those at most alpha, an expected share of at most alpha are false discoveries.

    A weaker promise than that of `holm`, in return for more discoveries [1]_: some of the differences declared may be
    false, and which is not known. It holds for independent or positively dependent tests.


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
    holm : For the promise that none is false.

    Notes
    -----
    For ordered p-values :math:`p_{(1)} \le \dots \le p_{(m)}`,

    .. math:: \tilde p_{(i)} = \min\Big(1,\ \min_{j \ge i}\, \frac{m}{j}\, p_{(j)}\Big).

    Use it to screen many data sets or learners for a second look, not to claim superiority. Adjusted values are only
    as trustworthy as the p-values that go in.

    References
    ----------
    .. [1] Y. Benjamini and Y. Hochberg (1995). Controlling the false discovery rate: a practical and
       powerful approach to multiple testing. Journal of the Royal Statistical Society B 57, 289-300.
    .. [2] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    >>> from foldwise.stats import benjamini_hochberg
    >>> benjamini_hochberg([0.5, 0.001, 0.02, 0.9]).round(6)
    array([0.666667, 0.004   , 0.04    , 0.9     ])
    """
    return adjusted(pvalues, axis, undefined, _step)


def _step(ordered: Floats, rank: Integers) -> Floats:
    scaled = ordered * len(rank) / rank
    return np.minimum.accumulate(scaled[..., ::-1], axis=-1)[..., ::-1]
