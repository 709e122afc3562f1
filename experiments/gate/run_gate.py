"""Measure how often a gate errs: not worse at the margin, worse at no difference; writes docs/gate-levels.csv.

(a) Right and wrong answers of two learners on n examples, a share of which they answer differently. (b) Differences of
10x10 cross-validation by the compound-symmetric model: equal correlations between folds of 1/10, the one that the
corrected test assumes, or 3/10, a greater one. (c) Differences of scores of examples: normal, or skewed by rare losses.
(d) Clusters of examples, whose differences have a part in common: all of five examples, or of 1 to 50. (c) and (d)
are by the wider limits of Student's t and Hall's. (e) Several trainings of both on one test set, scored as a whole. (f)
The same with a score for each of 200 examples: both trainings and examples are random.
"""

import csv
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy.special import stdtrit

from foldwise.stats import corrected_repeated_kfold_t, hall_t, non_inferiority, tango_non_inferiority

ALPHA = 0.05
N_TRIALS = 20_000
HEADINGS = ("kind", "n", "margin", "population", "not_worse_at_margin", "worse_at_zero", "not_worse_at_zero", "trials")
MARGINS = (0.1, 0.3)
# Share of the variance of a difference that the examples of a cluster have in common.
SHARED = 0.3
N_ITEMS = 200
# Experiments drawn at a time where each has a score for every training and example.
AT_ONCE = 100


def outcomes_of_examples(rng, n, margin, differing, difference, n_trials):
    """Outcomes where a share of answers differs, and the candidate gains `difference`."""
    gained, lost = (differing + difference) / 2, (differing - difference) / 2
    counts = rng.multinomial(n, [gained, lost, 1 - gained - lost], size=n_trials)
    return tango_non_inferiority(counts[:, 0], counts[:, 1], n, margin=margin, alpha=ALPHA).outcome


def outcomes_of_folds(rng, correlation, margin, difference, n_trials):
    """Outcomes of 10x10 cross-validation with equally correlated differences of standard deviation .02."""
    shared = rng.normal(size=(n_trials, 1, 1)) * np.sqrt(correlation)
    own = rng.normal(size=(n_trials, 10, 10)) * np.sqrt(1 - correlation)
    found = corrected_repeated_kfold_t(difference + 0.02 * (shared + own))
    return non_inferiority(found.estimate, found.standard_error, df=found.df, margin=margin, alpha=ALPHA).outcome


def normal(rng, shape):
    """Differences of mean 0 and standard deviation 1."""
    return rng.normal(size=shape)


def rare_losses(rng, shape):
    """The same where one example in ten differs, by an exponential loss: mean -.1, variance .2 - .01."""
    losses = rng.exponential(size=shape) * (rng.random(shape) < 0.1)
    return (0.1 - losses) / np.sqrt(0.19)


def scores(rng, draw, n, n_trials):
    """Mean differences of n examples, their standard errors, and the skewness of the differences."""
    found = hall_t(draw(rng, (n_trials, n)))
    return found.estimate, found.standard_error, found.skewness


def equal_sizes(rng, shape):
    """Five examples in each cluster."""
    return np.full(shape, 5)


def unequal_sizes(rng, shape):
    """From 1 to 50 examples, as often from 1 to 7 as from 7 to 50."""
    return np.floor(np.exp(rng.uniform(0, np.log(51), shape)))


def clusters(rng, draw_sizes, n, n_trials):
    """Mean differences of the examples of n clusters, their standard errors and skewness by sums of clusters."""
    sizes = draw_sizes(rng, (n_trials, n))
    sums = sizes * rng.normal(size=sizes.shape) * np.sqrt(SHARED)
    sums += np.sqrt(sizes * (1 - SHARED)) * rng.normal(size=sizes.shape)
    total = sizes.sum(axis=1)
    mean = sums.sum(axis=1) / total
    left = sums - sizes * mean[:, np.newaxis]
    spread = np.sqrt(np.square(left).sum(axis=1) / (n - 1))
    skewness = n / ((n - 1) * (n - 2)) * np.power(left / spread[:, np.newaxis], 3).sum(axis=1)
    return mean, spread * np.sqrt(n) / total, skewness


def over_seeds(rng, n, spreads, n_trials):
    """Mean differences of n trainings each on one test set, standard errors and degrees of freedom."""
    a, b = (spread * rng.normal(size=(n_trials, n)) for spread in spreads)
    parts = np.array([each.var(axis=1, ddof=1) / n for each in (a, b)])
    return a.mean(axis=1) - b.mean(axis=1), *satterthwaite(parts, [n - 1, n - 1])


def over_seeds_and_examples(rng, n, spread, n_trials):
    """The same with a score for each of 200 examples, which vary by 1, as does what both do together."""
    blocks = [_crossed(rng, n, spread) for _ in range(n_trials // AT_ONCE)]
    return tuple(np.concatenate(parts) for parts in zip(*blocks, strict=True))


def _crossed(rng, n, spread):
    """Of each training and example the score of both: a skill, a preference for the example, and chance."""
    skill = spread * rng.normal(size=(2, AT_ONCE, 1, n))
    liking = rng.normal(size=(2, AT_ONCE, N_ITEMS, 1)) / np.sqrt(2)
    x = skill + liking + rng.normal(size=(2, AT_ONCE, N_ITEMS, n))
    seeds = x.mean(axis=2).var(axis=-1, ddof=1) / n
    d = x[0].mean(axis=-1) - x[1].mean(axis=-1)
    items = d.var(axis=-1, ddof=1) / N_ITEMS
    return d.mean(axis=-1), *satterthwaite(np.array([*seeds, items]), [n - 1, n - 1, N_ITEMS - 1])


def satterthwaite(parts, dfs):
    """Standard error of a sum of parts, and its degrees of freedom."""
    total = parts.sum(axis=0)
    return np.sqrt(total), total**2 / sum(part**2 / df for part, df in zip(parts, dfs, strict=True))


def rates(at_margin, at_zero):
    return [np.mean(at_margin == "not worse"), np.mean(at_zero == "worse"), np.mean(at_zero == "not worse")]


def rates_of_means(drawn, n, margin):
    """Rates by the wider limits of two tests, where shifting what was drawn makes the candidate worse by the margin."""
    mean, error, skewness = drawn
    loss = margin * mean.std() * np.sqrt(n)
    hall = replace(hall_t(np.arange(float(n))), pvalue=np.zeros(mean.shape), standard_error=error, skewness=skewness)
    half = -stdtrit(n - 1, ALPHA) * error
    shifted = []
    for shift in (-loss, 0):
        low, high = replace(hall, estimate=mean + shift).confidence_interval(1 - 2 * ALPHA)
        low, high = np.minimum(low, mean + shift - half), np.maximum(high, mean + shift + half)
        # Where nothing varies there are no limits.
        shifted.append(_outcomes(np.where(error > 0, low, np.nan), np.where(error > 0, high, np.nan), loss))
    return rates(*shifted)


def rates_of_seeds(drawn, margin):
    """Rates by Student's t with degrees of freedom of their own, the margin being this many standard errors."""
    mean, error, df = drawn
    loss = margin * mean.std()
    half = -stdtrit(df, ALPHA) * error
    return rates(*(_outcomes(mean + shift - half, mean + shift + half, loss) for shift in (-loss, 0)))


def _outcomes(low, high, margin):
    return np.where(low > -margin, "not worse", np.where(high < -margin, "worse", "undecided"))


def table(n_trials=N_TRIALS, seed=1):
    """Return the rows of the table."""
    rng = np.random.default_rng(seed)
    rows = []
    for n in (50, 200, 1000):
        for margin in (0.01, 0.05):
            for differing in (0.06, 0.2):
                found = [outcomes_of_examples(rng, n, margin, differing, d, n_trials) for d in (-margin, 0.0)]
                rows.append(["answers", n, margin, f"{differing:g} of answers differ", *rates(*found), n_trials])
    for correlation in (0.1, 0.3):
        found = [outcomes_of_folds(rng, correlation, 0.01, d, n_trials) for d in (-0.01, 0.0)]
        rows.append(["folds", 10, 0.5, f"folds are correlated by {correlation:g}", *rates(*found), n_trials])
    for n in (20, 50, 200, 1000):
        for draw, words in ((normal, "differences are normal"), (rare_losses, "one in ten differs by a loss")):
            drawn = scores(rng, draw, n, n_trials)
            rows += [["scores", n, margin, words, *rates_of_means(drawn, n, margin), n_trials] for margin in MARGINS]
    for n in (10, 30, 100):
        for draw, words in ((equal_sizes, "each has 5 examples"), (unequal_sizes, "they have 1 to 50 examples")):
            drawn = clusters(rng, draw, n, n_trials)
            rows += [["clusters", n, margin, words, *rates_of_means(drawn, n, margin), n_trials] for margin in MARGINS]
    for n in (3, 5, 10):
        for spreads, words in (
            ((1, 1), "trainings of both vary alike"),
            ((1, 3), "those of one vary three times more"),
        ):
            found = over_seeds(rng, n, spreads, n_trials)
            rows.append(["seeds", n, 2, words, *rates_of_seeds(found, 2), n_trials])
        for spread, words in ((0, "trainings are equally good"), (0.3, "trainings differ")):
            found = over_seeds_and_examples(rng, n, spread, n_trials // 4)
            rows.append(["crossed", n, 2, words, *rates_of_seeds(found, 2), n_trials // 4])
    return [[f"{cell:.4f}" if isinstance(cell, np.floating) else cell for cell in row] for row in rows]


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2] / "docs" / "gate-levels.csv")
    with target.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([HEADINGS, *table()])
