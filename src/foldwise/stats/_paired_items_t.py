"""Student's t test on paired scores of single items, which may belong together in clusters."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Alternative, Floats
from foldwise.stats._cluster_sums import as_clusters, cluster_sums
from foldwise.stats._differences import Differences, as_differences
from foldwise.stats._student_result import StudentResult, ZeroVariance, refer_to_student


def paired_items_t(
    differences: ArrayLike,
    clusters: ArrayLike | None = None,
    *,
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> StudentResult:
    r"""Test whether two models have equal mean scores on items like these, from their scores on the same items.

    Parameters
    ----------
    differences : array_like of shape (..., n_items)
        ``score(a) - score(b)`` on each item; where an item was answered several times, the mean. Leading axes are
        independent experiments.
    clusters : array_like of int of shape (n_items,), optional
        Which items belong together, such as questions on one text. Clusters must be independent of each other, their
        items need not be.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` scores higher than `b`; the p-value is then one-sided.
    zero_variance : {'undetermined', 'limit', 'error'}, default 'undetermined'
        What to do where differences are not zero and do not vary: p-value NaN, or 0 as in the limit, or an error.
    score_magnitude : array_like, optional
        Largest absolute score behind the differences: what rounding can explain is no variance.

    Returns
    -------
    StudentResult
        With ``n_items - 1`` degrees of freedom, or one less than there are clusters. Flags: `identical_scores` (all
        differences zero: p-value 1), `zero_variance`.

    See Also
    --------
    hall_t : The same, corrected for skewness.
    sign_flip : Without normality, for few items.
    mcnemar : For answers that are right or wrong, from counts.

    Notes
    -----
    With the mean of ``n`` differences in ``C`` clusters,

    .. math:: t = \frac{n \bar d}{\sqrt{\frac{C}{C - 1} \sum_c \big(\sum_{i \in c} (d_i - \bar d)\big)^2}}

    with ``C - 1`` degrees of freedom [1]_, [2]_. Where every item is a cluster of its own, this is the paired t test.

    The null hypothesis: over all items of which these are a random sample, the two *trained models* score the same on
    average. It says nothing about models trained again. With fewer than about 20 clusters, or clusters of very
    different size, it rejects true null hypotheses too often.

    References
    ----------
    .. [1] K.-Y. Liang and S. L. Zeger (1986). Longitudinal data analysis using generalized linear models.
       Biometrika 73, 13-22.
    .. [2] E. Miller (2024). Adding error bars to evals: a statistical approach to language model evaluations.
       arXiv:2411.00640.

    Examples
    --------
    >>> from foldwise.stats import paired_items_t
    >>> result = paired_items_t([1, 0, 1, 1, 0, 0], clusters=[0, 0, 1, 1, 2, 2])
    >>> result.estimate, round(result.standard_error, 4), result.df
    (0.5, 0.2887, 2)
    >>> round(paired_items_t([1, 0, 1, 0, 0, 1]).pvalue, 4)
    0.0756
    """
    units = item_units(differences, clusters, score_magnitude)
    return refer_to_student(
        units.differences, units.error, df=units.n - 1, alternative=alternative, zero_variance=zero_variance
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ItemUnits:
    """Differences on items by what counts as one observation, items or clusters of them, in units of ``2**exponent``.

    Parameters
    ----------
    differences : Differences
        Mean and variance, with flags.
    error : ndarray of shape (...)
        Standard error of the mean.
    n : int
        How many observations there are.
    sums : ndarray of shape (..., n) or None
        Deviations from the mean, summed over each cluster; None if there are no clusters.
    """

    differences: Differences
    error: Floats
    n: int
    sums: Floats | None


def item_units(differences: ArrayLike, clusters: ArrayLike | None, score_magnitude: ArrayLike | None) -> ItemUnits:
    """Check differences on items, and clusters, and return them with the standard error of their mean.

    >>> units = item_units([1, 0, 1, 1, 0, 0], [0, 0, 1, 1, 2, 2], None)
    >>> np.ldexp(units.error, units.differences.exponent).round(4)
    np.float64(0.2887)
    """
    d = as_differences(differences, ("n_items",), score_magnitude=score_magnitude)
    codes = as_clusters(clusters, d.n, "items")
    if codes is None:
        return ItemUnits(differences=d, error=np.sqrt(d.variance / d.n), n=d.n, sums=None)
    x = np.ldexp(np.asarray(differences, dtype=np.float64, order="C"), -d.exponent[..., np.newaxis])
    sums = cluster_sums(x - d.mean[..., np.newaxis], codes)
    # Sums within what rounding explains of as many items do not vary.
    sums = np.where(np.abs(sums) <= (d.rounding * d.n)[..., np.newaxis], 0.0, sums)
    n_clusters = sums.shape[-1]
    error = np.sqrt(n_clusters / (n_clusters - 1) * np.square(sums).sum(axis=-1)) / d.n
    d = replace(d, constant=~d.identical & (error == 0) & (d.mean != 0))
    return ItemUnits(differences=d, error=error, n=n_clusters, sums=sums)
