"""Intervals against SciPy, and by what defines a limit: that the tail beyond it has its probability."""

import numpy as np
import pytest
from scipy import special, stats

from foldwise.stats import (
    binomial,
    clopper_pearson,
    corrected_difference_of_proportions,
    difference_of_proportions,
    mcnemar,
    rejection_rate,
    replicability,
    sign_test,
    wilson,
)

levels = pytest.mark.parametrize("level", [0.5, 0.95, 0.9999])


def counts(n, largest):
    """Successes of trials, with none and all among them."""
    rng = np.random.default_rng(n + largest)
    trials = rng.integers(1, largest, n)
    right = rng.binomial(trials, rng.beta(0.3, 0.3, n))
    return right, trials


@levels
@pytest.mark.parametrize("largest", [12, 5000])
def test_clopper_pearson(level, largest, n_inputs):
    right, n = counts(n_inputs, largest)
    result = clopper_pearson(right, n, level=level)
    tail = (1 - level) / 2
    inner = right > 0
    np.testing.assert_allclose(special.bdtrc(right[inner] - 1, n[inner], result.low[inner]), tail, rtol=1e-10)
    assert (result.low[~inner] == 0).all()
    inner = right < n
    # Digits of a limit close to 1 are lost in its complement.
    np.testing.assert_allclose(special.bdtr(right[inner], n[inner], result.high[inner]), tail, rtol=1e-7)
    assert (result.high[~inner] == 1).all()
    beta = stats.beta.ppf(tail, np.maximum(right, 1), n - right + 1)
    np.testing.assert_allclose(result.low, np.where(right > 0, beta, 0), rtol=1e-10)
    beta = stats.beta.isf(tail, right + 1, np.maximum(n - right, 1))
    np.testing.assert_allclose(result.high, np.where(right < n, beta, 1), rtol=1e-12)


@levels
def test_wilson(level, n_inputs):
    """The limits at which the score test just rejects: z squared is the squared distance over the variance there."""
    right, n = counts(n_inputs, 5000)
    result = wilson(right, n, level=level)
    z = stats.norm.isf((1 - level) / 2)
    for limit, ends in ((result.low, right == 0), (result.high, right == n)):
        p = limit[~ends]
        share = (right / n)[~ends]
        np.testing.assert_allclose((share - p) ** 2, z**2 * p * (1 - p) / n[~ends], rtol=1e-8, atol=1e-18)
    assert (result.low <= right / n).all()
    assert (result.high >= right / n).all()
    ci = [
        stats.binomtest(int(r), int(m)).proportion_ci(level, method="wilson")
        for r, m in zip(right[:100], n, strict=False)
    ]
    np.testing.assert_allclose(result.low[:100], [c.low for c in ci], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(result.high[:100], [c.high for c in ci], rtol=1e-9, atol=1e-12)


@levels
@pytest.mark.parametrize("test", [binomial, mcnemar, corrected_difference_of_proportions])
def test_the_share_of_wins(level, test, n_inputs):
    wins, total = counts(n_inputs, 3000)
    low, high = test(wins, total - wins).share_interval(level)
    if test is binomial:
        reference = clopper_pearson(wins, total, level=level)
        np.testing.assert_allclose(low, reference.low, rtol=1e-12)
        np.testing.assert_allclose(high, reference.high, rtol=1e-9)
        return
    z = stats.norm.isf((1 - level) / 2)
    for limit, lead, ends in (
        (low, wins - total * low - 0.5, wins == 0),
        (high, total * high - wins - 0.5, wins == total),
    ):
        assert np.isin(limit[ends], [0.0, 1.0]).all()
        # A lead of less than half a count is corrected to none.
        inner = ~ends & (lead > 1e-9)
        np.testing.assert_allclose(lead[inner] ** 2, (z**2 * total * limit * (1 - limit))[inner], rtol=1e-6, atol=1e-6)


@levels
def test_the_share_of_wins_by_mid_p(level, n_inputs):
    wins, total = counts(n_inputs, 3000)
    low, high = mcnemar(wins, total - wins, method="mid-p").share_interval(level)
    for limit, won, ends in ((low, wins, wins == 0), (1 - high, total - wins, wins == total)):
        inner = ~ends
        w, n, p = won[inner], total[inner], limit[inner]
        more = np.where(w < n, special.bdtrc(w, n, p), 0.0)
        tail = (special.bdtrc(w - 1, n, p) + more) / 2
        # Digits of a share close to 1 are lost in its complement.
        np.testing.assert_allclose(tail, (1 - level) / 2, rtol=1e-6)
        assert (limit[ends] == 0).all()


def most_likely(b, c, n, difference):
    """Most likely probability that only B is right, given the difference, by halving the slope of the likelihood."""
    low, high = np.maximum(0.0, -difference), (1 - difference) / 2
    for _ in range(200):
        q = (low + high) / 2
        with np.errstate(all="ignore"):
            rising = (
                np.where(b > 0, b / (q + difference), 0)
                + np.where(c > 0, c / q, 0)
                - np.where(n > b + c, 2 * (n - b - c) / (1 - 2 * q - difference), 0)
            ) > 0
        low, high = np.where(rising, q, low), np.where(rising, high, q)
    return (low + high) / 2


@levels
def test_the_difference_in_accuracy(level, n_inputs):
    """Tango's limits: where the score statistic at the most likely probabilities is z."""
    rng = np.random.default_rng(n_inputs)
    n = rng.integers(4, 2000, n_inputs)
    b, c, _ = rng.multinomial(n, rng.dirichlet([0.5, 0.5, 1.0], n_inputs)).T
    z = stats.norm.isf((1 - level) / 2)
    for test in (binomial, mcnemar):
        low, high = test(b, c, n_examples=n).confidence_interval(level)
        for limit in (low, high):
            inside = np.abs(limit) < 1 - 1e-6
            x, *k = (part[inside].astype(float) for part in (limit, b, c, n))
            q = most_likely(*k, x)
            variance = k[2] * (2 * q + x * (1 - x))
            np.testing.assert_allclose((k[0] - k[1] - k[2] * x) ** 2, z**2 * variance, rtol=1e-5, atol=1e-7)
        estimate = (b - c) / n
        assert ((low <= estimate) & (estimate <= high)).all()


@levels
def test_the_difference_of_proportions(level, n_inputs):
    a, n = counts(n_inputs, 800)
    b = np.random.default_rng(1).binomial(n, 0.5)
    low, high = difference_of_proportions(a, b, n_examples=n).confidence_interval(level)
    mean = (a + b) / (2 * n)
    half = stats.norm.isf((1 - level) / 2) * np.sqrt(2 * mean * (1 - mean) / n)
    np.testing.assert_allclose(low, (a - b) / n - half, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(high, (a - b) / n + half, rtol=1e-10, atol=1e-12)


@levels
@pytest.mark.parametrize("k", [15, 40])
def test_the_median_by_signs(level, k, n_inputs):
    d = np.random.default_rng(k).normal(size=(n_inputs, k)).round(1)
    low, high = sign_test(d).confidence_interval(level)
    outside = int((stats.binom.cdf(np.arange(k), k, 0.5) <= (1 - level) / 2).sum())
    ordered = np.sort(d, axis=1)
    assert (low == (ordered[:, outside - 1] if outside else -np.inf)).all()
    assert (high == (ordered[:, k - outside] if outside else np.inf)).all()


@levels
def test_rates_of_rejection(level, n_inputs):
    p = np.random.default_rng(2).random((n_inputs, 60)) ** np.random.default_rng(3).uniform(0.2, 5, (n_inputs, 1))
    result = rejection_rate(p, alpha=0.05)
    rejected = (p <= 0.05).sum(axis=1)
    reference = clopper_pearson(rejected, 60, level=level)
    low, high = result.confidence_interval(level)
    np.testing.assert_allclose(low, reference.low, rtol=1e-12)
    np.testing.assert_allclose(high, reference.high, rtol=1e-12)
    np.testing.assert_allclose(result.estimate, rejected / 60, rtol=1e-15)


@levels
def test_replicability_of_one_dataset(level, n_inputs):
    """Agreement is ``p**2 + (1 - p)**2``: both its limits have their share of the posterior beyond."""
    different, n = counts(n_inputs, 200)
    n = n + 2
    low, high = replicability(np.stack([n - different, different], axis=-1)[:, None]).dataset_intervals(level)
    for limit, probability in ((low, (1 - level) / 2), (high, (1 + level) / 2)):
        away = np.sqrt((limit[:, 0] - 0.5) / 2)
        posterior = stats.beta(different + 0.5, n - different + 0.5)
        found = posterior.cdf(0.5 + away) - posterior.cdf(0.5 - away)
        # The agreement is flat in p at one half: its digits are twice those of p there.
        np.testing.assert_allclose(found, probability, rtol=1e-5, atol=1e-6)
