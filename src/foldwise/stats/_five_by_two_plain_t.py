"""The plain t test over the ten differences of a 5x2 cross-validation."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Alternative
from foldwise.stats._five_by_two_t import as_ten_differences
from foldwise.stats._student_result import StudentResult, ZeroVariance, refer_to_student


def five_by_two_plain_t(
    differences: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> StudentResult:
    r"""Test equal mean score over 5x2 cross-validation, as if its ten folds were independent: not recommended.

    This is what Bradford and Brodley ran under the name of 5x2CV [1]_; it is not Dietterich's test. The five splits
    reuse the same examples, and a true null is rejected almost every other time. It is here for comparison, and
    every result carries the flag `not_recommended`.

    Parameters
    ----------
    differences : array_like of shape (..., 5, 2)
        ``score(a) - score(b)`` of each of five repeats on each of two folds. Leading axes are independent experiments.
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
        With ``df = 9``. Flags: `not_recommended` always, `identical_scores` (all differences zero:
        statistic 0, two-sided p-value 1, one-sided 0.5), `zero_variance`.

    See Also
    --------
    five_by_two_t : Dietterich's test of the same ten differences.
    five_by_two_f : Alpaydin's test of the same ten differences: use it instead.

    Notes
    -----
    With ``mean(d)`` and ``s^2`` the mean and variance of the ten differences,

    .. math:: t = \bar d \Big/ \sqrt{s^2 / 10}.

    The null hypothesis: trained on random samples of half the size of the data, from the population that the data
    came from, the two learners score the same on average.

    In a simulation where the null holds exactly (n = 200, two classes, nominal .05) it rejected .466 of the time
    with 1-nearest neighbours and .453 with linear discriminants. Do not use it to claim anything.

    References
    ----------
    .. [1] J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on
       significance. Machine Learning 42, 269-286.

    Examples
    --------
    >>> from foldwise.stats import five_by_two_plain_t
    >>> result = five_by_two_plain_t([[0.04, 0.02], [-0.01, 0.03], [0.05, 0.0], [0.02, -0.02], [0.06, 0.01]])
    >>> round(result.statistic, 3), round(result.pvalue, 3), result.df
    (2.449, 0.037, 9)
    >>> result.flags
    Flags({'not_recommended'})
    """
    d = as_ten_differences(differences, score_magnitude=score_magnitude).all_ten
    return refer_to_student(
        d,
        np.sqrt(d.variance / d.n),
        df=d.n - 1,
        alternative=alternative,
        zero_variance=zero_variance,
        flags={"not_recommended": True},
    )
