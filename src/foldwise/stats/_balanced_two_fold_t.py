"""A t test on balanced two-fold cross-validations, whose differences within repeats are uncorrelated."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Alternative
from foldwise.stats._differences import as_differences
from foldwise.stats._student_result import StudentResult, ZeroVariance, refer_to_student


def balanced_two_fold_t(
    differences: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> StudentResult:
    r"""Test equal mean score over two-fold cross-validations any two of whose halves share a quarter of the examples.

    The design is published [1]_ (`foldwise.splits.BalancedTwoFold`), and so is that it lowers the variance of the mean.
    This statistic is our own: that of the paper was not at hand.

    Parameters
    ----------
    differences : array_like of shape (..., n_repeats, 2)
        ``score(a) - score(b)`` on both halves of each repeat. Leading axes are independent experiments.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` scores higher than `b`; the p-value is then one-sided.
    zero_variance : {'undetermined', 'limit', 'error'}, default 'undetermined'
        What to do where the two halves of every repeat agree and the mean is not zero: p-value NaN, 0 as in the limit,
        or an error.
    score_magnitude : array_like, optional
        Largest absolute score behind the differences: what rounding can explain is no variance.

    Returns
    -------
    StudentResult
        With ``df = n_repeats``. Flags: `identical_scores` (all differences zero: p-value 1), `zero_variance`.

    See Also
    --------
    five_by_two_f : For five random halvings.

    Notes
    -----
    With ``x_i1`` and ``x_i2`` the differences on the halves of repeat ``i`` of ``m``,

    .. math:: t = \bar x \Big/ \sqrt{\frac{1}{4m} \sum_i (x_{i1} - x_{i2})^2},

    with ``m`` degrees of freedom. Where an example acts on its own half alone, by its own loss, ``x_i1 - x_i2`` is a
    contrast of the examples. Two halves that share a quarter make contrasts of different repeats orthogonal to each
    other and to the mean, so that all are uncorrelated, ``(x_i1 - x_i2)^2 / 4`` estimates the variance of the mean, and
    for normal losses t has its distribution exactly. What examples do as training examples is left out: where it goes
    with what they do as test examples, the test rejects too often.

    The null hypothesis: trained on random samples of half the size of the data, from the population that the data
    came from, the two learners score the same on average.

    References
    ----------
    .. [1] R. Wang, Y. Wang, J. Li, X. Yang and J. Yang (2017). Block-regularized m x 2 cross-validated estimator of the
       generalization error. Neural Computation 29, 519-554.

    Examples
    --------
    >>> from foldwise.stats import balanced_two_fold_t
    >>> result = balanced_two_fold_t([[0.04, 0.02], [-0.01, 0.03], [0.05, 0.0]])
    >>> round(result.statistic, 3), round(result.pvalue, 3), result.df
    (1.119, 0.345, 3)
    """
    d = as_differences(differences, ("n_repeats", "n_folds"), score_magnitude=score_magnitude)
    if d.shape[1] != 2 or d.shape[0] < 2:
        raise ValueError(f"differences must have shape (n_repeats, 2), two repeats or more, got {d.shape}.")
    x = np.ldexp(np.asarray(differences, dtype=np.float64, order="C"), -d.exponent[..., np.newaxis, np.newaxis])
    error = np.sqrt(np.square(x[..., 0] - x[..., 1]).sum(axis=-1) / (4 * d.shape[0]))
    error = np.where(error <= d.rounding, 0.0, error)
    fixed = replace(d, constant=~d.identical & (error == 0) & (d.mean != 0))
    return refer_to_student(fixed, error, df=d.shape[0], alternative=alternative, zero_variance=zero_variance)
