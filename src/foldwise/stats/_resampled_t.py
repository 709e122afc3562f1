"""The plain t test over random splits."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Alternative
from foldwise.stats._differences import as_differences
from foldwise.stats._student_result import StudentResult, ZeroVariance, refer_to_student


def resampled_t(
    differences: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> StudentResult:
    r"""Test equal mean score over random splits, as if splits were independent: not recommended.

    The splits share examples, so a true null is rejected ever more often as splits are added [1]_; given enough
    of them, always. It is here for comparison, and every result carries the flag `not_recommended`.

    Parameters
    ----------
    differences : array_like of shape (..., n_splits)
        ``score(a) - score(b)`` on each split. Leading axes are independent experiments.
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
        With ``df = n_splits - 1``. Flags: `not_recommended` always, `identical_scores` (all differences zero:
        statistic 0, two-sided p-value 1, one-sided 0.5), `zero_variance`.

    See Also
    --------
    corrected_resampled_t : The same statistic with a variance that allows for the overlap: use it instead.

    Notes
    -----
    With ``mean(d)`` and ``s^2`` the mean and variance of the ``n`` differences,

    .. math:: t = \bar d \Big/ \sqrt{s^2 / n}.

    The null hypothesis: trained on random samples of the population that the data came from, of the size of
    one training set (not of the whole data), the two learners score the same on average.

    In Dietterich's simulation (300 examples, splits of 2/3 and 1/3, error rates of .10, nominal .05) it rejects
    .06 of the time with 5 splits, .11 with 30 and .23 with 100; with error rates of .40 and 30 splits, .32. Do not
    use it to claim anything.

    References
    ----------
    .. [1] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised
       classification learning algorithms. Neural Computation 10, 1895-1923.

    Examples
    --------
    >>> from foldwise.stats import resampled_t
    >>> result = resampled_t([0.04, 0.02, -0.01, 0.03, 0.05, 0.0, 0.02, -0.02, 0.06, 0.01])
    >>> round(result.statistic, 3), round(result.pvalue, 3), result.df
    (2.449, 0.037, 9)
    >>> result.flags
    Flags({'not_recommended'})
    """
    d = as_differences(differences, ("n_splits",), score_magnitude=score_magnitude)
    return refer_to_student(
        d,
        np.sqrt(d.variance / d.n),
        df=d.n - 1,
        alternative=alternative,
        zero_variance=zero_variance,
        flags={"not_recommended": True},
    )
