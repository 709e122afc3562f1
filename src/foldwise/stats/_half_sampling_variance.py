"""The variance of a cross-validated difference from cross-validations of halves of the data, for any metric."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_integer
from foldwise.stats._batch import unwrapped
from foldwise.stats._inputs import as_finite
from foldwise.stats._own_loss_variance import VarianceEstimate


def half_sampling_variance(halves: ArrayLike, *, partition_variance: ArrayLike = 0.0) -> VarianceEstimate:
    r"""Estimate the variance of a cross-validated difference from how far random halves of the data are apart.

    Parameters
    ----------
    halves : array_like of shape (..., n_halvings, 2)
        The data are divided at random into two halves, many times, and each half is cross-validated by itself: the
        mean difference ``score(a) - score(b)`` of both. Leading axes are independent experiments.
    partition_variance : array_like, default 0.0
        Variance over random partitions of the mean difference of one repeat on all examples: it is in the halves, and
        not in a mean over many repeats, so it is taken off.

    Returns
    -------
    VarianceEstimate
        Of the mean difference on all examples, over many repeats.

    See Also
    --------
    own_loss_variance : The part that is due to the examples it is tested on.

    Notes
    -----
    The two halves share no example, so their differences :math:`T_{h1}` and :math:`T_{h2}` are independent given the
    population, each with the variance of an experiment of half the size. With M halvings and partition variance
    :math:`\tau^2`,

    .. math:: V = \frac1M \sum_h \frac{(T_{h1} - T_{h2})^2}{4} - \tau^2.

    It assumes that the variance is inversely proportional to the number of examples [1]_. No loss of a single example
    is needed, so it serves for areas under curves, F1 and their like.

    References
    ----------
    .. [1] C. Nadeau and Y. Bengio (2003). Inference for the generalization error. Machine Learning 52, 239-281. Their
       conservative Z is from halves, too.

    Examples
    --------
    >>> from foldwise.stats import half_sampling_variance
    >>> by_halves = half_sampling_variance([[0.04, 0.0], [0.01, 0.03], [0.05, -0.01]], partition_variance=0.0001)
    >>> round(by_halves.variance, 6), round(by_halves.error, 6)
    (0.000367, 0.000233)
    """
    both = np.asarray(as_finite(halves, "halves", "n_halvings, 2"), dtype=float)
    if both.ndim < 2 or both.shape[-1] != 2:
        raise ValueError(
            f"halves must have shape (n_halvings, 2), leading axes allowed, got {both.shape}. Pass both halves of each."
        )
    n_halvings = check_integer(both.shape[-2], "the number of halvings", least=2)
    squares = np.square(both[..., 0] - both[..., 1]) / 4
    return VarianceEstimate(
        variance=unwrapped(np.asarray(squares.mean(axis=-1) - np.asarray(partition_variance, dtype=float))),
        error=unwrapped(np.asarray(squares.std(axis=-1, ddof=1) / np.sqrt(n_halvings))),
    )
