"""Levels by the number of discoveries: LOND for p-values, e-LOND for e-values."""

from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice, check_fraction
from foldwise.stats._batch import Floats, Mask
from foldwise.stats._family import Undefined, as_family
from foldwise.stats._online import OnlineResult, as_gamma, slow_gamma

Dependence: TypeAlias = Literal["positive", "any"]


def lond(
    pvalues: ArrayLike,
    *,
    alpha: float = 0.05,
    dependence: Dependence = "positive",
    gamma: ArrayLike | None = None,
    undefined: Undefined = "error",
) -> OnlineResult:
    r"""Decide on hypotheses that come one after another, by levels that grow with the number of discoveries.

    Nobody has to know how many hypotheses will come, and no decision is ever taken back. The false discovery rate of
    all that was rejected so far is at most `alpha`, whenever one stops [1]_.

    Parameters
    ----------
    pvalues : array_like of shape (..., n)
        In the order in which the hypotheses were tested. Leading axes are independent sequences.
    alpha : float, default 0.05
        False discovery rate.
    dependence : {'positive', 'any'}, default 'positive'
        What may be known of the p-values together: that they are independent or positively dependent, or nothing. The
        latter costs a factor that grows as the logarithm of the place.
    gamma : array_like, optional
        How `alpha` is spread over the places: non-negative, with a sum of at most 1. By default as published [1]_.
    undefined : {'error', 'count'}, default 'error'
        What to do with NaN p-values: refuse, or count them as hypotheses that are not rejected.

    Returns
    -------
    OnlineResult
        With `levels` and `rejected`.

    See Also
    --------
    e_lond : The same for e-values, which may depend on one another in any way at no cost.
    lord_plus_plus : More powerful, and needs independent p-values.

    Notes
    -----
    With :math:`D_{t-1}` discoveries among the first :math:`t - 1`,

    .. math:: \alpha_t = \alpha\, \gamma_t\, (D_{t-1} + 1), \qquad
              \gamma_t = 0.07720838\, \frac{\ln(\max(t, 2))}{t\, e^{\sqrt{\ln t}}}.

    With ``dependence='any'`` each level is divided by :math:`H_t = 1 + 1/2 + \dots + 1/t`. The proof under positive
    dependence (regression dependence on the subset of true null hypotheses) is that of [2]_.

    P-values of comparisons on one dataset depend on each other: they share examples, folds, often a learner. That
    they do so positively is plausible for one-sided tests of several learners against one, and unproved for all pairs
    or for two-sided tests: where it matters, take ``dependence='any'``.

    References
    ----------
    .. [1] A. Javanmard and A. Montanari (2018). Online rules for control of false discovery rate and false discovery
       exceedance. Annals of Statistics 46, 526-554.
    .. [2] T. Zrnic, A. Ramdas and M. I. Jordan (2021). Asynchronous online testing of multiple hypotheses. Journal of
       Machine Learning Research 22(33), 1-39.

    Examples
    --------
    >>> from foldwise.stats import lond
    >>> lond([0.0001, 0.2, 0.0005]).rejected
    array([ True, False,  True])
    >>> lond([0.0001, 0.2, 0.0006], dependence="any").rejected
    array([ True, False, False])
    """
    check_fraction(alpha, "alpha")
    check_choice(dependence, "dependence", ("positive", "any"))
    p = as_family(pvalues, undefined=undefined)
    n = p.shape[-1]
    spread = as_gamma(gamma, slow_gamma(n), falls=False)
    if dependence == "any":
        spread = spread / np.cumsum(1 / np.arange(1, n + 1))
    # A comparison with NaN is false, whatever the level.
    return _by_discoveries(p, alpha, spread)


def e_lond(
    evalues: ArrayLike, *, alpha: float = 0.05, gamma: ArrayLike | None = None, undefined: Undefined = "error"
) -> OnlineResult:
    r"""Decide on hypotheses that come one after another by e-values, whatever the dependence among them.

    An e-value is a number that is 0 or more and, if the null hypothesis holds, 1 or less on average. Of e-values of
    the same data nothing else has to be known: the false discovery rate is at most `alpha`, whenever one stops [1]_.

    Parameters
    ----------
    evalues : array_like of shape (..., n)
        In the order in which the hypotheses were tested. Leading axes are independent sequences.
    alpha : float, default 0.05
        False discovery rate.
    gamma : array_like, optional
        How `alpha` is spread over the places: non-negative, with a sum of at most 1. By default that of `lond`; the
        proof takes any.
    undefined : {'error', 'count'}, default 'error'
        What to do with NaN e-values: refuse, or count them as hypotheses that are not rejected.

    Returns
    -------
    OnlineResult
        With `levels` and `rejected`.

    See Also
    --------
    betting_e_process : E-values of differences that come one by one.
    evalues_of : E-values from p-values.
    lond : The same for p-values.

    Notes
    -----
    With :math:`D_{t-1}` discoveries among the first :math:`t - 1`, hypothesis t is rejected if

    .. math:: e_t \ge \frac{1}{\alpha_t}, \qquad \alpha_t = \alpha\, \gamma_t\, (D_{t-1} + 1).

    If it is, the discoveries are :math:`D_{t-1} + 1` at least, so that its share of the false discovery proportion is
    at most :math:`\alpha \gamma_t e_t`, the mean of which is at most :math:`\alpha \gamma_t` under the null hypothesis.

    References
    ----------
    .. [1] Z. Xu and A. Ramdas (2024). Online multiple testing with e-values. Proceedings of The 27th International
       Conference on Artificial Intelligence and Statistics, PMLR 238, 3997-4005.

    Examples
    --------
    >>> from foldwise.stats import e_lond
    >>> e_lond([400, 20, 900]).rejected
    array([ True, False, False])
    >>> (1 / e_lond([400, 20, 900]).levels).round()
    array([ 374.,  859., 1009.])
    """
    check_fraction(alpha, "alpha")
    check_choice(undefined, "undefined", ("error", "count"))
    e = np.array(evalues, dtype=np.float64)
    if e.ndim == 0:
        raise ValueError(f"evalues must have at least one axis, got the single number {e}. Pass [e] for one.")
    if (e < 0).any():
        raise ValueError(f"evalues must not be negative, got {e[e < 0][0]:g}.")
    if undefined == "error" and np.isnan(e).any():
        raise ValueError(f"{np.isnan(e).sum()} of {e.size} e-values are undefined (NaN). Pass undefined='count'.")
    with np.errstate(divide="ignore"):
        # Large evidence is a small number, to be compared as a p-value is.
        inverse = 1 / e
    return _by_discoveries(inverse, alpha, as_gamma(gamma, slow_gamma(e.shape[-1]), falls=False))


def evalues_of(pvalues: ArrayLike, *, undefined: Undefined = "error") -> Floats:
    r"""Turn p-values into e-values, for procedures that put up with any dependence.

    Parameters
    ----------
    pvalues : array_like of shape (..., n)
        P-values.
    undefined : {'error', 'count'}, default 'error'
        What to do with NaN p-values: refuse, or return NaN.

    Returns
    -------
    ndarray
        E-values, in the same order.

    See Also
    --------
    e_lond : What reads them.

    Notes
    -----
    The calibrator of Vovk and Wang with :math:`\kappa = 1/2` [1]_,

    .. math:: e = \kappa\, p^{\kappa - 1} = \frac{1}{2 \sqrt p},

    whose integral over p from 0 to 1 is 1: of a valid p-value the mean is at most 1. Much is lost: p = 0.0025
    is an e-value of 10 only. No calibrator loses nothing; e-values that are computed as such lose less.

    References
    ----------
    .. [1] V. Vovk and R. Wang (2021). E-values: calibration, combination and applications. Annals of Statistics 49,
       1736-1754.

    Examples
    --------
    >>> from foldwise.stats import evalues_of
    >>> evalues_of([0.0025, 0.25, 1])
    array([10. ,  1. ,  0.5])
    """
    p = as_family(pvalues, undefined=undefined)
    with np.errstate(divide="ignore"):
        return np.asarray(0.5 / np.sqrt(p))


def _by_discoveries(values: Floats, alpha: float, spread: Floats) -> OnlineResult:
    """Compare each value with a level that grows with the number of those that were small enough before."""
    levels = np.empty_like(values)
    rejected: Mask = np.zeros(values.shape, dtype=np.bool_)
    discoveries = np.zeros(values.shape[:-1])
    for t in range(values.shape[-1]):
        levels[..., t] = alpha * spread[t] * (discoveries + 1)
        rejected[..., t] = values[..., t] <= levels[..., t]
        discoveries = discoveries + rejected[..., t]
    return OnlineResult(levels=levels, rejected=rejected, alpha=float(alpha))
