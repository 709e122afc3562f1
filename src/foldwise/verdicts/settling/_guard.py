"""The variance that a winner is held against before it is called one, and what the test says with the larger of two."""

from dataclasses import dataclass, replace
from math import hypot
from typing import Final

import numpy as np
from scipy.special import stdtr

from foldwise._core import IncompleteRunError
from foldwise.stats import JackknifeResult, VarianceEstimate, half_sampling_variance, own_loss_variance
from foldwise.verdicts.evidence._boundaries import PartitionSpread, VarianceNoise, critical_value
from foldwise.verdicts.evidence._finding import Alternative
from foldwise.verdicts.evidence._pair import Pair
from foldwise.verdicts.evidence._two_fold import Codes, example_differences, jackknife_spread, two_fold
from foldwise.verdicts.settling._case import Examined

# Of the growth of the examples' own variance, from half of the size to nine tenths, this much is added.
GROWTH_COUNTED: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """A second estimate of the variance of a ten-fold difference.

    Parameters
    ----------
    variance : float
        It may be negative while it rests on few repeats.
    error : float
        Its standard error over random partitions.
    n_repeats : int
        Two-fold repeats, or halvings, behind it.
    n_fits : int
        Fits of each learner that it took.
    inflation : float, optional
        How many times the variance of the examples' own losses the jackknife's is, at half of the size.
    """

    variance: float
    error: float
    n_repeats: int
    n_fits: int
    inflation: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class HalfSize:
    """What repeats of two-fold cross-validation tell about a pair: the jackknife, and the variance of own losses."""

    jackknife: JackknifeResult
    own: VarianceEstimate
    groups: Codes | None
    n_fits: int

    @classmethod
    def of(cls, pair: Pair, groups: Codes | None) -> "HalfSize":
        """Read the repeats of a pair."""
        losses = two_fold(pair, groups)
        return cls(losses.test(), own_loss_variance(losses.differences), groups, pair.valid.size)

    def guard(self, ten_fold: Pair) -> Guard:
        r"""Carry the jackknife variance from half of the size to nine tenths.

        Notes
        -----
        With :math:`V_J` the jackknife variance of two folds, in which interactions of c examples count c times, and
        :math:`V_{own}(m)` the variance of the examples' own losses with training sets of size m,

        .. math:: V = V_J + \tfrac12 \max(V_{own}(.9 n) - V_{own}(n / 2), 0).

        Counting interactions twice at half of the size about makes up for their growth to nine tenths where two
        examples interact; half of the growth of the own losses adds what is missing where four or five do.
        """
        spread = jackknife_spread(self.jackknife, has_floor=False)
        assert spread.noise is not None
        errors = [spread.noise.variance_error * spread.standard_error**2]
        own = own_loss_variance(example_differences(ten_fold, self.groups)[0])
        growth = float(own.variance) - float(self.own.variance)
        if growth > 0:
            errors += [GROWTH_COUNTED * float(part.error) for part in (own, self.own)]
        return Guard(
            variance=float(self.jackknife.jackknife_variance) + GROWTH_COUNTED * max(growth, 0.0),
            error=hypot(*errors),
            n_repeats=self.jackknife.n_repeats,
            n_fits=self.n_fits,
            inflation=float(self.jackknife.inflation),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Halves:
    """Mean differences (n_halvings, 2) of a pair by ten-fold cross-validation of both halves of the data."""

    differences: np.ndarray[tuple[int, int], np.dtype[np.float64]]
    n_fits: int

    @classmethod
    def of(cls, pair: Pair) -> "Halves":
        """Read the repeats of a pair, two of which are the halves of one halving; those with a failure are left out."""
        n_halvings = len(pair.valid) // 2
        valid = pair.valid[: 2 * n_halvings].reshape(n_halvings, -1).all(axis=1)
        if valid.sum() < 2:
            raise IncompleteRunError("too many folds of the halves failed.", pair.run)
        means = pair.differences[: 2 * n_halvings].mean(axis=1).reshape(n_halvings, 2)
        return cls(means[valid], pair.valid.size)

    def guard(self, ten_fold: Pair) -> Guard:
        """Take off what the partition of a single repeat adds to the halves."""
        by_repeat = ten_fold.differences[ten_fold.valid.all(axis=1)].mean(axis=1)
        noise = float(by_repeat.var(ddof=1)) if by_repeat.size > 1 else 0.0
        result = half_sampling_variance(self.differences, partition_variance=noise)
        return Guard(
            variance=float(result.variance),
            error=float(result.error),
            n_repeats=len(self.differences),
            n_fits=self.n_fits,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Guarded:
    """A pair by ten-fold cross-validation, and the guard that its variance is held against."""

    ten_fold: Examined
    guard: Guard

    @property
    def spread(self) -> PartitionSpread:
        """How the finding of ten-fold cross-validation varies over partitions."""
        return self.ten_fold.spread

    @property
    def standard_error(self) -> float:
        """The larger of the two standard errors."""
        return max(float(self.spread.standard_error), float(np.sqrt(max(self.guard.variance, 0.0))))

    @property
    def noise(self) -> VarianceNoise:
        """Noise of the ten-fold estimate and of the guard, which never makes the variance smaller."""
        error = self.standard_error
        # The ten-fold standard error varies with its estimate, so the error of the limit stands for both.
        critical = critical_value(self.spread.df, 0.05, "two-sided")
        limit = self.spread.estimate - float(np.copysign(critical * self.spread.standard_error, self.spread.estimate))
        least = (self.spread.standard_error / error) ** 2
        # On scales whose squares are no numbers nothing is known of the guard.
        square = error * error
        is_known = 0 < square < np.inf
        return VarianceNoise(
            estimate_error=self.spread.error_of(limit) * self.spread.standard_error / error,
            variance=self.guard.variance / square if is_known else least,
            variance_error=self.guard.error / square if is_known else 0.0,
            least=least,
        )

    @property
    def hangs_on_variance(self) -> bool:
        """Whether more is to be learned of the guard than of the ten-fold estimate."""
        noise = self.noise
        return abs(self.statistic) * noise.variance_error / 2 > noise.estimate_error

    @property
    def statistic(self) -> float:
        """Mean difference of ten-fold cross-validation over the larger standard error."""
        return float(self.spread.estimate / self.standard_error)

    def examined(self, alternative: Alternative) -> Examined:
        """Return what the test finds with the larger standard error, and how that varies over both kinds of repeats."""
        finding, error, df = self.ten_fold.finding, self.standard_error, self.spread.df

        def interval(level: float) -> tuple[float, float]:
            half = critical_value(df, 1 - level, "two-sided") * error
            return finding.estimate - half, finding.estimate + half

        side = {"two-sided": abs(self.statistic), "greater": self.statistic, "less": -self.statistic}[alternative]
        tail = float(stdtr(df, -side))
        guarded = replace(
            finding,
            statistic=self.statistic,
            pvalue=2 * tail if alternative == "two-sided" else tail,
            standard_error=error,
            interval=interval,
        )
        return Examined(self.ten_fold.pair, guarded, replace(self.spread, standard_error=error, noise=self.noise))
