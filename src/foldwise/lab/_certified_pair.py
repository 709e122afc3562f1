"""What was measured about a procedure for one pair of learners."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from foldwise.lab._critical_pvalue import critical_pvalue
from foldwise.lab._readjudged import Readjudged
from foldwise.lab._trials import Trials
from foldwise.stats import rejection_rate

Floats = npt.NDArray[np.float64]
Judgement = Literal["above", "near", "below"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CertifiedPair:
    """How often a procedure rejects for learners `a` and `b` when both are equally good.

    Parameters
    ----------
    a, b : str
        Names of the learners.
    trials : Trials
        What the procedure found in datasets on which both are equally good.
    pvalues, statistics : ndarray of shape (n_trials,)
        The same, of sub-samples corrected to what independent samples would give; NaN where undefined.
    alpha : float
        Level at which it rejects.
    damaged : str
        The learner whose answers were made worse by random errors until both were equally good.
    damage : float
        The share of its answers that was replaced by another class, the largest over training sizes.
    errors : tuple of float
        Error rates of `a` and `b` before the damage.
    gap, gap_error : float
        Mean difference in accuracy in the trials, `a` less `b`, which should be zero, and its standard error.
    readjudged : Readjudged or None
        A verdict of one's own, judged by what was measured.
    """

    a: str
    b: str
    trials: Trials = field(repr=False)
    pvalues: Floats = field(repr=False)
    statistics: Floats = field(repr=False)
    alpha: float
    damaged: str
    damage: float
    errors: tuple[float, float]
    gap: float
    gap_error: float
    readjudged: Readjudged | None = None

    @property
    def n_trials(self) -> int:
        """Number of datasets."""
        return self.trials.n_trials

    @property
    def n_rejections(self) -> int:
        """In how many of them the procedure called one learner better."""
        return int(rejection_rate(self.pvalues, alpha=self.alpha).n_rejections)

    @property
    def n_undefined(self) -> int:
        """In how many of them there was no p-value; they count as no rejection."""
        return int(np.isnan(self.pvalues).sum())

    @property
    def rate(self) -> float:
        """The measured Type I error."""
        return float(rejection_rate(self.pvalues, alpha=self.alpha).estimate)

    @property
    def interval(self) -> tuple[float, float]:
        """Exact 95% limits of the rate, by Clopper and Pearson: Monte Carlo error only."""
        low, high = rejection_rate(self.pvalues, alpha=self.alpha).confidence_interval()
        return float(low), float(high)

    @property
    def judgement(self) -> Judgement:
        """Whether the rate is above the level, below it, or cannot be told apart from it."""
        low, high = self.interval
        return "above" if low > self.alpha else "below" if high < self.alpha else "near"

    @property
    def critical(self) -> float:
        """The p-value below which to reject, so that a true null is rejected with probability `alpha` at most."""
        return float(self._sorted()[int(np.floor(self.alpha * (self.n_trials + 1) * (1 + 1e-12))) - 1])

    @property
    def critical_interval(self) -> tuple[float, float]:
        """Exact 95% limits of that quantile of the p-value."""
        found = critical_pvalue(self.pvalues, self.alpha)
        return found.low, found.high

    @property
    def critical_statistic(self) -> float:
        """Size of the statistic beyond which to reject; NaN where the p-value does not follow from it alone."""
        p, size = self.pvalues, np.abs(self.statistics)
        known = np.isfinite(p) & np.isfinite(size)
        order = np.lexsort((-size[known], p[known]))
        falls = bool(np.all(np.diff(size[known][order]) <= 1e-9 * (1 + size[known][order][1:])))
        at = np.flatnonzero(known & (p == self.critical))
        return float(size[at[0]]) if falls and len(at) else float("nan")

    def size_adjusted(self, pvalue: float) -> float:
        """Refer a p-value to those of the trials: ``(1 + number as low) / (n_trials + 1)``; NaN stays undefined.

        Parameters
        ----------
        pvalue : float
            What the procedure said on one's own data.
        """
        if np.isnan(pvalue):
            return float("nan")
        n_as_low = int((self._sorted() <= pvalue * (1 + 1e-12)).sum())
        return (1 + n_as_low) / (1 + self.n_trials)

    def _sorted(self) -> Floats:
        return np.sort(np.nan_to_num(self.pvalues, nan=1.0))
