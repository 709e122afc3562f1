"""The t test of differences in the order of time, its variance by the weights of Newey and West."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice, check_fraction, check_integer
from foldwise.stats._batch import ALTERNATIVES, Alternative, Batch, Flags, unwrapped
from foldwise.stats._differences import as_differences
from foldwise.stats._fixed_b import fixed_b_critical, fixed_b_pvalue
from foldwise.stats._serial import bartlett, deviations, long_run_variance, without_variance
from foldwise.stats._student_result import ZeroVariance, refuse_zero_variance


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HACResult:
    """Mean differences over errors that allow for correlation over time, referred to their own distribution.

    Fields are Python numbers for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    statistic : float or ndarray
        The mean over its error; infinite where the flag `zero_variance` holds.
    pvalue : float or ndarray
        Against `alternative`; NaN only where the flag `zero_variance` holds.
    df : None
        There are no degrees of freedom: the reference is not Student's.
    estimate : float or ndarray
        Mean difference ``score(a) - score(b)``, on the scale of the scores.
    standard_error : float or ndarray
        The error that `estimate` was divided by.
    n_periods, lags : int
        Number of differences, and how many autocovariances entered the error.
    alternative : {'two-sided', 'greater', 'less'}
        What `pvalue` was computed against.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import hac_t
    >>> low, high = hac_t([0.3, 0.5, 0.4, -0.1, 0.0, 0.2, 0.4, 0.3, 0.1, 0.2]).confidence_interval()
    >>> round(low, 3), round(high, 3)
    (0.095, 0.365)
    """

    statistic: Batch
    pvalue: Batch
    df: None
    estimate: Batch
    standard_error: Batch
    n_periods: int
    lags: int
    alternative: Alternative
    flags: Flags

    def confidence_interval(self, level: float = 0.95) -> tuple[Batch, Batch]:
        """Two-sided interval for the mean difference, on the scale of the scores.

        Parameters
        ----------
        level : float, default 0.95
            Nominal coverage; as approximate as the test itself.

        Returns
        -------
        low, high : float or ndarray
            They exclude 0 when the two-sided p-value is at most ``1 - level``, whatever `alternative` was.
            NaN where the p-value is: an interval of no width would claim certainty.
        """
        critical = fixed_b_critical(check_fraction(level, "level"), self.n_periods, self.lags)
        with np.errstate(all="ignore"):
            half = np.where(np.isnan(self.pvalue), np.nan, critical * np.asarray(self.standard_error))
            return unwrapped(np.asarray(self.estimate - half)), unwrapped(np.asarray(self.estimate + half))


def hac_t(
    differences: ArrayLike,
    *,
    lags: int | None = None,
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> HACResult:
    r"""Test equal mean score over time with the variance of Newey and West, which allows for correlation.

    The weights of the autocovariances fall in a straight line, so that no variance is negative [1]_. The statistic
    is referred to its own distribution for independent normal differences and these lags, computed exactly, instead
    of the normal one: many lags then cost power and no false alarms ([2]_, [3]_).

    Parameters
    ----------
    differences : array_like of shape (..., n_periods)
        ``score(a) - score(b)`` in each period, in the order of time; of losses, ``loss(b) - loss(a)``. Leading axes
        are independent experiments.
    lags : int, optional
        How many autocovariances enter the variance. By default ``ceil(1.3 * sqrt(n_periods)) - 1`` as advised in
        [3]_, at most ``n_periods - 1``.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` scores higher than `b`; the p-value is then one-sided.
    zero_variance : {'undetermined', 'limit', 'error'}, default 'undetermined'
        What to do when all differences are equal and not zero: an infinite statistic with an undefined
        (NaN) p-value, the limiting p-value of 0 or 1, or an error. The first two set the flag `zero_variance`.
    score_magnitude : array_like, optional
        Largest absolute score behind the differences, one number or one per experiment. Spread below
        ``8 * eps`` times this is rounding and counts as none. Ten thousand times the largest difference if not given.

    Returns
    -------
    HACResult
        Flags: `identical_scores` (all differences zero: statistic 0, two-sided p-value 1, one-sided 0.5),
        `zero_variance`.

    See Also
    --------
    cosine_t : A level closer to the nominal one where correlation lasts, and less power.
    diebold_mariano : For a known horizon beyond which there is no correlation.

    Notes
    -----
    With ``g_j`` the autocovariance of the ``n`` differences at lag j (sums divided by n) and L lags,

    .. math:: t = \bar d \Big/ \sqrt{\frac{1}{n} \Big(g_0 + 2 \sum_{j=1}^{L} \big(1 - \tfrac{j}{L + 1}\big) g_j\Big)}.

    The null hypothesis: the two score the same on average in the long run, and the differences are stationary.
    Above 300 periods the reference is that of 300 with the same share of lags.

    At nominal .05, with an autocorrelation of .6 from one period to the next, it rejects a true null hypothesis .11
    of the time with 30 periods and .06 with 300, where Student's t rejects .34 (docs/time.md).

    References
    ----------
    .. [1] W. K. Newey and K. D. West (1987). A simple, positive semi-definite, heteroskedasticity and
       autocorrelation consistent covariance matrix. Econometrica 55, 703-708.
    .. [2] N. M. Kiefer and T. J. Vogelsang (2005). A new asymptotic theory for heteroskedasticity-autocorrelation
       robust tests. Econometric Theory 21, 1130-1164.
    .. [3] E. Lazarus, D. J. Lewis, J. H. Stock and M. W. Watson (2018). HAR inference: recommendations for practice.
       Journal of Business and Economic Statistics 36, 541-559.

    Examples
    --------
    >>> from foldwise.stats import hac_t
    >>> result = hac_t([0.3, 0.5, 0.4, -0.1, 0.0, 0.2, 0.4, 0.3, 0.1, 0.2])
    >>> round(result.statistic, 3), round(result.pvalue, 3), result.lags
    (6.196, 0.006, 4)
    """
    d = as_differences(differences, ("n_periods",), score_magnitude=score_magnitude)
    n = d.n
    usual = min(n - 1, math.ceil(1.3 * math.sqrt(n)) - 1)
    chosen = usual if lags is None else check_integer(lags, "lags", least=0)
    if chosen >= n:
        raise ValueError(f"lags must be less than the number of periods, got {chosen} with {n} differences.")
    check_choice(alternative, "alternative", ALTERNATIVES)
    check_choice(zero_variance, "zero_variance", ("undetermined", "limit", "error"))
    variance = long_run_variance(deviations(differences, d), bartlett(chosen))
    d = without_variance(d, variance)
    refuse_zero_variance(d, zero_variance)
    with np.errstate(all="ignore"):
        error = np.sqrt(variance / n)
        statistic = np.where(d.mean == 0, 0.0, d.mean / error)
        pvalue = fixed_b_pvalue(statistic, n, chosen, alternative)
        if zero_variance == "undetermined":
            pvalue = np.where(d.constant, np.nan, pvalue)
        return HACResult(
            statistic=unwrapped(statistic),
            pvalue=unwrapped(pvalue),
            df=None,
            estimate=unwrapped(np.asarray(np.ldexp(d.mean, d.exponent))),
            standard_error=unwrapped(np.asarray(np.ldexp(error, d.exponent))),
            n_periods=n,
            lags=chosen,
            alternative=alternative,
            flags=Flags({"identical_scores": d.identical, "zero_variance": d.constant}, shape=d.mean.shape),
        )
