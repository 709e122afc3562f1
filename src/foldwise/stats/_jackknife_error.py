"""How far a statistic would be off with other random partitions: from its values with one repeat left out."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Batch, Floats, unwrapped
from foldwise.stats._differences import as_differences
from foldwise.stats._finite import as_finite


def jackknife_error(left_out: ArrayLike) -> Batch:
    r"""Give the standard error of a statistic over random partitions, by leaving out one repeat at a time.

    Parameters
    ----------
    left_out : array_like of shape (..., n_repeats)
        The statistic without the first repeat, without the second, and so on. Leading axes are independent
        experiments.

    Returns
    -------
    float or ndarray
        The standard error; 0 where the values differ by rounding only.

    See Also
    --------
    agreement_forecast : From this error to the probability that another execution decides the same.

    Notes
    -----
    With :math:`t_{(q)}` the statistic without repeat :math:`q` of :math:`r` and :math:`\bar t` their mean,

    .. math:: s^2 = \frac{r - 1}{r} \sum_q (t_{(q)} - \bar t)^2.

    For a mean over repeats this is the usual standard error. It is about partitions of the same data: how much the
    statistic would change with other data is for the test itself to say [1]_.

    References
    ----------
    .. [1] B. Efron and C. Stein (1981). The jackknife estimate of variance. Annals of Statistics 9, 586-596.

    Examples
    --------
    The mean of 3, 5 and 10 is 6; without one of them it is 7.5, 6.5 or 4:

    >>> from foldwise.stats import jackknife_error
    >>> round(jackknife_error([7.5, 6.5, 4.0]), 4)
    2.0817
    """
    d = as_differences(as_finite(left_out, "left_out", "n_repeats"), ("n_repeats",))
    factor = (d.n - 1) / np.sqrt(d.n)
    error: Floats = np.ldexp(factor * np.sqrt(d.variance), d.exponent)
    return unwrapped(np.asarray(error))
