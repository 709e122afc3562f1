"""Normal tests of differences between mean ranks over data sets."""

from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice
from foldwise.stats._batch import Flags, unwrapped
from foldwise.stats._rank_pairs import RankPairsResult, leads_of, pairs_of
from foldwise.stats._rankings import aligned, weighted_by_range, within_datasets
from foldwise.stats._score_table import as_scores, sums_of_squares
from foldwise.stats._tails import normal_pvalue

Ranking: TypeAlias = Literal["friedman", "aligned", "quade"]
Variance: TypeAlias = Literal["permutation", "as_printed"]

RANKINGS: Final = {"friedman": within_datasets, "aligned": aligned, "quade": weighted_by_range}


def mean_rank_z(
    scores: ArrayLike,
    *,
    ranks: Ranking = "friedman",
    control: int | None = None,
    variance: Variance = "permutation",
) -> RankPairsResult:
    r"""Compare pairs of several learners over several data sets, by the normal distribution of their mean ranks.

    What studies report beside an adjustment: `bonferroni`, `holm` or `hochberg` for comparisons with a
    control [1]_, `holm`, `shaffer` or `bergmann_hommel` for all pairs [2]_. Whether two learners differ depends on
    which others are in the table: prefer `wilcoxon` of each pair.

    Parameters
    ----------
    scores : array_like of shape (..., n_datasets, n_learners)
        One score of each learner on each data set, greater being better. Leading axes are independent experiments.
        What is within ``8 * eps`` times the largest score of a data set is rounding, and makes a tie.
    ranks : {'friedman', 'aligned', 'quade'}, default 'friedman'
        The mean ranks of that test; `aligned_ranks` and `quade` compare scores of different data sets [1]_.
    control : int, optional
        The learner, counted from 0, to compare with each other one; all pairs if not given.
    variance : {'permutation', 'as_printed'}, default 'permutation'
        That of ranks in random order on each data set, which takes ties into account, or the formulas of [1]_ and
        [2]_, two of which are wrong.

    Returns
    -------
    RankPairsResult
        With p-values that are not adjusted. Flag: `identical_scores` (all learners tie on every data set: all p-values
        1).

    See Also
    --------
    nemenyi : The same differences of Friedman's ranks, adjusted for all pairs.
    friedman, aligned_ranks, quade : One test of all learners.

    Notes
    -----
    With ``R_i`` the mean rank of learner ``i`` of ``k`` on ``N`` data sets, ``w_i`` the weight of data set ``i`` (1 but
    for Quade's ranks) and ``r_ij``, ``m_i`` the rank of learner ``j`` on it and the mean of these,

    .. math:: z_{ij} = (R_j - R_i) / s, \qquad
              s^2 = \frac{2 \sum_i w_i^2 \sum_j (r_{ij} - m_i)^2}{(k - 1) (\sum_i w_i)^2},

    referred to both tails of the normal distribution. For the ranks of Friedman's test without ties this is
    ``s^2 = k (k + 1) / (6 N)``, as printed in [2]_.

    What is printed for aligned ranks, ``k (k N + 1) / 6``, leaves out that ranks on one data set exclude each other,
    and is too small by ``(k - 1) / k``; for Quade's, ``k (k + 1)(2 N + 1)(k - 1) / (18 N (N + 1))`` is the variance
    times ``(k - 1) / 2``: too small for two learners, right for three, and too large for more.

    The null hypothesis: on a random data set of the population that these are a sample of, every order of the learners
    is equally probable.

    The level is approximate. Data sets must be independent: one score each, never the folds or partitions of one.

    References
    ----------
    .. [1] S. Garcia, A. Fernandez, J. Luengo and F. Herrera (2010). Advanced nonparametric tests for multiple
       comparisons in the design of experiments in computational intelligence and data mining. Information
       Sciences 180, 2044-2064.
    .. [2] S. Garcia and F. Herrera (2008). An extension on "Statistical comparisons of classifiers over multiple data
       sets" for all pairwise comparisons. Journal of Machine Learning Research 9, 2677-2694.

    Examples
    --------
    >>> from foldwise.stats import holm, mean_rank_z
    >>> result = mean_rank_z([[0.9, 0.8, 0.7], [0.6, 0.7, 0.5], [0.8, 0.6, 0.5], [0.9, 0.7, 0.6]], control=0)
    >>> result.pairs.tolist(), result.pvalue.round(4), holm(result.pvalue).round(4)
    ([[0, 1], [0, 2]], array([0.4795, 0.0133]), array([0.4795, 0.0267]))
    """
    check_choice(ranks, "ranks", tuple(RANKINGS))
    check_choice(variance, "variance", ("permutation", "as_printed"))
    ranked = RANKINGS[ranks](as_scores(scores))
    n, k = ranked.centred.shape[-2:]
    pairs = pairs_of(k, control)
    lead = leads_of(ranked.mean_ranks, pairs)
    _, _, cells = sums_of_squares(ranked.centred)
    if variance == "permutation":
        error = np.sqrt(2 * cells / (k - 1)) / ranked.unit
    else:
        error = np.full(cells.shape, np.sqrt(_as_printed(ranks, n, k)))
    with np.errstate(all="ignore"):
        statistic = np.where(lead == 0, 0.0, lead / error[..., np.newaxis])
    return RankPairsResult(
        statistic=statistic,
        pvalue=normal_pvalue(statistic, "two-sided"),
        df=None,
        estimate=lead,
        standard_error=unwrapped(np.asarray(error)),
        mean_ranks=ranked.mean_ranks,
        pairs=pairs,
        adjusted=False,
        flags=Flags({"identical_scores": cells == 0}, shape=cells.shape),
    )


def _as_printed(ranks: Ranking, n: int, k: int) -> float:
    match ranks:
        case "friedman":
            return k * (k + 1) / (6 * n)
        case "aligned":
            return k * (k * n + 1) / 6
        case "quade":
            return k * (k + 1) * (2 * n + 1) * (k - 1) / (18 * n * (n + 1))
