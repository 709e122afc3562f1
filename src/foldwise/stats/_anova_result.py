"""What the analyses of variance return."""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from foldwise._core import check_fraction
from foldwise.stats._batch import Batch, Floats
from foldwise.stats._flags import Flags


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnovaResult:
    """Mean scores of several algorithms, and whether they differ more than chance explains.

    Fields are Python floats for one experiment and arrays of the batch's shape for many; those about single
    algorithms have further axes.

    Attributes
    ----------
    statistic : float or ndarray
        Ratio of mean squares; infinite where the flag `zero_variance` holds.
    pvalue : float or ndarray
        Probability of a ratio as large, if all algorithms were equal. NaN only where the flag `zero_variance` holds.
    df : tuple of float or ndarray
        Degrees of freedom of numerator and denominator.
    estimate : ndarray of shape (..., n_algorithms)
        Mean score of each algorithm, greater being better; for losses, minus the mean loss.
    standard_error : ndarray of shape (..., n_algorithms, n_algorithms)
        Of the difference ``estimate[..., i] - estimate[..., j]``; zero where ``i == j``.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import one_way_anova
    >>> result = one_way_anova([1.0, 2.0, 3.0], [2.0, 3.0, 4.0], [6.0, 7.0, 8.0])
    >>> result.estimate
    array([2., 3., 7.])
    >>> low, high = result.confidence_interval()
    >>> low[2, 0].round(3), high[2, 0].round(3)
    (np.float64(3.002), np.float64(6.998))
    """

    statistic: Batch
    pvalue: Batch
    df: tuple[Batch, Batch]
    estimate: Floats
    standard_error: Floats
    flags: Flags

    def confidence_interval(self, level: float = 0.95) -> tuple[Floats, Floats]:
        """Two-sided intervals for the differences between any two algorithms, on the scale of the scores.

        Parameters
        ----------
        level : float, default 0.95
            Nominal coverage of each interval by itself: they are not adjusted for there being many.

        Returns
        -------
        low, high : ndarray of shape (..., n_algorithms, n_algorithms)
            Limits for ``estimate[..., i] - estimate[..., j]``. NaN where the p-value is.
        """
        difference = self.estimate[..., :, np.newaxis] - self.estimate[..., np.newaxis, :]
        # Half of what is outside, from the lower tail: it keeps the digits of a level close to 1.
        critical = -stdtrit(self.df[1], (1 - check_fraction(level, "level")) / 2)
        with np.errstate(all="ignore"):
            half = np.asarray(critical)[..., np.newaxis, np.newaxis] * self.standard_error
            half = np.where(self.standard_error == 0, 0.0, half)
            half = np.where(np.isnan(self.pvalue)[..., np.newaxis, np.newaxis], np.nan, half)
            return difference - half, difference + half
