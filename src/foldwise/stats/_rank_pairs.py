"""Pairs of learners compared by their mean ranks: what tests of them share."""

from dataclasses import dataclass

import numpy as np

from foldwise._core import check_fraction
from foldwise.stats._batch import Batch, Flags, Floats, Integers, unwrapped
from foldwise.stats._studentized_range import studentized_range_critical
from foldwise.stats._tails import normal_critical, student_critical


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RankPairsResult:
    """Differences between the mean ranks of learners, pair by pair, and whether chance explains them.

    Pairs are along the last axis, so that p-values can be passed on to `holm` and its like as they are.

    Attributes
    ----------
    statistic : ndarray of shape (..., n_pairs)
        The estimate over its standard error, positive if the first of a pair is ahead; infinite only where the flag
        `perfect_agreement` holds.
    pvalue : ndarray of shape (..., n_pairs)
        Two-sided. Adjusted for there being many pairs by `nemenyi` alone.
    df : int or None
        Degrees of freedom; None for the normal distribution and its range.
    estimate : ndarray of shape (..., n_pairs)
        Mean rank of the second learner of a pair less that of the first.
    standard_error : float or ndarray
        Of the differences of mean ranks, the same for all pairs.
    mean_ranks : ndarray of shape (..., n_learners)
        Mean rank of each learner, small being good.
    pairs : ndarray of int, of shape (n_pairs, 2)
        Which learners, counted from 0: all pairs, (0, 1), (0, 2), ..., (1, 2), ..., or the control and each other.
    adjusted : bool
        Whether p-values and critical difference are for all pairs together.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import nemenyi
    >>> result = nemenyi([[0.9, 0.8, 0.7], [0.6, 0.7, 0.5], [0.8, 0.6, 0.5], [0.9, 0.7, 0.6]])
    >>> result.pairs.tolist(), result.pvalue.round(3)
    ([[0, 1], [0, 2], [1, 2]], array([0.759, 0.036, 0.181]))
    >>> round(result.critical_difference(0.05), 3)
    1.657
    """

    statistic: Floats
    pvalue: Floats
    df: int | None
    estimate: Floats
    standard_error: Batch
    mean_ranks: Floats
    pairs: Integers
    adjusted: bool
    flags: Flags

    def critical_difference(self, alpha: float = 0.05) -> Batch:
        """Return the difference between two mean ranks from which on their pair has a p-value of at most `alpha`.

        Parameters
        ----------
        alpha : float, default 0.05
            Level: of all pairs together if `adjusted`, else of each pair by itself.

        Returns
        -------
        float or ndarray
        """
        level = 1 - check_fraction(alpha, "alpha")
        if self.adjusted:
            critical = studentized_range_critical(alpha, self.mean_ranks.shape[-1]) / np.sqrt(2)
        else:
            critical = normal_critical(level) if self.df is None else student_critical(level, self.df)
        difference: Floats = np.asarray(critical * self.standard_error)
        return unwrapped(difference)


def pairs_of(k: int, control: int | None) -> Integers:
    """List all pairs of `k` learners, or those of the control with each other learner.

    >>> pairs_of(3, None).tolist(), pairs_of(3, 1).tolist()
    ([[0, 1], [0, 2], [1, 2]], [[1, 0], [1, 2]])
    """
    if control is None:
        return np.stack(np.triu_indices(k, 1), axis=-1)
    if isinstance(control, bool) or not isinstance(control, int | np.integer):
        raise TypeError(f"control must be the number of a learner, got {control!r} of type {type(control).__name__}.")
    if not 0 <= control < k:
        raise ValueError(f"control must be the number of a learner, from 0 to {k - 1}, got {control}.")
    others = np.delete(np.arange(k), control)
    return np.stack([np.full(k - 1, int(control)), others], axis=-1)


def leads_of(mean_ranks: Floats, pairs: Integers) -> Floats:
    """Subtract, for each pair, the mean rank of the first learner from that of the second."""
    return np.asarray(mean_ranks[..., pairs[:, 1]] - mean_ranks[..., pairs[:, 0]])
