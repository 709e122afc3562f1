"""Wilson's interval for the accuracy of one classifier."""

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_fraction
from foldwise.stats._normal import normal_critical
from foldwise.stats._proportion_interval import ProportionInterval, as_right, proportion_interval


def wilson(n_right: ArrayLike, n_examples: ArrayLike, *, level: float = 0.95) -> ProportionInterval:
    r"""Give an interval for the accuracy of one trained classifier that covers it about as often as promised.

    Unlike the textbook interval, estimate plus or minus its standard error, it has a width when every
    example is right, and never leaves the range from 0 to 1 [1]_.

    Parameters
    ----------
    n_right : array_like of int
        Examples classified rightly. Arrays are batches of experiments.
    n_examples : array_like of int
        Examples tested, each once and none used in training.
    level : float, default 0.95
        Nominal coverage.

    Returns
    -------
    ProportionInterval
        With ``low = 0`` if no example and ``high = 1`` if every example is right.

    See Also
    --------
    clopper_pearson : Wider, with a guarantee.

    Notes
    -----
    With ``s`` of ``n`` right, ``f = n - s``, and ``z`` the normal quantile,

    .. math:: \frac{s + z^2/2 \mp z \sqrt{s f / n + z^2/4}}{n + z^2}.

    It speaks about one *trained classifier* on the population that the test examples are a random sample of. About the
    learner trained on other samples it says nothing: do not use it for cross-validated accuracies. It inverts the
    score test of the null hypothesis that the accuracy is a given number. Coverage is right on average over
    accuracies, but for some it is below the level: .95 nominal can be .83 for accuracies very near 0 or 1.

    References
    ----------
    .. [1] E. B. Wilson (1927). Probable inference, the law of succession, and statistical inference.
       Journal of the American Statistical Association 22, 209-212.

    Examples
    --------
    >>> from foldwise.stats import wilson
    >>> interval = wilson(81, 100)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.7222, 0.8749)
    """
    z = normal_critical(check_fraction(level, "level"))
    right, n = as_right(n_right, n_examples)
    s, f = right.astype(np.float64), (n - right).astype(np.float64)
    centre, half = s + z * z / 2, z * np.sqrt(s * f / n + z * z / 4)
    # The lower limit times its conjugate: nothing is subtracted, so few successes keep all digits.
    low = s * s / n / (centre + half)
    high = np.where(f == 0, 1.0, (centre + half) / (n + z * z))
    return proportion_interval(right, n, low, high, level)
