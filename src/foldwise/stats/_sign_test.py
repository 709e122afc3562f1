"""The sign test over data sets."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_choice, check_fraction
from foldwise.stats._batch import ALTERNATIVES, Alternative, Batch, Counts, Flags, Floats, unwrapped
from foldwise.stats._differences import rounding_of_each
from foldwise.stats._inputs import as_finite
from foldwise.stats._share import exact_pvalue, upper_tail

Ties: TypeAlias = Literal["drop", "split"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SignTestResult:
    """Wins, losses and ties over data sets.

    Fields are Python numbers for one experiment and arrays of the batch's shape for many. No field is ever NaN.

    Attributes
    ----------
    statistic : float or ndarray
        Wins that were counted for `a`, with its share of the ties if they were split.
    pvalue : float or ndarray
        Against `alternative`.
    df : None
        There are no degrees of freedom.
    wins, losses, n_ties : int or ndarray
        Data sets on which `a` is ahead, behind, and neither.
    ties : {'drop', 'split'}
        What was done with the ties.
    differences : ndarray
        What was tested.
    alternative : {'two-sided', 'greater', 'less'}
        What `pvalue` was computed against.
    flags : Flags
        What to know before trusting the numbers.

    Examples
    --------
    >>> from foldwise.stats import sign_test
    >>> result = sign_test([0.03, 0.01, -0.02, 0.05, 0.04, 0.06, 0.0])
    >>> result.wins, result.losses, result.n_ties, result.estimate
    (5, 1, 1, 0.03)
    >>> result.confidence_interval(0.9)
    (-0.02, 0.06)
    """

    statistic: Batch
    pvalue: Batch
    df: None
    wins: Counts
    losses: Counts
    n_ties: Counts
    ties: Ties
    differences: Floats
    alternative: Alternative
    flags: Flags

    @property
    def estimate(self) -> Batch:
        """Median difference; computed when asked for."""
        return unwrapped(np.asarray(np.median(self.differences, axis=-1)))

    def confidence_interval(self, level: float = 0.95) -> tuple[Batch, Batch]:
        """Two-sided interval for the median difference over the population of data sets.

        Parameters
        ----------
        level : float, default 0.95
            Least coverage, whatever the distribution of the differences.

        Returns
        -------
        low, high : float or ndarray
            Two of the differences. Without ties they exclude 0 when the two-sided p-value is at most ``1 - level``.
            Infinite where there are too few differences for the level.
        """
        alpha = 1 - check_fraction(level, "level")
        n = self.differences.shape[-1]
        below = np.arange(n // 2 + 1)
        # How many may be left out on either side, each with probability at most alpha / 2.
        outside = int((upper_tail(n - below, below) <= alpha / 2).sum())
        if outside == 0:
            infinite = np.full(self.differences.shape[:-1], np.inf)
            return unwrapped(-infinite), unwrapped(infinite)
        ordered = np.sort(self.differences, axis=-1)
        return unwrapped(np.asarray(ordered[..., outside - 1])), unwrapped(np.asarray(ordered[..., -outside]))


def sign_test(
    differences: ArrayLike,
    *,
    ties: Ties = "drop",
    alternative: Alternative = "two-sided",
    score_magnitude: ArrayLike | None = None,
) -> SignTestResult:
    r"""Test whether two learners win equally often over several data sets.

    Wins and losses are all it looks at, so it needs no assumption about the size of differences, and finds
    less than `wilcoxon` where sizes mean something [1]_, [2]_. The differences must be independent: one per data set,
    never the folds or partitions of one.

    Parameters
    ----------
    differences : array_like of shape (..., n_datasets)
        ``score(a) - score(b)`` on each data set. Leading axes are independent experiments.
    ties : {'drop', 'split'}, default 'drop'
        Leave ties out, or give half of them to either learner (leaving one out if their number is odd).
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks whether `a` scores higher than `b`; the p-value is then one-sided.
    score_magnitude : array_like, optional
        Largest absolute score behind the differences, one number or one per data set. A difference within ``8 * eps``
        times this is rounding and counts as a tie. If not given, ties are exact zeros: differences on different data
        sets may have different units, so that none says what is small beside another.

    Returns
    -------
    SignTestResult
        Flag: `identical_scores` (all differences zero: two-sided p-value 1).

    See Also
    --------
    binomial : The same test from counts, and on the examples of one test set.
    wilcoxon : Uses the order of the sizes too.

    Notes
    -----
    With ``m`` data sets that are counted, of which `a` wins ``s``,

    .. math:: P(S \ge s) = 2^{-m} \sum_{i=s}^{m} \binom{m}{i},

    and the two-sided p-value is twice the smaller tail, at most 1.

    The null hypothesis: on a random data set of the population that these are a sample of, `a` is ahead as often as
    `b`. About any one data set, and about training sizes other than those used, it says nothing.

    Being discrete, it never rejects a true null more often than the level says. Splitting ties makes it more timid
    still: they are evidence for no difference only if a small difference is none. Do not use it with fewer than six
    data sets, one-sided five: it cannot then reach .05.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.
    .. [2] J. Demsar (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
       Machine Learning Research 7, 1-30.

    Examples
    --------
    >>> from foldwise.stats import sign_test
    >>> sign_test([0.03, 0.01, -0.02, 0.05, 0.04, 0.06, 0.07, 0.02, 0.08]).pvalue
    0.0390625
    """
    check_choice(alternative, "alternative", ALTERNATIVES)
    check_choice(ties, "ties", ("drop", "split"))
    d = as_finite(differences, "differences", "n_datasets")
    rounding = 0.0 if score_magnitude is None else rounding_of_each(score_magnitude, d)
    wins, losses = (d > rounding).sum(axis=-1), (d < -rounding).sum(axis=-1)
    n_ties = d.shape[-1] - wins - losses
    each = n_ties // 2 if ties == "split" else np.zeros_like(n_ties)
    return SignTestResult(
        statistic=unwrapped(np.asarray(wins + each, dtype=np.float64)),
        pvalue=unwrapped(np.asarray(exact_pvalue(wins + each, losses + each, alternative))),
        df=None,
        wins=unwrapped(np.asarray(wins)),
        losses=unwrapped(np.asarray(losses)),
        n_ties=unwrapped(np.asarray(n_ties)),
        ties=ties,
        differences=d,
        alternative=alternative,
        flags=Flags({"identical_scores": wins + losses == 0}, shape=wins.shape),
    )
