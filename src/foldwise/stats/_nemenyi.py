"""Nemenyi's test of all pairs of learners over data sets."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Flags, unwrapped
from foldwise.stats._rank_pairs import RankPairsResult, leads_of, pairs_of
from foldwise.stats._rankings import within_datasets
from foldwise.stats._score_table import as_scores
from foldwise.stats._studentized_range import studentized_range_sf


def nemenyi(scores: ArrayLike) -> RankPairsResult:
    r"""Compare all pairs of several learners over several data sets, from their mean ranks.

    The test behind diagrams of critical differences [1]_, [2]_. Whether two learners differ depends on which others
    are in the table: prefer `wilcoxon` of each pair with `holm` [3]_.

    Parameters
    ----------
    scores : array_like of shape (..., n_datasets, n_learners)
        One score of each learner on each data set, greater being better. Leading axes are independent experiments.
        Scores of one data set within ``8 * eps`` times the largest of them are ties.

    Returns
    -------
    RankPairsResult
        With p-values that are adjusted for all pairs, and the method `critical_difference`. Flag: `identical_scores`
        (all learners tie on every data set: all p-values 1).

    See Also
    --------
    friedman : One test of all learners.
    mean_rank_z : The same differences, not adjusted: for comparisons with a control, and for `shaffer`.
    conover : With an error from the ranks themselves.

    Notes
    -----
    With ``R_i`` the mean rank of learner ``i`` of ``k`` on ``N`` data sets, the best having rank 1 and ties sharing
    their mean rank,

    .. math:: z_{ij} = (R_j - R_i) \Big/ \sqrt{\frac{k (k + 1)}{6 N}},

    and the p-value is the probability that the range of ``k`` independent standard normal variables exceeds
    ``sqrt(2) |z_ij|``. Two learners differ significantly if their mean ranks are apart by at least the critical
    difference ``q_alpha sqrt(k (k + 1) / (6 N))`` of [2]_, whose ``q_alpha`` is the quantile of that range over
    ``sqrt(2)``.

    The null hypothesis: on a random data set of the population that these are a sample of, every order of the learners
    is equally probable. Some pair of equal learners may be told apart more often than the level says where others
    differ.

    There is no correction for ties, which make it timid. The level is approximate. Data sets must be independent: one
    score each, never the folds or partitions of one.

    References
    ----------
    .. [1] P. B. Nemenyi (1963). Distribution-free multiple comparisons. PhD thesis, Princeton University.
    .. [2] J. Demsar (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
       Machine Learning Research 7, 1-30.
    .. [3] A. Benavoli, G. Corani and F. Mangili (2016). Should we really use post-hoc tests based on mean-ranks?
       Journal of Machine Learning Research 17, 1-10.

    Examples
    --------
    >>> from foldwise.stats import nemenyi
    >>> result = nemenyi([[0.9, 0.8, 0.7], [0.6, 0.7, 0.5], [0.8, 0.6, 0.5], [0.9, 0.7, 0.6]])
    >>> result.pvalue.round(4)
    array([0.7593, 0.0356, 0.1805])
    """
    ranks = within_datasets(as_scores(scores))
    n, k = ranks.centred.shape[-2:]
    pairs = pairs_of(k, None)
    lead, error = leads_of(ranks.mean_ranks, pairs), np.sqrt(k * (k + 1) / (6 * n))
    identical = (ranks.centred == 0).all(axis=(-2, -1))
    return RankPairsResult(
        statistic=lead / error,
        pvalue=studentized_range_sf(np.sqrt(2) * np.abs(lead) / error, k),
        df=None,
        estimate=lead,
        standard_error=unwrapped(np.full(identical.shape, error)),
        mean_ranks=ranks.mean_ranks,
        pairs=pairs,
        adjusted=True,
        flags=Flags({"identical_scores": identical}, shape=identical.shape),
    )
