"""What remains of a significant difference: against simulated selection, its limits at the edges, refusals."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from foldwise.stats import after_selection


def share_below(z, mean, critical):
    """P(Z <= z | |Z| >= critical) for z above it, in plain probabilities."""
    selected = norm.sf(critical - mean) + norm.cdf(-critical - mean)
    return 1 - norm.sf(z - mean) / selected


@pytest.mark.parametrize("z", [1.97, 2.2, 2.5, 3.0, 4.0])
@pytest.mark.parametrize("alpha", [0.05, 0.01 / 3])
def test_against_a_root_finder(z, alpha):
    critical = norm.isf(alpha / 2)
    z = z - norm.isf(0.025) + critical
    result = after_selection(0.3 * z, 0.3, alpha=alpha)
    low, high = result.confidence_interval(0.9)
    for share, found in ((0.5, result.expected), (0.95, low), (0.05, high)):
        root = brentq(lambda mean, share=share: share_below(z, mean, critical) - share, -20, 20, xtol=1e-13)
        assert found == pytest.approx(0.3 * root, abs=1e-9)


@pytest.mark.parametrize("mean", [0.0, 1.0, 2.5])
def test_half_of_the_estimates_are_too_small_and_limits_cover(mean):
    """Of significant draws around a known mean: 10,000 of them, within 4 standard errors."""
    draws = np.random.default_rng(4).normal(mean, 1, 300_000)
    draws = draws[np.abs(draws) > norm.isf(0.025)][:10_000]
    result = after_selection(draws, 1.0)
    low, high = result.confidence_interval(0.9)
    assert np.mean(result.expected < mean) == pytest.approx(0.5, abs=0.02)
    assert np.mean((low <= mean) & (mean <= high)) == pytest.approx(0.9, abs=4 * np.sqrt(0.09 / len(draws)))


@pytest.mark.parametrize("alternative", ["two-sided", "less"])
def test_swapping_the_learners_turns_it_round(alternative):
    other = {"two-sided": "two-sided", "less": "greater"}[alternative]
    one = after_selection([-0.05, -0.09], 0.02, alternative=alternative)
    two = after_selection([0.05, 0.09], 0.02, alternative=other)
    assert one.expected == pytest.approx(-two.expected)
    low, high = one.confidence_interval()
    other_low, other_high = two.confidence_interval()
    assert low == pytest.approx(-other_high)
    assert high == pytest.approx(-other_low)


def test_who_would_not_have_reported_the_other_side_shrinks_more():
    two, one = (after_selection(0.05, 0.02, alternative=side) for side in ("two-sided", "greater"))
    # One-sided critical 1.645 is further from z = 2.5 than 1.960.
    assert two.expected < one.expected < 0.05


def test_far_beyond_the_level_nothing_was_luck():
    result = after_selection(1.0, 0.03)
    assert result.shrinkage == pytest.approx(1, abs=1e-9)
    low, high = result.confidence_interval(0.95)
    assert (high - low) / 2 == pytest.approx(0.03 * norm.isf(0.025), rel=1e-6)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"estimate": 0.01, "standard_error": 0.02}, "one is not at this level"),
        ({"estimate": -0.09, "standard_error": 0.02, "alternative": "greater"}, "one is not at this level"),
        ({"estimate": 0.1, "standard_error": 0.0}, "standard errors above 0"),
        ({"estimate": np.nan, "standard_error": 0.1}, "finite"),
        ({"estimate": 0.1, "standard_error": 0.01, "alpha": 1.0}, "strictly between 0 and 1"),
        ({"estimate": 0.1, "standard_error": 0.01, "alternative": "up"}, "alternative"),
    ],
)
def test_refusals(given, words):
    with pytest.raises(ValueError, match=words):
        after_selection(**given)
