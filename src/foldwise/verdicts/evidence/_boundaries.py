"""How far a t statistic is from where the decision would change, and how far another split would be off."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from foldwise.stats import agreement_forecast, jackknife_error
from foldwise.stats._door import student_quantile

Floats = npt.NDArray[np.float64]

# A float, or an array of them for many pairs of one design.
Numbers: TypeAlias = Any

_TINY: Final = 1e-12

# Past this relative error the variance is not known well enough to rely on its standard error.
MOST_VARIANCE_ERROR: Final = 0.35


@dataclass(frozen=True, slots=True, kw_only=True)
class VarianceNoise:
    """Noise over random partitions of an estimate and of its variance, in units of the standard error that is used.

    Parameters
    ----------
    estimate_error : float
        Standard error of the estimate over partitions.
    variance : float
        The variance as it was estimated: 1, or less where another one is used.
    variance_error : float
        Its standard error over partitions.
    least : float
        The variance that is used is never less than this.
    correlation : float, default 0.0
        Of estimate and variance over partitions.
    """

    estimate_error: float
    variance: float
    variance_error: float
    least: float
    correlation: float = 0.0

    @property
    def is_swamped(self) -> bool:
        """Whether the variance is not known well enough to rely on its standard error."""
        return self.variance_error > MOST_VARIANCE_ERROR

    def errors_away(self, distance: float, critical: float, *, side: float = 1.0) -> float:
        r"""Return how many standard errors it takes to reach the boundary at which ``distance = critical * sqrt(V)``.

        Parameters
        ----------
        distance : float
            Of the estimate, from zero or from an end of a rope, towards the side of the decision; in standard errors.
        critical : float
            How many standard errors it takes for the decision.
        side : {1.0, -1.0}
            Whether `distance` grows with the estimate, or shrinks.

        Notes
        -----
        The boundary is a curve in the plane of estimate and variance. Its point of least Mahalanobis distance is
        looked for, which a straight line through the statistic misses where the variance is known badly: a variance of
        ten times its size does not matter to a difference of twenty standard errors.
        """
        if critical < 0:
            distance, critical, side = -distance, -critical, -side
        # Of a few repeats the correlation may come out as one.
        rho = side * float(np.clip(self.correlation, -0.95, 0.95))
        low = max(self.least, 0.0)
        reached = (max(distance, 0.0) / critical) ** 2 if critical > 0 else 0.0
        high = max(reached, low, self.variance, 1e-12)
        fine, coarse = np.geomspace(max(low, 1e-9 * high), high, 200), np.linspace(low, 1.5 * high, 400)
        grid = np.unique(np.concatenate([fine, coarse]))
        # Where only one of the two moves: the valley between these points may be narrower than any grid.
        ends = np.maximum([self.variance, reached], low)
        least = float(self._squares(ends, distance, critical, rho).min())
        for _ in range(4):
            squares = self._squares(grid, distance, critical, rho)
            best = int(np.argmin(squares))
            least = min(least, float(squares[best]))
            grid = np.linspace(grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)], 50)
        return float(np.sqrt(least))

    def _squares(self, variances: Floats, distance: float, critical: float, rho: float) -> Floats:
        """Squared Mahalanobis distance of the points of the boundary at these variances."""
        by_estimate = (critical * np.sqrt(variances) - distance) / max(self.estimate_error, _TINY)
        by_variance = (variances - self.variance) / max(self.variance_error, _TINY)
        # At the least variance, any estimate below it would do.
        by_variance = np.where(variances <= self.least, np.minimum(rho * by_estimate, by_variance), by_variance)
        return (by_estimate**2 - 2 * rho * by_estimate * by_variance + by_variance**2) / (1 - rho**2)


@dataclass(frozen=True, slots=True)
class Margin:
    """Distance of a statistic from a boundary of decisions, and its standard error over random partitions.

    Floats, or arrays for many statistics. `n_repeats` are those that the error was estimated from; `caution` is how
    many times the error is to be counted where one asks whether that is far: more than once where it is from few
    repeats.
    """

    distance: Numbers
    error: Numbers
    n_repeats: int
    caution: float = 1.0

    @property
    def risk(self) -> Numbers:
        """Probability that another split is on the other side."""
        error, distance = np.asarray(self.error), np.asarray(self.distance)
        known = np.isfinite(error)
        risk = np.full(error.shape, 0.5)
        if known.any():
            risk[known] = agreement_forecast(distance[known], error[known], n_repeats=self.n_repeats).risk
        return _plain(risk)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartitionSpread:
    """A mean difference with its standard error, and how both vary over random partitions of the same data.

    Parameters
    ----------
    estimate, standard_error : float or ndarray
        Of the t test; arrays for many pairs of one design.
    df : float
        Its degrees of freedom.
    error_of : callable
        For a number v, the standard error of ``(estimate - v) / standard_error`` over random partitions.
    n_repeats : int
        Repeats that it rests on.
    noise : VarianceNoise, optional
        Where the variance is known too badly for a standard error of the statistic: the noise of both.
    caution : float, default 1.0
        How many times the error of the estimate is to be counted where one asks whether a decision is far from
        changing.
    """

    estimate: Numbers
    standard_error: Numbers
    df: float
    error_of: Callable[[Numbers], Numbers]
    n_repeats: int
    noise: VarianceNoise | None = None
    caution: float = 1.0

    def margin(self, distance: Numbers, critical: Numbers, limit: Numbers, side: Numbers) -> Margin:
        """Return how far a decision is from changing; with `noise`, of one pair.

        Parameters
        ----------
        distance : float or ndarray
            Of the estimate from what it is tested against, towards the side of the decision.
        critical : float or ndarray
            How many standard errors that must be.
        limit : float or ndarray
            The limit of the interval that the decision is about.
        side : float or ndarray
            1 where `distance` grows with the estimate, -1 where it shrinks.
        """
        far = abs(distance / self.standard_error - critical)
        if self.noise is None:
            return Margin(far, self.error_of(limit), self.n_repeats, self.caution)
        away = self.noise.errors_away(distance / self.standard_error, critical, side=side)
        error = far / away if away > 0 else self.error_of(limit)
        if self.caution == 1 or not away > 0:
            return Margin(far, error, self.n_repeats, self.caution)
        cautious = replace(self.noise, estimate_error=self.caution * self.noise.estimate_error)
        nearer = cautious.errors_away(distance / self.standard_error, critical, side=side)
        return Margin(far, error, self.n_repeats, away / nearer if nearer > 0 else self.caution)


def _plain(numbers: Any) -> Numbers:
    """Return a number as a Python float, arrays as they are."""
    return numbers if np.ndim(numbers) else float(numbers)


def critical_value(df: float, threshold: Numbers, alternative: str) -> Numbers:
    """Value of the statistic at which its p-value is `threshold`; for two sides that of its size."""
    return _plain(-student_quantile(df, threshold / 2 if alternative == "two-sided" else threshold))


def nearest_boundary(
    spread: PartitionSpread, *, threshold: Numbers, alternative: str, rope: float | None, equivalence_level: float
) -> Margin:
    """Return the boundary that another split would most probably find itself on the other side of.

    Parameters
    ----------
    spread : PartitionSpread
        What was found, of one pair or of many.
    threshold : float or ndarray
        The largest p-value that is significant.
    alternative : {'two-sided', 'greater', 'less'}
        Direction asked for.
    rope : float or None
        Differences up to this size do not matter.
    equivalence_level : float
        Level of the interval that must lie within the rope.

    Returns
    -------
    Margin

    Notes
    -----
    The decision changes when a limit of the interval passes zero, or an end of the rope. So it is the error of the
    limit that counts, ``estimate - critical * standard_error``, in units of the standard error. Close to the boundary
    it is the error of the statistic; far from it, the error of a large statistic is mostly that of a standard error
    which no longer matters.
    """
    way = _plain(np.copysign(1.0, spread.estimate))
    sign = {"two-sided": way, "greater": 1.0, "less": -1.0}[alternative]
    critical = critical_value(spread.df, threshold, alternative)
    limit = spread.estimate - sign * critical * spread.standard_error
    significance = spread.margin(sign * spread.estimate, critical, limit, sign)
    if rope is None:
        return significance
    critical = critical_value(spread.df, 1 - equivalence_level, "two-sided")
    limit = spread.estimate + _plain(np.copysign(critical * spread.standard_error, spread.estimate))
    equivalence = spread.margin(rope - abs(spread.estimate), critical, limit, -way)
    # Within the rope it does not matter whether p is small.
    nearer = (abs(limit) <= rope) | (equivalence.risk > significance.risk)
    if not np.ndim(nearer):
        return equivalence if nearer else significance
    distance = np.where(nearer, equivalence.distance, significance.distance)
    error = np.where(nearer, equivalence.error, significance.error)
    return replace(significance, distance=distance, error=error)


def left_out_errors(means: Floats, errors: Floats) -> Callable[[Numbers], Numbers]:
    """Make `error_of` of a spread from estimates and standard errors with one repeat left out, each in turn.

    Of shape (n_repeats,), or (n_pairs, n_repeats) for many pairs.
    """

    def error_of(value: Numbers) -> Numbers:
        with np.errstate(all="ignore"):
            statistics = (means - np.asarray(value)[..., np.newaxis]) / errors
        known = np.isfinite(statistics).all(axis=-1)
        found = np.full(known.shape, np.inf)
        if known.any():
            found[known] = jackknife_error(statistics[known])
        return _plain(found)

    return error_of
