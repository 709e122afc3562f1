"""Wilcoxon's signed rank test over data sets."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Alternative
from foldwise.stats._differences import ROUNDINGS, SCORES_OVER_DIFFERENCES, rounding_of_each
from foldwise.stats._inputs import as_finite
from foldwise.stats._signed_ranks import RankMethod, SignedRankResult, Zeros, levelled, signed_ranks


def wilcoxon(
    differences: ArrayLike,
    *,
    zeros: Zeros = "wilcoxon",
    method: RankMethod = "auto",
    alternative: Alternative = "two-sided",
    score_magnitude: ArrayLike | None = None,
) -> SignedRankResult:
    r"""Test whether two learners score the same over several data sets, from the ranks of their differences.

    Differences on different data sets are compared by size, and only the order of the sizes is used [1]_, [2]_: where
    they have different units, use `sign_test`. The differences must
    be independent: one per data set, never the folds or partitions of one.

    Parameters
    ----------
    differences : array_like of shape (..., n_datasets)
        ``score(a) - score(b)`` on each data set. Leading axes are independent experiments.
    zeros : {'wilcoxon', 'pratt', 'split'}, default 'wilcoxon'
        Drop zero differences before ranking, or rank them too and drop them afterwards [3]_, or give half of their
        ranks to either side [4]_.
    method : {'auto', 'exact', 'normal'}, default 'auto'
        The exact distribution given the ranks, ties or not (up to 1000 data sets), or the normal approximation
        without continuity correction. ``'auto'`` is exact up to 50 data sets.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` scores higher than `b`; the p-value is then one-sided.
    score_magnitude : array_like, optional
        Largest absolute score behind the differences, one number or one per data set. What is within ``8 * eps`` times
        this of zero, or of the next size, is rounding and counts as equal: 0.91 - 0.9 and 0.06 - 0.05 are ties. Ten
        thousand times the largest difference if not given.

    Returns
    -------
    SignedRankResult
        Flag: `identical_scores` (all differences zero: both rank sums the same, 0 unless zeros were split, two-sided
        p-value 1, one-sided 1 if exact and 0.5 if normal).

    See Also
    --------
    sign_test : Uses the signs alone; needs no symmetry.
    wilcoxon_significances : The same ranks on signed significances.

    Notes
    -----
    Rank the differences by size, the smallest first, ties sharing their mean rank. The statistic is the smaller of
    the rank sums ``W_a`` and ``W_b`` of the positive and of the negative ones. Under the null all ``2^n`` ways of
    giving signs to the ranks ``r_i`` are equally likely, so that

    .. math:: z = (W_a - W_b) \Big/ \sqrt{\textstyle\sum_i r_i^2}

    is nearly normal for many data sets.

    A zero difference has no sign that chance could have turned. If zeros are split, the halves cancel in
    ``W_a - W_b``, and the exact p-value is that of ``zeros='pratt'``; only the rank sums are others. The normal
    approximation then has the ranks of zeros in its variance, as in [4]_ and in SciPy's ``zsplit``, which makes its
    p-value the larger one. (Where the number of zeros is odd, [4]_ ignores one of them; here none is.)

    The null hypothesis: over the population of data sets that these are a sample of, the difference of the scores is
    distributed symmetrically about zero. About any one data set, and about training sizes other than those used, it
    says nothing.

    For independent differences the exact test never rejects a true null more often than the level says. Do not pick
    the direction from the data and then test one-sided: at nominal .05 that rejects .10 of the time.

    References
    ----------
    .. [1] F. Wilcoxon (1945). Individual comparisons by ranking methods. Biometrics Bulletin 1, 80-83.
    .. [2] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised
       classification learning algorithms. Neural Computation 10, 1895-1923.
    .. [3] J. W. Pratt (1959). Remarks on zeros and ties in the Wilcoxon signed rank procedures.
       Journal of the American Statistical Association 54, 655-667.
    .. [4] J. Demsar (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
       Machine Learning Research 7, 1-30.

    Examples
    --------
    >>> from foldwise.stats import wilcoxon
    >>> result = wilcoxon([0.03, 0.01, -0.02, 0.05, 0.04, 0.06, 0.07])
    >>> result.rank_sum_a, result.rank_sum_b, result.pvalue
    (26.0, 2.0, 0.046875)
    """
    d = as_finite(differences, "differences", "n_datasets")
    if score_magnitude is None:
        share = ROUNDINGS * np.finfo(np.float64).eps * SCORES_OVER_DIFFERENCES
        rounding = share * np.abs(d).max(axis=-1, keepdims=True)
    else:
        rounding = rounding_of_each(score_magnitude, d)
    sign = np.where(np.abs(d) <= rounding, 0, np.sign(d)).astype(np.int64)
    size = levelled(np.where(sign == 0, 0.0, np.abs(d)), rounding)
    return signed_ranks(
        size,
        sign,
        zeros=zeros,
        method=method,
        alternative=alternative,
        # As they were ranked: a mean of 0.91 - 0.9 and 0.05 - 0.06 is 0, and so may be a limit of the interval.
        differences=sign * size,
        flags={},
    )
