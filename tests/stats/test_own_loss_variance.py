"""The part of a variance that the examples' own losses explain."""

import numpy as np
import pytest

from foldwise.stats import own_loss_variance, twofold_jackknife_t

D = np.array([[1, 0, 1, 0], [1, 0, 0, 0], [1, 0, -1, 1]])


def test_by_hand():
    """Two examples, less the means of their repeats: 1/2, 1/2, 0 and the opposite. Means 1/3, variances 1/12 over 3."""
    found = own_loss_variance([[1, 0], [1, 0], [1, 1]])
    assert found.variance == pytest.approx((2 / 9 - 2 / 36) / 2, rel=1e-14)


def test_is_the_mean_product_of_different_repeats():
    """Without noise: two repeats have no partition in common."""
    e = D - D.mean(axis=1, keepdims=True)
    products = [e[q] @ e[p] for q in range(3) for p in range(3) if q != p]
    assert own_loss_variance(D).variance == pytest.approx(np.mean(products) / 12, rel=1e-14)


def test_is_that_of_the_jackknife_less_the_noise_of_repeats():
    rng = np.random.default_rng(1)
    d = rng.integers(-1, 2, size=(30, 40))
    halves = rng.permuted(np.tile([0, 1], (30, 20)), axis=1)
    apart = d - d.mean(axis=1, keepdims=True)
    noise = apart.var(axis=0, ddof=1).sum() / (30 * 40 * 39)
    with_noise = twofold_jackknife_t(d, halves).own_variance
    assert own_loss_variance(d).variance == pytest.approx(with_noise - noise, rel=1e-12)


def test_noise_of_repeats_is_taken_off():
    """Examples without a difference of their own, of which repeats make some: nothing is left on average."""
    rng = np.random.default_rng(2)
    estimates = own_loss_variance(rng.normal(size=(4000, 5, 30)))
    assert abs(np.mean(estimates.variance)) < 4 * np.std(estimates.variance) / np.sqrt(4000)


def test_the_error_is_the_spread_over_partitions():
    rng = np.random.default_rng(3)
    own = rng.normal(size=30)
    estimates = own_loss_variance(own + rng.normal(size=(2000, 40, 30)))
    assert np.mean(estimates.error) == pytest.approx(np.std(estimates.variance), rel=0.1)


def test_swapping_the_learners_changes_nothing():
    one, two = own_loss_variance(D), own_loss_variance(-D)
    assert (one.variance, one.error) == (two.variance, two.error)


def test_a_batch_is_many_single_ones():
    batch = np.random.default_rng(0).normal(size=(3, 2, 4, 10))
    together = own_loss_variance(batch)
    for place in np.ndindex(3, 2):
        alone = own_loss_variance(batch[place])
        assert (together.variance[place], together.error[place]) == pytest.approx((alone.variance, alone.error))


@pytest.mark.parametrize("scale", [1e-140, 1e140])
def test_scale_does_not_matter(scale):
    one, scaled = own_loss_variance(D), own_loss_variance(D * scale)
    assert scaled.variance / scale / scale == pytest.approx(one.variance, rel=1e-12)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([1, 2, 3], r"\(n_repeats, n_examples\).*got \(3,\)"),
        ([[1, 2, 3]], "at least 2 repeats"),
        ([[1], [2]], "at least 2 examples"),
        ([[1, np.nan], [1, 2]], "must be finite"),
    ],
)
def test_refused(given, words):
    with pytest.raises(ValueError, match=words):
        own_loss_variance(given)
