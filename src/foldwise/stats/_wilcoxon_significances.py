"""Wilcoxon's signed rank test on signed significances."""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Alternative
from foldwise.stats._inputs import as_finite
from foldwise.stats._signed_ranks import RankMethod, SignedRankResult, Zeros, signed_ranks

_ROUNDING: Final = 1e-12


def wilcoxon_significances(
    significances: ArrayLike,
    *,
    dependent: bool = True,
    zeros: Zeros = "wilcoxon",
    method: RankMethod = "auto",
    alternative: Alternative = "two-sided",
) -> SignedRankResult:
    """Combine signed significances of several tests by their ranks.

    Significances from several partitions of one data set are *not* independent. Combined so, they tend to
    significance as partitions are added, whatever the truth [1]_: six that agree are enough, however weak each is.
    Unless told otherwise every result therefore carries the flag `independence`.

    Parameters
    ----------
    significances : array_like of shape (..., n_tests)
        One-tailed p-values, at most 0.5, with the sign of the difference: positive if `a` was ahead, and 0.5 for no
        difference. A significance of zero counts for `b` if it is ``-0.0``. Leading axes are independent experiments.
    dependent : bool, default True
        Whether the significances may come from the same data. Pass False for tests on separate samples.
    zeros : {'wilcoxon', 'pratt', 'split'}, default 'wilcoxon'
        Drop those of exactly 0.5 before ranking, or rank them too and drop them afterwards, or give half of their
        ranks to either side.
    method : {'auto', 'exact', 'normal'}, default 'auto'
        The exact distribution given the ranks, ties or not (up to 1000 tests), or the normal approximation without
        continuity correction. ``'auto'`` is exact up to 50 tests.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` scores higher than `b`; the p-value is then one-sided.

    Returns
    -------
    SignedRankResult
        Without estimate. Flags: `independence` (if `dependent`), `identical_scores` (all are 0.5: both rank sums the
        same, two-sided p-value 1, one-sided 1 if exact and 0.5 if normal).

    See Also
    --------
    twice_the_mean : Valid for p-values from partitions of one data set.
    wilcoxon : The same ranks on differences of scores over data sets.

    Notes
    -----
    Significances are sorted by strength, ascending: the least significant has rank 1. The statistic is the smaller of
    the rank sums ``W_a`` and ``W_b`` of the positive and of the negative ones; its distribution is that of
    `wilcoxon`.

    A significance within 1e-12 of 0.5 is taken for no difference: rounding leaves no more of one.

    The null hypothesis: each test is as likely to favour either learner, with equal strength. About which population
    and training size, is up to those tests.

    It holds its level for independent tests only. Over partitions of one data set the rejection rate goes to one as
    partitions are added, for any sample in which one learner happens to be ahead. Do not use it there.

    References
    ----------
    .. [1] J. Bradford and C. E. Brodley (2001). The effect of instance-space partition on significance.
       Machine Learning 42, 269-286.

    Examples
    --------
    >>> from foldwise.stats import wilcoxon_significances
    >>> result = wilcoxon_significances([-0.20, 0.30, 0.05])
    >>> result.rank_sum_a, result.rank_sum_b, result.pvalue
    (4.0, 2.0, 0.75)
    >>> result.flags
    Flags({'independence'})
    """
    p = as_finite(significances, "significances", "n_tests")
    if (np.abs(p) > 0.5).any():
        raise ValueError(
            f"significances must be one-tailed, from -0.5 to 0.5, got {p[np.abs(p) > 0.5].flat[0]}. "
            "Give the smaller tail with the sign of the difference."
        )
    # Ranked by the p-value itself: 0.5 - p would make ties of all very small ones.
    return signed_ranks(
        -np.abs(p),
        np.where(np.abs(p) >= 0.5 - _ROUNDING, 0, np.where(np.signbit(p), -1, 1)),
        zeros=zeros,
        method=method,
        alternative=alternative,
        differences=None,
        flags={"independence": dependent},
    )
