"""The plain t test over repeated k-fold cross-validation."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Alternative
from foldwise.stats._differences import as_differences
from foldwise.stats._student_result import StudentResult, ZeroVariance, refer_to_student


def uncorrected_repeated_kfold_t(
    differences: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> StudentResult:
    r"""Test equal mean score over repeated cross-validation, as if all folds were independent: not recommended.

    Every repeat reuses the same examples, so repeats add certainty without adding information. The outcome
    replicates well and is wrong: replicability is not validity [1]_. It is here for comparison, and every result
    carries the flag `not_recommended`.

    Parameters
    ----------
    differences : array_like of shape (..., n_repeats, n_folds)
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
        With ``df = n_repeats * n_folds - 1``. Flags: `not_recommended` always, `identical_scores` (all differences
        zero: statistic 0, two-sided p-value 1, one-sided 0.5), `zero_variance`.

    See Also
    --------
    corrected_repeated_kfold_t : The same statistic with a variance that allows for the overlap: use it instead.
    kfold_t : The same statistic for one cross-validation.

    Notes
    -----
    With ``mean(d)`` and ``s^2`` the mean and variance of all ``rk`` differences,

    .. math:: t = \bar d \Big/ \sqrt{s^2 / (rk)}.

    The null hypothesis: trained on random samples of the population that the data came from, of the size of
    one training set (not of the whole data), the two learners score the same on average.

    In a simulation where the null holds exactly (n = 200, two classes, 10x10, nominal .05) it rejected .631 of the
    time with 1-nearest neighbours and .558 with linear discriminants. Do not use it to claim anything.

    References
    ----------
    .. [1] R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of
       significance tests for comparing learning algorithms. PAKDD 2004, 3-12.

    Examples
    --------
    >>> from foldwise.stats import uncorrected_repeated_kfold_t
    >>> result = uncorrected_repeated_kfold_t([[0.02, 0.04, 0.00, 0.03, 0.01],
    ...                                        [0.03, 0.01, 0.02, 0.05, 0.00]])
    >>> round(result.statistic, 3), round(result.pvalue, 3), result.df
    (3.992, 0.003, 9)
    >>> result.flags
    Flags({'not_recommended'})
    """
    d = as_differences(differences, ("n_repeats", "n_folds"), score_magnitude=score_magnitude)
    return refer_to_student(
        d,
        np.sqrt(d.variance / d.n),
        df=d.n - 1,
        alternative=alternative,
        zero_variance=zero_variance,
        flags={"not_recommended": True},
    )
