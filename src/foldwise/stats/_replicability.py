"""The probability that two executions of a test on the same data reach the same decision."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc

from foldwise._core import check_fraction, check_integer, check_seed
from foldwise.stats._batch import Batch, Floats, Integers, unwrapped
from foldwise.stats._outcomes import as_outcomes, as_outcomes_over_datasets

# Jeffreys' prior: half an observation of each outcome.
PRIOR = 0.5
# Halving [0, 1/2] this often leaves less than the spacing of floats around 1/2.
HALVINGS = 60


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReplicabilityResult:
    """The probability that two executions agree, estimated per dataset and on average.

    Attributes
    ----------
    estimate : float or ndarray
        R: mean of `per_dataset`.
    per_dataset : ndarray of shape (..., n_datasets)
        R of each dataset.
    outcomes : ndarray of int, shape (..., n_datasets, n_outcomes)
        The counts it was computed from.

    Examples
    --------
    >>> from foldwise.stats import replicability
    >>> result = replicability([[10, 0], [1, 9], [6, 4], [10, 0], [9, 1], [10, 0]])
    >>> low, high = result.bootstrap_interval(seed=1)
    >>> round(result.estimate, 3), round(low, 3), round(high, 3)
    (0.844, 0.667, 0.967)
    >>> low, high = result.dataset_intervals()
    >>> low.round(2)
    array([0.66, 0.53, 0.5 , 0.66, 0.53, 0.66])
    """

    estimate: Batch
    per_dataset: Floats
    outcomes: Integers

    def bootstrap_interval(self, *, seed: int, level: float = 0.95, n_resamples: int = 10_000) -> tuple[Batch, Batch]:
        """Percentile interval for R over datasets like these, by resampling the datasets.

        Parameters
        ----------
        seed : int
            Of the resampling; the members of a batch share the resamples.
        level : float, default 0.95
            Nominal coverage; too low with fewer than about 20 datasets.
        n_resamples : int, default 10000
            Number of resamples.

        Returns
        -------
        low, high : float or ndarray
            They do not depend on the order of the datasets.
        """
        check_fraction(level, "level")
        check_integer(n_resamples, "n_resamples", least=1)
        m = self.per_dataset.shape[-1]
        if m < 2:
            raise ValueError("resampling datasets needs at least 2 of them, got 1. Use dataset_intervals.")
        drawn = np.random.default_rng(check_seed(seed)).multinomial(m, np.full(m, 1 / m), size=n_resamples)
        means = np.sort(self.per_dataset, axis=-1) @ drawn.T / m
        low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2], axis=-1)
        return unwrapped(np.asarray(low)), unwrapped(np.asarray(high))

    def dataset_intervals(self, level: float = 0.95) -> tuple[Floats, Floats]:
        r"""Credible interval for each dataset's probability that two executions agree.

        Parameters
        ----------
        level : float, default 0.95
            Posterior probability of the interval, half of the rest on either side.

        Returns
        -------
        low, high : ndarray of shape (..., n_datasets)

        Notes
        -----
        With :math:`k` rejections in :math:`n` executions the probability :math:`q` of a rejection has the posterior
        :math:`\mathrm{Beta}(k + 1/2,\, n - k + 1/2)`; the limits are quantiles of :math:`q^2 + (1 - q)^2`, which is
        never below 1/2. The estimate, being unbiased, can be: it may lie outside. Two outcomes only.
        """
        tail = (1 - check_fraction(level, "level")) / 2
        if self.outcomes.shape[-1] != 2:
            raise ValueError(
                "intervals per dataset need two outcomes (none, different), got three. "
                "Add the counts of a better and b better first."
            )
        return self._quantile(tail), self._quantile(1 - tail)

    def _quantile(self, probability: float) -> Floats:
        """Quantile of q^2 + (1 - q)^2 = 1/2 + 2 (q - 1/2)^2, found as that of |q - 1/2|."""
        none, different = self.outcomes[..., 0] + PRIOR, self.outcomes[..., 1] + PRIOR
        below, above = np.zeros(none.shape), np.full(none.shape, 0.5)
        for _ in range(HALVINGS):
            middle = (below + above) / 2
            inside = betainc(different, none, 0.5 + middle) - betainc(different, none, 0.5 - middle)
            below, above = np.where(inside < probability, middle, below), np.where(inside < probability, above, middle)
        return np.asarray(0.5 + 2 * np.square(above))


def replicability(outcomes: ArrayLike) -> ReplicabilityResult:
    r"""Estimate the probability that two executions of a test on the same data reach the same decision.

    Parameters
    ----------
    outcomes : array_like of int, shape (..., n_datasets, 2) or (..., n_datasets, 3)
        How often each decision was reached on each dataset: two counts (none, different), as in the paper [1]_,
        or three (b better, none, a better), see `count_outcomes`. Leading axes are studies. Two executions at least.

    Returns
    -------
    ReplicabilityResult

    See Also
    --------
    pair_agreement : R(k, n), the formula for one dataset.
    consistency : On how many datasets all executions agree.

    Notes
    -----
    Of the :math:`n(n-1)` ordered pairs of executions on a dataset, the share that agree is

    .. math:: R = \sum_c \frac{k_c (k_c - 1)}{n (n - 1)}

    with :math:`k_c` the number of executions that reached decision :math:`c`. R over datasets is the mean of this. It
    is unbiased for :math:`\sum_c q_c^2`, with :math:`q_c` the probability of decision :math:`c`. With three
    decisions a rejection in favour of `a` does not agree with one in favour of `b`.

    Replicability is not validity: always read it beside the Type I error of the test.

    References
    ----------
    .. [1] R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of
       significance tests for comparing learning algorithms. PAKDD 2004, 3-12.

    Examples
    --------
    >>> from foldwise.stats import replicability
    >>> result = replicability([[10, 0], [5, 5]])
    >>> result.per_dataset.round(3), round(result.estimate, 3)
    (array([1.   , 0.444]), 0.722)
    """
    counts = as_outcomes_over_datasets(outcomes, columns=(2, 3), least_executions=2)
    per_dataset = _agreement(counts)
    return ReplicabilityResult(
        estimate=unwrapped(np.asarray(per_dataset.mean(axis=-1))), per_dataset=per_dataset, outcomes=counts
    )


def pair_agreement(n_rejections: ArrayLike, n_executions: ArrayLike) -> Batch:
    r"""Return the share of pairs of executions that agree, R(k, n), for k rejections in n executions.

    Parameters
    ----------
    n_rejections, n_executions : array_like of int
        :math:`k` and :math:`n \ge 2`. Arrays are broadcast.

    Returns
    -------
    float or ndarray
        At least :math:`(n-2)/(2(n-1))`, which is below one half: 0.444 for ten executions.

    Notes
    -----
    .. math:: R(k, n) = \frac{k(k-1) + (n-k)(n-k-1)}{n(n-1)},

    unbiased for :math:`q^2 + (1-q)^2` with :math:`q` the probability of a rejection [1]_.

    References
    ----------
    .. [1] R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of
       significance tests for comparing learning algorithms. PAKDD 2004, 3-12.

    Examples
    --------
    >>> from foldwise.stats import pair_agreement
    >>> pair_agreement([0, 1, 5, 10], 10).round(3)
    array([1.   , 0.8  , 0.444, 1.   ])
    """
    k, n = np.broadcast_arrays(n_rejections, n_executions)
    if (k > n).any():
        raise ValueError(f"n_rejections must not exceed n_executions, got {k[k > n][0]} > {n[k > n][0]}.")
    counts = as_outcomes(np.stack([n - k, k], axis=-1), columns=(2,), least_executions=2)
    return unwrapped(_agreement(counts))


def _agreement(counts: Integers) -> Floats:
    """Share of the ordered pairs of executions that reached the same decision."""
    k = counts.astype(np.float64)
    n = k.sum(axis=-1)
    return np.asarray((k * (k - 1)).sum(axis=-1) / (n * (n - 1)))
