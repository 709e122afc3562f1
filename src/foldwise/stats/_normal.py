"""Estimates referred to the normal distribution."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import erfc, ndtri

from foldwise._core import check_fraction
from foldwise.stats._batch import Alternative, Batch, Floats, unwrapped
from foldwise.stats._flags import Flags


def normal_pvalue(z: Floats, alternative: Alternative) -> Floats:
    """P-value of the statistic `z` against `alternative`.

    >>> normal_pvalue(np.array([1.959963984540054]), "two-sided").round(12)
    array([0.05])
    """
    if alternative == "two-sided":
        return np.asarray(erfc(np.abs(z) / np.sqrt(2)))
    return np.asarray(0.5 * erfc((z if alternative == "greater" else -z) / np.sqrt(2)))


def normal_critical(level: float) -> float:
    """Value that the size of z stays below with probability `level`.

    >>> round(normal_critical(0.95), 12)
    1.95996398454
    """
    return -float(ndtri((1 - level) / 2))


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
    """Give statistic, p-value and flags; no difference and no error is 0, not undefined."""
    with np.errstate(all="ignore"):
        statistic = np.where(estimate == 0, 0.0, estimate / standard_error)
    return statistic, normal_pvalue(statistic, alternative), Flags(flags, shape=estimate.shape)
