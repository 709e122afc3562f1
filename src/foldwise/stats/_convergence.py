"""Whether chains of dependent draws have forgotten where they began, and what they are worth in independent draws."""

from collections.abc import Iterable

import numpy as np
from scipy.special import ndtri

from foldwise.stats._batch import Floats

# Vehtari, Gelman, Simpson, Carpenter and Buerkner (2021), "Rank-normalization, folding, and localization: an improved
# R-hat for assessing convergence of MCMC", Bayesian Analysis 16, whose limits these are.
LARGEST_R_HAT = 1.01
FEWEST_DRAWS = 400


def split_r_hat(chains: Floats) -> float:
    """Compare halves of chains of shape ``(n_chains, n_draws)`` with each other, by ranks: 1 if they look alike.

    The larger of two: of the draws, and of their distances from the median, which sees halves of unequal spread.

    >>> rng = np.random.default_rng(0)
    >>> round(split_r_hat(rng.normal(size=(4, 1000))), 2), round(split_r_hat(rng.normal(size=(4, 1000)).cumsum(1)), 1)
    (1.0, 1.9)
    """
    return max(_r_hat(chains), _r_hat(np.abs(chains - np.median(chains))))


def _r_hat(chains: Floats) -> float:
    halves = _halves(_normal_scores(chains))
    within = halves.var(axis=1, ddof=1).mean()
    if within == 0:
        return 1.0
    n = halves.shape[1]
    return float(np.sqrt((n - 1) / n + halves.mean(axis=1).var(ddof=1) / within))


def effective_draws(chains: Floats) -> float:
    """Return how many independent draws would tell as much, by ranks.

    The sum of autocorrelations ends where the sum of a pair of neighbours is no longer positive, and never increases.

    >>> rng = np.random.default_rng(0)
    >>> 3500 < effective_draws(rng.normal(size=(4, 1000))) < 4500
    True
    """
    halves = _halves(_normal_scores(chains))
    m, n = halves.shape
    centred = halves - halves.mean(axis=1, keepdims=True)
    spectrum = np.fft.rfft(centred, 2 * n, axis=1)
    covariance = np.fft.irfft(np.abs(spectrum) ** 2, axis=1)[:, :n].mean(axis=0) / n
    within = covariance[0] * n / (n - 1)
    total = covariance[0] + halves.mean(axis=1).var(ddof=1)
    if total == 0:
        return float(m * n)
    correlation = 1 - (within - covariance * n / (n - 1)) / total
    pairs = correlation[: n - n % 2].reshape(-1, 2).sum(axis=1)
    last = int(np.argmax(pairs <= 0)) if (pairs <= 0).any() else len(pairs)
    time = 2 * np.minimum.accumulate(pairs[:last]).sum() - 1
    # Draws that repel each other are worth more than independent ones, within reason.
    return float(m * n / max(time, 1 / np.log10(m * n)))


def diagnose(quantities: Iterable[Floats]) -> tuple[float, float]:
    """Return the largest R-hat and the fewest effective draws of quantities of shape ``(n_chains, n_draws)`` each.

    >>> rng = np.random.default_rng(0)
    >>> r_hat, n = diagnose([rng.normal(size=(4, 1000)), rng.normal(size=(4, 1000)).cumsum(1)])
    >>> has_converged(r_hat, n)
    False
    """
    both = [(split_r_hat(chains), effective_draws(chains)) for chains in quantities]
    return max(r_hat for r_hat, _ in both), min(n for _, n in both)


def has_converged(r_hat: float, n_effective: float) -> bool:
    """Say whether draws can be trusted as far as these two tell."""
    return r_hat <= LARGEST_R_HAT and n_effective >= FEWEST_DRAWS


def _halves(chains: Floats) -> Floats:
    n = chains.shape[1] // 2
    return np.concatenate((chains[:, :n], chains[:, -n:]))


def _normal_scores(chains: Floats) -> Floats:
    flat = chains.reshape(-1)
    _, place, counts = np.unique(flat, return_inverse=True, return_counts=True)
    # Ties share their mean rank.
    rank = (np.cumsum(counts) - (counts - 1) / 2)[place]
    return np.asarray(ndtri((rank - 0.375) / (len(flat) + 0.25)).reshape(chains.shape))
