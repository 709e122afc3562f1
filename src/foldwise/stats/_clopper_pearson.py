"""Clopper and Pearson's interval for the accuracy of one classifier."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainccinv

from foldwise._core import check_fraction
from foldwise.stats._proportion_interval import ProportionInterval, as_right, proportion_interval
from foldwise.stats._share import exact_lower_share


def clopper_pearson(n_right: ArrayLike, n_examples: ArrayLike, *, level: float = 0.95) -> ProportionInterval:
    """Give an interval for the accuracy of one trained classifier that covers it at least as often as promised.

    The price of the guarantee is width; `wilson` is narrower and right on average [1]_.

    Parameters
    ----------
    n_right : array_like of int
        Examples classified rightly. Arrays are batches of experiments.
    n_examples : array_like of int
        Examples tested, each once and none used in training.
    level : float, default 0.95
        Least coverage.

    Returns
    -------
    ProportionInterval
        With ``low = 0`` if no example and ``high = 1`` if every example is right.

    See Also
    --------
    wilson : Narrower, without the guarantee.

    Notes
    -----
    With ``s`` of ``n`` right, the limits are the accuracies at which ``s`` or more, and ``s`` or fewer, would be right
    with probability ``(1 - level) / 2``: quantiles of the beta distributions with parameters ``(s, n - s + 1)`` and
    ``(s + 1, n - s)``.

    It speaks about one *trained classifier* on the population that the test examples are a random sample of. About the
    learner trained on other samples it says nothing: do not use it for cross-validated accuracies. It inverts two
    one-sided exact tests of the null hypothesis that the accuracy is a given number; none of them rejects more often
    than half of ``1 - level``.

    References
    ----------
    .. [1] C. J. Clopper and E. S. Pearson (1934). The use of confidence or fiducial limits illustrated in
       the case of the binomial. Biometrika 26, 404-413.

    Examples
    --------
    >>> from foldwise.stats import clopper_pearson
    >>> interval = clopper_pearson(81, 100)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.7193, 0.8816)
    """
    alpha = 1 - check_fraction(level, "level")
    right, n = as_right(n_right, n_examples)
    wrong = n - right
    high = betainccinv(right + 1.0, np.maximum(wrong, 1).astype(np.float64), alpha / 2)
    return proportion_interval(right, n, exact_lower_share(right, wrong, alpha), np.where(wrong == 0, 1.0, high), level)
