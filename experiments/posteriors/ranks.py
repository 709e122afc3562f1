"""Simulation-based calibration: parameters from the prior, data from the parameters, draws from the posterior.

The rank of the true value among draws of a right posterior is uniform (Talts, Betancourt, Simpson, Vehtari and Gelman,
2018, "Validating Bayesian inference algorithms with simulation-based calibration"). Every simulated experiment is one
chain, so that thousands run as one.
"""

import numpy as np
from scipy.stats import chisquare

from foldwise.stats._bayesian_hierarchical import DF_PRIOR
from foldwise.stats._game_posterior import LOG_SCALE_SD, TIE_SD, Games, sample_games
from foldwise.stats._hierarchical_gibbs import Observed, sample

N_RANKS = 64
N_BINS = 16


def hierarchical_ranks(n_trials, n_datasets, n_folds, seed, *, rho=0.1, told_rho=None, thin=15, n_warmup=300):
    """Ranks of delta_0, s_0, nu and one delta; with `told_rho` the posterior is that of another model."""
    rng = np.random.default_rng(seed)
    shape = (n_trials, n_datasets)
    centre = rng.uniform(-1, 1, (n_trials, 1))
    spread = rng.uniform(0, 1, (n_trials, 1))
    df = 1 + rng.gamma(rng.uniform(*DF_PRIOR[0], (n_trials, 1)), 1 / rng.uniform(*DF_PRIOR[1], (n_trials, 1)))
    delta = centre + spread * rng.standard_t(np.broadcast_to(df, shape))
    sigma = rng.uniform(0, 1, shape)
    mean = delta + sigma * rng.normal(size=shape) * np.sqrt((1 + (n_folds - 1) * rho) / n_folds)
    squares = (1 - rho) * sigma**2 * rng.chisquare(n_folds - 1, shape)
    told = rho if told_rho is None else told_rho
    one = np.ones((n_trials, 1))
    observed = Observed(
        n=np.full(shape, float(n_folds)),
        mean=mean,
        squares=squares / (1 - told),
        weight=np.full(shape, n_folds / (1 + (n_folds - 1) * told)),
        centre_limit=one,
        spread_limit=one,
        sigma_limit=one,
        shapes=DF_PRIOR[0],
        rates=DF_PRIOR[1],
    )
    start = (rng.uniform(-1, 1, (n_trials, 1)), rng.uniform(0.1, 1, (n_trials, 1)))
    drawn = sample(observed, start, n_warmup=n_warmup, n_draws=thin * (N_RANKS - 1), rng=rng)
    return {
        "delta_0": _ranks(drawn.centre, centre, thin),
        "s_0": _ranks(drawn.spread, spread, thin),
        "nu": _ranks(drawn.df, df, thin),
        "delta_1": _ranks(drawn.deltas[..., 0], delta[:, :1], thin),
    }


def bradley_terry_ranks(n_trials, n_learners, n_games, seed, *, with_ties=True, told_ties=0, thin=4, n_warmup=150):
    """Ranks of a difference of abilities, of their scale and of nu; `told_ties` more of them spoil the posterior."""
    rng = np.random.default_rng(seed)
    scale = np.exp(LOG_SCALE_SD * rng.normal(size=(n_trials, 1)))
    abilities = scale * rng.normal(size=(n_trials, n_learners))
    nu = TIE_SD * rng.normal(size=(n_trials, 1))
    first, second = np.triu_indices(n_learners, 1)
    half = (abilities[:, first] - abilities[:, second]) / 2
    weights = np.stack([np.exp(half), np.exp(-half), np.exp(nu) * with_ties + 0 * half], axis=-1)
    won, lost, tied = np.moveaxis(rng.multinomial(n_games, weights / weights.sum(axis=-1, keepdims=True)), -1, 0)
    ties = (tied + told_ties).astype(float)
    games = Games(
        n_players=n_learners,
        first=first,
        second=second,
        lead=(won - lost).astype(float),
        n=won + lost + ties,
        ties=ties if with_ties else None,
    )
    theta, scales = sample_games(games, n_warmup=n_warmup, n_draws=thin * (N_RANKS - 1), rng=rng)
    ranks = {
        "b_1 - b_2": _ranks(theta[..., 0] - theta[..., 1], abilities[:, :1] - abilities[:, 1:2], thin),
        "s": _ranks(scales, scale, thin),
    }
    return {**ranks, "nu": _ranks(theta[..., -1], nu, thin)} if with_ties else ranks


def _ranks(draws, truth, thin):
    return (draws[:, thin - 1 :: thin] < truth).sum(axis=1)


def uniformity(ranks):
    """P-value of a chi-square test of equal counts in bins of ranks."""
    return chisquare(np.bincount(ranks * N_BINS // N_RANKS, minlength=N_BINS)).pvalue
