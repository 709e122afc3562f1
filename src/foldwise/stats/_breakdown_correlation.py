"""The correlation between differences at which a significant result stops being one."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice, check_fraction, check_integer
from foldwise.stats._batch import Batch, Flags, Floats, Mask, unwrapped
from foldwise.stats._corrected_repeated_kfold_t import check_ratio
from foldwise.stats._differences import as_differences
from foldwise.stats._student_result import ZeroVariance, refuse_zero_variance
from foldwise.stats._tails import student_criticals


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BreakdownResult:
    """How correlated the differences may be before a two-sided t test no longer rejects.

    Fields are Python values for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    correlation : float or ndarray
        The breakdown correlation: significant unless the differences are correlated more than this. Negative if not
        significant even for independent differences; NaN only where the flag `zero_variance` holds.
    assumed : float
        The correlation that the corrected t test assumes.
    significant : bool or ndarray
        Whether `correlation` is at least `assumed`: whether the corrected t test rejects.
    alpha : float or ndarray
        Two-sided level.
    df : int
        Degrees of freedom of the t test, whatever the correlation.
    estimate : float or ndarray
        Mean difference ``score(a) - score(b)``, on the scale of the scores.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import breakdown_correlation
    >>> result = breakdown_correlation([[0.02, 0.04, 0.00, 0.03, 0.01], [0.03, 0.01, 0.02, 0.05, 0.00]])
    >>> round(result.assumed, 3), result.significant
    (0.2, False)
    """

    correlation: Batch
    assumed: float
    significant: bool | Mask
    alpha: Batch
    df: int
    estimate: Batch
    flags: Flags


def breakdown_correlation(
    differences: ArrayLike,
    *,
    alpha: ArrayLike = 0.05,
    test_train_ratio: float | None = None,
    counted_repeats: int | None = None,
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> BreakdownResult:
    r"""Return how strongly folds may be correlated before a difference is no longer significant.

    The corrected t test stands on a guessed correlation between folds. If differences are normal and all equally
    correlated, the t test with the true correlation is exact [1]_; so instead of trusting one guess, read off the
    correlation at which the verdict turns, and judge whether it could be that high.

    Parameters
    ----------
    differences : array_like of shape (..., n_repeats, n_folds)
        ``score(a) - score(b)`` on each fold. Leading axes are independent experiments. For independent random splits
        pass shape ``(..., n_splits, 1)`` and the ratio.
    alpha : float or array_like of shape (...), default 0.05
        Two-sided level, one number or one per experiment.
    test_train_ratio : float, optional
        Test size over training size, summed over folds; ``1 / (n_folds - 1)`` if not given. It sets `assumed`,
        ``ratio / (1 + ratio)``, and nothing else.
    counted_repeats : int, optional
        Degrees of freedom and the term 1/n as if there were so many repeats, as in `corrected_repeated_kfold_t`.
    zero_variance : {'undetermined', 'limit', 'error'}, default 'undetermined'
        What to do when all differences are equal and not zero: an undefined (NaN) correlation, the limit 1,
        or an error. The first two set the flag `zero_variance`.
    score_magnitude : array_like, optional
        Largest absolute score behind the differences, one number or one per experiment. Spread below
        ``8 * eps`` times this is rounding and counts as none. Ten thousand times the largest difference if not given.

    Returns
    -------
    BreakdownResult
        With ``df = n_repeats * n_folds - 1``, or that of the repeats counted. Flags: `identical_scores` (all
        differences zero: no correlation makes them significant, and the result is the least possible, ``-1 / df``),
        `zero_variance`.

    See Also
    --------
    corrected_repeated_kfold_t : The test at the assumed correlation.

    Notes
    -----
    With :math:`\bar d` and :math:`s` the mean and standard deviation of all :math:`n` differences and :math:`c` the
    critical value of Student's t with :math:`n - 1` degrees of freedom,

    .. math:: \rho^* = \frac{u}{1 + u}, \qquad u = \Big(\frac{\bar d}{s c}\Big)^2 - \frac1n.

    The null hypothesis: trained on random samples of the population that the data came from, of the size of
    one training set (not of the whole data), the two learners score the same on average.

    At the true correlation the test has its level exactly, if differences are normal and equally correlated. Folds of
    the same repeat and of different repeats are not equally correlated: the breakdown value is one number for both. Do
    not read it as an estimate of the correlation, which cannot be had from one data set.

    References
    ----------
    .. [1] Y. Grandvalet and Y. Bengio (2006). Hypothesis testing for cross-validation. Technical Report 1285,
       Departement d'informatique et recherche operationnelle, Universite de Montreal.
    .. [2] C. Nadeau and Y. Bengio (2003). Inference for the generalization error.
       Machine Learning 52, 239-281.

    Examples
    --------
    >>> from foldwise.stats import breakdown_correlation
    >>> result = breakdown_correlation([[0.02, 0.04, 0.00, 0.03, 0.01], [0.03, 0.01, 0.02, 0.05, 0.00]])
    >>> round(result.correlation, 3)
    0.175

    Significant unless folds are correlated more than 0.175; the corrected t test assumes 0.2, so it does not reject.
    """
    check_choice(zero_variance, "zero_variance", ("undetermined", "limit", "error"))
    levels = _levels(alpha)
    d = as_differences(differences, ("n_repeats", "n_folds"), score_magnitude=score_magnitude)
    ratio = check_ratio(test_train_ratio, d.shape[1])
    refuse_zero_variance(d, zero_variance)
    n = d.n if counted_repeats is None else check_integer(counted_repeats, "counted_repeats", least=2) * d.shape[1]
    critical = student_criticals(1 - levels, n - 1)
    with np.errstate(all="ignore"):
        u = np.where(d.mean == 0, 0.0, np.square(d.mean / critical) / d.variance) - 1 / n
        correlation = np.where(d.constant, 1.0, u / (1 + u))
    if zero_variance == "undetermined":
        correlation = np.where(d.constant, np.nan, correlation)
    significant = u >= ratio if zero_variance == "limit" else (u >= ratio) & ~d.constant
    return BreakdownResult(
        correlation=unwrapped(correlation),
        assumed=ratio / (1 + ratio),
        significant=significant if significant.ndim else bool(significant),
        alpha=unwrapped(levels),
        df=n - 1,
        estimate=unwrapped(np.asarray(np.ldexp(d.mean, d.exponent))),
        flags=Flags({"identical_scores": d.identical, "zero_variance": d.constant}, shape=d.mean.shape),
    )


def _levels(alpha: ArrayLike) -> Floats:
    """Return levels as an array; of a single number too."""
    if np.ndim(alpha) == 0:
        return np.asarray(check_fraction(alpha, "alpha"))
    levels = np.asarray(alpha, dtype=np.float64)
    if not ((levels > 0) & (levels < 1)).all():
        raise ValueError("alpha must be strictly between 0 and 1 for every experiment.")
    return levels
