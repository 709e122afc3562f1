"""The Bayesian signed rank test over datasets."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from foldwise._core import check_integer, check_seed
from foldwise._kernels import paired_shares as kernel
from foldwise.stats._batch import Flags, Floats, Integers
from foldwise.stats._corrected_tost import as_rope
from foldwise.stats._dataset_rounding import as_dataset_differences, check_prior_strength
from foldwise.stats._region_posterior import RegionPosterior, count_largest, monte_carlo_error, region_fields

# Random weights held at a time.
WEIGHTS_AT_ONCE = 2**19


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BayesianSignedRankResult(RegionPosterior):
    """Posterior of the shares of pairs of datasets whose mean difference lies in three regions.

    Attributes
    ----------
    prior_strength : float
        How many datasets in the middle of the region the prior is worth.
    differences : ndarray
        What was compared.
    rounding : ndarray
        What the rounding of scores explains of them.

    See Also
    --------
    RegionPosterior : The other fields.

    Examples
    --------
    >>> from foldwise.stats import bayesian_signed_rank
    >>> result = bayesian_signed_rank([0.03, 0.02, -0.02, 0.05, 0.004, 0.06, 0.0], rope=0.01)
    >>> round(result.right, 2), result.draws().shape
    (0.87, (50000, 3))
    """

    prior_strength: float
    differences: Floats
    rounding: Floats

    def draws(self) -> Floats:
        """Return the draws from the posterior that the probabilities were counted in, for a figure.

        Returns
        -------
        ndarray of shape (..., n_draws, 3)
            Shares of pairs of datasets left of, inside and right of the region; each row sums to 1. Drawn again, not
            kept.
        """
        places = [_places(row, far, self.rope) for row, far in _rows(self.differences, self.rounding)]
        out = np.empty((len(places), self.n_draws, 3))
        start = 0
        for weights in _weights(self.differences.shape[-1], self.prior_strength, self.n_draws, self.seed):
            for place, drawn in zip(places, out, strict=True):
                drawn[start : start + len(weights)] = _shares(weights, *place)
            start += len(weights)
        return out.reshape(*self.differences.shape[:-1], self.n_draws, 3)


def bayesian_signed_rank(
    differences: ArrayLike,
    *,
    rope: float | tuple[float, float],
    prior_strength: float = 0.5,
    seed: int = 0,
    n_draws: int = 50_000,
    score_magnitude: ArrayLike | None = None,
) -> BayesianSignedRankResult:
    r"""Give the probabilities that over datasets `a` is better, that `b` is, and that it makes no difference.

    The Bayesian counterpart of `wilcoxon`, with a region of practical equivalence [1]_, [2]_: it can say that two
    learners are as good as equal. One difference per dataset, never the folds of one.

    Parameters
    ----------
    differences : array_like of shape (..., n_datasets)
        Mean of ``score(a) - score(b)`` on each dataset. Leading axes are independent experiments, such as the pairs of
        many learners; all are given the same random weights, so that each gets what it would get alone.
    rope : float or (low, high)
        Region of practical equivalence: mean differences from ``-rope`` to ``rope``, or from low to high, do not
        matter. It is for the user to say, and before looking at the scores; 0 leaves only left and right.
    prior_strength : float, default 0.5
        Weight of the prior: as if that many more datasets had shown a difference in the middle of the region.
    seed : int, default 0
        Seed of the draws.
    n_draws : int, default 50000
        Number of draws from the posterior.
    score_magnitude : array_like, optional
        Largest absolute score behind the differences, one number or one per dataset. Means of two differences within
        ``8 * eps`` times this of a limit are at the limit, and count half on either side. Ten thousand times the
        largest difference if not given.

    Returns
    -------
    BayesianSignedRankResult
        Flag: `identical_scores` (all differences zero).

    See Also
    --------
    bayesian_sign : Uses only the region that each difference falls into.
    bayesian_hierarchical : Uses the scores of all folds, and with them how well each difference is known.
    wilcoxon : The test.

    Notes
    -----
    Each draw gives the datasets, and a made-up one in the middle of the region of strength ``s``, random weights
    ``w ~ Dir(s, 1, ..., 1)``. With ``z`` the differences, ``r`` the upper limit of the region and a sum at the limit
    counted half, the share of pairs right of the region is

    .. math:: \theta_r = \sum_i \sum_j w_i w_j [z_i + z_j > 2 r],

    and likewise on the left; the region has the rest. A region's probability is the share of draws in which it has the
    largest share of pairs. Sorted differences and running sums of weights make a draw as cheap as the number of
    datasets: all 190 pairs of 20 learners on 100 datasets take 2 s for 50,000 draws on one core.

    The null hypothesis: there is none. The learners are compared over the datasets that these are a random sample of;
    differences on different datasets must be comparable in size. How well each is known does not enter.

    On the 54 UCI datasets of [2]_ all ten pairs of five learners come out within .003 of the published probabilities.

    References
    ----------
    .. [1] A. Benavoli, G. Corani, F. Mangili, M. Zaffalon and F. Ruggeri (2014). A Bayesian Wilcoxon signed-rank test
       based on the Dirichlet process. ICML 2014, 1026-1034.
    .. [2] A. Benavoli, G. Corani, J. Demsar and M. Zaffalon (2017). Time for a change: a tutorial for comparing
       multiple classifiers through Bayesian analysis. Journal of Machine Learning Research 18(77), 1-36.

    Examples
    --------
    >>> from foldwise.stats import bayesian_signed_rank
    >>> result = bayesian_signed_rank([0.03, 0.02, -0.02, 0.05, 0.004, 0.06, 0.0], rope=0.01)
    >>> round(result.left, 2), round(result.inside, 2), round(result.right, 2)
    (0.0, 0.12, 0.87)
    >>> result.draws().shape
    (50000, 3)
    """
    low, high = as_rope(rope)
    strength = check_prior_strength(prior_strength)
    n_draws, seed = check_integer(n_draws, "n_draws", least=1), check_seed(seed)
    d, rounding = as_dataset_differences(differences, (low, high), score_magnitude)
    places = [_places(row, far, (low, high)) for row, far in _rows(d, rounding)]
    wins, sums = np.zeros((2, len(places), 3))
    for weights in _weights(d.shape[-1], strength, n_draws, seed):
        for row, place in enumerate(places):
            shares = _shares(weights, *place)
            wins[row] += count_largest(shares)
            sums[row] += shares.sum(axis=0)
    probabilities = wins / n_draws
    parts = (probabilities, monte_carlo_error(probabilities, n_draws), sums / n_draws)
    batch = d.shape[:-1]
    return BayesianSignedRankResult(
        **region_fields(*(part.reshape(*batch, 3) for part in parts)),
        rope=(low, high),
        n_draws=n_draws,
        seed=seed,
        flags=Flags({"identical_scores": (np.abs(d) <= rounding).all(axis=-1)}, shape=batch),
        prior_strength=strength,
        differences=d,
        rounding=rounding,
    )


def _rows(d: Floats, rounding: Floats) -> Iterator[tuple[Floats, float]]:
    """Go through the experiments of a batch, each with the largest rounding of a sum of two differences."""
    far = 2 * np.broadcast_to(rounding, d.shape).max(axis=-1).reshape(-1)
    yield from zip(d.reshape(-1, d.shape[-1]), far.tolist(), strict=True)


def _places(d: Floats, far: float, rope: tuple[float, float]) -> tuple[Integers, Integers]:
    """Sort differences, and count for each how many bring the sum of two below and up to twice the limits.

    >>> order, ends = _places(np.array([3.0, -1.0]), 0.0, (-1.0, 1.0))
    >>> order.tolist(), ends.tolist()
    ([2, 0, 1], [[0, 1, 2, 3], [0, 0, 2, 2], [0, 0, 0, 1]])
    """
    # The made-up dataset of the prior comes first: its weight is in the first column.
    z = np.concatenate(([(rope[0] + rope[1]) / 2], d))
    order = np.argsort(z, kind="stable")
    z = z[order]
    ends = [
        places
        for limit in rope
        for places in (
            np.searchsorted(z, 2 * limit - z - far, "left"),
            np.searchsorted(z, 2 * limit - z + far, "right"),
        )
    ]
    return order, np.ascontiguousarray(np.stack(ends, axis=-1), dtype=np.int64)


def _weights(n_datasets: int, strength: float, n_draws: int, seed: int) -> Iterator[Floats]:
    """Draw weights of the prior and of the datasets, a part at a time; they are in proportion to a Dirichlet draw."""
    rng = np.random.default_rng(seed)
    at_once = max(1, WEIGHTS_AT_ONCE // (n_datasets + 1))
    for start in range(0, n_draws, at_once):
        weights = np.empty((min(at_once, n_draws - start), n_datasets + 1))
        weights[:, 0] = rng.standard_gamma(strength, len(weights))
        weights[:, 1:] = rng.standard_exponential((len(weights), n_datasets))
        yield weights


def _shares(weights: Floats, order: Integers, ends: Integers) -> Floats:
    out = np.empty((len(weights), 3))
    kernel.shares(weights, order, ends, np.empty(len(order) + 1), out)
    return out
