"""Levels by recent discoveries: LORD++, and LORD 3 before it."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_fraction
from foldwise.stats._batch import Mask
from foldwise.stats._family import Undefined, as_family
from foldwise.stats._online import OnlineResult, as_gamma, as_wealth, slow_gamma

_SHARE_AT_START = 0.1


def lord_plus_plus(
    pvalues: ArrayLike,
    *,
    alpha: float = 0.05,
    wealth: float | None = None,
    gamma: ArrayLike | None = None,
    undefined: Undefined = "error",
) -> OnlineResult:
    r"""Decide on hypotheses that come one after another, by levels that every discovery raises for a while.

    Nobody has to know how many hypotheses will come, and no decision is ever taken back. The false discovery rate is at
    most `alpha`, whenever one stops, if the p-values of true null hypotheses are independent of each other and of the
    rest [1]_. Those of comparisons on one dataset are not.

    Parameters
    ----------
    pvalues : array_like of shape (..., n)
        In the order in which the hypotheses were tested. Leading axes are independent sequences.
    alpha : float, default 0.05
        False discovery rate.
    wealth : float, optional
        What of `alpha` may be spent before the first discovery; by default a tenth of it.
    gamma : array_like, optional
        How a level is spread over the places that follow: non-negative, never rising, with a sum of at most 1. By
        default that of `lond`, as published.
    undefined : {'error', 'count'}, default 'error'
        What to do with NaN p-values: refuse, or count them as hypotheses that are not rejected.

    Returns
    -------
    OnlineResult
        With `levels` and `rejected`.

    See Also
    --------
    saffron : More powerful where many null hypotheses are false.
    lond, e_lond : For p-values or e-values that depend on one another.

    Notes
    -----
    With discoveries at the places :math:`\tau_1 < \tau_2 < \dots` and :math:`w_0` the wealth,

    .. math:: \alpha_t = w_0 \gamma_t + (\alpha - w_0)\, \gamma_{t - \tau_1}
              + \alpha \sum_{j \ge 2} \gamma_{t - \tau_j},

    where terms of discoveries that are yet to come are left out; :math:`\gamma` as in `lond`.

    References
    ----------
    .. [1] A. Ramdas, F. Yang, M. J. Wainwright and M. I. Jordan (2017). Online control of the false discovery rate
       with decaying memory. Advances in Neural Information Processing Systems 30, 5650-5659.

    Examples
    --------
    >>> from foldwise.stats import lord_plus_plus
    >>> result = lord_plus_plus([2.9e-8, 0.06743, 0.01514, 0.08174, 0.00171, 3.6e-5])
    >>> result.levels.round(6)
    array([0.000268, 0.002466, 0.000573, 0.000487, 0.000406, 0.000345])
    >>> result.rejected
    array([ True, False, False, False, False,  True])
    """
    check_fraction(alpha, "alpha")
    p = as_family(pvalues, undefined=undefined)
    n = p.shape[-1]
    start = as_wealth(wealth, alpha, _SHARE_AT_START)
    spread = as_gamma(gamma, slow_gamma(n), falls=True)
    levels = np.broadcast_to(start * spread, p.shape).copy()
    rejected: Mask = np.zeros(p.shape, dtype=np.bool_)
    has_any: Mask = np.zeros(p.shape[:-1], dtype=np.bool_)
    for t in range(n):
        now = p[..., t] <= levels[..., t]
        rejected[..., t] = now
        # Most find nothing, and change nothing that follows.
        if now.any():
            earned = now * np.where(has_any, alpha, alpha - start)
            levels[..., t + 1 :] += earned[..., np.newaxis] * spread[: n - t - 1]
            has_any |= now
    return OnlineResult(levels=levels, rejected=rejected, alpha=float(alpha))


def lord3(
    pvalues: ArrayLike,
    *,
    alpha: float = 0.05,
    wealth: float | None = None,
    gamma: ArrayLike | None = None,
    undefined: Undefined = "error",
) -> OnlineResult:
    r"""Decide on hypotheses that come one after another, by levels that hang on the last discovery and what it left.

    The third of the procedures called LORD [1]_. `lord_plus_plus` is the later one. The false discovery rate is at
    most `alpha` if the p-values of true null hypotheses are independent of each other and of the rest; those of
    comparisons on one dataset are not.

    Parameters
    ----------
    pvalues : array_like of shape (..., n)
        In the order in which the hypotheses were tested. Leading axes are independent sequences.
    alpha : float, default 0.05
        False discovery rate.
    wealth : float, optional
        What of `alpha` may be spent before the first discovery; by default a tenth of it. Each discovery earns the
        rest of `alpha`.
    gamma : array_like, optional
        How a level is spread over the places that follow: non-negative, never rising, with a sum of at most 1. By
        default that of `lond`, as published.
    undefined : {'error', 'count'}, default 'error'
        What to do with NaN p-values: refuse, or count them as hypotheses that are not rejected.

    Returns
    -------
    OnlineResult
        With `levels` and `rejected`.

    See Also
    --------
    lord_plus_plus : The later procedure.

    Notes
    -----
    With :math:`\tau_t` the place of the last discovery before t, 0 if there is none, and the wealth
    :math:`W(0) = w_0`,

    .. math:: \alpha_t = \gamma_{t - \tau_t}\, W(\tau_t), \qquad
              W(t) = W(t - 1) - \alpha_t + (\alpha - w_0)\, R_t,

    where :math:`R_t` is 1 for a discovery; :math:`\gamma` as in `lond`.

    References
    ----------
    .. [1] A. Javanmard and A. Montanari (2018). Online rules for control of false discovery rate and false discovery
       exceedance. Annals of Statistics 46, 526-554.

    Examples
    --------
    >>> from foldwise.stats import lord3
    >>> lord3([2.9e-14, 0.00143, 0.06514], wealth=0.025).levels.round(6)
    array([0.001338, 0.002604, 0.003803])
    """
    check_fraction(alpha, "alpha")
    p = as_family(pvalues, undefined=undefined)
    n = p.shape[-1]
    start = as_wealth(wealth, alpha, _SHARE_AT_START)
    spread = as_gamma(gamma, slow_gamma(n), falls=True)
    levels = np.empty_like(p)
    rejected: Mask = np.zeros(p.shape, dtype=np.bool_)
    wealth_now = np.full(p.shape[:-1], start)
    wealth_then = wealth_now
    since = np.zeros(p.shape[:-1], dtype=np.intp)
    for t in range(n):
        levels[..., t] = spread[since] * wealth_then
        now = p[..., t] <= levels[..., t]
        rejected[..., t] = now
        wealth_now = wealth_now - levels[..., t] + (alpha - start) * now
        wealth_then = np.where(now, wealth_now, wealth_then)
        since = np.where(now, 0, since + 1)
    return OnlineResult(levels=levels, rejected=rejected, alpha=float(alpha))
