"""P-values of all pairs of learners adjusted together: equalities between learners imply each other."""

from functools import cache
from math import comb, isqrt
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Floats, Integers, Mask
from foldwise.stats._family import Undefined, adjusted, as_family

# There are 21147 ways to divide nine learners into groups of equal ones, and 115975 for ten.
MOST_LEARNERS: Final = 9


def shaffer(pvalues: ArrayLike, *, axis: int = -1, undefined: Undefined = "error") -> Floats:
    r"""Adjust p-values of all pairs of learners: rejecting those at most alpha errs anywhere with at most alpha.

    Never weaker than `holm`, and as valid: if two learners differ, each third learner differs from one of them, so that
    fewer of the other equalities can be true at the same time [1]_, [2]_.

    Parameters
    ----------
    pvalues : array_like
        One p-value for every pair of learners along `axis`, in any order; other axes are independent families.
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
    holm : For any family of tests.
    bergmann_hommel : Never weaker, for at most nine learners.

    Notes
    -----
    For ordered p-values ``p_(1) <= ... <= p_(m)``,

    .. math:: \tilde p_{(i)} = \min\Big(1,\ \max_{j \le i}\, t_j\, p_{(j)}\Big),

    with ``t_j`` the largest number, at most ``m - j + 1``, of equalities between ``k`` learners that can be true while
    all others are false: learners fall into groups of equal ones, and a group of ``g`` has ``g (g - 1) / 2`` of them.
    This is the static form of the procedure, which looks at how many were rejected before, not at which.

    The null hypothesis: none of its own; those of the tests behind the p-values must be equalities between learners,
    all pairs of them.

    Adjusted values are only as trustworthy as the p-values that go in.

    References
    ----------
    .. [1] J. P. Shaffer (1986). Modified sequentially rejective multiple test procedures. Journal of the American
       Statistical Association 81, 826-831.
    .. [2] S. Garcia and F. Herrera (2008). An extension on "Statistical comparisons of classifiers over multiple data
       sets" for all pairwise comparisons. Journal of Machine Learning Research 9, 2677-2694.

    Examples
    --------
    >>> from foldwise.stats import shaffer
    >>> shaffer([0.01, 0.02, 0.03])
    array([0.03, 0.03, 0.03])
    """

    def step(ordered: Floats, rank: Integers) -> Floats:
        k = _n_learners(len(rank))
        possible = np.array(sorted(_numbers_of_equalities(k)))
        at_most = possible[np.searchsorted(possible, len(rank) + 1 - rank, side="right") - 1]
        return np.maximum.accumulate(ordered * at_most, axis=-1)

    return adjusted(pvalues, axis, undefined, step)


def bergmann_hommel(pvalues: ArrayLike, *, axis: int = -1, undefined: Undefined = "error") -> Floats:
    r"""Adjust p-values of all pairs of learners: rejecting those at most alpha errs anywhere with at most alpha.

    Never weaker than `shaffer`, and as valid: it looks at every way in which learners can be equal [1]_, [2]_. There
    are too many ways for more than nine learners.

    Parameters
    ----------
    pvalues : array_like
        One p-value for every pair of learners along `axis`, in the order (0, 1), (0, 2), ..., (1, 2), ..., for at most
        9 learners; other axes are independent families.
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
    shaffer : For any number of learners.

    Notes
    -----
    A set of equalities is exhaustive if exactly these can be true: learners fall into groups of equal ones. Then

    .. math:: \tilde p_i = \min\Big(1,\ \max_{I \ni i}\ |I|\, \min_{j \in I} p_j\Big),

    over all exhaustive sets ``I`` of ``|I|`` equalities that pair ``i`` is in. This is closed testing with Bonferroni's
    test of each set.

    The null hypothesis: none of its own; those of the tests behind the p-values must be equalities between learners,
    all pairs of them.

    Adjusted values are only as trustworthy as the p-values that go in.

    References
    ----------
    .. [1] B. Bergmann and G. Hommel (1988). Improvements of general multiple test procedures for redundant systems of
       hypotheses. In Multiple Hypotheses Testing, 100-115. Springer.
    .. [2] S. Garcia and F. Herrera (2008). An extension on "Statistical comparisons of classifiers over multiple data
       sets" for all pairwise comparisons. Journal of Machine Learning Research 9, 2677-2694.

    Examples
    --------
    >>> from foldwise.stats import bergmann_hommel
    >>> bergmann_hommel([0.01, 0.04, 0.03])
    array([0.03, 0.04, 0.03])
    """
    p = as_family(pvalues, axis=axis, undefined=undefined)
    k = _n_learners(p.shape[-1])
    if k > MOST_LEARNERS:
        raise ValueError(f"bergmann_hommel takes at most {MOST_LEARNERS} learners, got {k}. Use shaffer.")
    members, size = _exhaustive_sets(k)
    out = np.empty(p.shape)
    for place in np.ndindex(p.shape[:-1]):
        own = np.where(np.isnan(p[place]), 1.0, p[place])
        order = np.argsort(own, kind="stable")
        # The smallest p-value of each set is the first of its members in that order.
        smallest = own[order[members[:, order].argmax(axis=-1)]]
        out[place] = np.where(members, (size * smallest)[:, np.newaxis], 0.0).max(axis=0)
    # No adjustment makes a p-value smaller, nor does rounding; those that are NaN stay so.
    return np.moveaxis(np.clip(out, p, 1.0), -1, axis)


def _n_learners(n_pairs: int) -> int:
    """Return the number of learners that have so many pairs."""
    k = (1 + isqrt(1 + 8 * n_pairs)) // 2
    if n_pairs < 1 or comb(k, 2) != n_pairs:
        raise ValueError(f"p-values of all pairs are 1, 3, 6, 10, ... of 2, 3, 4, 5, ... learners, got {n_pairs}.")
    return k


@cache
def _numbers_of_equalities(k: int) -> frozenset[int]:
    """Return how many equalities between `k` learners can be true while all others are false.

    >>> sorted(_numbers_of_equalities(4))
    [0, 1, 2, 3, 6]
    """
    if k < 2:
        return frozenset({0})
    return frozenset(comb(g, 2) + rest for g in range(1, k + 1) for rest in _numbers_of_equalities(k - g))


@cache
def _exhaustive_sets(k: int) -> tuple[Mask, Integers]:
    """Return which pairs of `k` learners are equal in each division into groups, none being without any, and how many.

    >>> members, size = _exhaustive_sets(3)
    >>> members.astype(int).tolist(), size.tolist()
    ([[1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [3, 1, 1, 1])
    """
    groups = np.zeros((1, 1), dtype=np.int64)
    for _ in range(1, k):
        # The next learner joins each of the groups that there are, or begins a new one.
        n_choices = groups.max(axis=-1) + 2
        choice = np.concatenate([np.arange(n) for n in n_choices])
        groups = np.column_stack([np.repeat(groups, n_choices, axis=0), choice])
    i, j = np.triu_indices(k, 1)
    members = (groups[:, i] == groups[:, j])[:-1]
    return members, members.sum(axis=-1)
