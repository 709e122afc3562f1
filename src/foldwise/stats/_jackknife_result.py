"""What the jackknife test returns: a t, its parts, and how far other random partitions would move it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise.stats._batch import Batch, Floats, Mask, unwrapped
from foldwise.stats._results import StudentResult


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JackknifeResult(StudentResult):
    """Mean differences of losses referred to Student's t, with a jackknife variance.

    Fields are as in `StudentResult`, and these. Errors over partitions are 0 where the flag `identical_scores` holds,
    and NaN, like all that is relative to the variance, where `zero_variance` does.

    Attributes
    ----------
    jackknife_variance : float or ndarray
        Delete-one jackknife variance of `estimate`, without bias from the number of repeats; it may be negative while
        these are few.
    own_variance : float or ndarray
        The part of it that single losses explain by themselves: their variance over the number of examples.
    inflation : float or ndarray
        Variance used over `own_variance`: what training on the same examples adds.
    resampling_error : float or ndarray
        Standard error of `statistic` over random partitions of the same data; too large rather than too small.
    estimate_error : float or ndarray
        Standard error of `estimate` over random partitions.
    variance_error : float or ndarray
        Standard error of `jackknife_variance` over random partitions, relative to the variance used.
    error_correlation : float or ndarray
        Correlation over random partitions of `estimate` and `jackknife_variance`.
    noise_share : float or ndarray
        Share of the square of `variance_error` by which it is too large, because noise counts twice in it.
    n_repeats : int
        Repeats given.
    adjusted : bool or ndarray of bool
        Whether training effects were estimated jointly.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.stats import twofold_jackknife_t
    >>> rng = np.random.default_rng(1)
    >>> halves = rng.permuted(np.tile([0, 1], (100, 30)), axis=1)
    >>> error_a, error_b = rng.random((100, 60)) < 0.05, rng.random(60) < 0.2
    >>> result = twofold_jackknife_t(error_b.astype(int) - error_a, halves)
    >>> round(result.inflation, 2), round(result.resampling_error, 2)
    (1.0, 0.17)
    >>> round(result.resampling_error_of(-0.01), 2)
    0.18
    """

    jackknife_variance: Batch
    own_variance: Batch
    inflation: Batch
    resampling_error: Batch
    estimate_error: Batch
    variance_error: Batch
    error_correlation: Batch
    noise_share: Batch
    n_repeats: int
    adjusted: bool | Mask

    def resampling_error_of(self, value: ArrayLike) -> Batch:
        """Give the standard error over random partitions of ``(estimate - value) / standard_error``.

        Parameters
        ----------
        value : array_like
            A difference to test against, on the scale of the estimate: 0, or a limit of a region of equivalence.

        Returns
        -------
        float or ndarray
            At 0 the same as `resampling_error`.
        """
        with np.errstate(all="ignore"):
            statistic = (np.asarray(self.estimate) - np.asarray(value)) / self.standard_error
            error = np.asarray(self.estimate_error) / self.standard_error
            again = error_of_ratio(
                statistic, error, np.asarray(self.variance_error), self.error_correlation, self.noise_share
            )
        return unwrapped(np.where(self.flags.where("identical_scores"), 0.0, again))


def error_of_ratio(
    statistic: Floats, error: Floats, relative: Floats, correlation: Batch, noise_share: Batch
) -> Floats:
    """Give the standard error of a mean over the root of its variance, from the relative errors of both."""
    # The root of a variance is off by half as much as the variance itself.
    by_root = statistic * relative / 2
    square = np.maximum(error**2 - 2 * error * by_root * correlation + by_root**2, 0.0)
    return np.asarray(np.sqrt(np.maximum(square - by_root**2 * noise_share, square / 2)))
