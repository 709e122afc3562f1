"""Nadeau and Bengio's conservative Z: the variance of random splits from pairs of halves that share no example."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_integer
from foldwise.stats._batch import Alternative
from foldwise.stats._differences import as_differences
from foldwise.stats._inputs import as_finite
from foldwise.stats._results import NormalResult, refer_to_normal
from foldwise.stats._student_result import ZeroVariance


def conservative_z(
    differences: ArrayLike,
    halves: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> NormalResult:
    r"""Test equal mean score, or bound a mean score, with a variance that is not too small on average, in any metric.

    The variance comes from pairs of halves of the data that share no example [1]_. A study of 13 methods found its
    intervals to cover, with 5 or 15 splits and 10 halvings [2]_.

    Parameters
    ----------
    differences : array_like of shape (..., n_splits)
        ``score(a) - score(b)`` on random splits of all examples; for the interval of one learner, its scores. Leading
        axes are independent experiments.
    halves : array_like of shape (..., n_halvings, 2)
        The examples are divided at random into two halves, several times; of each half the mean over as many splits of
        its own, with test sets as large as those of `differences`.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` scores higher than `b`; the p-value is then one-sided.
    zero_variance : {'undetermined', 'limit', 'error'}, default 'undetermined'
        What to do where the two halves always agree and the mean is not zero: an undefined (NaN) p-value and interval,
        the p-value 0 as in the limit, or an error.
    score_magnitude : array_like, optional
        Largest absolute score behind the differences: a standard error that rounding can explain is none.

    Returns
    -------
    NormalResult
        Flags: `identical_scores` (all differences zero: p-value 1), `zero_variance`.

    See Also
    --------
    corrected_resampled_t : From the splits alone, for a third of the cost or less.
    half_sampling_variance : The variance carried on from halves to all examples, which is not conservative.
    nested_cv_z : For means over examples, about training on all examples.

    Notes
    -----
    With ``mean(d)`` the mean over splits and ``h_m1``, ``h_m2`` the means of the two halves of halving ``m`` of ``M``,

    .. math:: z = \bar d \Big/ \sqrt{\frac{1}{2M} \sum_m (h_{m1} - h_{m2})^2}.

    Two halves share no example, so that half of the squared difference of two independent means estimates, without
    bias, the variance of such a mean from ``floor(n/2)`` examples; that is more than the variance from all of them,
    about twice as much. Intervals are therefore wide.

    The null hypothesis: trained on random samples of the population that the data came from, of the size that the
    splits of all examples train on, the two learners score the same on average.

    References
    ----------
    .. [1] C. Nadeau and Y. Bengio (2003). Inference for the generalization error. Machine Learning 52, 239-281. The
       conservative Z, with 15 splits and 10 halvings.
    .. [2] H. Schulz-Kuempel, S. Fischer, R. Hornung, A.-L. Boulesteix, T. Nagler and B. Bischl (2024). Constructing
       confidence intervals for 'the' generalization error. arXiv:2409.18836.

    Examples
    --------
    >>> from foldwise.stats import conservative_z
    >>> result = conservative_z([0.81, 0.85, 0.83], [[0.80, 0.84], [0.79, 0.81], [0.83, 0.77]])
    >>> round(result.estimate, 3), round(result.standard_error, 4)
    (0.83, 0.0306)
    >>> low, high = result.confidence_interval()
    >>> round(low, 3), round(high, 3)
    (0.77, 0.89)
    """
    d = as_differences(differences, ("n_splits",), score_magnitude=score_magnitude)
    both = as_finite(halves, "halves", "n_halvings, 2")
    if both.ndim < 2 or both.shape[-1] != 2 or both.shape[:-2] != d.mean.shape:
        expected = ", ".join([*map(str, d.mean.shape), "n_halvings", "2"])
        raise ValueError(f"halves must have shape ({expected}), got {both.shape}. Pass both halves of each halving.")
    check_integer(both.shape[-2], "the number of halvings", least=1)
    scaled = np.ldexp(both, -d.exponent[..., np.newaxis, np.newaxis])
    error = np.sqrt(np.square(scaled[..., 0] - scaled[..., 1]).mean(axis=-1) / 2)
    error = np.where(error <= d.rounding, 0.0, error)
    # No difference on any split, and none in any half.
    identical = d.identical & (error == 0)
    fixed = replace(d, identical=identical, constant=~identical & (error == 0) & (d.mean != 0))
    return refer_to_normal(fixed, error, alternative=alternative, zero_variance=zero_variance)
