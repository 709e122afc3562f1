"""The test of aligned ranks over data sets."""

from numpy.typing import ArrayLike

from foldwise.stats._friedman import RankTestResult, chi_square_of_ranks
from foldwise.stats._rankings import aligned
from foldwise.stats._score_table import as_scores


def aligned_ranks(scores: ArrayLike) -> RankTestResult:
    r"""Test whether several learners score the same over several data sets, from ranks of all scores together.

    What a data set gives to all learners, the mean of its scores, is taken away, and all that is left is ranked
    together [1]_, [2]_. With few learners that uses more of the data than ranks on each data set do. Scores of
    different data sets are compared: where these have different units, use `friedman`.

    Parameters
    ----------
    scores : array_like of shape (..., n_datasets, n_learners)
        One score of each learner on each data set, greater being better. Leading axes are independent experiments.
        What is within ``8 * eps`` times the largest score of a data set is rounding, and makes a tie.

    Returns
    -------
    RankTestResult
        With ``df = n_learners - 1``, and `mean_ranks` among all ``n_datasets * n_learners`` scores. Flag:
        `identical_scores` (all learners tie on every data set: statistic 0, p-value 1).

    See Also
    --------
    friedman : Never compares scores of different data sets.
    quade : Compares only how far they are apart.

    Notes
    -----
    With ``r_ij`` the rank, among all ``k N``, of the score of learner ``j`` on data set ``i`` less the mean of the data
    set, the greatest having rank 1 and ties sharing their mean rank, ``R_j`` the sum of the ranks of a learner and
    ``m_i`` the mean rank on a data set,

    .. math:: \chi^2 = \frac{(k - 1) \sum_j \big(R_j - \frac{N (k N + 1)}{2}\big)^2}{\sum_i \sum_j (r_{ij} - m_i)^2},

    referred to the upper tail of chi-square with ``k - 1`` degrees of freedom. This is the formula of [2]_ with ties
    taken into account.

    The null hypothesis: on each data set of a random sample from the population, every order of the learners is equally
    probable, whatever their scores are. About any one data set it says nothing.

    The level is approximate. Data sets must be independent: one score each, never the folds or partitions of one. A few
    data sets on which scores are far apart do not rule the test as they would an analysis of variance, but they count
    more than others.

    References
    ----------
    .. [1] J. L. Hodges and E. L. Lehmann (1962). Rank methods for combination of independent experiments in analysis
       of variance. Annals of Mathematical Statistics 33, 482-497.
    .. [2] S. Garcia, A. Fernandez, J. Luengo and F. Herrera (2010). Advanced nonparametric tests for multiple
       comparisons in the design of experiments in computational intelligence and data mining. Information
       Sciences 180, 2044-2064.

    Examples
    --------
    >>> from foldwise.stats import aligned_ranks
    >>> result = aligned_ranks([[0.9, 0.8, 0.7], [0.6, 0.7, 0.5], [0.8, 0.6, 0.5], [0.9, 0.7, 0.6]])
    >>> round(result.statistic, 3), result.df, round(result.pvalue, 4)
    (6.577, 2, 0.0373)
    """
    return chi_square_of_ranks(aligned(as_scores(scores)))
