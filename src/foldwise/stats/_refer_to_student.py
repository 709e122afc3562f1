"""From a mean difference and its standard error to a result, with the cases in which there is no error at all."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import numpy as np

from foldwise._core import check_choice
from foldwise.stats._batch import ALTERNATIVES, Alternative, Floats, unwrapped
from foldwise.stats._differences import Differences
from foldwise.stats._flags import Flags
from foldwise.stats._results import StudentResult
from foldwise.stats._student import student_pvalue

ZeroVariance: TypeAlias = Literal["undetermined", "limit", "error"]


def refer_to_student(
    d: Differences,
    standard_error: Floats,
    *,
    df: float,
    alternative: Alternative,
    zero_variance: ZeroVariance,
    flags: Mapping[str, bool] | None = None,
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
