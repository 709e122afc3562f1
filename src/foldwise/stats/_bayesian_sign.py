"""The Bayesian sign test over datasets: which region holds most of them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammainc, gammainccinv, gammaincinv

from foldwise._core import check_integer, check_seed
from foldwise.stats._batch import Counts, Flags, Floats, unwrapped
from foldwise.stats._corrected_tost import as_rope
from foldwise.stats._dataset_rounding import as_dataset_differences, check_prior_strength
from foldwise.stats._region_posterior import RegionPosterior, region_fields


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BayesianSignResult(RegionPosterior):
    """Counts of datasets in three regions, and the posterior of their shares.

    Attributes
    ----------
    n_left, n_inside, n_right : int or ndarray
        Datasets on which `b` is ahead, neither is, and `a` is ahead.
    prior_strength : float
        How many datasets inside the region the prior is worth.

    See Also
    --------
    RegionPosterior : The other fields.

    Examples
    --------
    >>> from foldwise.stats import bayesian_sign
    >>> result = bayesian_sign([0.03, 0.02, -0.02, 0.05, 0.004, 0.06, 0.0], rope=0.01)
    >>> result.n_left, result.n_inside, result.n_right
    (1, 2, 4)
    """

    n_left: Counts
    n_inside: Counts
    n_right: Counts
    prior_strength: float

    def draws(self) -> Floats:
        """Draw from the posterior of the three shares, for a figure.

        Returns
        -------
        ndarray of shape (..., n_draws, 3)
            Shares of datasets left of, inside and right of the region; each row sums to 1.
        """
        alpha = _alpha(self.n_left, self.n_inside, self.n_right, self.prior_strength)[..., np.newaxis, :]
        rng = np.random.default_rng(self.seed)
        gammas = rng.standard_gamma(np.broadcast_to(alpha, (*alpha.shape[:-2], self.n_draws, 3)))
        return np.asarray(gammas / gammas.sum(axis=-1, keepdims=True))


def bayesian_sign(
    differences: ArrayLike,
    *,
    rope: float | tuple[float, float],
    prior_strength: float = 1.0,
    seed: int = 0,
    n_draws: int = 50_000,
    score_magnitude: ArrayLike | None = None,
) -> BayesianSignResult:
    r"""Give the probabilities that on most datasets `a` is better, that `b` is, and that it makes no difference.

    Only the region that each difference falls into is used [1]_, [2]_; where the sizes of differences mean the same on
    all datasets, `bayesian_signed_rank` finds more. One difference per dataset, never the folds of one.

    Parameters
    ----------
    differences : array_like of shape (..., n_datasets)
        Mean of ``score(a) - score(b)`` on each dataset. Leading axes are independent experiments.
    rope : float or (low, high)
        Region of practical equivalence: differences from ``-rope`` to ``rope``, or from low to high, do not matter. It
        is for the user to say, and before looking at the scores.
    prior_strength : float, default 1.0
        Weight of the prior, all of it inside the region: as if that many more datasets had shown no difference.
    seed : int, default 0
        Seed of what `draws` returns; the probabilities need no draws.
    n_draws : int, default 50000
        How many `draws` returns.
    score_magnitude : array_like, optional
        Largest absolute score behind the differences, one number or one per dataset. A difference that leaves the
        region by no more than ``8 * eps`` times this is inside. Ten thousand times the largest difference if not given.

    Returns
    -------
    BayesianSignResult
        Flag: `identical_scores` (all differences zero).

    See Also
    --------
    bayesian_signed_rank : Uses the sizes of differences.
    sign_test : The same counts, for a p-value.

    Notes
    -----
    With ``n_l``, ``n_e`` and ``n_r`` datasets left of, inside and right of the region and a prior of strength ``s``,
    the shares of the population of datasets have the posterior

    .. math:: (\theta_l, \theta_e, \theta_r) \sim \mathrm{Dir}(n_l,\ n_e + s,\ n_r),

    of which the probability that each share is the largest is computed by numerical integration, to about ten digits:
    shares are as independent gamma variables over their sum. A region without a dataset, and without prior, has share
    0.

    The null hypothesis: there is none. The shares spoken about are those among the datasets that these are a random
    sample of; about any one dataset it says nothing.

    The published program [2]_ adds .0001 to every count and draws; its numbers agree within Monte Carlo error.

    References
    ----------
    .. [1] A. Benavoli, G. Corani, F. Mangili, M. Zaffalon and F. Ruggeri (2014). A Bayesian Wilcoxon signed-rank test
       based on the Dirichlet process. ICML 2014, 1026-1034.
    .. [2] A. Benavoli, G. Corani, J. Demsar and M. Zaffalon (2017). Time for a change: a tutorial for comparing
       multiple classifiers through Bayesian analysis. Journal of Machine Learning Research 18(77), 1-36.

    Examples
    --------
    >>> from foldwise.stats import bayesian_sign
    >>> result = bayesian_sign([0.03, 0.02, -0.02, 0.05, 0.004, 0.06, 0.0], rope=0.01)
    >>> result.n_left, result.n_inside, result.n_right
    (1, 2, 4)
    >>> round(result.left, 4), round(result.inside, 4), round(result.right, 4)
    (0.0325, 0.3312, 0.6363)
    """
    low, high = as_rope(rope)
    strength = check_prior_strength(prior_strength)
    n_draws, seed = check_integer(n_draws, "n_draws", least=1), check_seed(seed)
    d, rounding = as_dataset_differences(differences, (low, high), score_magnitude)
    left = (d < low - rounding).sum(axis=-1)
    right = (d > high + rounding).sum(axis=-1)
    alpha = _alpha(left, d.shape[-1] - left - right, right, strength)
    probabilities = _largest(alpha)
    return BayesianSignResult(
        **region_fields(probabilities, np.zeros_like(alpha), alpha / alpha.sum(axis=-1, keepdims=True)),
        rope=(low, high),
        n_draws=n_draws,
        seed=seed,
        flags=Flags({"identical_scores": (np.abs(d) <= rounding).all(axis=-1)}, shape=d.shape[:-1]),
        n_left=unwrapped(np.asarray(left)),
        n_inside=unwrapped(np.asarray(d.shape[-1] - left - right)),
        n_right=unwrapped(np.asarray(right)),
        prior_strength=strength,
    )


def _alpha(left: Counts, inside: Counts, right: Counts, strength: float) -> Floats:
    return np.stack([np.asarray(left), np.asarray(inside) + strength, np.asarray(right)], axis=-1).astype(np.float64)


def _nodes() -> tuple[Floats, Floats, Floats]:
    """Return points of (0, 1), their distances from 1, and weights: the tanh-sinh rule, which no endpoint troubles."""
    t = np.arange(-80, 81) / 20
    s = np.pi * np.sinh(t)
    below, above = 1 / (1 + np.exp(-s)), 1 / (1 + np.exp(s))
    return below, above, np.pi * np.cosh(t) / 20 * below * above


def _largest(alpha: Floats) -> Floats:
    """Integrate the probability that each of three gamma variables is the largest, over quantiles of that variable.

    >>> _largest(np.array([[2.0, 2.0, 2.0], [1.0, 1.0, 0.0]])).round(6)
    array([[0.333333, 0.333333, 0.333333],
           [0.5     , 0.5     , 0.      ]])
    """
    below, above, weight = _nodes()
    probabilities = np.zeros_like(alpha)
    for one in range(3):
        own = alpha[..., [one]]
        positive = np.where(own > 0, own, 1.0)
        x = np.where(below < 0.5, gammaincinv(positive, below), gammainccinv(positive, above))
        product = np.asarray(weight)
        for other in {0, 1, 2} - {one}:
            a = alpha[..., [other]]
            product = product * np.where(a > 0, gammainc(np.where(a > 0, a, 1.0), x), 1.0)
        probabilities[..., one] = np.where(own[..., 0] > 0, product.sum(axis=-1), 0.0)
    return np.asarray(probabilities / probabilities.sum(axis=-1, keepdims=True))
