"""Ranks with ties, sums of signed ranks, and their distribution under random signs."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foldwise._core import check_choice, check_fraction
from foldwise._kernels import sign_flip
from foldwise.stats._batch import ALTERNATIVES, Alternative, Batch, Flags, Floats, Integers, unwrapped
from foldwise.stats._tails import normal_critical, normal_pvalue


def tied(ordered: Floats) -> tuple[Integers, Integers]:
    """Return the first and the last index of the group of equal values that each value of sorted rows belongs to.

    >>> tied(np.array([1.0, 2.0, 2.0, 5.0]))
    (array([0, 1, 1, 3]), array([0, 2, 2, 3]))
    """
    index = np.broadcast_to(np.arange(ordered.shape[-1]), ordered.shape)
    new = np.ones(ordered.shape, dtype=bool)
    new[..., 1:] = ordered[..., 1:] != ordered[..., :-1]
    first = np.maximum.accumulate(np.where(new, index, 0), axis=-1)
    ends = np.ones(ordered.shape, dtype=bool)
    ends[..., :-1] = new[..., 1:]
    last = np.where(ends, index, ordered.shape[-1])[..., ::-1]
    return first, np.minimum.accumulate(last, axis=-1)[..., ::-1]


def levelled(values: Floats, rounding: Floats) -> Floats:
    """Make values equal, along the last axis, whose neighbours in size are no further away than rounding explains.

    >>> levelled(np.array([0.3, 0.1 + 0.2, 0.4]), np.array(1e-15)).tolist()
    [0.3, 0.3, 0.4]
    """
    order = np.argsort(values, axis=-1, kind="stable")
    ordered = np.take_along_axis(values, order, axis=-1)
    allowed = np.take_along_axis(np.broadcast_to(rounding, values.shape), order, axis=-1)
    new = np.ones(ordered.shape, dtype=bool)
    new[..., 1:] = np.diff(ordered, axis=-1) > np.maximum(allowed[..., 1:], allowed[..., :-1])
    first = np.maximum.accumulate(np.where(new, np.arange(ordered.shape[-1]), 0), axis=-1)
    level = np.empty(values.shape)
    np.put_along_axis(level, order, np.take_along_axis(ordered, first, axis=-1), axis=-1)
    return level


def doubled_midranks(values: Floats) -> Integers:
    """Twice the average rank of each value, rank 1 being the smallest: a whole number even for ties.

    >>> doubled_midranks(np.array([5.0, 2.0, 1.0, 2.0]))
    array([8, 5, 2, 5])
    """
    order = np.argsort(values, axis=-1, kind="stable")
    first, last = tied(np.take_along_axis(values, order, axis=-1))
    ranks = np.empty(values.shape, dtype=np.int64)
    np.put_along_axis(ranks, order, first + last + 2, axis=-1)
    return ranks


Zeros: TypeAlias = Literal["wilcoxon", "pratt", "split"]
RankMethod: TypeAlias = Literal["auto", "exact", "normal"]

# Up to here 'auto' is exact; up to there 'exact' takes less than a second.
EXACT_BY_ITSELF = 50
EXACT_AT_MOST = 1000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SignedRankResult:
    """Sums of the ranks of what speaks for `a` and for `b`.

    Fields are Python floats for one experiment and arrays of the batch's shape for many. No field is ever NaN.

    Attributes
    ----------
    statistic : float or ndarray
        The smaller of the two rank sums.
    pvalue : float or ndarray
        Against `alternative`.
    df : None
        There are no degrees of freedom.
    rank_sum_a, rank_sum_b : float or ndarray
        Sum of the ranks of the differences in favour of `a` and of `b`, and half of those of zeros if they were split.
    differences : ndarray or None
        What was ranked, if it was differences of scores: those within rounding of each other, or of 0, made equal.
    method : {'exact', 'normal'}
        How `pvalue` was computed.
    alternative : {'two-sided', 'greater', 'less'}
        What `pvalue` was computed against.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import wilcoxon
    >>> result = wilcoxon([0.03, 0.01, -0.02, 0.05, 0.04, 0.06, 0.07])
    >>> result.statistic, result.pvalue, round(result.estimate, 4)
    (2.0, 0.046875, 0.0375)
    >>> low, high = result.confidence_interval(0.9)
    >>> round(low, 4), round(high, 4)
    (0.01, 0.06)
    """

    statistic: Batch
    pvalue: Batch
    df: None
    rank_sum_a: Batch
    rank_sum_b: Batch
    differences: Floats | None
    method: Literal["exact", "normal"]
    alternative: Alternative
    flags: Flags

    @property
    def estimate(self) -> Batch | None:
        """Hodges and Lehmann's: the median of the means of all pairs, each with itself too; computed when asked for."""
        if self.differences is None:
            return None
        return unwrapped(np.asarray(np.median(_pair_means(self.differences), axis=-1)))

    def confidence_interval(self, level: float = 0.95) -> tuple[Batch, Batch]:
        """Two-sided interval for the centre of symmetry of the differences.

        Parameters
        ----------
        level : float, default 0.95
            Least coverage, for symmetric differences; approximate if `method` is 'normal'.

        Returns
        -------
        low, high : float or ndarray
            Two of the means of all pairs. Without ties and zeros they exclude 0 when the two-sided p-value is at
            most ``1 - level``; with them the interval, whose limits belong to it, covers at least as often as without,
            and may hold 0 although the test rejects, or the reverse. Infinite where there are too few differences for
            the level.
        """
        alpha = 1 - check_fraction(level, "level")
        if self.differences is None:
            raise ValueError("an interval needs differences of scores: significances have no common scale.")
        n = self.differences.shape[-1]
        means = np.sort(_pair_means(self.differences), axis=-1)
        outside = _outside_exact(n, alpha) if self.method == "exact" else _outside_normal(n, level)
        if outside == 0:
            infinite = np.full(means.shape[:-1], np.inf)
            return unwrapped(-infinite), unwrapped(infinite)
        return unwrapped(np.asarray(means[..., outside - 1])), unwrapped(np.asarray(means[..., -outside]))


def signed_ranks(
    strength: Floats,
    sign: NDArray[np.int64],
    *,
    zeros: Zeros,
    method: RankMethod,
    alternative: Alternative,
    differences: Floats | None,
    flags: Mapping[str, ArrayLike],
) -> SignedRankResult:
    """Rank by `strength`, ascending; where `sign` is zero the strength must be the smallest."""
    check_choice(alternative, "alternative", ALTERNATIVES)
    check_choice(zeros, "zeros", ("wilcoxon", "pratt", "split"))
    check_choice(method, "method", ("auto", "exact", "normal"))
    n = strength.shape[-1]
    exact = method == "exact" or (method == "auto" and n <= EXACT_BY_ITSELF)
    if exact and n > EXACT_AT_MOST:
        raise ValueError(f"method='exact' takes at most {EXACT_AT_MOST} values, got {n}. Use method='normal'.")
    ranks = doubled_midranks(strength)
    if zeros == "wilcoxon":
        ranks = ranks - 2 * (sign == 0).sum(axis=-1, keepdims=True)
    # A zero has no sign to be flipped: the half of its rank that either side gets is the same under every choice of
    # signs, and the lead is that of Pratt.
    flipped = np.where(sign == 0, 0, ranks)
    shared = (ranks - flipped).sum(axis=-1) // 2 if zeros == "split" else 0
    a, b = (np.where(sign == side, ranks, 0).sum(axis=-1) + shared for side in (1, -1))
    lead = b - a if alternative == "less" else a - b
    if exact:
        pvalue = _exact_pvalue(flipped, np.abs(lead) if alternative == "two-sided" else lead)
        pvalue = np.minimum(1.0, 2 * pvalue) if alternative == "two-sided" else pvalue
    else:
        # Given the ranks, the signed sum has variance sum(rank^2): the corrections for ties and zeros are in it. Those
        # who split zeros count their ranks in the variance too.
        counted = ranks if zeros == "split" else flipped
        spread = np.sqrt(np.square(counted.astype(np.float64)).sum(axis=-1))
        pvalue = normal_pvalue(lead / np.maximum(spread, 1.0), "two-sided" if alternative == "two-sided" else "greater")
    return SignedRankResult(
        statistic=unwrapped(np.asarray(np.minimum(a, b) / 2)),
        pvalue=unwrapped(pvalue),
        df=None,
        rank_sum_a=unwrapped(np.asarray(a / 2)),
        rank_sum_b=unwrapped(np.asarray(b / 2)),
        differences=differences,
        method="exact" if exact else "normal",
        alternative=alternative,
        flags=Flags({"identical_scores": (sign == 0).all(axis=-1), **flags}, shape=a.shape),
    )


def _exact_pvalue(ranks: Integers, lead: Integers) -> Floats:
    """Probability that random signs give the ranks a sum of at least `lead`."""
    n = ranks.shape[-1]
    rows = np.concatenate([np.sort(ranks, axis=-1), lead[..., np.newaxis]], axis=-1).reshape(-1, n + 1)
    # Without ties all experiments of a batch have the same ranks, and few leads: each is worked out once.
    unique, inverse = np.unique(rows, axis=0, return_inverse=True)
    return np.asarray(_tails(unique[:, :-1], unique[:, -1])[inverse.ravel()].reshape(lead.shape))


def _tails(sizes: Integers, bounds: Integers) -> Floats:
    out = np.empty(len(sizes))
    largest = int(sizes.sum(axis=-1).max(initial=0))
    sign_flip.tail(np.ascontiguousarray(sizes), np.ascontiguousarray(bounds), np.empty(largest + 1), out)
    return out


def _pair_means(differences: Floats) -> Floats:
    i, j = np.triu_indices(differences.shape[-1])
    # Halved first: the sum could overflow.
    half = differences / 2
    return np.asarray(half[..., i] + half[..., j])


def _outside_exact(n: int, alpha: float) -> int:
    """Largest k such that a rank sum below k has probability at most ``alpha / 2``."""
    ranks = np.arange(1, n + 1)[np.newaxis]
    total = n * (n + 1) // 2

    def below(k: int) -> float:
        return float(_tails(ranks, np.array([total - 2 * k + 2]))[0])

    return bisect_right(range(1, total // 2 + 1), alpha / 2, key=below)


def _outside_normal(n: int, level: float) -> int:
    total = n * (n + 1) / 2
    spread = float(np.sqrt(total * (2 * n + 1) / 12))
    return max(0, int(np.floor(total / 2 - normal_critical(level) * spread)) + 1)
