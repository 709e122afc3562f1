"""What a difference is worth once it is known that only a significant one would have been reported."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import log_ndtr, ndtri

from foldwise._core import check_choice, check_fraction
from foldwise.stats._batch import Batch, Floats, unwrapped

# In standard errors; beyond it no estimate is looked for. The least probable limits of level .9999 lie closer.
_FARTHEST = 40.0
_HALVINGS = 60


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AfterSelectionResult:
    """A difference that was reported because it was significant, and what to expect of it on new data.

    Fields are floats for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    estimate : float or ndarray
        As reported.
    expected : float or ndarray
        The median-unbiased estimate: for a difference as large as this, reported ones are smaller in half of the cases.
    shrinkage : float or ndarray
        `expected` over `estimate`: 1 where selection did nothing, below 0 where the sign itself is in doubt.

    Examples
    --------
    >>> from foldwise.stats import after_selection
    >>> result = after_selection(0.05, 0.02)
    >>> low, high = result.confidence_interval(0.95)
    >>> round(result.expected, 3), round(low, 3), round(high, 3)
    (0.031, -0.008, 0.087)
    """

    estimate: Batch
    expected: Batch
    shrinkage: Batch
    _limit_at: Any

    def confidence_interval(self, level: float = 0.95) -> tuple[Batch, Batch]:
        """Return limits for the true difference that cover it so often among significant results."""
        tail = (1 - check_fraction(level, "level")) / 2
        return self._limit_at(1 - tail), self._limit_at(tail)


def after_selection(
    estimate: ArrayLike,
    standard_error: ArrayLike,
    *,
    alpha: ArrayLike = 0.05,
    alternative: str = "two-sided",
) -> AfterSelectionResult:
    r"""Return what remains of a significant difference when one allows for its having been selected.

    Who reports a difference because it is significant reports the lucky ones: on new data it will, on average, be
    smaller. How much smaller follows from how close it was to not being significant.

    Parameters
    ----------
    estimate : array_like of shape (...)
        Differences ``score(a) - score(b)`` that were significant.
    standard_error : array_like of shape (...)
        Their standard errors, above 0.
    alpha : float or array_like of shape (...), default 0.05
        The level at which they were significant, after any adjustment: 0.05 / 3 for the smallest p of three by Holm.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        Whether a difference the other way would have been reported as well.

    Returns
    -------
    AfterSelectionResult

    See Also
    --------
    foldwise.confirm : Holds a verdict against new data, and says this of it.

    Notes
    -----
    With :math:`z = d / s` and :math:`c` the critical value, the result was seen because :math:`|Z| \ge c`. Given that,

    .. math:: F_\mu(z) = P_\mu(Z \le z \mid |Z| \ge c), \qquad Z \sim N(\mu, 1),

    falls as :math:`\mu` grows, and the estimate solves :math:`F_\mu(z) = 1/2` [1]_; limits of level :math:`1 - 2q`
    solve :math:`F_\mu(z) = 1 - q` and :math:`F_\mu(z) = q`. They hold exactly for a normal estimate with a known
    standard error. Of a t test, take the standard error that its p-value implies: the difference over the normal
    quantile of p.

    References
    ----------
    .. [1] H. Zhong and R. L. Prentice (2008). Bias-reduced estimators and confidence intervals for odds ratios in
       genome-wide association studies. Biostatistics 9, 621-634.

    Examples
    --------
    Just significant, and far beyond: the first loses nearly all of its size, the second nothing.

    >>> from foldwise.stats import after_selection
    >>> after_selection([0.0400, 0.1000], 0.02).shrinkage.round(2)
    array([0.02, 1.  ])
    """
    check_choice(alternative, "alternative", ("two-sided", "greater", "less"))
    given = (np.asarray(each, dtype=np.float64) for each in (estimate, standard_error, alpha))
    d, error, levels = np.broadcast_arrays(*given)
    if not (np.isfinite(d).all() and np.isfinite(error).all() and (error > 0).all()):
        raise ValueError("after_selection needs finite differences and standard errors above 0.")
    if not ((levels > 0) & (levels < 1)).all():
        raise ValueError("alpha must be strictly between 0 and 1 for every difference.")
    # One orientation: z is positive, and where only one side would have been reported it is that side.
    sign = np.where(d < 0, -1.0, 1.0)
    z = np.abs(d) / error
    critical = -ndtri(levels / 2 if alternative == "two-sided" else levels)
    wrong_side = alternative != "two-sided" and bool(((d < 0) == (alternative == "greater")).any())
    # What is significant by less than rounding is.
    if wrong_side or (z < critical * (1 - 1e-9)).any():
        raise ValueError(
            "after_selection is about significant differences, and one is not at this level. Leave it out, or give "
            "the level at which it was called significant."
        )
    limit_at = partial(_limit, np.maximum(z, critical), critical, sign * error, alternative == "two-sided")
    expected = limit_at(0.5)
    with np.errstate(invalid="ignore", divide="ignore"):
        shrinkage = np.asarray(expected) / d
    return AfterSelectionResult(
        estimate=unwrapped(np.asarray(d)),
        expected=expected,
        shrinkage=unwrapped(np.asarray(shrinkage)),
        _limit_at=limit_at if bool((sign > 0).all()) else partial(_turned, limit_at, sign),
    )


def _turned(limit_at: Any, sign: Floats, share: float) -> Batch:
    """Return a limit where differences are negative: the lower one of what is turned round is the upper one."""
    limits: Floats = np.where(sign > 0, limit_at(share), limit_at(1 - share))
    return unwrapped(limits)


def _limit(z: Floats, critical: Floats, scale: Floats, both_sides: bool, share: float) -> Batch:
    """Return the mean at which what is selected lies below z with this probability, by halving."""
    low, high = z - _FARTHEST, z + _FARTHEST
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        is_above = _share_below(z, middle, critical, both_sides) < share
        low, high = np.where(is_above, low, middle), np.where(is_above, middle, high)
    return unwrapped(np.asarray(scale * (low + high) / 2))


def _share_below(z: Floats, mean: Floats, critical: Floats, both_sides: bool) -> Floats:
    """Return the probability that a selected value is at most z; in logarithms, since both sides may be improbable."""
    above_z, above = log_ndtr(mean - z), log_ndtr(mean - critical)
    selected = np.logaddexp(above, log_ndtr(-critical - mean)) if both_sides else above
    return np.asarray(-np.expm1(np.minimum(above_z - selected, 0.0)))
