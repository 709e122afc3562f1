"""Quade's test over data sets."""

from numpy.typing import ArrayLike

from foldwise.stats._friedman import RankTestResult, f_of_ranks
from foldwise.stats._rankings import weighted_by_range
from foldwise.stats._score_table import as_scores


def quade(scores: ArrayLike) -> RankTestResult:
    r"""Test whether several learners score the same over several data sets, from ranks weighted by how far they differ.

    As `iman_davenport`, but a data set on which the scores of the learners are far apart counts more than one on which
    they are close [1]_, [2]_. Ranges of scores on different data sets are compared: where these have different units,
    use `iman_davenport`.

    Parameters
    ----------
    scores : array_like of shape (..., n_datasets, n_learners)
        One score of each learner on each data set, greater being better. Leading axes are independent experiments.
        What is within ``8 * eps`` times the largest score of a data set is rounding: such scores, and such ranges, are
        ties.

    Returns
    -------
    RankTestResult
        With ``df = (n_learners - 1, (n_learners - 1) * (n_datasets - 1))``, and `mean_ranks` weighted as the test
        weights them. Flags: `identical_scores` (all learners tie on every data set: statistic 0, p-value 1),
        `perfect_agreement` (all data sets have the same ranks and weights: infinite statistic, and the p-value is the
        probability of that).

    See Also
    --------
    friedman : All data sets count the same.
    aligned_ranks : Compares scores of different data sets, less their means.

    Notes
    -----
    With ``r_ij`` the rank of learner ``j`` of ``k`` on data set ``i`` of ``N``, ``Q_i`` the rank of the data set by the
    range of its scores, the smallest first, and ``S_ij = Q_i (r_ij - (k + 1) / 2)``,

    .. math:: F = \frac{(N - 1)\, B}{A - B}, \qquad A = \sum_i \sum_j S_{ij}^2, \quad
              B = \frac{1}{N} \sum_j \Big(\sum_i S_{ij}\Big)^2,

    referred to the upper tail of F. For two learners it is a form of Wilcoxon's signed rank test.

    The null hypothesis: on each data set of a random sample from the population, every order of the learners is equally
    probable, whatever the range of their scores. About any one data set it says nothing.

    The level is approximate. Data sets must be independent: one score each, never the folds or partitions of one.

    References
    ----------
    .. [1] D. Quade (1979). Using weighted rankings in the analysis of complete blocks with additive block effects.
       Journal of the American Statistical Association 74, 680-683.
    .. [2] S. Garcia, A. Fernandez, J. Luengo and F. Herrera (2010). Advanced nonparametric tests for multiple
       comparisons in the design of experiments in computational intelligence and data mining. Information
       Sciences 180, 2044-2064.

    Examples
    --------
    >>> from foldwise.stats import quade
    >>> result = quade([[0.9, 0.8, 0.7], [0.6, 0.7, 0.5], [0.8, 0.6, 0.5], [0.9, 0.7, 0.6]])
    >>> round(result.statistic, 3), result.df, round(result.pvalue, 4)
    (9.104, (2, 6), 0.0152)
    """
    return f_of_ranks(weighted_by_range(as_scores(scores)))
