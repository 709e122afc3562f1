"""Tails and limits for the share of disagreements that one learner wins."""

import numpy as np
from scipy.special import betaincc, betaincinv, ndtri

from foldwise.stats._batch import Floats, Integers


def upper_tail(wins: Integers, losses: Integers) -> Floats:
    """Probability of at least `wins` heads in ``wins + losses`` tosses of a fair coin.

    >>> upper_tail(np.array([7, 0]), np.array([2, 3]))
    array([0.08984375, 1.        ])
    """
    # betaincc keeps 1e-12 up to millions of tosses, where bdtr and betainc lose up to half of the digits.
    tail = betaincc(losses + 1.0, np.maximum(wins, 1).astype(np.float64), 0.5)
    return np.where(wins == 0, 1.0, tail)


def exact_lower_share(wins: Integers, losses: Integers, alpha: float) -> Floats:
    """Clopper and Pearson's lower limit, missed with probability ``alpha / 2`` at most.

    >>> exact_lower_share(np.array([5, 0]), np.array([0, 5]), 0.05).round(6)
    array([0.478176, 0.      ])
    """
    limit = betaincinv(np.maximum(wins, 1).astype(np.float64), losses + 1.0, alpha / 2)
    return np.where(wins == 0, 0.0, limit)


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
