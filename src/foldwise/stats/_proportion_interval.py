"""Intervals for the accuracy of one classifier, from its right answers."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainccinv

from foldwise._core import check_fraction
from foldwise.stats._batch import Batch, Counts, Floats, Integers, unwrapped
from foldwise.stats._inputs import as_counts
from foldwise.stats._share import exact_lower_share
from foldwise.stats._tails import normal_critical


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ProportionInterval:
    """Accuracy of a classifier on a test set, with an interval.

    Fields are Python numbers for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    estimate : float or ndarray
        Share of examples classified rightly.
    low, high : float or ndarray
        Limits of the interval.
    level : float
        Nominal coverage.
    n_right, n_examples : int or ndarray
        Examples classified rightly, and all.

    Examples
    --------
    >>> from foldwise.stats import wilson
    >>> interval = wilson(81, 100)
    >>> interval.estimate, round(interval.low, 4), round(interval.high, 4)
    (0.81, 0.7222, 0.8749)
    """

    estimate: Batch
    low: Batch
    high: Batch
    level: float
    n_right: Counts
    n_examples: Counts


def as_right(n_right: ArrayLike, n_examples: ArrayLike) -> tuple[Integers, Integers]:
    """Check the counts and give them one shape."""
    right, n = as_counts({"n_right": n_right, "n_examples": n_examples})
    if (right > n).any():
        first = tuple(np.argwhere(right > n)[0])
        raise ValueError(f"n_right must not exceed n_examples, got {right[first]} of {n[first]}.")
    return right, n


def proportion_interval(right: Integers, n: Integers, low: Floats, high: Floats, level: float) -> ProportionInterval:
    """Assemble the result."""
    return ProportionInterval(
        estimate=unwrapped(np.asarray(right / n)),
        low=unwrapped(np.asarray(low)),
        high=unwrapped(np.asarray(high)),
        level=level,
        n_right=unwrapped(right),
        n_examples=unwrapped(n),
    )


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
