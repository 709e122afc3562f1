"""Results that several tests return, referred to the normal, the chi-square and the F distribution."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice, check_fraction
from foldwise.stats._batch import ALTERNATIVES, Alternative, Batch, Flags, Floats, unwrapped
from foldwise.stats._differences import Differences
from foldwise.stats._student_result import ZeroVariance, refuse_zero_variance
from foldwise.stats._tails import normal_critical, normal_pvalue, student_quantile


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NormalResult:
    """Differences divided by their standard error and referred to the normal distribution.

    Fields are Python floats for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    statistic : float or ndarray
        The estimate over its standard error; infinite where the flag `zero_variance` holds.
    pvalue : float or ndarray
        Against `alternative`; NaN only where the flag `zero_variance` holds.
    df : None
        There are no degrees of freedom.
    estimate : float or ndarray
        Difference ``score(a) - score(b)``.
    standard_error : float or ndarray
        The error that `estimate` was divided by.
    alternative : {'two-sided', 'greater', 'less'}
        What `pvalue` was computed against.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import difference_of_proportions
    >>> result = difference_of_proportions(82, 75, n_examples=100)
    >>> round(result.estimate, 3), round(result.pvalue, 3)
    (0.07, 0.228)
    >>> low, high = result.confidence_interval()
    >>> round(low, 4), round(high, 4)
    (-0.0439, 0.1839)
    """

    statistic: Batch
    pvalue: Batch
    df: None
    estimate: Batch
    standard_error: Batch
    alternative: Alternative
    flags: Flags

    def confidence_interval(self, level: float = 0.95) -> tuple[Batch, Batch]:
        """Two-sided interval for the difference.

        Parameters
        ----------
        level : float, default 0.95
            Nominal coverage; as approximate as the test itself.

        Returns
        -------
        low, high : float or ndarray
            They exclude 0 when the two-sided p-value is at most ``1 - level``, whatever `alternative` was.
            NaN where the p-value is: an interval of no width would claim certainty.
        """
        critical = normal_critical(check_fraction(level, "level"))
        half = np.where(np.isnan(self.pvalue), np.nan, critical * np.asarray(self.standard_error))
        return unwrapped(np.asarray(self.estimate - half)), unwrapped(np.asarray(self.estimate + half))


def normal_fields(
    estimate: Floats, standard_error: Floats, alternative: Alternative, flags: Mapping[str, ArrayLike]
) -> tuple[Floats, Floats, Flags]:
    """Return statistic, p-value and flags; no difference and no error is 0, not undefined."""
    with np.errstate(all="ignore"):
        statistic = np.where(estimate == 0, 0.0, estimate / standard_error)
    return statistic, normal_pvalue(statistic, alternative), Flags(flags, shape=estimate.shape)


def refer_to_normal(
    d: Differences, standard_error: Floats, *, alternative: Alternative, zero_variance: ZeroVariance
) -> NormalResult:
    """Refer ``d.mean / standard_error``, both in the units of `d`, to the normal distribution."""
    check_choice(alternative, "alternative", ALTERNATIVES)
    check_choice(zero_variance, "zero_variance", ("undetermined", "limit", "error"))
    refuse_zero_variance(d, zero_variance)
    flags = {"identical_scores": d.identical, "zero_variance": d.constant}
    statistic, pvalue, shown = normal_fields(d.mean, standard_error, alternative, flags)
    if zero_variance == "undetermined":
        pvalue = np.where(d.constant, np.nan, pvalue)
    with np.errstate(over="ignore"):
        return NormalResult(
            statistic=unwrapped(statistic),
            pvalue=unwrapped(pvalue),
            df=None,
            estimate=unwrapped(np.asarray(np.ldexp(d.mean, d.exponent))),
            standard_error=unwrapped(np.asarray(np.ldexp(standard_error, d.exponent))),
            alternative=alternative,
            flags=shown,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChiSquareResult:
    """Statistics referred to the upper tail of the chi-square distribution.

    Fields are Python floats for one experiment and arrays of the batch's shape for many. No field is ever NaN.

    Attributes
    ----------
    statistic : float or ndarray
        Chi-square.
    pvalue : float or ndarray
        Upper tail.
    df : int
        Degrees of freedom.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import fisher
    >>> result = fisher([0.15, 0.10, 0.10], dependent=False)
    >>> round(result.statistic, 3), result.df, round(result.pvalue, 4)
    (13.005, 6, 0.043)
    """

    statistic: Batch
    pvalue: Batch
    df: int
    flags: Flags


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
        critical = -student_quantile(self.df[1], (1 - check_fraction(level, "level")) / 2)
        with np.errstate(all="ignore"):
            half = np.asarray(critical)[..., np.newaxis, np.newaxis] * self.standard_error
            half = np.where(self.standard_error == 0, 0.0, half)
            half = np.where(np.isnan(self.pvalue)[..., np.newaxis, np.newaxis], np.nan, half)
            return difference - half, difference + half
