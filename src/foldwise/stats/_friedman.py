"""Friedman's test over data sets, and Iman and Davenport's form of it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Batch, Counts, Flags, Floats, unwrapped
from foldwise.stats._rankings import Ranks, within_datasets
from foldwise.stats._score_table import as_scores, chance_of_agreement, sums_of_squares
from foldwise.stats._tails import chi_square_sf, variance_ratio_sf


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RankTestResult:
    """Mean ranks of several learners, and whether they differ more than chance explains.

    Fields are Python numbers for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    statistic : float or ndarray
        Chi-square, or a ratio of variances; infinite only where the flag `perfect_agreement` holds.
    pvalue : float or ndarray
        Upper tail.
    df : int, ndarray or tuple of int
        Degrees of freedom; two for a ratio of variances.
    mean_ranks : ndarray of shape (..., n_learners)
        Mean rank of each learner, 1 being the best.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import friedman
    >>> result = friedman([[0.9, 0.8, 0.7], [0.6, 0.7, 0.5], [0.8, 0.6, 0.5], [0.9, 0.7, 0.6]])
    >>> result.mean_ranks
    array([1.25, 1.75, 3.  ])
    """

    statistic: Batch
    pvalue: Batch
    df: Counts | tuple[int, int]
    mean_ranks: Floats
    flags: Flags


def friedman(scores: ArrayLike) -> RankTestResult:
    r"""Test whether several learners score the same over several data sets, from their ranks on each.

    A small p-value says that they are not all equal, not which differ: follow it with a test of all pairs, such as
    `wilcoxon` with `holm`, which needs no such test before it [1]_, [2]_. Scores of different data sets are never
    compared with each other.

    Parameters
    ----------
    scores : array_like of shape (..., n_datasets, n_learners)
        One score of each learner on each data set, greater being better. Leading axes are independent experiments.
        Scores of one data set within ``8 * eps`` times the largest of them are ties.

    Returns
    -------
    RankTestResult
        With ``df = n_learners - 1``. Flag: `identical_scores` (all learners tie on every data set: statistic 0,
        p-value 1).

    See Also
    --------
    iman_davenport : The same ranks referred to F; less timid.
    quade : Gives more weight to data sets on which learners differ more.
    skillings_mack : For tables with empty cells.

    Notes
    -----
    With ``r_ij`` the rank of learner ``j`` of ``k`` on data set ``i`` of ``N``, the best having rank 1 and ties sharing
    their mean rank, and ``R_j`` the mean rank of a learner,

    .. math:: \chi^2 = \frac{(k - 1)\, N^2 \sum_j \big(R_j - \frac{k + 1}{2}\big)^2}
                            {\sum_i \sum_j \big(r_{ij} - \frac{k + 1}{2}\big)^2},

    referred to the upper tail of chi-square with ``k - 1`` degrees of freedom. Without ties the denominator is
    ``N k (k^2 - 1) / 12``, and this the formula of [2]_, which has no correction for ties.

    The null hypothesis: on a random data set of the population that these are a sample of, every order of the learners
    is equally probable. About any one data set it says nothing.

    For few data sets and learners the level is below the nominal one. For two learners it is the sign test without its
    exactness. Data sets must be independent: one score each, never the folds or partitions of one.

    References
    ----------
    .. [1] M. Friedman (1937). The use of ranks to avoid the assumption of normality implicit in the analysis of
       variance. Journal of the American Statistical Association 32, 675-701.
    .. [2] J. Demsar (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
       Machine Learning Research 7, 1-30.

    Examples
    --------
    >>> from foldwise.stats import friedman
    >>> result = friedman([[0.9, 0.8, 0.7], [0.6, 0.7, 0.5], [0.8, 0.6, 0.5], [0.9, 0.7, 0.6]])
    >>> round(result.statistic, 3), result.df, round(result.pvalue, 4)
    (6.5, 2, 0.0388)
    """
    return chi_square_of_ranks(within_datasets(as_scores(scores)))


def iman_davenport(scores: ArrayLike) -> RankTestResult:
    r"""Test whether several learners score the same over several data sets, from their ranks on each, by an F ratio.

    Friedman's test is timid. This form of it, an analysis of variance of the ranks, is closer to its level [1]_, and
    what [2]_ advises.

    Parameters
    ----------
    scores : array_like of shape (..., n_datasets, n_learners)
        One score of each learner on each data set, greater being better. Leading axes are independent experiments.
        Scores of one data set within ``8 * eps`` times the largest of them are ties.

    Returns
    -------
    RankTestResult
        With ``df = (n_learners - 1, (n_learners - 1) * (n_datasets - 1))``. Flags: `identical_scores` (all learners tie
        on every data set: statistic 0, p-value 1), `perfect_agreement` (all data sets order the learners alike:
        infinite statistic, and the p-value is the probability of that).

    See Also
    --------
    friedman : The same ranks referred to chi-square.

    Notes
    -----
    With ``chi^2`` that of `friedman`, corrected for ties, ``k`` learners and ``N`` data sets,

    .. math:: F = \frac{(N - 1)\, \chi^2}{N (k - 1) - \chi^2},

    referred to the upper tail of F.

    The null hypothesis: on a random data set of the population that these are a sample of, every order of the learners
    is equally probable. About any one data set it says nothing.

    Where all data sets order the learners alike the denominator is zero, and so would be the tail: the p-value is then
    the probability of such agreement under the null hypothesis, without ties ``k!`` to the power ``1 - N`` [3]_.

    The level is approximate. Data sets must be independent: one score each, never the folds or partitions of one.

    References
    ----------
    .. [1] R. L. Iman and J. M. Davenport (1980). Approximations of the critical region of the Friedman statistic.
       Communications in Statistics A 9, 571-595.
    .. [2] J. Demsar (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
       Machine Learning Research 7, 1-30.
    .. [3] W. J. Conover (1999). Practical nonparametric statistics, 3rd edition. Wiley.

    Examples
    --------
    >>> from foldwise.stats import iman_davenport
    >>> result = iman_davenport([[0.9, 0.8, 0.7], [0.6, 0.7, 0.5], [0.8, 0.6, 0.5], [0.9, 0.7, 0.6]])
    >>> round(result.statistic, 3), result.df, round(result.pvalue, 4)
    (13.0, (2, 6), 0.0066)
    """
    return f_of_ranks(within_datasets(as_scores(scores)))


def chi_square_of_ranks(ranks: Ranks) -> RankTestResult:
    """Refer sums of columns to chi-square."""
    df = ranks.centred.shape[-1] - 1
    between, _, cells = sums_of_squares(ranks.centred)
    statistic = np.asarray(df * between / np.maximum(cells, 1))
    return RankTestResult(
        statistic=unwrapped(statistic),
        pvalue=unwrapped(chi_square_sf(statistic, df)),
        df=df,
        mean_ranks=ranks.mean_ranks,
        flags=Flags({"identical_scores": cells == 0}, shape=cells.shape),
    )


def f_of_ranks(ranks: Ranks) -> RankTestResult:
    """Refer sums of columns, beside what is left of the cells, to F."""
    n, k = ranks.centred.shape[-2:]
    between, left, cells = sums_of_squares(ranks.centred)
    df = (k - 1, (k - 1) * (n - 1))
    with np.errstate(all="ignore"):
        statistic = np.where(cells == 0, 0.0, (n - 1) * between / left)
    agree = (left == 0) & (cells > 0)
    return RankTestResult(
        statistic=unwrapped(statistic),
        pvalue=unwrapped(np.where(agree, chance_of_agreement(ranks.centred), variance_ratio_sf(statistic, *df))),
        df=df,
        mean_ranks=ranks.mean_ranks,
        flags=Flags({"identical_scores": cells == 0, "perfect_agreement": agree}, shape=cells.shape),
    )
