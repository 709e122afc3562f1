"""How often intervals of posteriors hold the truth on populations of datasets that are not those of the prior."""

import numpy as np
from scipy.special import expit
from scipy.stats import norm

from foldwise.stats import bayesian_hierarchical, bradley_terry, win_table

ROPE = 0.01
LEVEL = 0.9
RHO = 0.1


def normal(rng, n):
    return rng.normal(0.01, 0.02, n)


def heavy(rng, n):
    return 0.01 + 0.01 * rng.standard_t(3, n)


def two_kinds(rng, n):
    """On two of three datasets nothing, on the third five points."""
    return np.where(rng.random(n) < 2 / 3, rng.normal(0, 0.003, n), rng.normal(0.05, 0.01, n))


def skewed(rng, n):
    return rng.exponential(0.02, n) - 0.005


POPULATIONS = {"normal": normal, "Student t, 3 df": heavy, "two kinds": two_kinds, "skewed": skewed}


def hierarchical_coverage(population, n_datasets, n_trials, seed):
    """Ten times ten folds with correlation .1 and standard deviations of .02 to .08: what the next dataset is told."""
    draw = POPULATIONS[population]
    many = draw(np.random.default_rng(1), 1_000_000)
    truth = np.array([(many < -ROPE).mean(), (np.abs(many) <= ROPE).mean(), (many > ROPE).mean()])
    shares, held = [], []
    for trial in range(n_trials):
        rng = np.random.default_rng([seed, trial])
        delta = draw(rng, n_datasets)[:, np.newaxis]
        sigma = rng.uniform(0.02, 0.08, (n_datasets, 1))
        noise = np.sqrt(RHO) * rng.normal(size=(n_datasets, 1)) + np.sqrt(1 - RHO) * rng.normal(size=(n_datasets, 100))
        x = (delta + sigma * noise).reshape(n_datasets, 10, 10)
        result = bayesian_hierarchical(x, rope=ROPE, seed=trial, n_draws=2400, n_warmup=200)
        low, high = np.quantile(result.draws(), [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
        shares.append([result.left_share, result.inside_share, result.right_share])
        held.append((low <= truth) & (truth <= high))
    return {
        "population": population,
        "n_datasets": n_datasets,
        "n_trials": n_trials,
        **dict(zip(("true_left", "true_inside", "true_right"), truth, strict=True)),
        **dict(zip(("told_left", "told_inside", "told_right"), np.mean(shares, axis=0), strict=True)),
        **dict(zip(("held_left", "held_inside", "held_right"), np.mean(held, axis=0), strict=True)),
    }


def games_of_abilities(rng, n_datasets):
    """The model itself: independent games, equals tie once in three."""
    abilities = rng.normal(0, 0.7, 5)
    wins, ties = np.zeros((2, 5, 5), dtype=int)
    for i in range(5):
        for j in range(i):
            weights = np.exp([abilities[i], abilities[j], (abilities[i] + abilities[j]) / 2])
            wins[i, j], wins[j, i], ties[i, j] = rng.multinomial(n_datasets, weights / weights.sum())
            ties[j, i] = ties[i, j]
    return wins, ties, expit(abilities[:, np.newaxis] - abilities)


def games_of_scores(rng, n_datasets, spreads=(0.03,) * 5):
    """Scores: an easy or hard dataset, an ability, and noise; games on one dataset share all three. Ties within .01."""
    means, spreads = rng.normal(0, 0.02, 5), np.asarray(spreads)
    scores = 0.7 + 0.1 * rng.normal(size=(n_datasets, 1)) + means + spreads * rng.normal(size=(n_datasets, 5))
    table = win_table(scores, rope=0.01)
    sd = np.sqrt(spreads[:, np.newaxis] ** 2 + spreads**2)
    ahead = norm.cdf((means[:, np.newaxis] - means - 0.01) / sd)
    return table.wins, table.ties, ahead / (ahead + ahead.T)


def games_of_unequal_scores(rng, n_datasets):
    """As before, but learners are unequally steady: from .01 to .05."""
    return games_of_scores(rng, n_datasets, (0.01, 0.02, 0.03, 0.04, 0.05))


TOURNAMENTS = {
    "the model itself": games_of_abilities,
    "scores, equally steady": games_of_scores,
    "scores, unequally steady": games_of_unequal_scores,
}


def bradley_terry_coverage(tournament, n_datasets, n_trials, seed):
    """Five learners: how often intervals hold the probability that one is ahead of another, given no tie."""
    pairs = np.tril_indices(5, -1)
    held, widths, bias = [], [], []
    for trial in range(n_trials):
        wins, ties, truth = TOURNAMENTS[tournament](np.random.default_rng([seed, trial]), n_datasets)
        result = bradley_terry(wins, ties, seed=trial, n_draws=1200, n_warmup=100)
        low, high = result.win_interval(LEVEL)
        held.append(((low <= truth) & (truth <= high))[pairs])
        widths.append((high - low)[pairs])
        bias.append(((result.win - truth) * np.sign(truth - 0.5))[pairs])
    each = np.mean(held, axis=1)
    return {
        "tournament": tournament,
        "n_datasets": n_datasets,
        "n_trials": n_trials,
        "held": each.mean(),
        "error": each.std(ddof=1) / n_trials**0.5,
        "width": np.mean(widths),
        "away_from_half": np.mean(bias),
    }
