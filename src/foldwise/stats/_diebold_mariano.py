"""The test of Diebold and Mariano for forecasts."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_integer
from foldwise.stats._batch import Alternative
from foldwise.stats._differences import as_differences
from foldwise.stats._serial import bartlett, deviations, long_run_variance, without_variance
from foldwise.stats._student_result import StudentResult, ZeroVariance, refer_to_student


def diebold_mariano(
    differences: ArrayLike,
    *,
    horizon: int = 1,
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> StudentResult:
    r"""Test equal mean score over time, where scores fewer than `horizon` periods apart are correlated.

    Forecasts of h periods ahead that are optimal have errors which are correlated over up to ``h - 1`` periods and
    no further. The test of Diebold and Mariano [1]_ adds these correlations to the variance, here with the
    small-sample factor of Harvey, Leybourne and Newbold [2]_ and Student's t. Where they make the variance zero or
    negative, Bartlett weights of the same lags are used instead [3]_.

    Parameters
    ----------
    differences : array_like of shape (..., n_periods)
        ``score(a) - score(b)`` in each period, in the order of time; of losses, ``loss(b) - loss(a)``. Leading axes
        are independent experiments.
    horizon : int, default 1
        How many periods ahead was forecast: ``horizon - 1`` autocovariances enter the variance. With 1 the test is
        Student's t, which takes periods for independent.
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
    StudentResult
        With ``df = n_periods - 1``. Flags: `identical_scores` (all differences zero: statistic 0, two-sided p-value 1,
        one-sided 0.5), `zero_variance`, `negative_variance` (Bartlett weights were used instead).

    See Also
    --------
    cosine_t : Asks for no horizon, and holds its level better where correlation lasts.
    hac_t : Weights that never give a negative variance, and a lag that grows with the number of periods.

    Notes
    -----
    With ``g_j`` the autocovariance of the ``n`` differences at lag j (sums divided by n) and h the horizon,

    .. math:: t = \bar d \sqrt{\frac{n + 1 - 2h + h(h-1)/n}{g_0 + 2 \sum_{j=1}^{h-1} g_j}}.

    The null hypothesis: the two score the same on average in the long run, and the differences are stationary, with
    no correlation at lags of h or more.

    On differences with an autocorrelation of .6 from one period to the next and 100 periods it rejects a true null
    hypothesis .33 of the time with horizon 1, at nominal .05 (docs/time.md).

    References
    ----------
    .. [1] F. X. Diebold and R. S. Mariano (1995). Comparing predictive accuracy. Journal of Business and
       Economic Statistics 13, 253-263.
    .. [2] D. Harvey, S. Leybourne and P. Newbold (1997). Testing the equality of prediction mean squared errors.
       International Journal of Forecasting 13, 281-291.
    .. [3] D. I. Harvey, S. J. Leybourne and E. J. Whitehouse (2017). Forecast evaluation tests and negative long-run
       variance estimates in small samples. International Journal of Forecasting 33, 833-847.

    Examples
    --------
    >>> from foldwise.stats import diebold_mariano
    >>> result = diebold_mariano([0.3, 0.5, 0.4, -0.1, 0.0, 0.2, 0.4, 0.3, 0.1, 0.2], horizon=2)
    >>> round(result.statistic, 3), round(result.pvalue, 3), result.df
    (2.74, 0.023, 9)
    """
    d = as_differences(differences, ("n_periods",), score_magnitude=score_magnitude)
    h = check_integer(horizon, "horizon", least=1)
    if h >= d.n:
        raise ValueError(
            f"horizon must be less than the number of periods, got horizon={h} with {d.n} differences. Score more "
            "periods."
        )
    centered = deviations(differences, d)
    variance = long_run_variance(centered, np.ones(h - 1))
    always_positive = long_run_variance(centered, bartlett(h - 1))
    negative = (variance <= np.square(d.rounding)) & (d.variance > 0)
    d = without_variance(d, always_positive)
    factor = d.n + 1 - 2 * h + h * (h - 1) / d.n
    return refer_to_student(
        d,
        np.sqrt(np.where(negative, always_positive, variance) / factor),
        df=d.n - 1,
        alternative=alternative,
        zero_variance=zero_variance,
        flags={"negative_variance": negative & ~d.constant},
    )
