"""The t test of differences in the order of time, its variance from their slowest movements."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_integer
from foldwise.stats._batch import Alternative
from foldwise.stats._differences import as_differences
from foldwise.stats._serial import deviations, without_variance
from foldwise.stats._student_result import StudentResult, ZeroVariance, refer_to_student


def cosine_t(
    differences: ArrayLike,
    *,
    n_cosines: int | None = None,
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> StudentResult:
    r"""Test equal mean score over time, whatever the correlation from period to period, if it dies out.

    Correlation over time moves the mean of n periods as it moves the slowest waves through them. The test measures
    the variance by the first few cosines ([1]_, [2]_): fewer make it safer against lasting correlation and leave it
    fewer degrees of freedom. For independent normal differences it is exact.

    Parameters
    ----------
    differences : array_like of shape (..., n_periods)
        ``score(a) - score(b)`` in each period, in the order of time; of losses, ``loss(b) - loss(a)``. Leading axes
        are independent experiments.
    n_cosines : int, optional
        How many cosines, the slowest first. By default ``floor(0.4 * n_periods**(2/3))`` as advised in [2]_, at
        least 2 (1 for two periods).
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` scores higher than `b`; the p-value is then one-sided.
    zero_variance : {'undetermined', 'limit', 'error'}, default 'undetermined'
        What to do when all differences are equal and not zero, or do not move with any of the cosines: an undefined
        (NaN) p-value, the limiting p-value of 0 or 1, or an error. The first two set the flag `zero_variance`.
    score_magnitude : array_like, optional
        Largest absolute score behind the differences, one number or one per experiment. Spread below
        ``8 * eps`` times this is rounding and counts as none. Ten thousand times the largest difference if not given.

    Returns
    -------
    StudentResult
        With ``df = n_cosines``. Flags: `identical_scores` (all differences zero: statistic 0, two-sided p-value 1,
        one-sided 0.5), `zero_variance`.

    See Also
    --------
    hac_t : More power, and a level further from the nominal one where correlation lasts.
    diebold_mariano : For a known horizon beyond which there is no correlation.

    Notes
    -----
    With n periods and v cosines,

    .. math:: t = \bar d \Big/ \sqrt{\frac{1}{n v} \sum_{j=1}^{v} \Lambda_j^2}, \qquad
       \Lambda_j = \sqrt{2/n} \sum_{i=1}^{n} d_i \cos(\pi j (i - 1/2) / n).

    The null hypothesis: the two score the same on average in the long run, and the differences are stationary.

    At nominal .05, with an autocorrelation of .6 from one period to the next, it rejects a true null hypothesis .065
    of the time with 30 periods and .056 with 300, where Student's t rejects .34; with .9 and 30 periods .19: nothing
    tells so few periods of such correlation from a difference (docs/time.md).

    References
    ----------
    .. [1] U. K. Mueller (2004). A theory of robust long-run variance estimation. Working paper, Princeton
       University.
    .. [2] E. Lazarus, D. J. Lewis, J. H. Stock and M. W. Watson (2018). HAR inference: recommendations for practice.
       Journal of Business and Economic Statistics 36, 541-559.

    Examples
    --------
    >>> from foldwise.stats import cosine_t
    >>> result = cosine_t([0.3, 0.5, 0.4, -0.1, 0.0, 0.2, 0.4, 0.3, 0.1, 0.2])
    >>> round(result.statistic, 3), round(result.pvalue, 3), result.df
    (4.31, 0.05, 2)
    """
    d = as_differences(differences, ("n_periods",), score_magnitude=score_magnitude)
    n = d.n
    usual = min(n - 1, max(2, int(0.4 * n ** (2 / 3))))
    v = usual if n_cosines is None else check_integer(n_cosines, "n_cosines", least=1)
    if v >= n:
        raise ValueError(f"n_cosines must be less than the number of periods, got {v} with {n} differences.")
    centered = deviations(differences, d)
    middles = np.arange(1, n + 1) - 0.5
    squares = np.zeros(d.mean.shape)
    for j in range(1, v + 1):
        # One cosine at a time: a batch gives the sums that its members give, to the last bit.
        squares = squares + np.square((centered * np.cos(np.pi * j / n * middles)).sum(axis=-1))
    variance = np.asarray(2 / n * squares / v)
    d = without_variance(d, variance)
    return refer_to_student(d, np.sqrt(variance / n), df=v, alternative=alternative, zero_variance=zero_variance)
