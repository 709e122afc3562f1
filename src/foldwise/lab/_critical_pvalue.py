"""The p-value below which a test should reject so as to keep its level."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import bdtr

from foldwise._core import check_fraction

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalPvalue:
    """A measured critical p-value.

    Parameters
    ----------
    estimate : float
        The greatest p-value such that at most the wanted share of the trials is as low. NaN if there is none: then
        nothing may be rejected, and a comparison with NaN rejects nothing.
    low, high : float
        95% limits from order statistics, which hold whatever the distribution; 0 and 1 where there are too few trials.
        Where p-values tie, `low` is the one below, since a test cannot reject a part of equal p-values.

    Examples
    --------
    >>> from foldwise.lab import critical_pvalue
    >>> critical = critical_pvalue([k / 1000 for k in range(1, 101)])
    >>> critical.estimate, critical.low < critical.estimate < critical.high
    (0.005, True)
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
    A test that rejects ten times as often as it says:

    >>> critical_pvalue([k / 1000 for k in range(1, 101)]).estimate
    0.005
    """
    check_fraction(alpha, "alpha")
    p = np.sort(np.nan_to_num(np.asarray(pvalues, dtype=np.float64), nan=1.0))
    n = p.size
    ranks = np.arange(n + 1)
    below = bdtr(ranks, n, alpha)
    # Rounding must not cost a trial: 0.29 * 100 is a little less than 29.
    allowed = int(np.floor(alpha * n * (1 + 1e-12)))
    lower, upper = min(int(np.searchsorted(below, 0.025)), allowed), int(np.searchsorted(below, 0.975)) + 1
    # Trials that tie with the next one would all be rejected together, which is too many.
    estimate = _stepped(p, allowed, tied=p[allowed - 1 : allowed + 1]) if allowed else np.nan
    low = _stepped(p, lower, tied=p[max(lower - 2, 0) : lower + 1]) if lower else np.nan
    return CriticalPvalue(
        estimate=float(estimate),
        low=float(np.nan_to_num(low, nan=0.0)),
        high=float(p[upper - 1]) if upper <= n else 1.0,
    )


def _stepped(p: Floats, rank: int, *, tied: Floats) -> float:
    """Return the p-value of a rank, or the next lower one if it is twice among those it may tie with; NaN if none."""
    value = p[rank - 1]
    if (tied == value).sum() < 2:
        return float(value)
    smaller = p[p < value]
    return float(smaller[-1]) if smaller.size else np.nan
