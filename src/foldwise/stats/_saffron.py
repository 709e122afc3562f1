"""Levels that spend nothing on p-values too large to be candidates: SAFFRON."""

import math

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_fraction
from foldwise.stats._batch import Mask
from foldwise.stats._family import Undefined, as_family
from foldwise.stats._online import OnlineResult, as_gamma, as_wealth, power_gamma

_SHARE_AT_START = 0.5


def saffron(
    pvalues: ArrayLike,
    *,
    alpha: float = 0.05,
    candidate: float = 0.5,
    wealth: float | None = None,
    gamma: ArrayLike | None = None,
    undefined: Undefined = "error",
) -> OnlineResult:
    r"""Decide on hypotheses that come one after another, with an estimate of how many null hypotheses are true.

    As adaptive as Storey's version of Benjamini and Hochberg's method is: where many null hypotheses are false, it
    finds more than `lord_plus_plus`. The false discovery rate is at most `alpha`, whenever one stops, if the p-values
    of true null hypotheses are independent of each other and of the rest [1]_. Those of comparisons on one dataset are
    not.

    Parameters
    ----------
    pvalues : array_like of shape (..., n)
        In the order in which the hypotheses were tested. Leading axes are independent sequences.
    alpha : float, default 0.05
        False discovery rate.
    candidate : float, default 0.5
        P-values up to this one are candidates, and cost nothing; no level is above it. Published as lambda.
    wealth : float, optional
        What of `alpha` may be spent before the first discovery; by default half of it.
    gamma : array_like, optional
        How a level is spread over the places that follow: non-negative, never rising, with a sum of at most 1. By
        default as published, proportional to the power -1.6 of the place.
    undefined : {'error', 'count'}, default 'error'
        What to do with NaN p-values: refuse, or count them as 1.

    Returns
    -------
    OnlineResult
        With `levels` and `rejected`.

    See Also
    --------
    lord_plus_plus : Without the estimate.
    lond, e_lond : For p-values or e-values that depend on one another.

    Notes
    -----
    With discoveries at the places :math:`\tau_1 < \tau_2 < \dots`, :math:`\tau_0 = 0`, and :math:`C_j` candidates
    after :math:`\tau_j` and before t,

    .. math:: \alpha_t = \min\Big(\lambda,\ (1 - \lambda) \Big[ w_0 \gamma_{t - C_0}
              + (\alpha - w_0)\, \gamma_{t - \tau_1 - C_1}
              + \alpha \sum_{j \ge 2} \gamma_{t - \tau_j - C_j} \Big]\Big), \qquad
              \gamma_t = \frac{t^{-1.6}}{\zeta(1.6)},

    where terms of discoveries that are yet to come are left out.

    References
    ----------
    .. [1] A. Ramdas, T. Zrnic, M. J. Wainwright and M. I. Jordan (2018). SAFFRON: an adaptive algorithm for online
       control of the false discovery rate. Proceedings of the 35th International Conference on Machine Learning, PMLR
       80, 4286-4294.

    Examples
    --------
    >>> from foldwise.stats import saffron
    >>> result = saffron([2.9e-14, 0.00143, 0.06514, 0.00174])
    >>> result.levels.round(6), result.rejected
    (array([0.005469, 0.010937, 0.021875, 0.021875]), array([ True,  True, False,  True]))
    """
    check_fraction(alpha, "alpha")
    check_fraction(candidate, "candidate")
    p = as_family(pvalues, undefined=undefined)
    p[np.isnan(p)] = 1.0
    n = p.shape[-1]
    start = as_wealth(wealth, alpha, _SHARE_AT_START)
    spread = as_gamma(gamma, power_gamma(n), falls=True)
    rows = p.reshape(math.prod(p.shape[:-1]), n)
    levels = np.empty_like(rows)
    rejected: Mask = np.zeros(rows.shape, dtype=np.bool_)
    # By the number of p-values so far that were no candidates: only these move a sequence on.
    earned = np.broadcast_to(start * spread, rows.shape).copy()
    moved = np.zeros(len(rows), dtype=np.intp)
    for t in range(n):
        levels[:, t] = np.minimum(candidate, (1 - candidate) * earned[np.arange(len(rows)), moved])
        rejected[:, t] = rows[:, t] <= levels[:, t]
        for row in np.flatnonzero(rejected[:, t]):
            reward = alpha if rejected[row, :t].any() else alpha - start
            earned[row, moved[row] :] += reward * spread[: n - moved[row]]
        moved += rows[:, t] > candidate
    return OnlineResult(levels=levels.reshape(p.shape), rejected=rejected.reshape(p.shape), alpha=float(alpha))
