"""The jackknife t test over repeated two-fold cross-validation, and what it returns."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foldwise._core import check_bool
from foldwise.stats._batch import LARGEST, Alternative, Batch, Floats, Mask, unwrapped
from foldwise.stats._departures import (
    Halved,
    Halves,
    Regression,
    as_halves,
    as_repeats,
    co_tested_departures,
    regressed_departures,
)
from foldwise.stats._differences import Differences, rounding_behind
from foldwise.stats._student_result import StudentResult, ZeroVariance, refer_to_student


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
        """Return the standard error over random partitions of ``(estimate - value) / standard_error``.

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
    """Return the standard error of a mean over the root of its variance, from the relative errors of both."""
    # The root of a variance is off by half as much as the variance itself.
    by_root = statistic * relative / 2
    square = np.maximum(error**2 - 2 * error * by_root * correlation + by_root**2, 0.0)
    return np.asarray(np.sqrt(np.maximum(square - by_root**2 * noise_share, square / 2)))


_FEWEST: Final = 20
_PAYS_FROM: Final = 5


def twofold_jackknife_t(
    differences: ArrayLike,
    halves: ArrayLike,
    *,
    floor: bool = True,
    adjusted: bool | None = None,
    alternative: Alternative = "two-sided",
    zero_variance: ZeroVariance = "undetermined",
    score_magnitude: ArrayLike | None = None,
) -> JackknifeResult:
    r"""Test equal mean loss over many repeats of two-fold cross-validation, with a variance that counts training too.

    An example acts on a cross-validated difference twice: by its own loss, and as a training example by the losses of
    all others. The delete-one jackknife counts both [1]_, and here costs no further fits: the mean difference
    without an example is that of the others in its half, over the repeats.

    Parameters
    ----------
    differences : array_like of shape (..., n_repeats, n_examples)
        Loss of `b` less loss of `a` of every example in every repeat, predicted by learners trained on the other half:
        positive where `a` is better. Losses may be 0/1 errors, squared errors or any other. Leading axes are
        independent experiments.
    halves : array_like of shape (..., n_repeats, n_examples)
        The half, 0 or 1, that tested each example; leading axes may be left out or of length 1 where experiments share
        them. Halves should be plain draws of about the same size.
    floor : bool, default True
        Take `own_variance` where the jackknife variance is smaller, which is right for 0/1 losses. False, for other
        losses: only where the jackknife variance is not positive.
    adjusted : bool, optional
        Whether to estimate the training effects of all examples jointly, by least squares, which leaves less noise of
        random partitions in the variance. By default where it pays, from 5 repeats for each example on, and the halves
        are plain draws (not stratified).
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` has the lower loss; the p-value is then one-sided.
    zero_variance : {'undetermined', 'limit', 'error'}, default 'undetermined'
        What to do when there is no variance and not all differences are zero: an infinite statistic (0 if the mean
        difference is) with an undefined (NaN) p-value, the limiting p-value, or an error. The first two set the flag
        `zero_variance`.
    score_magnitude : array_like, optional
        Largest absolute loss behind the differences, one number or one per experiment. A standard error below
        ``8 * eps`` times this is rounding and counts as none. Ten thousand times the largest difference if not given.

    Returns
    -------
    JackknifeResult
        With ``df = n_examples - 1``. Flags: `identical_scores` (all differences zero: statistic 0, two-sided p-value 1,
        one-sided 0.5), `zero_variance`.

    See Also
    --------
    agreement_forecast : From the resampling error to the probability that another execution decides the same.
    corrected_repeated_kfold_t : For scores of folds, and training sets of nearly all examples.

    Notes
    -----
    With ``mean(d)`` the mean of all differences and ``mean(d_(j))`` their mean without example ``j`` of ``n``,

    .. math:: t = \bar d \Big/ \sqrt{\frac{n-1}{n} \sum_j (\bar d_{(j)} - m)^2 - v},

    where m is the mean of the ``mean(d_(j))`` and v takes off what the finite number of repeats adds to the sum. In
    ``mean(d_(j))`` the differences of co-tested examples are taken around their own means over repeats, which changes
    nothing on average and removes most of the noise.

    The null hypothesis: trained on random samples of the population that the data came from, of half the size of the
    data, the two learners have the same mean loss.

    For examples drawn independently, halves drawn plainly, and learners indifferent to the order of rows, the variance
    is never too small on average [1]_, [2]_: exact for effects of single examples, too large for interactions (c-way
    interactions count c times). In simulations where the null holds exactly (400 repeats, nominal .05) it rejected
    .025 of the time with 1-nearest neighbours and .035 with linear discriminants (n = 200), and more than .055 only
    where both learners are at chance and one of them is nearly constant (.063 to .083). It speaks about training sets
    of half the size: where learning curves cross it answers another question than ten-fold cross-validation. Do not
    use it for examples that come in groups or twice (split by group, and pass one mean difference per group), for time
    series, or with repeats that are not different draws: the same repeat twice is not two.

    References
    ----------
    .. [1] B. Efron and C. Stein (1981). The jackknife estimate of variance. Annals of Statistics 9, 586-596.
    .. [2] W. Hoeffding (1948). A class of statistics with asymptotically normal distribution. Annals of Mathematical
       Statistics 19, 293-325.

    Examples
    --------
    Some examples are hard for both learners, and `b` errs on another fifth of them:

    >>> import numpy as np
    >>> from foldwise.stats import twofold_jackknife_t
    >>> rng = np.random.default_rng(1)
    >>> halves = rng.permuted(np.tile([0, 1], (100, 30)), axis=1)
    >>> hard, further = rng.random(60) < 0.3, rng.random(60) < 0.2
    >>> noise = rng.random((100, 60)) < 0.05
    >>> result = twofold_jackknife_t((hard | further).astype(int) - (hard | noise), halves)
    >>> round(result.estimate, 3), round(result.standard_error, 3), result.df
    (0.096, 0.044, 59)
    >>> round(result.statistic, 2), round(result.pvalue, 3), round(result.resampling_error, 2)
    (2.19, 0.033, 0.17)
    """
    d = as_repeats(differences, least=_FEWEST)
    second = as_halves(halves, d.shape)
    check_bool(floor, "floor")
    batch, (n_repeats, n) = d.shape[:-2], d.shape[-2:]
    if adjusted is not None and check_bool(adjusted, "adjusted") and n_repeats <= n:
        raise ValueError(
            f"the adjusted variance needs more repeats than examples, got {n_repeats} of {n}. Add repeats, or use "
            "adjusted=False."
        )
    largest = _largest(d)
    # A power of two: multiplying by it is exact, and squares neither overflow nor underflow.
    exponent = np.frexp(largest)[1]
    numbers, is_adjusted = np.empty((*batch, 7)), np.zeros(batch, dtype=bool)
    for is_second, places in _by_halves(second, batch):
        shared = Halves.of(is_second)
        regression = _regression(shared, adjusted)
        for place in places:
            numbers[place] = _summary(Halved(d[place], int(exponent[place]), shared), regression)
            is_adjusted[place] = regression is not None
    mean, own, jackknife, error, swing, correlation, noise_share = np.moveaxis(numbers, -1, 0)

    with np.errstate(all="ignore"):
        rounding = rounding_behind(score_magnitude, largest, exponent)
        variance = np.maximum(jackknife, own) if floor else np.where(jackknife > rounding**2, jackknife, own)
        fixed = variance <= rounding**2
        variance = np.where(fixed, 0.0, variance)
        identical = np.ldexp(largest, -exponent) <= rounding
        summary = Differences(
            mean=np.where(fixed & (np.abs(mean) <= rounding), 0.0, mean),
            variance=variance,
            rounding=rounding,
            exponent=exponent,
            identical=identical,
            constant=fixed & ~identical,
            shape=(n_repeats, n),
        )
        result = refer_to_student(
            summary, np.sqrt(variance), df=n - 1, alternative=alternative, zero_variance=zero_variance
        )
        relative = np.where(identical, 0.0, swing / variance)
        again = error_of_ratio(mean / np.sqrt(variance), error / np.sqrt(variance), relative, correlation, noise_share)
        return JackknifeResult(
            **{field.name: getattr(result, field.name) for field in fields(result)},
            jackknife_variance=_squared_units(jackknife, exponent),
            own_variance=_squared_units(own, exponent),
            # The largest number, where examples have no variance of their own.
            inflation=unwrapped(np.minimum(variance / own, LARGEST)),
            resampling_error=unwrapped(np.where(identical, 0.0, again)),
            estimate_error=unwrapped(np.asarray(np.ldexp(error, exponent))),
            variance_error=unwrapped(relative),
            error_correlation=unwrapped(correlation),
            noise_share=unwrapped(noise_share),
            n_repeats=n_repeats,
            adjusted=is_adjusted if batch else bool(is_adjusted),
        )


def _largest(d: NDArray[Any]) -> Floats:
    """Largest absolute difference of each experiment, found without a copy."""
    high, low = (np.asarray(pick(d, axis=(-2, -1)), dtype=np.float64) for pick in (np.max, np.min))
    largest = np.maximum(high, -low)
    if not np.isfinite(largest).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(d))[0])
        raise ValueError(f"differences must be finite, got {d[place]} at index {place}. Nothing is dropped silently.")
    return largest


def _by_halves(second: Mask, batch: tuple[int, ...]) -> Iterator[tuple[Mask, Iterator[tuple[int, ...]]]]:
    """Yield each set of halves with the places of the experiments that share it."""
    for key in np.ndindex(second.shape[:-2]):
        axes = zip(key, second.shape[:-2], batch, strict=True)
        yield second[key], product(*(range(size) if own == 1 else (at,) for at, own, size in axes))


def _regression(halves: Halves, adjusted: bool | None) -> Regression | None:
    n_repeats, n = halves.is_second.shape
    if adjusted is False or (adjusted is None and n_repeats < _PAYS_FROM * n):
        return None
    regression = Regression.on(halves)
    if adjusted and not regression.is_plain:
        raise ValueError(
            "the adjusted variance needs halves that are plain draws, got halves that are stratified or balanced by "
            "something. Use adjusted=False."
        )
    return regression if regression.is_plain else None


def _summary(experiment: Halved, regression: Regression | None) -> tuple[float, ...]:
    """Mean, own and jackknife variance, the errors of mean and variance over partitions, and how these go together."""
    n_repeats, n = experiment.differences.shape
    own, of_repeats = experiment.means()
    mean = own.mean()
    if regression is None:
        departures = co_tested_departures(experiment, own)
    else:
        departures = regressed_departures(experiment, own, regression)
    factor, per_repeat = (n - 1) / n, 1 / (n_repeats * (n_repeats - 1))
    swings, apart = 2 * factor * departures.swings, of_repeats - mean
    error, swing = (float(np.sqrt(np.square(part).sum() * per_repeat)) for part in (apart, swings))
    # What is in `swings` of noise alone has twice the variance that it adds to the sum of squares.
    noise = 2 * factor**2 * departures.doubled
    both = error > 0 and swing > 0
    return (
        float(mean),
        float(np.square(own - mean).sum() / (n * (n - 1))),
        departures.variance,
        error,
        swing,
        float((apart * swings).sum() * per_repeat / (error * swing)) if both else 0.0,
        noise / swing**2 if swing > 0 else 0.0,
    )


def _squared_units(variance: Floats, exponent: NDArray[np.int32]) -> Batch:
    """Return a variance on the scale of the differences; finite, although the square of a large number may not be."""
    own_scale: Floats = np.ldexp(variance, 2 * exponent)
    return unwrapped(np.asarray(np.clip(own_scale, -LARGEST, LARGEST)))
