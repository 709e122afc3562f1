"""How far a t statistic is from where the decision would change, and how far another execution would be off."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from foldwise.stats import agreement_forecast, jackknife_error
from foldwise.verdicts._variance_noise import VarianceNoise

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Margin:
    """Distance of a statistic from a boundary of decisions, and its standard error over random partitions.

    `n_repeats` are those that the error was estimated from.
    """

    distance: float
    error: float
    n_repeats: int

    @property
    def risk(self) -> float:
        """Probability that another execution is on the other side."""
        if not np.isfinite(self.error):
            return 0.5
        return float(agreement_forecast(self.distance, self.error, n_repeats=self.n_repeats).risk)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resampled:
    """A mean difference with its standard error, and how both vary over random partitions of the same data.

    Parameters
    ----------
    estimate, standard_error, df : float
        Of the t test.
    error_of : callable
        For a number v, the standard error of ``(estimate - v) / standard_error`` over random partitions.
    n_repeats : int
        Repeats that it rests on.
    noise : VarianceNoise, optional
        Where the variance is known too badly for a standard error of the statistic: the noise of both.
    """

    estimate: float
    standard_error: float
    df: float
    error_of: Callable[[float], float]
    n_repeats: int
    noise: VarianceNoise | None = None

    def margin(self, distance: float, critical: float, limit: float, side: float) -> Margin:
        """Return how far a decision is from changing.

        Parameters
        ----------
        distance : float
            Of the estimate from what it is tested against, towards the side of the decision.
        critical : float
            How many standard errors that must be.
        limit : float
            The limit of the interval that the decision is about.
        side : {1.0, -1.0}
            Whether `distance` grows with the estimate, or shrinks.
        """
        far = abs(distance / self.standard_error - critical)
        if self.noise is None:
            return Margin(far, self.error_of(limit), self.n_repeats)
        away = self.noise.errors_away(distance / self.standard_error, critical, side=side)
        return Margin(far, far / away if away > 0 else self.error_of(limit), self.n_repeats)


def critical_value(df: float, threshold: float, alternative: str) -> float:
    """Value of the statistic at which its p-value is `threshold`; for two sides that of its size."""
    return -float(stdtrit(df, threshold / 2 if alternative == "two-sided" else threshold))


def nearest_boundary(
    seen: Resampled, *, threshold: float, alternative: str, rope: float | None, equivalence_level: float
) -> Margin:
    """Return the boundary that another execution would most probably find itself on the other side of.

    Parameters
    ----------
    seen : Resampled
        What was found.
    threshold : float
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
    sign = {"two-sided": float(np.copysign(1.0, seen.estimate)), "greater": 1.0, "less": -1.0}[alternative]
    critical = critical_value(seen.df, threshold, alternative)
    limit = seen.estimate - sign * critical * seen.standard_error
    significance = seen.margin(sign * seen.estimate, critical, limit, sign)
    if rope is None:
        return significance
    critical = critical_value(seen.df, 1 - equivalence_level, "two-sided")
    limit = seen.estimate + float(np.copysign(critical * seen.standard_error, seen.estimate))
    equivalence = seen.margin(rope - abs(seen.estimate), critical, limit, -float(np.copysign(1.0, seen.estimate)))
    # Within the rope it does not matter whether p is small.
    return equivalence if abs(limit) <= rope else max(significance, equivalence, key=lambda margin: margin.risk)


def left_out_errors(means: Floats, errors: Floats) -> Callable[[float], float]:
    """Make `error_of` of a `Resampled` from estimates and standard errors with one repeat left out, each in turn."""

    def error_of(value: float) -> float:
        with np.errstate(all="ignore"):
            statistics = (means - value) / errors
        return float(jackknife_error(statistics)) if np.isfinite(statistics).all() else float("inf")

    return error_of
