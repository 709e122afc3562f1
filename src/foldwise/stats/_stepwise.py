"""P-values adjusted in the order of their size: Holm, Hochberg, Hommel, Benjamini and Hochberg."""

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
    return adjusted(pvalues, axis, undefined, _holm)


def _holm(ordered: Floats, rank: Integers) -> Floats:
    return np.maximum.accumulate(ordered * (len(rank) + 1 - rank), axis=-1)


def hochberg(pvalues: ArrayLike, *, axis: int = -1, undefined: Undefined = "error") -> Floats:
    r"""Adjust p-values so that rejecting those at most alpha errs anywhere with probability at most alpha.

    The step-up form of `holm`, common in comparisons of a control with others [1]_. Never weaker than `holm`, never
    stronger than `hommel`, which needs no more than this does: Simes' inequality, so independent or positively
    dependent tests.

    Parameters
    ----------
    pvalues : array_like
        One family of tests along `axis`; other axes are independent families. A family is *every* test
        that was tried, also those not reported.
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
    holm : Valid under any dependence.
    hommel : Finds at least as much under the same condition.

    Notes
    -----
    For ordered p-values :math:`p_{(1)} \le \dots \le p_{(m)}`,

    .. math:: \tilde p_{(i)} = \min_{j \ge i}\, (m - j + 1)\, p_{(j)}.

    Adjusted values are only as trustworthy as the p-values that go in.

    References
    ----------
    .. [1] Y. Hochberg (1988). A sharper Bonferroni procedure for multiple tests of significance. Biometrika 75,
       800-802.

    Examples
    --------
    >>> from foldwise.stats import hochberg
    >>> hochberg([0.01, 0.02, 0.03, 0.9])
    array([0.04, 0.06, 0.06, 0.9 ])
    """
    return adjusted(pvalues, axis, undefined, _hochberg)


def _hochberg(ordered: Floats, rank: Integers) -> Floats:
    scaled = ordered * (len(rank) + 1 - rank)
    return np.minimum.accumulate(scaled[..., ::-1], axis=-1)[..., ::-1]


def hommel(pvalues: ArrayLike, *, axis: int = -1, undefined: Undefined = "error") -> Floats:
    r"""Adjust p-values so that rejecting those at most alpha errs anywhere with probability at most alpha.

    Never weaker than `holm`, but it needs Simes' inequality: independent or positively dependent tests [1]_, [2]_.


    Parameters
    ----------
    pvalues : array_like
        One family of tests along `axis`; other axes are independent families. A family is *every* test
        that was tried, also those not reported [3]_.
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
    holm : Valid under any dependence.

    Notes
    -----
    The closed testing procedure with Simes' test: :math:`\tilde p_i` is the largest, over all sets :math:`I` of
    tests that contain :math:`i`, of

    .. math:: \min_{j \le |I|}\ \frac{|I|}{j}\, p_{(j:I)},

    with :math:`p_{(j:I)}` the j-th smallest p-value in :math:`I`. Work grows with the square of the family.

    Pairwise comparisons among several learners on one data set are not known to meet the condition: use `holm` there.
    Adjusted values are only as trustworthy as the p-values that go in.

    References
    ----------
    .. [1] G. Hommel (1988). A stagewise rejective multiple test procedure based on a modified
       Bonferroni test. Biometrika 75, 383-386.
    .. [2] S. P. Wright (1992). Adjusted p-values for simultaneous inference. Biometrics 48,
       1005-1013.
    .. [3] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    >>> from foldwise.stats import hommel
    >>> hommel([0.01, 0.02, 0.03, 0.9])
    array([0.04 , 0.045, 0.06 , 0.9  ])
    """
    return adjusted(pvalues, axis, undefined, _hommel)


def _hommel(ordered: Floats, rank: Integers) -> Floats:
    m = len(rank)
    largest = ordered.copy()
    # Of the sets of one size, the hardest for a test holds it and the largest p-values.
    for size in range(2, m + 1):
        others = np.min(size * ordered[..., m - size + 1 :] / rank[1:size], axis=-1, keepdims=True)
        outside = np.minimum(size * ordered[..., : m - size + 1], others)
        largest[..., : m - size + 1] = np.maximum(largest[..., : m - size + 1], outside)
        largest[..., m - size + 1 :] = np.maximum(largest[..., m - size + 1 :], outside[..., -1:])
    return largest


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
    return adjusted(pvalues, axis, undefined, _benjamini_hochberg)


def _benjamini_hochberg(ordered: Floats, rank: Integers) -> Floats:
    scaled = ordered * len(rank) / rank
    return np.minimum.accumulate(scaled[..., ::-1], axis=-1)[..., ::-1]
