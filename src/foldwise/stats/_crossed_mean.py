"""The mean score of one learner over random training sets and random test examples."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_fraction
from foldwise.stats._batch import Batch, Flags, Floats, unwrapped
from foldwise.stats._differences import ROUNDINGS
from foldwise.stats._inputs import as_array, as_floats
from foldwise.stats._tails import student_quantile


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CrossedMeanResult:
    """Mean over training sets and test examples.

    Fields are Python floats for one experiment and arrays of the batch's shape for many.

    Attributes
    ----------
    estimate : float or ndarray
        Mean of all values.
    standard_error : float or ndarray
        Of `estimate`, both training sets and test examples being random.
    df : float or ndarray
        Satterthwaite's degrees of freedom; NaN where the flag holds.
    flags : Flags
        `zero_variance` where all training sets have the same mean, and all examples: no interval.

    Examples
    --------
    >>> from foldwise.stats import crossed_mean
    >>> result = crossed_mean([[1, 1, 0, 1], [1, 0, 0, 1], [1, 1, 1, 1]])
    >>> result.estimate, round(result.standard_error, 3), round(result.df, 2)
    (0.75, 0.215, 4.95)
    """

    estimate: Batch
    standard_error: Batch
    df: Batch
    flags: Flags

    def confidence_interval(self, level: float = 0.95) -> tuple[Batch, Batch]:
        """Two-sided interval for the expected value, training set and example being drawn anew.

        Parameters
        ----------
        level : float, default 0.95
            Nominal coverage; approximate, see `crossed_mean`.

        Returns
        -------
        low, high : float or ndarray
            They may leave the range of the values. NaN where the flag `zero_variance` holds: an interval of no width
            would claim certainty.
        """
        # The lower tail keeps the digits of a level close to 1.
        half = -student_quantile(self.df, (1 - check_fraction(level, "level")) / 2) * np.asarray(self.standard_error)
        return unwrapped(np.asarray(self.estimate - half)), unwrapped(np.asarray(self.estimate + half))


def crossed_mean(values: ArrayLike) -> CrossedMeanResult:
    r"""Estimate the expected score of a learner from disjoint training sets and one test set.

    The learner is trained on each training set and tested on all test examples: Dietterich's question about
    one algorithm and plenty of data [1]_. Training sets must not overlap; those of cross-validation do.

    Parameters
    ----------
    values : array_like of shape (..., n_training_sets, n_test)
        Loss or score, trained on each training set, on each test example: right or wrong, squared errors or any other.
        Leading axes are independent experiments. Two of each at least.

    Returns
    -------
    CrossedMeanResult

    See Also
    --------
    delve_quasi_f : The same design with two or more algorithms.
    clopper_pearson : One training set: an interval for that classifier only.

    Notes
    -----
    With ``t`` training sets and ``e`` examples, random and crossed, the mean has variance
    ``sigma_T^2/t + sigma_E^2/e + sigma_TE^2/te``, and

    .. math:: s^2 = \frac{MS_T + MS_E}{te}, \qquad
              \nu = \frac{(MS_T + MS_E)^2}{MS_T^2/(t-1) + MS_E^2/(e-1)}

    exceeds it by ``sigma_TE^2/te`` on average. Subtracting ``MS_TE`` would make it unbiased, and sometimes negative;
    leaving that out needs no floor and covers better.

    The interval is approximate. Nominal .95 covered, in simulations of right and wrong answers with five and more
    training sets, .91 to .97 of the time where training sets matter less than examples, .89 where they matter as much,
    .87 for stumps on 20 examples, which depend on the training set in a skewed way. With two training sets it was as
    low as .81, with three .86.

    References
    ----------
    .. [1] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised
       classification learning algorithms. Neural Computation 10, 1895-1923.
    .. [2] F. E. Satterthwaite (1946). An approximate distribution of estimates of variance components.
       Biometrics Bulletin 2, 110-114.

    Examples
    --------
    >>> from foldwise.stats import crossed_mean
    >>> losses = [[0.2, 0.5, 0.1, 0.9], [0.3, 0.4, 0.2, 0.8], [0.1, 0.7, 0.1, 0.7], [0.2, 0.4, 0.3, 0.9]]
    >>> result = crossed_mean(losses)
    >>> low, high = result.confidence_interval()
    >>> round(result.estimate, 3), round(low, 3), round(high, 3)
    (0.425, -0.059, 0.909)
    """
    x = _checked(values)
    n_sets, n_test = x.shape[-2:]
    largest = np.abs(x).max(axis=(-2, -1))
    # A power of two: multiplying by it is exact, and squares neither overflow nor underflow.
    exponent = np.frexp(largest)[1]
    rounding = ROUNDINGS * np.finfo(np.float64).eps * np.ldexp(largest, -exponent)
    x = np.ldexp(x, -exponent[..., np.newaxis, np.newaxis])

    mean = x.mean(axis=(-2, -1))
    of_training = _mean_square(x.mean(axis=-1) - mean[..., np.newaxis], n_test, rounding)
    of_example = _mean_square(x.mean(axis=-2) - mean[..., np.newaxis], n_sets, rounding)
    total = of_training + of_example
    with np.errstate(invalid="ignore"):
        df = total**2 / (of_training**2 / (n_sets - 1) + of_example**2 / (n_test - 1))
        return CrossedMeanResult(
            estimate=unwrapped(np.ldexp(mean, exponent)),
            standard_error=unwrapped(np.ldexp(np.sqrt(total / (n_sets * n_test)), exponent)),
            df=unwrapped(df),
            flags=Flags({"zero_variance": total == 0}, shape=total.shape),
        )


def _mean_square(effects: Floats, n_repeats: int, rounding: Floats) -> Floats:
    """Mean square of effects along the last axis, each averaged over `n_repeats` cells."""
    square = np.square(effects).sum(axis=-1) * (n_repeats / (effects.shape[-1] - 1))
    return np.where(np.abs(effects).max(axis=-1) <= rounding, 0.0, square)


def _checked(values: ArrayLike) -> Floats:
    array = as_array(values, "values", if_masked="the design must be complete. Pass every value.", kinds="biuf")
    if array.ndim < 2 or min(array.shape[-2:]) < 2:
        raise ValueError(
            "values must have shape (n_training_sets, n_test), at least 2 of each, leading axes allowed, "
            f"got {array.shape}."
        )
    return as_floats(array, "values")
