"""Whether there were enough partitions to say what the averaged t says, at one look or at every one."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foldwise._core import check_choice, check_fraction
from foldwise.stats._batch import LARGEST, Batch, Flags, Floats, unwrapped
from foldwise.stats._differences import as_differences
from foldwise.stats._inputs import as_statistics
from foldwise.stats._tails import check_df, student_critical, student_quantile, student_sf


def half_width(n: Floats | float, error: float) -> Floats:
    r"""Half the width of the interval after `n` observations, in standard deviations; infinite while `n` is small.

    The t likelihood ratio, mixed over standardized effects from N(0, 1), against the true mean is

    .. math:: (1 + n)^{-1/2} \Big(\frac{1 + t^2 / (n - 1)}{1 + t^2 / ((n - 1)(1 + n))}\Big)^{n/2},

    a martingale of mean 1, so it ever exceeds ``1 / error`` with probability at most `error`: solve for t.

    >>> half_width(np.array([4.0, 5.0, 100.0]), 0.05).round(3)
    array([  inf, 3.78 , 0.335])
    """
    n = np.asarray(n, dtype=np.float64)
    # Minus one at once: for large n the base comes close to 1.
    excess = np.expm1((np.log1p(n) - 2 * np.log(error)) / n)
    room = n - excess
    with np.errstate(all="ignore"):
        return np.where(room > 0, np.sqrt((n - 1) / n * excess * (1 + n) / room), np.inf)


def looks_needed(distance: Floats, error: float) -> Floats:
    """Least number of observations whose half-width is below `distance` standard deviations; infinite beyond 2**50.

    >>> looks_needed(np.array([0.0, 0.336, 1.0, np.inf]), 0.05)
    array([ inf, 100.,  14.,   5.])
    """
    low, high = np.full(distance.shape, 1.0), np.full(distance.shape, 2.0**50)
    reachable = half_width(high, error) < distance
    for _ in range(50):
        middle = np.floor((low + high) / 2)
        enough = half_width(middle, error) < distance
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return np.where(reachable, high, np.inf)


Rule: TypeAlias = Literal["sequential", "fixed", "as_printed"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EnoughPartitionsResult:
    """Whether more partitions of the same data could still change the conclusion.

    Fields are Python values for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    decision : str or ndarray of str
        ``'significant'`` or ``'not_significant'``: what the mean over all partitions would be, in comparison with
        `critical`; ``'more_partitions'`` if that cannot be told yet.
    n_needed : float or ndarray
        Partitions at which the rule would decide if mean and spread stayed as they are; infinite if never. The
        number given, where the decision has been made.
    statistic : float or ndarray
        Distance of the absolute mean t from `critical`, in standard errors; infinite where the
        flag `equal_statistics` holds.
    pvalue : float, ndarray or None
        One-sided, for the side that `statistic` is on, if this is the only look; None for the sequential rule, which
        has no such number.
    df : int
        Degrees of freedom of `statistic`: partitions less one.
    mean : float or ndarray
        Mean of the statistics of the partitions.
    standard_error : float or ndarray
        Of `mean`, over partitions of the same data.
    interval : tuple of two floats or ndarrays
        For the mean over all partitions, at level ``1 - error``. Under the sequential rule it holds at all looks at
        once, and is infinite while there are too few partitions.
    critical : float
        Critical value of the test of one partition.
    n_partitions : int
        Partitions given.
    rule : {'sequential', 'fixed', 'as_printed'}
        How it was decided.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import enough_partitions
    >>> result = enough_partitions([2.9, 1.4, 2.2, 3.1, 0.8], df=9)
    >>> round(result.mean, 2), round(result.critical, 3), result.n_partitions
    (2.08, 2.262, 5)
    """

    decision: str | NDArray[np.str_]
    n_needed: Batch
    statistic: Batch
    pvalue: Batch | None
    df: int
    mean: Batch
    standard_error: Batch
    interval: tuple[Batch, Batch]
    critical: float
    n_partitions: int
    rule: Rule
    flags: Flags


def enough_partitions(
    statistics: ArrayLike,
    *,
    df: float,
    alpha: float = 0.05,
    error: float = 0.05,
    rule: Rule = "sequential",
) -> EnoughPartitionsResult:
    r"""Say whether the mean t over partitions is settled: significant, not significant, or more partitions needed.

    Partitions are drawn at will, so one looks, adds some and looks again. The rule that Bradford and Brodley give [1]_
    holds for one look at a number fixed beforehand; the default here holds however often one looks [2]_, [3]_.

    Parameters
    ----------
    statistics : array_like of shape (..., n_partitions)
        The t statistic on each of at least 2 partitions of the same data. Leading axes are independent experiments.
    df : float
        Degrees of freedom of the test of *one* partition: 9 for ten folds, 5 for Dietterich's 5x2.
    alpha : float, default 0.05
        Two-sided level of the test of one partition, which sets the critical value.
    error : float, default 0.05
        Probability, over the choice of partitions, of a wrong decision, for the sequential rule at any look whatever.
    rule : {'sequential', 'fixed', 'as_printed'}, default 'sequential'
        ``'fixed'`` is for one look only. ``'as_printed'`` follows the printed formula, whose critical value has the
        degrees of freedom of the number of partitions, and which never concludes ``'not_significant'`` unless all
        statistics are equal.

    Returns
    -------
    EnoughPartitionsResult
        With the decision and the number of partitions it would take. Flags: `equal_statistics` (the same on every
        partition: decided at once), `one_look` (rules other than the sequential: looking again voids `error`),
        `not_recommended` (the printed rule).

    See Also
    --------
    averaged_t : The mean t itself, and its p-value.

    Notes
    -----
    With ``mean(t)`` and ``s`` the mean and standard deviation of ``M`` statistics and ``c`` the critical value, the
    fixed rule compares ``(|mean(t)| - c) / (s / sqrt(M))`` with the one-sided critical value of Student's t with
    ``M - 1`` degrees of freedom at level `error`, on either side.

    The sequential rule decides when ``mean(t) +- w`` is all on one side of ``c`` and of ``-c``, with

    .. math:: w = \frac{s}{\sqrt M} \sqrt{\frac{(M - 1)(K - 1)}{1 - K / (1 + M)}}, \qquad
              K = \Big(\frac{1 + M}{\text{error}^2}\Big)^{1/M},

    infinite while ``K >= 1 + M`` (fewer than 5 partitions at the default `error`). These are the means for which the
    mixture of t likelihoods over standardized effects drawn from N(0, 1) stays below 1/error; since that ratio is a
    martingale, the probability that the interval *ever* misses is at most `error`.

    The null hypothesis: none about learners. What is estimated is the mean of the statistic over all partitions of
    these data; whether it means anything about learners trained on other samples is for the test behind it to say.

    Both rules take the statistics of different partitions of given data as independent and normal, which they are to a
    good approximation. At the border, with 2, 3, ... 200 partitions looked at one after the other and an `error` of
    .05, the fixed rule decided wrongly at some look .35 of the time, the sequential one .02 (.01 with the heavy tails
    of Student's t with 5 degrees of freedom, but .13 with exponential ones). Do not use it on statistics that are
    strongly skewed, or on partitions that were selected.

    References
    ----------
    .. [1] J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on
       significance. Machine Learning 42, 269-286.
    .. [2] T. L. Lai (1976). On confidence sequences. Annals of Statistics 4, 265-280.
    .. [3] H. Wang and A. Ramdas (2025). Anytime-valid t-tests and confidence sequences for Gaussian means with
       unknown variance. Sequential Analysis 44, 56-110.

    Examples
    --------
    >>> from foldwise.stats import enough_partitions
    >>> result = enough_partitions([2.9, 1.4, 2.2, 3.1, 0.8], df=9)
    >>> result.decision, result.n_needed
    ('more_partitions', 348.0)
    >>> enough_partitions([3.9, 3.4, 4.2, 3.1, 3.8, 3.6], df=9).decision
    'significant'
    """
    check_choice(rule, "rule", ("sequential", "fixed", "as_printed"))
    alpha, error, df = check_fraction(alpha, "alpha"), check_fraction(error, "error"), check_df(df)
    t = as_statistics(statistics, least=2)
    if not np.isfinite(t).all():
        raise ValueError(
            f"{np.isinf(t).sum()} of {t.size} statistics are infinite: their partitions have no variance. "
            "Nothing can be said about a mean that contains them; leave out the experiment."
        )
    d = as_differences(t, ("n_partitions",))
    critical = student_critical(1 - alpha, d.n - 1 if rule == "as_printed" else df)
    with np.errstate(all="ignore"):
        mean, sd = np.ldexp(d.mean, d.exponent), np.ldexp(np.sqrt(d.variance), d.exponent)
        standard_error = sd / np.sqrt(d.n)
        gap = np.abs(mean) - critical
        statistic = np.where(gap == 0, 0.0, gap / standard_error)
    equal = sd == 0
    # Infinite only where the flag says so: a spread too small to divide by is still a spread.
    statistic = np.where(equal, statistic, np.clip(statistic, -LARGEST, LARGEST))
    one_sided, two_sided = (-float(student_quantile(d.n - 1, tail)) for tail in (error, error / 2))
    with np.errstate(all="ignore"):
        if rule == "sequential":
            reach = half = np.where(equal, 0.0, half_width(d.n, error) * sd)
            needed = looks_needed(np.abs(gap / sd), error)
        else:
            reach, half = one_sided * standard_error, two_sided * standard_error
            needed = np.ceil(np.square(one_sided * sd / gap))
    above, below = gap > reach, -gap > reach
    if rule == "as_printed":
        below, needed = np.zeros_like(below), np.where(gap > 0, needed, np.inf)
    # At the critical value itself a test rejects.
    above, below = np.where(equal, gap >= 0, above), np.where(equal, gap < 0, below)
    return EnoughPartitionsResult(
        decision=_text(np.where(above, "significant", np.where(below, "not_significant", "more_partitions"))),
        n_needed=unwrapped(np.where(above | below, float(d.n), np.maximum(needed, d.n + 1.0))),
        statistic=unwrapped(np.asarray(statistic)),
        pvalue=None if rule == "sequential" else unwrapped(student_sf(np.abs(statistic), d.n - 1)),
        df=d.n - 1,
        mean=unwrapped(np.asarray(mean)),
        standard_error=unwrapped(np.asarray(standard_error)),
        interval=(unwrapped(np.asarray(mean - half)), unwrapped(np.asarray(mean + half))),
        critical=critical,
        n_partitions=d.n,
        rule=rule,
        flags=Flags(
            {"equal_statistics": equal, "one_look": rule != "sequential", "not_recommended": rule == "as_printed"},
            shape=gap.shape,
        ),
    )


def _text(values: NDArray[Any]) -> str | NDArray[np.str_]:
    return values if values.ndim else str(values)
