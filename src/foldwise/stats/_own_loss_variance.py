"""How much of the variance of a cross-validated difference the examples' own losses explain."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foldwise.stats._batch import LARGEST, Batch, Floats, unwrapped
from foldwise.stats._departures import as_repeats
from foldwise.stats._inputs import as_floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class VarianceEstimate:
    """A variance of a mean difference, and how far the random partitions may have put it off.

    Fields are Python floats for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    variance : float or ndarray
        The variance; what the finite number of repeats adds is taken off, so it may be negative while these are few.
    error : float or ndarray
        Its standard error over random partitions of the same data.

    Examples
    --------
    >>> from foldwise.stats import own_loss_variance
    >>> own = own_loss_variance([[1, 0, 0], [1, 0, 1], [1, 1, 0]])
    >>> round(own.variance, 4), round(own.error, 4)
    (0.0185, 0.0247)
    """

    variance: Batch
    error: Batch


def own_loss_variance(differences: ArrayLike) -> VarianceEstimate:
    r"""Return the part of the variance of a mean difference that is due to the examples it is tested on.

    Parameters
    ----------
    differences : array_like of shape (..., n_repeats, n_examples)
        Loss of `b` less loss of `a` of every example in every repeat of a cross-validation. Leading axes are
        independent experiments.

    Returns
    -------
    VarianceEstimate

    See Also
    --------
    twofold_jackknife_t : What learning from the same examples adds, at half of the size.

    Notes
    -----
    With :math:`e_{qi}` the difference of example :math:`i` of :math:`n` in repeat :math:`q` of :math:`r`, less the mean
    of its repeat, :math:`\bar e_i` its mean and :math:`s_i^2` its variance over repeats,

    .. math:: V_{own} = \frac{1}{n (n - 1)} \Big( \sum_i \bar e_i^2 - \frac1r \sum_i s_i^2 \Big).

    The second sum is the noise of a finite number of repeats. As the variance of a cross-validated difference
    :math:`V_{own}` is too small, for it leaves out that learners share training examples [1]_. How it grows with
    the size of the training sets tells how strongly training examples act together, which is what
    `foldwise.Settled` needs it for.

    References
    ----------
    .. [1] Y. Bengio and Y. Grandvalet (2004). No unbiased estimator of the variance of k-fold cross-validation. Journal
       of Machine Learning Research 5, 1089-1105.

    Examples
    --------
    Three examples, three repeats: `b` loses one more on the first example in all of them.

    >>> from foldwise.stats import own_loss_variance
    >>> own = own_loss_variance([[1, 0, 0], [1, 0, 1], [1, 1, 0]])
    >>> round(own.variance, 4), round(own.error, 4)
    (0.0185, 0.0247)
    """
    d = as_floats(as_repeats(differences, least=2), "differences")
    n_repeats, n = d.shape[-2:]
    # A power of two: multiplying by it is exact, and squares neither overflow nor underflow.
    exponent = np.frexp(np.abs(d).max(axis=(-2, -1)))[1]
    d = np.ldexp(d, -exponent[..., np.newaxis, np.newaxis])
    apart = d - d.mean(axis=-1, keepdims=True)
    means = apart.mean(axis=-2)
    within = apart.var(axis=-2, ddof=1).sum(axis=-1) / n_repeats
    variance = (np.square(means).sum(axis=-1) - within) / (n * (n - 1))
    # What one repeat more or less would move.
    swings = 2 * ((apart - means[..., np.newaxis, :]) @ means[..., np.newaxis])[..., 0] / (n * (n - 1))
    error = np.sqrt(np.square(swings).sum(axis=-1) / (n_repeats * (n_repeats - 1)))
    return VarianceEstimate(variance=_scaled(variance, exponent), error=_scaled(error, exponent))


def _scaled(values: Floats, exponent: NDArray[np.int32]) -> Batch:
    """Return squares on the scale of the differences; finite, although the square of a large number may not be."""
    with np.errstate(over="ignore"):
        squares: Floats = np.ldexp(values, 2 * exponent)
    return unwrapped(np.asarray(np.clip(squares, -LARGEST, LARGEST)))
