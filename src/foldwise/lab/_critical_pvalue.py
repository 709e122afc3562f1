"""The p-value below which a test should reject so as to keep its level."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import bdtr

from foldwise._core import check_fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalPvalue:
    """A measured critical p-value.

    Parameters
    ----------
    estimate : float
        The greatest p-value such that at most the wanted share of the trials is as low; 0 if there is none.
    low, high : float
        95% limits of the quantile, from order statistics: at least that coverage whatever the distribution.
    """

    estimate: float
    low: float
    high: float


def critical_pvalue(pvalues: npt.ArrayLike, alpha: float = 0.05) -> CriticalPvalue:
    """Find the p-value at which a test would reject a true null as often as asked.

    Parameters
    ----------
    pvalues : array_like of shape (n_trials,)
        Of trials in which the null is true; NaN counts as 1.
    alpha : float, default 0.05
        The level that rejecting at the critical p-value should have.

    Returns
    -------
    CriticalPvalue

    Examples
    --------
    A test that rejects twice as often as it says:

    >>> critical_pvalue([k / 1000 for k in range(1, 101)]).estimate
    0.005
    """
    check_fraction(alpha, "alpha")
    p = np.sort(np.nan_to_num(np.asarray(pvalues, dtype=np.float64), nan=1.0))
    n = p.size
    ranks = np.arange(n + 1)
    below = bdtr(ranks, n, alpha)
    lower, upper = int(np.searchsorted(below, 0.025)), int(np.searchsorted(below, 0.975)) + 1
    # Rounding must not cost a trial: 0.29 * 100 is a little less than 29.
    allowed = int(np.floor(alpha * n * (1 + 1e-12)))
    kept = p[p <= p[allowed - 1]] if allowed else p[:0]
    # Trials that tie with the next one would all be rejected together, which is too many.
    tied = kept.size > allowed
    kept = kept[kept < kept[-1]] if tied else kept
    return CriticalPvalue(
        estimate=float(kept[-1]) if kept.size else 0.0,
        low=float(p[lower - 1]) if lower else 0.0,
        high=float(p[upper - 1]) if upper <= n else 1.0,
    )
