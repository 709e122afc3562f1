"""Two one-sided corrected t tests: evidence that a difference is too small to matter."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foldwise._core import check_fraction
from foldwise.stats._batch import LARGEST, Batch, Flags, Floats, unwrapped
from foldwise.stats._corrected_repeated_kfold_t import corrected_repeated_kfold_t
from foldwise.stats._student_result import ZeroVariance
from foldwise.stats._tails import student_critical, student_sf


def as_rope(rope: Any) -> tuple[float, float]:
    """Return the limits of `rope`: a number w stands for the region from -w to w.

    >>> as_rope(0.01)
    (-0.01, 0.01)
    """
    limits = (-rope, rope) if isinstance(rope, Real) and not isinstance(rope, bool) else rope
    if not (isinstance(limits, Sequence) and len(limits) == 2 and all(isinstance(limit, Real) for limit in limits)):
        raise TypeError(f"rope must be a number or a pair of numbers, got {rope!r}.")
    low, high = (float(limit) for limit in limits)
    if not (math.isfinite(low) and math.isfinite(high) and low <= high):
        raise ValueError(f"rope must be a number not below 0 or a pair (low, high) with low <= high, got {rope!r}.")
    return low, high


def distances(estimate: Floats, standard_error: Floats, low: float, high: float) -> tuple[Floats, Floats]:
    """Measure how far the limits lie above the estimate, in standard errors; 0 where a limit is the estimate.

    >>> distances(np.array(2.0), np.array(0.0), 1.0, 2.0)
    (array(-inf), array(0.))
    """
    with np.errstate(all="ignore"):
        below, above = (np.where(limit == estimate, 0.0, (limit - estimate) / standard_error) for limit in (low, high))
    return below, above


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EquivalenceResult:
    """Mean differences tested against both limits of a region of practical equivalence.

    Fields are Python values for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    statistic : float or ndarray
        Student's t of the limit that is harder to exclude, positive towards the inside of the region. Infinite only
        where the flag `zero_variance` or `identical_scores` holds.
    pvalue : float or ndarray
        The larger of the two one-sided p-values; NaN only where the flag `zero_variance` holds.
    pvalue_low, pvalue_high : float or ndarray
        Against a mean difference at or below the lower limit, and at or above the upper one.
    decision : str or ndarray of str
        ``'equivalent'`` if `pvalue` is at most `alpha`, ``'not_shown'`` if not, ``'undetermined'`` if it is NaN.
    alpha : float
        Level of the decision.
    rope : tuple of two floats
        The region of practical equivalence.
    df : float
        Degrees of freedom.
    estimate : float or ndarray
        Mean difference ``score(a) - score(b)``, on the scale of the scores.
    standard_error : float or ndarray
        That of the corrected t test.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import corrected_tost
    >>> result = corrected_tost([[0.02, 0.04, 0.00, 0.03, 0.01], [0.03, 0.01, 0.02, 0.05, 0.00]], rope=0.05)
    >>> low, high = result.confidence_interval()
    >>> round(low, 4), round(high, 4)
    (0.003, 0.039)
    """

    statistic: Batch
    pvalue: Batch
    pvalue_low: Batch
    pvalue_high: Batch
    decision: str | NDArray[np.str_]
    alpha: float
    rope: tuple[float, float]
    df: float
    estimate: Batch
    standard_error: Batch
    flags: Flags

    def confidence_interval(self, level: float | None = None) -> tuple[Batch, Batch]:
        """Two-sided interval for the mean difference, on the scale of the scores.

        Parameters
        ----------
        level : float, optional
            Nominal coverage; ``1 - 2 * alpha`` if not given: the interval that lies inside the region of practical
            equivalence exactly when the decision is ``'equivalent'``.

        Returns
        -------
        low, high : float or ndarray
            NaN where the p-value is: an interval of no width would claim certainty.
        """
        critical = student_critical(check_fraction(1 - 2 * self.alpha if level is None else level, "level"), self.df)
        with np.errstate(all="ignore"):
            half = np.where(np.isnan(self.pvalue), np.nan, critical * np.asarray(self.standard_error))
            return unwrapped(np.asarray(self.estimate - half)), unwrapped(np.asarray(self.estimate + half))


def corrected_tost(
    differences: ArrayLike,
    *,
    rope: float | tuple[float, float],
    alpha: float = 0.05,
    test_train_ratio: float | None = None,
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> EquivalenceResult:
    r"""Test whether the mean difference over repeated cross-validation is too small to matter.

    A difference that is not significant is not shown to be absent. Two one-sided tests show it: one against the lower
    limit of a region of practical equivalence, one against the upper, both with the variance of the
    corrected t test [1]_, [2]_.

    Parameters
    ----------
    differences : array_like of shape (..., n_repeats, n_folds)
        ``score(a) - score(b)`` on each fold. Leading axes are independent experiments. For independent random splits
        pass shape ``(..., n_splits, 1)`` and the ratio.
    rope : float or (low, high)
        Region of practical equivalence: mean differences from ``-rope`` to ``rope``, or from low to high, do not
        matter. It is for the user to say, and before looking at the scores.
    alpha : float, default 0.05
        Level of each one-sided test, and so of the decision; below 0.5.
    test_train_ratio : float, optional
        Test size over training size, summed over folds; ``1 / (n_folds - 1)`` if not given.
    zero_variance : {'undetermined', 'limit', 'error'}, default 'undetermined'
        What to do when all differences are equal and not zero: an undefined (NaN) p-value, the limiting p-value
        of 0 or 1, or an error. The first two set the flag `zero_variance`.
    score_magnitude : array_like, optional
        Largest absolute score behind the differences, one number or one per experiment. Spread below
        ``8 * eps`` times this is rounding and counts as none. Ten thousand times the largest difference if not given.

    Returns
    -------
    EquivalenceResult
        With ``df = n_repeats * n_folds - 1``. Flags: `identical_scores` (all differences zero: p-value 0 if
        zero is inside the region), `zero_variance`.

    See Also
    --------
    bayesian_correlated_t : The same numbers as posterior probabilities.
    corrected_repeated_kfold_t : The test for a difference.

    Notes
    -----
    With ``mean(d)`` the mean difference, ``e`` the standard error of the corrected t test and ``(l, h)`` the region,

    .. math:: p = \max\Big(P\big(T > (\bar d - l)/e\big),\ P\big(T > (h - \bar d)/e\big)\Big),

    with T Student's t. There is no adjustment for two tests: both must reject.

    The null hypothesis: trained on random samples of the population that the data came from, of the size of
    one training set (not of the whole data), the two learners differ in mean score by as much as a limit of the
    region or more.

    Its level is that of the corrected t test, one-sided, and depends on the learner as that does. With few
    differences or a narrow region it cannot reject: do not read ``'not_shown'`` as different, and do not choose the
    region after looking.

    References
    ----------
    .. [1] D. J. Schuirmann (1987). A comparison of the two one-sided tests procedure and the power approach for
       assessing the equivalence of average bioavailability. Journal of Pharmacokinetics and Biopharmaceutics 15,
       657-680.
    .. [2] C. Nadeau and Y. Bengio (2003). Inference for the generalization error.
       Machine Learning 52, 239-281.

    Examples
    --------
    >>> from foldwise.stats import corrected_tost
    >>> differences = [[0.02, 0.04, 0.00, 0.03, 0.01], [0.03, 0.01, 0.02, 0.05, 0.00]]
    >>> result = corrected_tost(differences, rope=0.05)
    >>> result.decision, round(result.pvalue, 4), round(result.statistic, 3), result.df
    ('equivalent', 0.0081, 2.947, 9)
    >>> corrected_tost(differences, rope=0.03).decision
    'not_shown'
    """
    low, high = as_rope(rope)
    if low == high:
        raise ValueError(f"rope must have some width to be equivalent within, got {rope!r}.")
    if check_fraction(alpha, "alpha") >= 0.5:
        raise ValueError(f"alpha must be below 0.5, got {alpha}.")
    corrected = corrected_repeated_kfold_t(
        differences,
        test_train_ratio=test_train_ratio,
        zero_variance=zero_variance,
        score_magnitude=score_magnitude,
    )
    below, above = distances(np.asarray(corrected.estimate), np.asarray(corrected.standard_error), low, high)
    undefined = np.isnan(corrected.pvalue)
    at_low, at_high = (np.where(undefined, np.nan, student_sf(t, corrected.df)) for t in (-below, above))
    pvalue = np.maximum(at_low, at_high)
    # Infinite only where a flag says so: a spread too small to divide by is still a spread.
    no_spread = np.asarray(corrected.flags.where("zero_variance")) | corrected.flags.where("identical_scores")
    statistic = np.minimum(-below, above)
    statistic = np.where(no_spread, statistic, np.clip(statistic, -LARGEST, LARGEST))
    decision = np.where(undefined, "undetermined", np.where(pvalue <= alpha, "equivalent", "not_shown"))
    return EquivalenceResult(
        statistic=unwrapped(statistic),
        pvalue=unwrapped(pvalue),
        pvalue_low=unwrapped(at_low),
        pvalue_high=unwrapped(at_high),
        decision=_text(decision),
        alpha=float(alpha),
        rope=(low, high),
        df=corrected.df,
        estimate=corrected.estimate,
        standard_error=corrected.standard_error,
        flags=corrected.flags,
    )


def _text(values: NDArray[Any]) -> str | NDArray[np.str_]:
    return values if values.ndim else str(values)
