"""The plain t test over the folds of one cross-validation."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Alternative
from foldwise.stats._differences import as_differences
from foldwise.stats._student_result import StudentResult, ZeroVariance, refer_to_student


def kfold_t(
    differences: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> StudentResult:
    r"""Test equal mean score over one k-fold cross-validation, as if folds were independent.

    They are not: training sets overlap, and a true null is rejected up to about twice as often
    as the level says [1]_. Every result carries the flag `elevated_type1`.

    Parameters
    ----------
    differences : array_like of shape (..., n_folds)
        ``score(a) - score(b)`` on each fold. Leading axes are independent experiments.
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
        With ``df = n_folds - 1``. Flags: `elevated_type1` always, `identical_scores` (all differences zero:
        statistic 0, two-sided p-value 1, one-sided 0.5), `zero_variance`.

    See Also
    --------
    corrected_repeated_kfold_t : With a variance that allows for the overlap; also for one repeat.

    Notes
    -----
    With ``mean(d)`` and ``s^2`` the mean and variance of the ``k`` differences,

    .. math:: t = \bar d \Big/ \sqrt{s^2 / k}.

    The null hypothesis: trained on random samples of the population that the data came from, of the size of
    one training set (not of the whole data), the two learners score the same on average.

    In a simulation where the null holds exactly (n = 200, two classes, ten folds, nominal .05) it rejected .128
    of the time with 1-nearest neighbours and .062 with linear discriminants. Dietterich would use it only
    where missing a difference is worse than a false alarm. Do not use it to claim superiority, and never feed
    it the folds of several cross-validations.

    References
    ----------
    .. [1] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised
       classification learning algorithms. Neural Computation 10, 1895-1923.

    Examples
    --------
    >>> from foldwise.stats import kfold_t
    >>> result = kfold_t([0.04, 0.02, -0.01, 0.03, 0.05, 0.0, 0.02, -0.02, 0.06, 0.01])
    >>> round(result.statistic, 3), round(result.pvalue, 3), result.df
    (2.449, 0.037, 9)
    >>> result.flags
    Flags({'elevated_type1'})
    """
    d = as_differences(differences, ("n_folds",), score_magnitude=score_magnitude)
    return refer_to_student(
        d,
        np.sqrt(d.variance / d.n),
        df=d.n - 1,
        alternative=alternative,
        zero_variance=zero_variance,
        flags={"elevated_type1": True},
    )
