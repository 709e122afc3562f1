"""The corrected test of ten-fold cross-validation, its variance held against that of the two-fold jackknife."""

from dataclasses import dataclass, replace

import numpy as np
from scipy.special import stdtr

from foldwise.stats import JackknifeResult
from foldwise.verdicts._boundaries import Resampled, critical_value
from foldwise.verdicts._comparison import Alternative
from foldwise.verdicts._finding import Finding
from foldwise.verdicts._strict_look import strict_resampled
from foldwise.verdicts._variance_noise import VarianceNoise


@dataclass(frozen=True, slots=True, eq=False)
class Guarded:
    """A finding of ten-fold cross-validation, how it varies over partitions, and the jackknife on two folds."""

    found: Finding
    seen: Resampled
    jackknife: JackknifeResult

    @property
    def standard_error(self) -> float:
        """The larger of the two standard errors."""
        return max(self.seen.standard_error, float(self.jackknife.standard_error))

    @property
    def noise(self) -> VarianceNoise:
        """Noise of the ten-fold estimate and of the jackknife's variance, which never makes the guarded one smaller."""
        error = self.standard_error
        own = strict_resampled(self.jackknife, has_floor=True).noise
        assert own is not None
        share = float(self.jackknife.standard_error) / error
        # The ten-fold standard error varies with its estimate, so the error of the limit stands for both.
        critical = critical_value(self.seen.df, 0.05, "two-sided")
        limit = self.seen.estimate - float(np.copysign(critical * self.seen.standard_error, self.seen.estimate))
        return VarianceNoise(
            estimate_error=self.seen.error_of(limit) * self.seen.standard_error / error,
            variance=share**2,
            variance_error=own.variance_error * share**2,
            least=(self.seen.standard_error / error) ** 2,
        )

    @property
    def hangs_on_variance(self) -> bool:
        """Whether more is to be learned from two-fold than from ten-fold repeats."""
        noise = self.noise
        return abs(self.statistic) * noise.variance_error / 2 > noise.estimate_error

    @property
    def statistic(self) -> float:
        """Mean difference of ten-fold cross-validation over the larger standard error."""
        return self.seen.estimate / self.standard_error

    def finding(self, alternative: Alternative) -> Finding:
        """Return what the test finds with the larger standard error."""
        error, df = self.standard_error, self.seen.df

        def interval(level: float) -> tuple[float, float]:
            half = critical_value(df, 1 - level, "two-sided") * error
            return self.found.estimate - half, self.found.estimate + half

        side = {"two-sided": abs(self.statistic), "greater": self.statistic, "less": -self.statistic}[alternative]
        tail = float(stdtr(df, -side))
        return replace(
            self.found,
            statistic=self.statistic,
            pvalue=2 * tail if alternative == "two-sided" else tail,
            standard_error=error,
            interval=interval,
        )

    def resampled(self) -> Resampled:
        """Say how it would come out with other partitions of both kinds."""
        return replace(self.seen, standard_error=self.standard_error, noise=self.noise)
