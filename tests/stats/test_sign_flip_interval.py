"""The interval of the sign-flip test: against all subset means, and against the test itself."""

from itertools import product

import numpy as np
import pytest

from foldwise.stats import sign_flip, sign_flip_interval


def subset_means(sums, sizes):
    """Means of all sets of units but the empty one, in order."""
    masks = np.array(list(product((0, 1), repeat=len(sums))))[1:]
    return np.sort((masks @ sums) / (masks @ sizes))


@pytest.mark.parametrize("n", [6, 9, 12])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_limits_are_subset_means(n, level):
    """Hartigan: the lower limit is the k-th smallest subset mean, with k = floor((1 - level) / 2 * 2^n)."""
    rng = np.random.default_rng(n)
    sums, sizes = rng.normal(size=n), rng.integers(1, 6, size=n)
    means = subset_means(sums, sizes)
    k = int(np.floor((1 - level) / 2 * 2**n + 1e-9))
    low, high = sign_flip_interval(sums, sizes, level=level)
    assert (low, high) == pytest.approx((means[k - 1], means[-k]), abs=1e-12)


def test_limits_agree_with_the_test():
    rng = np.random.default_rng(4)
    seen = set()
    for shift in np.linspace(-1, 1, 41):
        d = rng.normal(size=11) + shift
        low, high = sign_flip_interval(d, level=0.9)
        rejects = sign_flip(d).pvalue <= 0.1 + 1e-12
        seen.add(rejects)
        assert (low > 0 or high < 0) == rejects
    assert seen == {True, False}


def test_too_few_units_exclude_nothing():
    """Of five units the smallest two-sided p-value is 2/32 = .0625."""
    assert sign_flip_interval([1.0, 2.0, 3.0, 4.0, 5.0]) == (-np.inf, np.inf)
    low, high = sign_flip_interval([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    assert (low, high) == pytest.approx((1.0, 6.0), abs=1e-12)


def test_a_batch_is_what_its_rows_are():
    d = np.random.default_rng(0).normal(size=(3, 10))
    low, high = sign_flip_interval(d)
    for row in range(3):
        assert (low[row], high[row]) == sign_flip_interval(d[row])


def test_coverage_of_symmetric_differences():
    """At least the level, by construction; 2,000 samples of 10, binomial error .005."""
    d = np.random.default_rng(1).laplace(size=(2000, 10))
    low, high = sign_flip_interval(d, level=0.9)
    assert np.mean((low <= 0) & (high >= 0)) >= 0.885


@pytest.mark.parametrize(
    ("kwargs", "words"),
    [
        ({"sums": np.ones(33)}, "at most 32 units, got 33"),
        ({"sums": [1.0, 2.0], "sizes": [1, 0]}, "sizes must be a positive number for each of the 2 units"),
        ({"sums": [1.0, np.nan]}, "sums"),
        ({"sums": [1.0, 2.0], "level": 1.5}, "level"),
    ],
)
def test_refusals(kwargs, words):
    with pytest.raises(ValueError, match=words):
        sign_flip_interval(**kwargs)
