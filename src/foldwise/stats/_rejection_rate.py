"""Type I error and power, measured: how often a test rejects."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_fraction
from foldwise.stats._batch import Batch, Counts, Flags, unwrapped
from foldwise.stats._share import exact_lower_share


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RejectionRateResult:
    """How often a test rejected.

    Fields are Python numbers for one test and arrays of the batch's shape for many.

    Attributes
    ----------
    estimate : float or ndarray
        Share of the trials in which the test rejected.
    standard_error : float or ndarray
        ``sqrt(estimate * (1 - estimate) / n_trials)``.
    n_rejections : int or ndarray
        Number of trials in which it rejected.
    n_undefined : int or ndarray
        Number of trials without a p-value. They count as trials, and not as rejections.
    n_trials : int
        Number of trials.
    alpha : float
        The level: ``p <= alpha`` rejects.
    flags : Flags
        `undefined_pvalues` where some trial had none.

    Examples
    --------
    >>> from foldwise.stats import rejection_rate
    >>> result = rejection_rate([0.01, 0.20, 0.70, 0.04, 0.51])
    >>> low, high = result.confidence_interval()
    >>> result.estimate, round(low, 4), round(high, 4)
    (0.4, 0.0527, 0.8534)
    """

    estimate: Batch
    standard_error: Batch
    n_rejections: Counts
    n_undefined: Counts
    n_trials: int
    alpha: float
    flags: Flags

    def confidence_interval(self, level: float = 0.95) -> tuple[Batch, Batch]:
        """Exact interval of Clopper and Pearson for the probability of a rejection.

        Parameters
        ----------
        level : float, default 0.95
            Coverage, at least, for independent trials.

        Returns
        -------
        low, high : float or ndarray
        """
        missed = 1 - check_fraction(level, "level")
        rejected = np.asarray(self.n_rejections)
        accepted = self.n_trials - rejected
        low = exact_lower_share(rejected, accepted, missed)
        high = 1 - exact_lower_share(accepted, rejected, missed)
        return unwrapped(low), unwrapped(np.asarray(high))


def rejection_rate(pvalues: ArrayLike, *, alpha: float = 0.05) -> RejectionRateResult:
    """Estimate the Type I error of a test (when the null is true) or its power (when it is not).

    Parameters
    ----------
    pvalues : array_like of shape (..., n_trials)
        P-values of independent trials. Leading axes are tests or situations. NaN stands for a trial in which the
        p-value is undefined: it is no rejection.
    alpha : float, default 0.05
        The level: ``p <= alpha`` rejects.

    Returns
    -------
    RejectionRateResult
        Flag: `undefined_pvalues`.

    Notes
    -----
    The interval is exact whatever the rate: with no rejection in 1000 trials it is 0 to .0037, not a point. Trials
    must be independent: repartitions of one dataset are not.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.stats import kfold_t, rejection_rate
    >>> null = np.random.default_rng(0).normal(size=(10_000, 10))
    >>> result = rejection_rate(kfold_t(null).pvalue)
    >>> low, high = result.confidence_interval()
    >>> bool(low < 0.05 < high)
    True
    """
    level = check_fraction(alpha, "alpha")
    p = np.asarray(pvalues, dtype=np.float64)
    if p.ndim == 0 or p.shape[-1] == 0:
        raise ValueError(f"pvalues must have shape (..., n_trials) with a trial at least, got {p.shape}.")
    if ((p < 0) | (p > 1)).any():
        raise ValueError(f"pvalues must lie between 0 and 1, got {p[(p < 0) | (p > 1)][0]}.")
    n_trials = p.shape[-1]
    rejections, undefined = (p <= level).sum(axis=-1), np.isnan(p).sum(axis=-1)
    rate = rejections / n_trials
    return RejectionRateResult(
        estimate=unwrapped(np.asarray(rate)),
        standard_error=unwrapped(np.asarray(np.sqrt(rate * (1 - rate) / n_trials))),
        n_rejections=unwrapped(np.asarray(rejections)),
        n_undefined=unwrapped(np.asarray(undefined)),
        n_trials=n_trials,
        alpha=level,
        flags=Flags({"undefined_pvalues": undefined > 0}, shape=undefined.shape),
    )
