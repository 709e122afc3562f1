"""The t statistic averaged over partitions."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice
from foldwise.stats._batch import ALTERNATIVES, Alternative, Batch, Counts, Flags, Floats, Mask, unwrapped
from foldwise.stats._inputs import as_statistics
from foldwise.stats._tails import check_df, student_pvalue


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AveragedResult:
    """A statistic averaged over partitions of the same data: a summary, not a test with a known level.

    Fields are Python numbers for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    statistic : float or ndarray
        Mean of the statistics of the partitions.
    pvalue : float or ndarray
        Against `alternative`, as if `statistic` came from one partition; NaN only where the flag `zero_variance` holds.
    df : float
        Degrees of freedom of the test of one partition.
    standard_error : float or ndarray
        By how much `statistic` would vary with other partitions of the same data; says nothing about other data.
        NaN where fewer than two statistics were averaged, or one was infinite; a flag then says so.
    n_partitions : int or ndarray
        Partitions averaged.
    n_undefined : int or ndarray
        Partitions whose statistic was infinite, because their differences did not vary.
    alternative : {'two-sided', 'greater', 'less'}
        What `pvalue` was computed against.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import averaged_t
    >>> result = averaged_t([2.9, 1.4, 2.2, 3.1, 0.8], df=9)
    >>> result.n_partitions, result.n_undefined, round(result.standard_error, 3)
    (5, 0, 0.437)
    """

    statistic: Batch
    pvalue: Batch
    df: float
    standard_error: Batch
    n_partitions: Counts
    n_undefined: Counts
    alternative: Alternative
    flags: Flags


def averaged_t(
    statistics: ArrayLike,
    *,
    df: float,
    alternative: Alternative = "two-sided",
    undefined: Literal["undetermined", "limit", "exclude"] = "undetermined",
) -> AveragedResult:
    r"""Average a t statistic over many partitions of the same data and refer the mean to one partition's t.

    One partition can reverse a conclusion; the mean over many cannot be fished for, and unlike the combinations of
    Fisher and Wilcoxon it does not become significant by adding partitions [1]_. It is a summary of an approximate
    test, without a null distribution of its own: every result carries the flag `not_calibrated`.

    Parameters
    ----------
    statistics : array_like of shape (..., n_partitions)
        The t statistic on each partition, of `kfold_t` or `five_by_two_t`, say. Leading axes are independent
        experiments. A partition without any difference enters as 0, one without variance as infinity.
    df : float
        Degrees of freedom of the test of *one* partition: 9 for ten folds, 5 for Dietterich's 5x2.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` scores higher than `b`; the p-value is then one-sided.
    undefined : {'undetermined', 'limit', 'exclude'}, default 'undetermined'
        What to do with infinite statistics: leave the p-value undefined (NaN), take the limiting p-value 0 or 1 (NaN if
        both infinities occur), or average the others only. All set the flag `zero_variance`.

    Returns
    -------
    AveragedResult
        With the `df` of one partition. Flags: `not_calibrated` always; `zero_variance` where a statistic was infinite;
        `one_partition` where fewer than two were averaged.

    See Also
    --------
    enough_partitions : Would more partitions change the conclusion?

    Notes
    -----
    With ``t_i`` the statistic on partition ``i`` of ``M``,

    .. math:: \bar t = \frac1M \sum_{i=1}^M t_i,

    referred to Student's t with the degrees of freedom of one ``t_i``. A mean of t is not the t of a mean: its sign may
    differ from that of the mean difference.

    The null hypothesis: that of the test of one partition, about learners trained on random samples of the population
    that the data came from, of the size of one training set.

    In a simulation where the null holds exactly (n = 200, two classes, 20 partitions into ten folds, nominal .05) it
    rejected .106 of the time with 1-nearest neighbours and .043 with linear discriminants, where `kfold_t` on one
    partition rejected .128 and .062. Do not read its p-value as a calibrated one, and do not expect it to account for
    several comparisons.

    References
    ----------
    .. [1] J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on
       significance. Machine Learning 42, 269-286.

    Examples
    --------
    >>> from foldwise.stats import averaged_t
    >>> result = averaged_t([2.9, 1.4, 2.2, 3.1, 0.8], df=9)
    >>> round(result.statistic, 3), round(result.pvalue, 3), result.df
    (2.08, 0.067, 9)
    >>> result.flags
    Flags({'not_calibrated'})
    """
    check_choice(alternative, "alternative", ALTERNATIVES)
    check_choice(undefined, "undefined", ("undetermined", "limit", "exclude"))
    t, df = as_statistics(statistics, least=1), check_df(df)
    infinite = np.isinf(t)
    n_undefined = infinite.sum(axis=-1)
    used = ~infinite if undefined == "exclude" else np.ones_like(infinite)
    mean, standard_error = _mean_and_error(t, used)
    with np.errstate(all="ignore"):
        pvalue = student_pvalue(mean, df, alternative)
    if undefined == "undetermined":
        pvalue = np.where(n_undefined > 0, np.nan, pvalue)
    n_used = used.sum(axis=-1)
    return AveragedResult(
        statistic=unwrapped(mean),
        pvalue=unwrapped(pvalue),
        df=df,
        standard_error=unwrapped(standard_error),
        n_partitions=unwrapped(n_used),
        n_undefined=unwrapped(n_undefined),
        alternative=alternative,
        flags=Flags(
            {"not_calibrated": True, "zero_variance": n_undefined > 0, "one_partition": n_used < 2}, shape=mean.shape
        ),
    )


def _mean_and_error(t: Floats, used: Mask) -> tuple[Floats, Floats]:
    n = used.sum(axis=-1)
    # A power of two: statistics near the end of the range can neither overflow their sum nor lose a bit.
    largest = np.where(np.isfinite(t), np.abs(t), 0.0).max(axis=-1)
    exponent = np.maximum(np.frexp(largest)[1], -1022)
    with np.errstate(all="ignore"):
        t = np.where(used, np.ldexp(t, -exponent[..., np.newaxis]), 0.0)
        mean = t.sum(axis=-1) / n
        deviations = np.where(used, t - mean[..., np.newaxis], 0.0)
        error = np.sqrt(np.square(deviations).sum(axis=-1) / (n - 1) / n)
        return np.asarray(np.ldexp(mean, exponent)), np.asarray(np.ldexp(error, exponent))
