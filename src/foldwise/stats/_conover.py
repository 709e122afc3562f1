"""Conover's test of all pairs of learners over data sets."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Flags, unwrapped
from foldwise.stats._rank_pairs import RankPairsResult, leads_of, pairs_of
from foldwise.stats._rankings import within_datasets
from foldwise.stats._score_table import as_scores, chance_of_agreement, sums_of_squares
from foldwise.stats._tails import student_pvalue


def conover(scores: ArrayLike, *, control: int | None = None) -> RankPairsResult:
    r"""Compare pairs of several learners over several data sets, from their mean ranks and how these vary.

    The t tests that go with `iman_davenport` [1]_: the more the learners differ as a whole, the smaller the error of
    each difference. That finds more than `nemenyi` does, and leans on the null hypothesis being false for the others.

    Parameters
    ----------
    scores : array_like of shape (..., n_datasets, n_learners)
        One score of each learner on each data set, greater being better. Leading axes are independent experiments.
        Scores of one data set within ``8 * eps`` times the largest of them are ties.
    control : int, optional
        The learner, counted from 0, to compare with each other one; all pairs if not given.

    Returns
    -------
    RankPairsResult
        With ``df = (n_learners - 1) * (n_datasets - 1)`` and p-values that are not adjusted: pass them to `holm`.
        Flags: `identical_scores` (all learners tie on every data set: all p-values 1), `perfect_agreement` (all data
        sets order the learners alike: infinite statistics, and the p-value is the probability of that).

    See Also
    --------
    iman_davenport : One test of all learners, to be done first.
    mean_rank_z : The same differences with an error that does not depend on the scores.

    Notes
    -----
    With ``R_i`` the mean rank of learner ``i`` of ``k`` on ``N`` data sets and ``r_ij`` the rank of learner ``j`` on
    data set ``i``, the best having rank 1 and ties sharing their mean rank,

    .. math:: t_{ij} = (R_j - R_i) \Big/ \sqrt{\frac{2\, E}{N (N - 1)(k - 1)}}, \qquad
              E = \sum_i \sum_j \Big(r_{ij} - \frac{k + 1}{2}\Big)^2 - N \sum_j \Big(R_j - \frac{k + 1}{2}\Big)^2,

    referred to both tails of Student's t.

    The null hypothesis: on a random data set of the population that these are a sample of, every order of the learners
    is equally probable.

    It was proposed for use after a significant test of all learners, which protects it only where all are equal.
    Whether two learners differ depends on which others are in the table. The level is approximate. Data sets must be
    independent: one score each, never the folds or partitions of one.

    References
    ----------
    .. [1] W. J. Conover (1999). Practical nonparametric statistics, 3rd edition. Wiley.

    Examples
    --------
    >>> from foldwise.stats import conover
    >>> result = conover([[0.9, 0.8, 0.7], [0.6, 0.7, 0.5], [0.8, 0.6, 0.5], [0.9, 0.7, 0.6]])
    >>> result.df, result.pvalue.round(4)
    (6, array([0.207 , 0.0026, 0.0123]))
    """
    ranks = within_datasets(as_scores(scores))
    n, k = ranks.centred.shape[-2:]
    df = (k - 1) * (n - 1)
    pairs = pairs_of(k, control)
    lead = leads_of(ranks.mean_ranks, pairs)
    _, left, cells = sums_of_squares(ranks.centred)
    # Of doubled ranks, and N times what is left.
    error = np.sqrt(left / (2 * df)) / n
    agree = (left == 0) & (cells > 0)
    with np.errstate(all="ignore"):
        statistic = np.where(lead == 0, 0.0, lead / error[..., np.newaxis])
    chance = np.where(lead == 0, 1.0, chance_of_agreement(ranks.centred)[..., np.newaxis])
    return RankPairsResult(
        statistic=statistic,
        pvalue=np.where(agree[..., np.newaxis], chance, student_pvalue(statistic, df, "two-sided")),
        df=df,
        estimate=lead,
        standard_error=unwrapped(error),
        mean_ranks=ranks.mean_ranks,
        pairs=pairs,
        adjusted=False,
        flags=Flags({"identical_scores": cells == 0, "perfect_agreement": agree}, shape=cells.shape),
    )
