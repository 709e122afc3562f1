"""Hall's t test on paired scores of single items: Student's, corrected for differences that are skewed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice, check_fraction
from foldwise.stats._batch import ALTERNATIVES, Alternative, Batch, Flags, Floats, unwrapped
from foldwise.stats._paired_items_t import ItemUnits, item_units
from foldwise.stats._tails import student_pvalue, student_quantile


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HallResult:
    """Mean differences referred to Student's t by Hall's transformation.

    Fields are Python numbers for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    statistic : float or ndarray
        The transformed t; infinite where the flag `zero_variance` holds.
    pvalue : float or ndarray
        Against `alternative`; NaN only where the flag `zero_variance` holds.
    df : float
        Degrees of freedom.
    estimate : float or ndarray
        Mean difference ``score(a) - score(b)``.
    standard_error : float or ndarray
        Of the mean, as in the t test.
    skewness : float or ndarray
        Of the differences of items, or of their sums over clusters; 0 where there are two of them or no variance.
    n_units : int
        Number of items, or of clusters.
    alternative : {'two-sided', 'greater', 'less'}
        What `pvalue` was computed against.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import hall_t
    >>> result = hall_t([0.1, 0.2, 0.1, 0.3, 0.2, 0.1, 2.0])
    >>> round(result.skewness, 2), round(result.pvalue, 3)
    (2.58, 0.031)
    >>> low, high = result.confidence_interval()
    >>> round(low, 3), round(high, 3)
    (0.042, 2.174)
    """

    statistic: Batch
    pvalue: Batch
    df: float
    estimate: Batch
    standard_error: Batch
    skewness: Batch
    n_units: int
    alternative: Alternative
    flags: Flags

    def confidence_interval(self, level: float = 0.95) -> tuple[Batch, Batch]:
        """Two-sided interval for the mean difference: longer on the side to which the differences are skewed.

        Parameters
        ----------
        level : float, default 0.95
            Nominal coverage.

        Returns
        -------
        low, high : float or ndarray
            They exclude 0 when the two-sided p-value is at most ``1 - level``, whatever `alternative` was.
            NaN where the p-value is.
        """
        critical = -float(student_quantile(self.df, (1 - check_fraction(level, "level")) / 2))
        a = np.asarray(self.skewness) / np.sqrt(self.n_units)
        with np.errstate(all="ignore"):
            error = np.where(np.isnan(self.pvalue), np.nan, self.standard_error)
            low = self.estimate - error * _back(critical, a)
            high = self.estimate - error * _back(-critical, a)
        return unwrapped(np.asarray(low)), unwrapped(np.asarray(high))


def hall_t(
    differences: ArrayLike,
    clusters: ArrayLike | None = None,
    *,
    alternative: Alternative = "two-sided",
    score_magnitude: ArrayLike | None = None,
) -> HallResult:
    r"""Test whether two models have equal mean scores on items like these, corrected for skewed differences.

    The mean of skewed differences is skewed itself if there are few of them, and correlated with their standard
    deviation, so that Student's t rejects too often on one side. Hall's transformation [1]_ removes that to the first
    order.

    Parameters
    ----------
    differences : array_like of shape (..., n_items)
        ``score(a) - score(b)`` on each item; where an item was answered several times, the mean. Leading axes are
        independent experiments.
    clusters : array_like of int of shape (n_items,), optional
        Which items belong together. Clusters must be independent of each other, their items need not be.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` scores higher than `b`; the p-value is then one-sided.
    score_magnitude : array_like, optional
        Largest absolute score behind the differences: what rounding can explain is no variance.

    Returns
    -------
    HallResult
        Flags: `identical_scores` (all differences zero: p-value 1), `zero_variance`.

    See Also
    --------
    paired_items_t : Without the correction.

    Notes
    -----
    With Student's ``t``, as in `paired_items_t`, the skewness ``g`` of ``n`` differences, or of the sums of their
    deviations from the mean over ``n`` clusters, and ``a = g / sqrt(n)``, the statistic is

    .. math:: h = t + \frac{a t^2}{3} + \frac{a^2 t^3}{27} + \frac{a}{6}

    with ``n - 1`` degrees of freedom. It grows with ``t``, and ``t = 3 ((1 + a (h - a / 6))^(1/3) - 1) / a`` turns it
    back, which gives the interval. The skewness is the estimate without bias under normality, with ``s`` of ``n - 1``
    degrees of freedom: ``n / ((n - 1) (n - 2))`` times the sum of ``((d_i - mean(d)) / s)^3``.

    The null hypothesis: over all items of which these are a random sample, the two *trained models* score the same on
    average. Where differences are symmetric with long tails, it rejects a true one somewhat too often; taken together
    with `paired_items_t`, the larger p-value of the two, it does not.

    References
    ----------
    .. [1] P. Hall (1992). On the removal of skewness by transformation. Journal of the Royal Statistical Society B 54,
       221-228.

    Examples
    --------
    >>> from foldwise.stats import hall_t, paired_items_t
    >>> rare_losses = [-1.0, -0.5] + [0.2] * 28
    >>> round(paired_items_t(rare_losses).pvalue, 3), round(hall_t(rare_losses).pvalue, 3)
    (0.006, 0.241)
    """
    check_choice(alternative, "alternative", ALTERNATIVES)
    units = item_units(differences, clusters, score_magnitude)
    d, df = units.differences, float(units.n - 1)
    skewness = _skewness(differences, units)
    with np.errstate(all="ignore"):
        t = np.where(d.mean == 0, 0.0, d.mean / units.error)
        a = skewness / np.sqrt(units.n)
        statistic = np.where(d.constant, t, t + a * t * t / 3 + a * a * t * t * t / 27 + a / 6)
        pvalue = np.where(d.constant, np.nan, student_pvalue(statistic, df, alternative))
    return HallResult(
        statistic=unwrapped(np.asarray(statistic)),
        pvalue=unwrapped(np.asarray(pvalue)),
        df=df,
        estimate=unwrapped(np.asarray(np.ldexp(d.mean, d.exponent))),
        standard_error=unwrapped(np.asarray(np.ldexp(units.error, d.exponent))),
        skewness=unwrapped(np.asarray(skewness)),
        n_units=units.n,
        alternative=alternative,
        flags=Flags({"identical_scores": d.identical, "zero_variance": d.constant}, shape=d.mean.shape),
    )


def _skewness(differences: ArrayLike, units: ItemUnits) -> Floats:
    """Return the skewness of what counts as one observation, without its bias under normality."""
    d, n = units.differences, units.n
    if n < 3:
        return np.zeros(d.mean.shape)
    deviations = units.sums
    if deviations is None:
        # Contiguous, so that sums do not depend on how memory lies.
        x = np.ascontiguousarray(differences, dtype=np.float64)
        deviations = np.ldexp(x, -d.exponent[..., np.newaxis]) - d.mean[..., np.newaxis]
    no_spread = d.constant | d.identical | ~(units.error > 0)
    deviations = np.where(no_spread[..., np.newaxis], 0.0, deviations)
    spread = np.sqrt(np.square(deviations).sum(axis=-1) / (n - 1))
    with np.errstate(all="ignore"):
        # Divided before it is cubed: the cube of a small number may be none.
        cubes = np.power(deviations / np.where(spread > 0, spread, 1.0)[..., np.newaxis], 3).sum(axis=-1)
    return np.asarray(cubes * n / ((n - 1) * (n - 2)))


def _back(h: float, a: Floats) -> Floats:
    """Return the t that is transformed to `h`."""
    inner = a * (h - a / 6)
    # 3 ((1 + x)^(1/3) - 1) / a without the difference of two nearly equal numbers, and its limit h at a = 0.
    root = np.cbrt(1 + inner)
    return np.asarray(3 * (h - a / 6) / (root * root + root + 1))
