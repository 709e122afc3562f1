"""Skillings and Mack's test over data sets, for tables with empty cells."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Flags, Floats, Integers, Mask, unwrapped
from foldwise.stats._friedman import RankTestResult
from foldwise.stats._inputs import as_floats
from foldwise.stats._score_table import as_table, rounding_of_datasets, scaled
from foldwise.stats._signed_ranks import doubled_midranks, levelled
from foldwise.stats._tails import chi_square_sf


def skillings_mack(scores: ArrayLike, present: ArrayLike) -> RankTestResult:
    r"""Test whether several learners score the same over several data sets, where not every learner has every score.

    Friedman's test for tables with empty cells: learners are ranked among those that are there [1]_. Nothing is filled
    in, and no data set with two scores is dropped.

    Parameters
    ----------
    scores : array_like of shape (..., n_datasets, n_learners)
        One score of each learner on each data set, greater being better. Leading axes are independent experiments.
        What stands in cells that are not there does not matter, and may be NaN. Scores of one data set within
        ``8 * eps`` times the largest of them are ties.
    present : array_like of bool, of the shape of `scores`
        Which cells are there.

    Returns
    -------
    RankTestResult
        With ``df = n_learners - 1``, and less where learners were never compared. `mean_ranks` are over the data sets
        on which a learner has a score, among those that have one. Flags: `identical_scores` (all tie on every data
        set: statistic 0, p-value 1), `datasets_left_out` (some have fewer than two scores and tell nothing),
        `not_connected` (learners fall into groups that share no data set: groups are not compared with each other, and
        the mean rank of a learner that is compared with none is NaN).

    See Also
    --------
    friedman : For complete tables; corrects for ties, which this test does not.

    Notes
    -----
    With ``r_ij`` the rank of learner ``j`` among the ``k_i`` that are there on data set ``i``, the best having rank 1
    and ties sharing their mean rank,

    .. math:: T = a^T C^{-} a, \qquad a_j = \sum_i \sqrt{\frac{12}{k_i + 1}} \Big(r_{ij} - \frac{k_i + 1}{2}\Big),

    where the sum goes over data sets with a score of learner ``j`` and at least one other, and ``C``, the covariance of
    the sums, has minus the number of data sets that two learners share off its diagonal, and rows of sum zero. It is
    referred to the upper tail of chi-square with the rank of ``C`` as degrees of freedom. For a complete table without
    ties this is `friedman`; ties make it timid.

    The null hypothesis: on a random data set of the population that these are a sample of, every order of the learners
    that are there is equally probable.

    Cells must not be missing because of the score that would be there: a learner that fails on the hard data sets looks
    better than it is. The level is approximate, and asks for more than a few data sets.

    References
    ----------
    .. [1] J. H. Skillings and G. A. Mack (1981). On the use of a Friedman-type statistic in balanced and unbalanced
       block designs. Technometrics 23, 171-177.

    Examples
    --------
    >>> from foldwise.stats import skillings_mack
    >>> nan = float("nan")
    >>> scores = [[0.9, 0.8, 0.7], [0.6, nan, 0.5], [0.8, 0.6, nan], [0.9, 0.7, 0.6], [0.8, 0.7, 0.5]]
    >>> result = skillings_mack(scores, [[x == x for x in row] for row in scores])
    >>> round(result.statistic, 3), result.df, round(result.pvalue, 4)
    (7.823, 2, 0.02)
    """
    x, there = _checked(scores, present)
    k = x.shape[-1]
    n_there = there.sum(axis=-1, keepdims=True)
    counted = there & (n_there >= 2)
    # Below all scores, which are at most 1 in size, so that learners that are not there come last and move nobody.
    levels = levelled(np.where(there, x, -4.0), rounding_of_datasets(x))
    doubled = np.where(counted, doubled_midranks(-levels), 0)
    centred = np.where(counted, doubled - (n_there + 1), 0)

    a = np.zeros((*x.shape[:-2], k))
    for size in range(2, k + 1):
        # Whole numbers first: sums of them do not depend on their order.
        a += np.sqrt(3 / (size + 1)) * np.where(n_there == size, centred, 0).sum(axis=-2)
    statistic, df = _quadratic_form(a, counted)
    pvalue = np.where(df == 0, 1.0, chi_square_sf(statistic, np.maximum(df, 1)))
    n_counted = counted.sum(axis=-2)
    with np.errstate(invalid="ignore"):
        mean_ranks = doubled.sum(axis=-2) / (2 * n_counted)
    return RankTestResult(
        statistic=unwrapped(statistic),
        pvalue=unwrapped(pvalue),
        df=unwrapped(df),
        mean_ranks=np.asarray(mean_ranks),
        flags=Flags(
            {
                "identical_scores": (centred == 0).all(axis=(-2, -1)),
                "datasets_left_out": (n_there < 2).any(axis=(-2, -1)),
                "not_connected": df < k - 1,
            },
            shape=df.shape,
        ),
    )


def _quadratic_form(a: Floats, counted: Mask) -> tuple[Floats, Integers]:
    """Return ``a' C^- a`` and the rank of ``C``, the covariance that follows from which cells are counted."""
    k = a.shape[-1]
    whole = counted.astype(np.float64)
    shared = np.swapaxes(whole, -1, -2) @ whole * ~np.eye(k, dtype=bool)
    covariance = shared.sum(axis=-1, keepdims=True) * np.eye(k) - shared
    joined = (shared > 0) | np.eye(k, dtype=bool)
    for _ in range(k.bit_length()):
        joined = joined @ joined
    # The first of each group of learners stands for it.
    n_groups = (joined.argmax(axis=-1) == np.arange(k)).sum(axis=-1)
    # The sums of a group add up to zero, so that what its mean has for a variance does not matter, if it has one.
    means = joined / joined.sum(axis=-1, keepdims=True)
    solved = np.linalg.solve(covariance + means, a[..., np.newaxis])[..., 0]
    return np.asarray((a * solved).sum(axis=-1)), np.asarray(k - n_groups)


def _checked(scores: ArrayLike, present: ArrayLike) -> tuple[Floats, Mask]:
    """Return the scores, those of each data set scaled, with 0 where none is there, and the mask."""
    array, there = as_table(scores), np.asarray(present)
    if there.dtype != np.bool_:
        raise TypeError(f"present must be an array of booleans, got dtype {there.dtype}. Pass ~np.isnan(scores).")
    if there.shape != array.shape:
        raise ValueError(f"present must have the shape of scores, {array.shape}, got {there.shape}.")
    return scaled(as_floats(np.where(there, array, 0), "scores"), -1), there
