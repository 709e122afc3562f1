"""Draws from the posterior of the hierarchical model of differences on several datasets, by Gibbs sampling.

All arrays have a first axis of chains, which need not have the same data. Datasets enter by their means and sums of
squares alone.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.special import gammaln, logsumexp

from foldwise._kernels import student_slices as kernel
from foldwise.stats._batch import Floats
from foldwise.stats._truncated_draws import inverse_gamma, truncated_normal

# Within these limits of log(nu - 1) lies all but 2e-5 of the prior of the paper, and that of its authors' programs.
LOG_DF = (-12.0, 8.0)
# Lines along which nu and s_0 are moved, in units of log(nu - 1) and log(s_0), and lengths of the intervals searched:
# each by itself, and both together, since heavier tails go with a smaller s_0.
LINES = ((1.0, 0.0, 4.0), (0.0, 1.0, 1.5), (1.0, 0.3, 4.0))
# The smallest s_0, over the largest delta_0: with one a thousand times smaller all deltas would be rounded to the same.
SMALLEST = 2.0**-42
# Points tried on a line. Half of what is left goes with each: more than these are needed once in millions of moves.
TRIES = 40


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Observed:
    """What is known of each dataset, arrays that broadcast to ``(n_chains, n_datasets)``, and the limits of the priors.

    `squares` is the sum of squares about the mean over ``1 - rho``, `weight` is ``n / (1 + (n - 1) rho)``. Limits:
    `centre_limit` of the size of delta_0, `spread_limit` of s_0, `sigma_limit` of each sigma. `shapes` and `rates` are
    limits of the uniform shape and rate of the gamma distribution that ``nu - 1`` has before the data.
    """

    n: Floats
    mean: Floats
    squares: Floats
    weight: Floats
    centre_limit: Floats
    spread_limit: Floats
    sigma_limit: Floats
    shapes: tuple[float, float]
    rates: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Drawn:
    """Draws of delta_0, s_0 and nu, shape ``(n_chains, n_draws)``, and of each delta, with a last axis of datasets."""

    centre: Floats
    spread: Floats
    df: Floats
    deltas: Floats


def sample(
    observed: Observed, start: tuple[Floats, Floats], *, n_warmup: int, n_draws: int, rng: np.random.Generator
) -> Drawn:
    """Draw from the posterior; `start` holds delta_0 and s_0 of every chain, shape ``(n_chains, 1)``."""
    o = observed
    centre, spread = start
    n_chains = len(centre)
    delta = np.broadcast_to(o.mean, (n_chains, o.mean.shape[-1])).copy()
    log_df = np.full((n_chains, 1), np.log(4.0))
    mix = np.ones_like(delta)
    least, most = (np.broadcast_to(limit, (n_chains, 1)) for limit in (SMALLEST * o.centre_limit, o.spread_limit))
    log_limits = np.log(np.concatenate((least, most), axis=1))
    kept = Drawn(
        centre=np.empty((n_chains, n_draws)),
        spread=np.empty((n_chains, n_draws)),
        df=np.empty((n_chains, n_draws)),
        deltas=np.empty((n_chains, n_draws, delta.shape[-1])),
    )
    for step in range(-n_warmup, n_draws):
        variance = inverse_gamma(
            rng, (o.n - 1) / 2, (o.squares + o.weight * (o.mean - delta) ** 2) / 2, o.sigma_limit**2
        )
        precision, prior = o.weight / variance, mix / spread**2
        both = precision + prior
        delta = (precision * o.mean + prior * centre) / both + rng.standard_normal(delta.shape) / np.sqrt(both)

        # Student's t is a normal distribution of random precision: first nu and s_0 without the precisions, then these.
        squares = (delta - centre) ** 2
        log_df, spread = _draw_tails(rng, log_df, spread, squares, log_limits, log_df_prior(o.shapes, o.rates))
        df = 1 + np.exp(log_df)
        mix = rng.standard_gamma((df + 1) / 2, delta.shape) / ((df + squares / spread**2) / 2)
        total = mix.sum(axis=-1, keepdims=True)
        centre = truncated_normal(
            rng,
            (mix * delta).sum(axis=-1, keepdims=True) / total,
            spread / np.sqrt(total),
            -o.centre_limit,
            o.centre_limit,
        )

        # Centre and spread once more, given the standardized deltas: where datasets hardly differ, chains would else
        # stick (Yu and Meng, 2011, "To center or not to center", Journal of Computational and Graphical Statistics 20).
        standard = (delta - centre) / spread
        total = precision.sum(axis=-1, keepdims=True)
        centre = truncated_normal(
            rng,
            (precision * (o.mean - spread * standard)).sum(axis=-1, keepdims=True) / total,
            1 / np.sqrt(total),
            -o.centre_limit,
            o.centre_limit,
        )
        total = (precision * standard**2).sum(axis=-1, keepdims=True)
        spread = truncated_normal(
            rng,
            (precision * standard * (o.mean - centre)).sum(axis=-1, keepdims=True) / total,
            1 / np.sqrt(total),
            least,
            most,
        )
        delta = centre + spread * standard
        if step >= 0:
            kept.centre[:, step], kept.spread[:, step] = centre[:, 0], spread[:, 0]
            kept.df[:, step], kept.deltas[:, step] = df[:, 0], delta
    return kept


def _draw_tails(
    rng: np.random.Generator,
    log_df: Floats,
    spread: Floats,
    squares: Floats,
    log_limits: Floats,
    prior: tuple[Floats, Floats],
) -> tuple[Floats, Floats]:
    """Draw log(nu - 1) and s_0 given the squared distances of deltas from their centre."""
    n_chains = len(squares)
    x, log_prior = prior
    position = np.concatenate((log_df, np.log(spread)), axis=1)
    kernel.move(
        position,
        squares,
        log_limits,
        log_prior,
        x[0],
        x[1] - x[0],
        np.broadcast_to(LINES, (n_chains, len(LINES), 3)).copy(),
        rng.random((n_chains, len(LINES), TRIES)),
    )
    return position[:, :1], np.exp(position[:, 1:])


@cache
def log_df_prior(shapes: tuple[float, float], rates: tuple[float, float]) -> tuple[Floats, Floats]:
    """Tabulate the log density of log(nu - 1) before the data, the uniform shape and rate integrated out.

    >>> x, log_density = log_df_prior((0.5, 5.0), (0.05, 0.15))
    >>> round(float(np.exp(log_density).sum() * (x[1] - x[0])), 4)
    1.0
    """
    x = np.linspace(*LOG_DF, 2001)
    nodes, weights = np.polynomial.legendre.leggauss(40)
    shape, rate = (low + (high - low) * (1 + nodes) / 2 for low, high in (shapes, rates))
    a, b, y = shape[:, np.newaxis, np.newaxis], rate[:, np.newaxis], np.exp(x)
    terms = a * np.log(b) - gammaln(a) + a * x - b * y
    each = weights[:, np.newaxis, np.newaxis] * weights[:, np.newaxis] / 4
    return x, np.asarray(logsumexp(terms, axis=(0, 1), b=each))
