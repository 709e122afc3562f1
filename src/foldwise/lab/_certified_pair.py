"""What was measured about a procedure for one pair of learners."""

from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, ndtri

from foldwise.lab._critical_pvalue import critical_pvalue
from foldwise.lab._reference import reference_of
from foldwise.lab._trials import Trials
from foldwise.stats import rejection_rate
from foldwise.verdicts import Procedure


@dataclass(frozen=True, slots=True, kw_only=True)
class Readjudged:
    """What becomes of one comparison of a verdict.

    Parameters
    ----------
    pvalue, statistic : float
        Of the verdict, before any adjustment for other comparisons.
    was_significant, is_significant : bool
        Whether the verdict rejected at its level, and whether it does by the size-adjusted p-value as well.
    size_adjusted_pvalue : float
        Share of the trials of the null, and of the verdict itself, whose p-value was as low; NaN if there is none.
    adjusted_pvalue : float
        The same after the verdict's adjustment for its family of comparisons.
    family : int
        For how many comparisons.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.lab import certify
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> certificate = certify(learners, "iris", procedure="10x10", n_trials=20, seed=1)
    >>> verdict = fw.compare(learners, "iris", scheme="10x10", seed=1)
    >>> again = certificate.readjudge(verdict).pairs[0].readjudged
    >>> round(again.pvalue, 2), again.was_significant, again.is_significant
    (0.6, False, False)
    """

    pvalue: float
    statistic: float
    was_significant: bool
    is_significant: bool
    size_adjusted_pvalue: float
    adjusted_pvalue: float
    family: int


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

    Examples
    --------
    >>> from foldwise.lab import certify
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> pair = certify(learners, "iris", procedure="10x10", n_trials=20, seed=1).pairs[0]
    >>> pair.a, pair.b, pair.n_trials, pair.n_undefined
    ('nb', 'c45', 20, 0)
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
        critical = critical_pvalue(self.pvalues, self.alpha)
        return critical.low, critical.high

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


# Tests whose numerator is a difference on one half of the examples.
_ON_HALVES: Final = ("five_by_two_t", "five_by_two_f")


def drawn_share(procedure: Procedure, n_examples: int, n_population: int) -> float:
    """Share of the population that is behind the numerator of a procedure's statistic.

    Parameters
    ----------
    procedure : Procedure
        Its test named, unless it is settled.
    n_examples : int
        Size of a sub-sample.
    n_population : int
        Number of examples that it is drawn from.
    """
    share = n_examples / n_population
    if procedure.settled is not None:
        return share
    if procedure.test in _ON_HALVES:
        return share / 2
    folds = procedure.scheme.assign(n_examples, seed=0, dataset="shares").folds
    return share * float((folds >= 0).any(axis=0).mean())


def as_independent(statistic: Floats, pvalue: Floats, share: float) -> tuple[Floats, Floats]:
    r"""Enlarge statistics by what drawing without replacement from few made them smaller, with their p-values.

    Parameters
    ----------
    statistic, pvalue : ndarray of shape (n_trials,)
        Of sub-samples of one dataset.
    share : float
        See `drawn_share`.

    Returns
    -------
    statistic, pvalue : ndarray of shape (n_trials,)
        As of samples that are independent of each other.

    Notes
    -----
    The mean of :math:`n` out of :math:`N` numbers has :math:`1 - n/N` times the variance of the mean of :math:`n`
    independent ones, while the variance that a test estimates within its sample is the same: its statistic comes out
    too small by :math:`\sqrt{1 - n/N}`, the finite population correction, squared for chi-square and F. Where the
    p-value follows from no known distribution of the statistic, it is corrected on the normal scale.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.stats import kfold_t
    >>> result = kfold_t([[0.1, 0.2, 0.0], [-0.1, 0.1, 0.3]])
    >>> t, p = as_independent(result.statistic, result.pvalue, 0.75)
    >>> bool(np.allclose(t, 2 * result.statistic)), bool((p < result.pvalue).all())
    (True, True)
    """
    scale = 1 / np.sqrt(1 - share)
    reference = reference_of(statistic, pvalue)
    if reference is None:
        z = ndtri(np.maximum(pvalue, np.finfo(np.float64).tiny) / 2)
        return statistic, np.asarray(2 * ndtr(scale * z))
    squared = reference.name.startswith(("chi", "F"))
    enlarged = statistic * (scale**2 if squared else scale)
    return enlarged, np.where(np.isnan(pvalue), np.nan, reference.pvalue(enlarged))
