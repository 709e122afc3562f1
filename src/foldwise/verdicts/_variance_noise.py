"""How far a decision is from changing where the variance is known as badly as the estimate."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

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
        r"""Say how many standard errors it takes to reach the boundary at which ``distance = critical * sqrt(V)``.

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
