"""Tails and limits for the share of disagreements that one learner wins."""

import numpy as np
from scipy.special import betainc, betaincc, betaincinv, ndtri

from foldwise.stats._batch import Alternative, Floats, Integers


def upper_tail(wins: Integers, losses: Integers) -> Floats:
    """Probability of at least `wins` heads in ``wins + losses`` tosses of a fair coin.

    >>> upper_tail(np.array([7, 0]), np.array([2, 3]))
    array([0.08984375, 1.        ])
    """
    # betaincc keeps 1e-12 up to millions of tosses, where bdtr and betainc lose up to half of the digits.
    tail = betaincc(losses + 1.0, np.maximum(wins, 1).astype(np.float64), 0.5)
    return np.where(wins == 0, 1.0, tail)


def exact_pvalue(wins: Integers, losses: Integers, alternative: Alternative) -> Floats:
    """P-value of so many wins if each is decided by a fair coin; two-sided: twice the smaller tail, at most 1.

    >>> exact_pvalue(np.array([7, 5]), np.array([2, 5]), "two-sided")
    array([0.1796875, 1.       ])
    """
    if alternative == "two-sided":
        return np.minimum(1.0, 2 * upper_tail(np.maximum(wins, losses), np.minimum(wins, losses)))
    return upper_tail(wins, losses) if alternative == "greater" else upper_tail(losses, wins)


def mid_pvalue(wins: Integers, losses: Integers, alternative: Alternative) -> Floats:
    """Like `exact_pvalue`, but the count that was seen weighs half.

    >>> mid_pvalue(np.array([7, 5]), np.array([2, 5]), "two-sided")
    array([0.109375, 1.      ])
    """
    if alternative == "two-sided":
        pvalue = 2 * _mid_tail(np.maximum(wins, losses), np.minimum(wins, losses))
        return np.where(wins == losses, 1.0, pvalue)
    return _mid_tail(wins, losses) if alternative == "greater" else _mid_tail(losses, wins)


def _mid_tail(wins: Integers, losses: Integers) -> Floats:
    # The mean of "at least as many" and "more": two positive terms, so no digits are lost.
    more = np.where(losses == 0, 0.0, upper_tail(wins + 1, np.maximum(losses - 1, 0)))
    return np.asarray(0.5 * (upper_tail(wins, losses) + more))


def exact_lower_share(wins: Integers, losses: Integers, alpha: float) -> Floats:
    """Clopper and Pearson's lower limit, missed with probability ``alpha / 2`` at most.

    >>> exact_lower_share(np.array([5, 0]), np.array([0, 5]), 0.05).round(6)
    array([0.478176, 0.      ])
    """
    limit = betaincinv(np.maximum(wins, 1).astype(np.float64), losses + 1.0, alpha / 2)
    return np.where(wins == 0, 0.0, limit)


def mid_lower_share(wins: Integers, losses: Integers, alpha: float) -> Floats:
    """Clopper and Pearson's lower limit with the count that was seen weighing half.

    >>> mid_lower_share(np.array([5, 0]), np.array([0, 5]), 0.05).round(6)
    array([0.54928, 0.     ])
    """
    w, f = np.maximum(wins, 1).astype(np.float64), np.maximum(losses, 1).astype(np.float64)
    certain = losses == 0
    low = betaincinv(w, losses + 1.0, alpha / 2)
    high = np.where(certain, 1.0, betaincinv(w + 1, f, alpha / 2))
    # The exact limits for "at least as many" and "more" enclose the one sought.
    for _ in range(60):
        middle = (low + high) / 2
        tails = betainc(w, losses + 1.0, middle) + np.where(certain, 0.0, betainc(w + 1, f, middle))
        low, high = np.where(tails < alpha, middle, low), np.where(tails < alpha, high, middle)
    return np.where(wins == 0, 0.0, low)


def score_lower_share(wins: Integers, losses: Integers, alpha: float) -> Floats:
    """Wilson's lower limit with continuity correction: where the corrected score test just rejects.

    >>> score_lower_share(np.array([81, 0]), np.array([182, 5]), 0.05).round(4)
    array([0.2535, 0.    ])
    """
    z = -ndtri(alpha / 2)
    n = np.maximum(wins + losses, 1)
    fewer, more = np.maximum(wins - 0.5, 0.0), losses + 0.5
    limit = (fewer + z * z / 2 - z * np.sqrt(fewer * more / n + z * z / 4)) / (n + z * z)
    return np.where(wins == 0, 0.0, limit)
