"""DeLong's test for two correlated areas under the curve."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice
from foldwise.stats._batch import ALTERNATIVES, Alternative, Batch, Floats, Integers, Mask, unwrapped
from foldwise.stats._inputs import as_finite
from foldwise.stats._results import NormalResult, normal_fields
from foldwise.stats._signed_ranks import tied
from foldwise.stats._student_result import ZeroVariance


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AUCResult(NormalResult):
    """Difference of two areas under the curve on one test set.

    Fields are Python floats for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    auc_a, auc_b : float or ndarray
        Area under the curve of `a` and of `b`.
    statistic, pvalue, df, estimate, standard_error, alternative, flags
        As in `NormalResult`; `estimate` is ``auc_a - auc_b``.

    Examples
    --------
    >>> from foldwise.stats import delong
    >>> result = delong([0.9, 0.8, 0.4, 0.3, 0.2], [0.6, 0.3, 0.7, 0.5, 0.1], [1, 1, 1, 0, 0])
    >>> round(result.auc_a, 4), round(result.auc_b, 4), round(result.pvalue, 4)
    (1.0, 0.8333, 0.4795)
    """

    auc_a: Batch
    auc_b: Batch


def delong(
    scores_a: ArrayLike,
    scores_b: ArrayLike,
    labels: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
) -> AUCResult:
    r"""Test whether two classifiers rank the examples of one test set equally well.

    The area under the curve (AUC) is the probability that a random positive example is scored above a random
    negative one. Both areas come from the same examples; the test allows for that [1]_, [2]_.

    Parameters
    ----------
    scores_a, scores_b : array_like of shape (..., n_examples)
        What `a` and `b` say for the positive class: probabilities or any other scores, only their order is used.
        Leading axes are independent experiments.
    labels : array_like of bool or 0 and 1, of shape (n_examples,) or (..., n_examples)
        Which examples are positive: at least two, and at least two that are not.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` has the larger area; the p-value is then one-sided.
    zero_variance : {'undetermined', 'limit', 'error'}, default 'undetermined'
        What to do when the areas differ and their difference has no variance (one ranking perfect, the other
        perfectly wrong): an infinite statistic with an undefined (NaN) p-value, the limiting p-value of 0 or 1, or an
        error. The first two set the flag `zero_variance`.

    Returns
    -------
    AUCResult
        Flags: `identical_scores` (every example is ranked alike by both: statistic 0, two-sided p-value 1, one-sided
        0.5), `zero_variance`.

    See Also
    --------
    binomial : For the accuracies at one threshold.

    Notes
    -----
    For each positive example let ``d_i`` be the share of negative ones that `a` scores below it minus the share
    that `b` does, ties counting half; for each negative example ``e_j`` likewise with the positive ones above. With
    ``m`` positive and ``n`` negative examples and ``s^2`` for variances,

    .. math:: z = \bar d \Big/ \sqrt{s_d^2 / m + s_e^2 / n},

    and ``mean(d) = mean(e)`` is the difference of the areas. Sorting makes it ``O(N log N)``.

    The null hypothesis: on the population that the test examples are a random sample of, the two *trained
    classifiers* have the same area under the curve. It says nothing about other training sets. Examples must be
    independent and each counted once.

    The normal distribution is approximate: with few examples of either class, or areas near 1, the level is not
    held. Do not use it for nested models scored on their training data, or for areas averaged over folds.

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson (1988). Comparing the areas under two or
       more correlated receiver operating characteristic curves: a nonparametric approach. Biometrics
       44, 837-845.
    .. [2] X. Sun and W. Xu (2014). Fast implementation of DeLong's algorithm for comparing the areas under
       correlated receiver operating characteristic curves. IEEE Signal Processing Letters 21, 1389-1393.

    Examples
    --------
    >>> from foldwise.stats import delong
    >>> labels = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]
    >>> a = [0.9, 0.8, 0.7, 0.6, 0.3, 0.5, 0.4, 0.3, 0.2, 0.1]
    >>> b = [0.8, 0.3, 0.6, 0.9, 0.2, 0.7, 0.4, 0.5, 0.3, 0.1]
    >>> result = delong(a, b, labels)
    >>> round(result.estimate, 4), round(result.standard_error, 4), round(result.pvalue, 4)
    (0.24, 0.1456, 0.0993)
    """
    check_choice(alternative, "alternative", ALTERNATIVES)
    check_choice(zero_variance, "zero_variance", ("undetermined", "limit", "error"))
    a = as_finite(scores_a, "scores_a", "n_examples")
    b = as_finite(scores_b, "scores_b", "n_examples")
    if a.shape != b.shape:
        raise ValueError(f"scores_a and scores_b must have one shape, got {a.shape} and {b.shape}: tests are paired.")
    positive = _as_positive(labels, a.shape)
    n_positive = positive.sum(axis=-1)
    n_negative = a.shape[-1] - n_positive
    beaten_a, beaten_b = _beaten(a, positive), _beaten(b, positive)
    # Whole numbers so far: equal rankings differ by exactly zero.
    pairs = 2.0 * n_positive * n_negative
    auc_a, auc_b = (np.where(positive, beaten, 0).sum(axis=-1) / pairs for beaten in (beaten_a, beaten_b))
    lead = beaten_a - beaten_b
    estimate = np.asarray(np.where(positive, lead, 0).sum(axis=-1) / pairs)
    d, e = _spread(lead, positive, n_positive), _spread(lead, ~positive, n_negative)
    standard_error = np.asarray(np.sqrt(d / (4.0 * n_negative**2) + e / (4.0 * n_positive**2)))
    constant = (standard_error == 0) & (estimate != 0)
    if zero_variance == "error" and constant.any():
        raise ValueError(
            f"{constant.sum()} of {constant.size} experiments have areas that differ without variance to test against. "
            "Use zero_variance='undetermined' or 'limit'."
        )
    flags = {"identical_scores": (standard_error == 0) & (estimate == 0), "zero_variance": constant}
    statistic, pvalue, named = normal_fields(estimate, standard_error, alternative, flags)
    if zero_variance == "undetermined":
        pvalue = np.where(constant, np.nan, pvalue)
    return AUCResult(
        statistic=unwrapped(statistic),
        pvalue=unwrapped(pvalue),
        df=None,
        estimate=unwrapped(estimate),
        standard_error=unwrapped(standard_error),
        alternative=alternative,
        flags=named,
        auc_a=unwrapped(np.asarray(auc_a)),
        auc_b=unwrapped(np.asarray(auc_b)),
    )


def _as_positive(labels: ArrayLike, shape: tuple[int, ...]) -> Mask:
    y = np.asarray(labels)
    if y.dtype.kind not in "biuf" or not ((y == 0) | (y == 1)).all():
        raise ValueError("labels must hold booleans or 0 and 1. For other classes pass labels == positive_class.")
    if y.shape not in {shape, shape[-1:]}:
        raise ValueError(f"labels must have shape {shape[-1:]} or that of the scores {shape}, got {y.shape}.")
    positive = np.array(np.broadcast_to(y == 1, shape))
    fewest = np.minimum(positive.sum(axis=-1), (~positive).sum(axis=-1))
    if (fewest < 2).any():
        raise ValueError(
            f"at least 2 positive and 2 negative examples are needed for a variance, got {fewest.min()} of one kind."
        )
    return positive


def _beaten(scores: Floats, positive: Mask) -> Integers:
    """Twice the examples of the other class that are ranked on the right side of each example, ties counting half."""
    order = np.argsort(scores, axis=-1, kind="stable")
    first, last = tied(np.take_along_axis(scores, order, axis=-1))
    up_to = np.take_along_axis(positive, order, axis=-1).cumsum(axis=-1)
    before = np.concatenate([np.zeros_like(up_to[..., :1]), up_to[..., :-1]], axis=-1)
    # Twice the positive examples below: those before the group of ties, and those up to its end.
    positive_below = np.take_along_axis(before, first, axis=-1) + np.take_along_axis(up_to, last, axis=-1)
    negative_below = first + last + 1 - positive_below
    beaten = np.empty(scores.shape, dtype=np.int64)
    np.put_along_axis(beaten, order, negative_below, axis=-1)
    np.put_along_axis(positive_below, order, 2 * up_to[..., -1:] - positive_below.copy(), axis=-1)
    return np.where(positive, beaten, positive_below)


def _spread(lead: Integers, members: Mask, n: Integers) -> Floats:
    """Variance of the mean of `lead` over `members`; exactly zero if all are equal."""
    value = np.where(members, lead, 0).astype(np.float64)
    mean = value.sum(axis=-1, keepdims=True) / n[..., np.newaxis]
    away = np.where(members, value - mean, 0.0)
    return np.asarray(np.square(away).sum(axis=-1) / (n * (n - 1.0)))
