"""The variance of a cross-validated difference from halves of the data."""

import numpy as np
import pytest

from foldwise.stats import half_sampling_variance


def test_by_hand():
    """Halves 2 and 4 apart: squares over four are 1 and 4, their mean 2.5, their standard deviation 3 / sqrt(2)."""
    result = half_sampling_variance([[1, 3], [5, 1]], partition_variance=0.5)
    assert (result.variance, result.error) == pytest.approx((2.0, 1.5), rel=1e-14)


def test_of_a_mean_it_is_the_variance_of_the_mean():
    """A mean of n numbers has variance s^2 / n, and random halves find it, but for the factor n / (n - 1)."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=40)
    order = rng.permuted(np.tile(np.arange(40), (20000, 1)), axis=1)
    halves = x[order].reshape(20000, 2, 20).mean(axis=2)
    result = half_sampling_variance(halves)
    assert abs(result.variance - x.var(ddof=1) / 40) < 4 * result.error


def test_which_half_is_first_does_not_matter():
    halves = np.random.default_rng(0).normal(size=(9, 2))
    one, two = half_sampling_variance(halves), half_sampling_variance(-halves[:, ::-1])
    assert (one.variance, one.error) == (two.variance, two.error)


def test_a_batch_is_many_single_ones():
    batch = np.random.default_rng(0).normal(size=(3, 5, 2))
    together = half_sampling_variance(batch, partition_variance=[0.1, 0.2, 0.3])
    for number, each in enumerate(batch):
        alone = half_sampling_variance(each, partition_variance=0.1 * (number + 1))
        assert (together.variance[number], together.error[number]) == pytest.approx((alone.variance, alone.error))


@pytest.mark.parametrize(
    ("given", "words"),
    [([0.1, 0.2], r"\(n_halvings, 2\)"), ([[1, 2, 3]] * 4, r"\(n_halvings, 2\)"), ([[1, 2]], "halvings")],
)
def test_refused(given, words):
    with pytest.raises(ValueError, match=words):
        half_sampling_variance(given)
