"""Mean differences referred to Student's t, with the cases in which there is no error at all."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from foldwise._core import check_choice, check_fraction
from foldwise.stats._batch import ALTERNATIVES, Alternative, Batch, Flags, Floats, Mask, unwrapped
from foldwise.stats._differences import Differences
from foldwise.stats._tails import student_critical, student_pvalue

ZeroVariance: TypeAlias = Literal["undetermined", "limit", "error"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StudentResult:
    """Mean differences referred to Student's t distribution.

    Fields are Python floats for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    statistic : float or ndarray
        Student's t; infinite where the flag `zero_variance` holds.
    pvalue : float or ndarray
        Against `alternative`; NaN only where the flag `zero_variance` holds.
    df : float
        Degrees of freedom.
    estimate : float or ndarray
        Mean difference ``score(a) - score(b)``, on the scale of the scores.
    standard_error : float or ndarray
        The error that `estimate` was divided by.
    alternative : {'two-sided', 'greater', 'less'}
        What `pvalue` was computed against.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import kfold_t
    >>> result = kfold_t([0.04, 0.02, -0.01, 0.03, 0.05, 0.0, 0.02, -0.02, 0.06, 0.01])
    >>> round(result.estimate, 3), round(result.pvalue, 3)
    (0.02, 0.037)
    >>> low, high = result.confidence_interval()
    >>> round(low, 4), round(high, 4)
    (0.0015, 0.0385)
    """

    statistic: Batch
    pvalue: Batch
    df: float
    estimate: Batch
    standard_error: Batch
    alternative: Alternative
    flags: Flags

    def confidence_interval(self, level: float = 0.95) -> tuple[Batch, Batch]:
        """Two-sided interval for the mean difference, on the scale of the scores.

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
        critical = student_critical(check_fraction(level, "level"), self.df)
        with np.errstate(all="ignore"):
            half = np.where(np.isnan(self.pvalue), np.nan, critical * np.asarray(self.standard_error))
            return unwrapped(np.asarray(self.estimate - half)), unwrapped(np.asarray(self.estimate + half))


def refer_to_student(
    d: Differences,
    standard_error: Floats,
    *,
    df: float,
    alternative: Alternative,
    zero_variance: ZeroVariance,
    flags: Mapping[str, bool | Mask] | None = None,
) -> StudentResult:
    """Refer ``d.mean / standard_error``, both in the units of `d`, to Student's t with `df` degrees of freedom."""
    check_choice(alternative, "alternative", ALTERNATIVES)
    check_choice(zero_variance, "zero_variance", ("undetermined", "limit", "error"))
    refuse_zero_variance(d, zero_variance)
    with np.errstate(all="ignore"):
        statistic = np.where(d.mean == 0, 0.0, d.mean / standard_error)
        pvalue = student_pvalue(statistic, df, alternative)
        if zero_variance == "undetermined":
            pvalue = np.where(d.constant, np.nan, pvalue)
        return StudentResult(
            statistic=unwrapped(statistic),
            pvalue=unwrapped(pvalue),
            df=df,
            estimate=unwrapped(np.asarray(np.ldexp(d.mean, d.exponent))),
            standard_error=unwrapped(np.asarray(np.ldexp(standard_error, d.exponent))),
            alternative=alternative,
            flags=Flags(
                {"identical_scores": d.identical, "zero_variance": d.constant, **(flags or {})}, shape=d.mean.shape
            ),
        )


def refuse_zero_variance(d: Differences, zero_variance: ZeroVariance) -> None:
    """Raise if `zero_variance` asks for it and some experiment has none."""
    if zero_variance == "error" and d.constant.any():
        raise ValueError(
            f"{d.constant.sum()} of {d.constant.size} experiments have differences that are not zero and do not vary, "
            "so no variance to test against. Use zero_variance='undetermined' or 'limit', "
            "or the binomial test on the examples."
        )
