"""Not worse by a margin, worse by it, or undecided: one-sided limits against a margin."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from foldwise._core import check_fraction
from foldwise.stats._batch import Batch, Floats, unwrapped
from foldwise.stats._disagreements import score_variance, upper_difference
from foldwise.stats._inputs import as_counts
from foldwise.stats._tails import student_quantile


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NonInferiorityResult:
    """One-sided limits of a difference, and what they say about a margin.

    Fields are Python values for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    outcome : str or ndarray of str
        ``'not worse'`` if `low` is above ``-margin``, ``'worse'`` if `high` is below it, else ``'undecided'``.
    estimate : float or ndarray
        Difference ``score(candidate) - score(baseline)``.
    low, high : float or ndarray
        One-sided limits, each at level ``1 - alpha``.
    ratio : float or ndarray
        By how much the sample would have to be larger for the present estimate to decide, if its standard error
        shrinks with the root of the size; infinite if the estimate is at the margin, at most 1 if it is decided.
    margin, alpha : float
        As they were given.

    Examples
    --------
    >>> from foldwise.stats import non_inferiority
    >>> result = non_inferiority(0.002, 0.004, df=99, margin=0.01)
    >>> result.outcome, round(result.low, 5)
    ('not worse', -0.00464)
    """

    outcome: str | NDArray[np.str_]
    estimate: Batch
    low: Batch
    high: Batch
    ratio: Batch
    margin: float
    alpha: float


def non_inferiority(
    estimate: ArrayLike, standard_error: ArrayLike, *, df: float, margin: float, alpha: float = 0.05
) -> NonInferiorityResult:
    r"""Ask whether a candidate is worse than a baseline by more than a margin.

    Parameters
    ----------
    estimate : array_like
        Mean difference ``score(candidate) - score(baseline)``. Arrays are batches of experiments.
    standard_error : array_like
        Its standard error.
    df : float
        Degrees of freedom of the standard error.
    margin : float
        A loss up to this size does not matter; 0 or more.
    alpha : float, default 0.05
        How often a candidate that is worse by just the margin may be called not worse; below 0.5.

    Returns
    -------
    NonInferiorityResult
        Undecided, with limits that are NaN, where the standard error is zero or undefined.

    See Also
    --------
    corrected_tost : The same question in both directions, for cross-validation.
    tango_non_inferiority : For right and wrong answers.

    Notes
    -----
    With ``d`` the estimate, ``e`` its error and ``t`` the quantile of Student's t at ``1 - alpha``, the limits are

    .. math:: d \mp t e,

    and ``ratio`` is :math:`(t e / (d + \delta))^2`.

    The null hypothesis: the candidate is worse by the margin or more. It is as valid as the standard error: give it
    one that knows which examples, or folds, belong together.

    References
    ----------
    .. [1] G. Piaggio and others (2012). Reporting of noninferiority and equivalence randomized trials.
       JAMA 308, 2594-2604.

    Examples
    --------
    >>> from foldwise.stats import non_inferiority
    >>> [non_inferiority(d, 0.004, df=99, margin=0.01).outcome for d in (0.002, -0.008, -0.02)]
    ['not worse', 'undecided', 'worse']
    """
    _check(margin, alpha)
    d, error = np.broadcast_arrays(np.asarray(estimate, dtype=np.float64), np.asarray(standard_error, dtype=np.float64))
    critical = -float(student_quantile(df, alpha))
    with np.errstate(all="ignore"):
        half = np.where(error > 0, critical * error, np.nan)
        ratio = np.square(half / (d + margin))
    return _result(d, d - half, d + half, ratio, margin, alpha)


def tango_non_inferiority(
    n_gained: ArrayLike, n_lost: ArrayLike, n_examples: ArrayLike, *, margin: float, alpha: float = 0.05
) -> NonInferiorityResult:
    r"""Ask whether a candidate gives a smaller share of right answers than a baseline, by more than a margin.

    The limits are those of Tango's score test [1]_: they have a width even if no answer differs.

    Parameters
    ----------
    n_gained : array_like of int
        Examples that the candidate has right and the baseline wrong. Arrays are batches of experiments.
    n_lost : array_like of int
        Examples that the baseline has right and the candidate wrong.
    n_examples : array_like of int
        All examples, each of which both answered once.
    margin : float
        A loss up to this size does not matter; from 0 up to, but not, 1.
    alpha : float, default 0.05
        How often a candidate that is worse by just the margin may be called not worse; below 0.5.

    Returns
    -------
    NonInferiorityResult
        With limits from -1 to 1.

    See Also
    --------
    non_inferiority : For scores of any kind.

    Notes
    -----
    With ``b`` gained and ``c`` lost of ``n``, a difference ``x`` is tested by

    .. math:: z = \frac{b - c - n x}{\sqrt{n (2 q + x (1 - x))}},\qquad q = \frac{\sqrt{B^2 - 8 n C} - B}{4 n},

    with :math:`B = (2 n - b + c) x - b - c` and :math:`C = -c x (1 - x)`; the limits are the differences that it just
    does not reject. At ``x = 0`` it is McNemar's test.

    The null hypothesis: on the population of which the examples are a random sample, the candidate's share of right
    answers is lower by the margin or more.

    References
    ----------
    .. [1] T. Tango (1998). Equivalence test and confidence interval for the difference in proportions for the
       paired-sample design. Statistics in Medicine 17, 891-908.

    Examples
    --------
    >>> from foldwise.stats import tango_non_inferiority
    >>> result = tango_non_inferiority(12, 14, 1000, margin=0.02)
    >>> result.outcome, round(result.low, 4), round(result.high, 4)
    ('not worse', -0.0109, 0.0067)
    """
    _check(margin, alpha)
    if margin >= 1:
        raise ValueError(f"margin must be below 1, for shares of right answers differ by 1 at most, got {margin}.")
    b, c, n = as_counts({"n_gained": n_gained, "n_lost": n_lost, "n_examples": n_examples})
    if (b + c > n).any():
        raise ValueError("n_gained and n_lost together must not exceed n_examples.")
    critical = -float(ndtri(alpha))
    d = np.asarray((b - c) / n, dtype=np.float64)
    gained, lost, every = (np.asarray(count, dtype=np.float64) for count in (b, c, n))
    at_margin = score_variance(gained, lost, every, np.full(d.shape, -float(margin)))
    with np.errstate(all="ignore"):
        ratio = np.square(critical / (b - c + n * margin)) * n * at_margin
    low, high = -upper_difference(c, b, n, critical), upper_difference(b, c, n, critical)
    return _result(d, low, high, ratio, margin, alpha)


def _check(margin: Any, alpha: Any) -> None:
    if isinstance(margin, bool) or not isinstance(margin, int | float) or not 0 <= margin < np.inf:
        raise ValueError(f"margin must be a number not below 0, in the units of the scores, got {margin!r}.")
    if check_fraction(alpha, "alpha") >= 0.5:
        raise ValueError(f"alpha must be below 0.5, got {alpha}.")


def _result(d: Floats, low: Floats, high: Floats, ratio: Floats, margin: float, alpha: float) -> NonInferiorityResult:
    outcome = np.where(low > -margin, "not worse", np.where(high < -margin, "worse", "undecided"))
    return NonInferiorityResult(
        outcome=outcome if outcome.ndim else str(outcome),
        estimate=unwrapped(np.asarray(d)),
        low=unwrapped(np.asarray(low)),
        high=unwrapped(np.asarray(high)),
        ratio=unwrapped(np.asarray(ratio)),
        margin=float(margin),
        alpha=float(alpha),
    )
