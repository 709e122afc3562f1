"""Cross-validation as a central limit: intervals for the score of the very models that were fitted."""

from dataclasses import replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foldwise._core import check_choice
from foldwise.stats._batch import Alternative, Floats
from foldwise.stats._cluster_sums import Codes, as_clusters, cluster_sums, count_clusters
from foldwise.stats._differences import Differences, as_differences
from foldwise.stats._results import NormalResult, refer_to_normal
from foldwise.stats._student_result import ZeroVariance

Around: TypeAlias = Literal["overall", "fold"]


def cross_validation_z(
    differences: ArrayLike,
    folds: ArrayLike,
    clusters: ArrayLike | None = None,
    *,
    around: Around = "overall",
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> NormalResult:
    r"""Test equal mean loss of the models of one cross-validation, or bound their mean score.

    Parameters
    ----------
    differences : array_like of shape (..., n_examples)
        Loss of `b` less loss of `a` on each example, by models trained without its fold; for the interval of one
        learner, minus its losses. Leading axes are independent experiments.
    folds : array_like of int of shape (..., n_examples)
        The fold of each example; leading axes may be left out.
    clusters : array_like of int of shape (n_examples,), optional
        Which examples belong together. Clusters must be independent, and in one fold each.
    around : {'overall', 'fold'}, default 'overall'
        The mean from which losses depart: that of all examples (the paper's all-pairs estimator of the variance), or
        that of their fold (its within-fold estimator).
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` has the lower loss; the p-value is then one-sided.
    zero_variance : {'undetermined', 'limit', 'error'}, default 'undetermined'
        What to do where differences are not zero and do not vary: p-value and interval NaN, p-value 0, or an error.
    score_magnitude : array_like, optional
        Largest absolute loss behind the differences: what rounding can explain is no variance.

    Returns
    -------
    NormalResult
        Flags: `identical_scores` (all differences zero: p-value 1), `zero_variance`.

    See Also
    --------
    nested_cv_z : About the learner, and for few examples.
    paired_items_t : For models that were tested on one test set.

    Notes
    -----
    With ``mean(d)`` the mean of ``n`` differences ``d_i``,

    .. math:: z = \bar d \Big/ \sqrt{\frac{1}{n^2} \sum_i (d_i - \bar d)^2}.

    Around the fold, what is under the root is the mean over folds of the variance of the ``n_j`` differences of fold
    ``j``, with ``n_j - 1``, over ``n``.

    The null hypothesis: on new examples, the mean loss of the models that were fitted is the same for both learners. It
    is about these models, one for each fold, and not about what the learners score on average. For learners that are
    stable enough both variances are consistent as ``n`` grows [1]_; two learners may be stable and their difference not
    [2]_ (the lasso with two penalties). With few examples the interval is too short for the score of the learner.

    Clusters are no part of the paper; derived here: with ``u_c`` the sums over ``C`` clusters of the departures from
    the mean, what is under the root is ``C/(C-1) sum_c u_c^2 / n^2``; around the fold likewise, fold by fold.

    References
    ----------
    .. [1] P. Bayle, A. Bayle, L. Janson and L. Mackey (2020). Cross-validation confidence intervals for test error.
       Advances in Neural Information Processing Systems 33, 16339-16350.
    .. [2] A. Bayle, L. Janson and L. Mackey (2025). The relative instability of model comparison with
       cross-validation. arXiv:2508.04409.

    Examples
    --------
    >>> from foldwise.stats import cross_validation_z
    >>> right = [1, 0, 1, 1, 1, 1, 0, 1]
    >>> result = cross_validation_z(right, [0, 0, 0, 0, 1, 1, 1, 1])
    >>> round(result.estimate, 3), round(result.standard_error, 4)
    (0.75, 0.1531)
    >>> round(cross_validation_z(right, [0, 0, 0, 0, 1, 1, 1, 1], around="fold").standard_error, 4)
    0.1768
    """
    check_choice(around, "around", ("overall", "fold"))
    d = as_differences(differences, ("n_examples",), score_magnitude=score_magnitude)
    codes = as_clusters(clusters, d.n)
    x = np.ldexp(np.asarray(differences, dtype=np.float64, order="C"), -d.exponent[..., np.newaxis])
    in_fold = _members(folds, x.shape)
    if codes is not None and (np.asarray(cluster_sums(in_fold.astype(np.float64), codes) > 0).sum(axis=-2) > 1).any():
        raise ValueError("clusters must be in one fold each: their examples were on both sides of a split.")
    error = np.sqrt(_overall(x, d, codes) if around == "overall" else _within(x, in_fold, codes) / d.n)
    error = np.where(error <= d.rounding, 0.0, error)
    constant = ~d.identical & (error == 0) & (d.mean != 0)
    return refer_to_normal(replace(d, constant=constant), error, alternative=alternative, zero_variance=zero_variance)


def _members(folds: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return who is in which fold, of shape (..., n_folds, n_examples)."""
    array = np.asarray(folds)
    n = shape[-1]
    if array.dtype.kind not in "iu" or array.shape[-1:] != (n,) or array.ndim > len(shape):
        raise ValueError(
            f"folds must be one whole number for each of {n} examples, got {array.dtype} of shape {array.shape}."
        )
    n_folds = int(array.max()) + 1
    if array.min() < 0 or n_folds < 2:
        raise ValueError(
            f"folds must number two folds or more from 0, every example in one, got {array.min()} to {array.max()}."
        )
    return np.asarray(array[..., np.newaxis, :] == np.arange(n_folds)[:, np.newaxis])


def _overall(x: Floats, d: Differences, codes: Codes | None) -> Floats:
    """Return the variance of the mean, around it."""
    squares = np.square(cluster_sums(x - d.mean[..., np.newaxis], codes))
    n_clusters = squares.shape[-1]
    few = 1.0 if codes is None else n_clusters / (n_clusters - 1)
    return np.asarray(few * squares.sum(axis=-1) / d.n**2)


def _within(x: Floats, in_fold: NDArray[np.bool_], codes: Codes | None) -> Floats:
    """Return the mean over folds of the variance of a loss, or of what a cluster makes of it, around the fold."""
    size = in_fold.sum(axis=-1)
    n_clusters = count_clusters(in_fold, codes)
    if (n_clusters < 2).any():
        what = "examples" if codes is None else "clusters"
        raise ValueError(f"around='fold' needs two {what} in every fold, one has fewer. Use around='overall'.")
    means = np.where(in_fold, x[..., np.newaxis, :], 0.0).sum(axis=-1) / size
    apart = np.where(in_fold, x[..., np.newaxis, :] - means[..., np.newaxis], 0.0)
    squares = np.square(cluster_sums(apart, codes)).sum(axis=-1)
    return np.asarray((squares / size * n_clusters / (n_clusters - 1)).mean(axis=-1))
