"""The upper tail of the F distribution, accurate to 1e-12 for p-values down to 1e-300."""

import numpy as np
from scipy.special import betainc, betaincc

from foldwise.stats._batch import Batch, Floats

# Below this SciPy's betainc may underflow although its result should not.
DEEP = 1e-250


def variance_ratio_sf(ratio: Floats, df_numerator: Batch, df_denominator: Batch) -> Floats:
    """Probability that a ratio of independent mean squares of equal expectation exceeds `ratio`.

    >>> variance_ratio_sf(np.array([0.0, 1.0, np.inf]), 5, 5)
    array([1. , 0.5, 0. ])
    """
    a, b = np.asarray(df_numerator) / 2, np.asarray(df_denominator) / 2
    with np.errstate(all="ignore"):
        scaled = ratio * (a / b)
        small = 1 / (1 + scaled)
        large = scaled * small
        # The smaller of the two arguments carries the digits: 1 - x loses those of a small x. SciPy's complement takes
        # 1 - x itself, so where the tail is large it is better to subtract what is left of it.
        rest = betainc(a, b, large)
        below, above = betainc(b, a, small), np.where(rest < 0.5, 1 - rest, betaincc(a, b, large))
        underflown = (below < DEEP) & (below < 0.999 * above) & (small > 1e-3)
        return np.where((small <= 0.5) & ~underflown, below, above)
