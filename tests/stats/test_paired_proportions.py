"""The interval for a difference of paired accuracies: against maximum likelihood by force, and its exact coverage."""

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.special import gammaln, ndtri, xlogy

from foldwise.stats import binomial, mcnemar

Z = -float(ndtri(0.025))


def score(b, c, n, difference):
    """Tango's score statistic, its nuisance parameter found by maximizing the likelihood numerically."""

    def negative(q):
        return -(xlogy(b, q + difference) + xlogy(c, q) + xlogy(n - b - c, 1 - 2 * q - difference))

    low, high = max(0.0, -difference), (1 - difference) / 2
    q = minimize_scalar(negative, bounds=(low, high), method="bounded", options={"xatol": 1e-13}).x
    return (b - c - n * difference) / np.sqrt(n * (2 * q + difference * (1 - difference)))


@pytest.mark.parametrize(("b", "c", "n"), [(12, 2, 50), (3, 9, 40), (20, 19, 45), (1, 4, 200)])
def test_limits_solve_the_score_equation(b, c, n):
    upper = brentq(lambda d: score(b, c, n, d) + Z, (b - c) / n, 0.999)
    assert binomial(b, c, n_examples=n).confidence_interval()[1] == pytest.approx(upper, abs=2e-6)


@pytest.mark.parametrize("n", [4, 59, 1000])
def test_no_disagreement_by_hand(n):
    """n Delta^2 / (Delta (1 - Delta)) = z^2: the limit is z^2 / (n + z^2)."""
    low, high = binomial(0, 0, n_examples=n).confidence_interval()
    assert (low, high) == pytest.approx((-(Z**2) / (n + Z**2), Z**2 / (n + Z**2)), rel=1e-12)


def test_extremes():
    assert binomial(9, 0, n_examples=9).confidence_interval()[1] == 1
    assert mcnemar(0, 9, n_examples=9).confidence_interval()[0] == -1


@pytest.mark.parametrize(
    ("n", "p_a", "p_b", "least"),
    [(100, 0.06, 0.01, 0.94), (30, 0.08, 0.0, 0.93), (30, 0.2, 0.1, 0.94), (60, 0.3, 0.3, 0.94)],
)
def test_coverage_by_enumeration(n, p_a, p_b, least):
    """All tables of n examples, weighted by their trinomial probability."""
    b, c = np.mgrid[: n + 1, : n + 1]
    b, c = b[b + c <= n], c[b + c <= n]
    rest = n - b - c
    log_weight = gammaln(n + 1) - gammaln(b + 1) - gammaln(c + 1) - gammaln(rest + 1)
    weight = np.exp(log_weight + xlogy(b, p_a) + xlogy(c, p_b) + xlogy(rest, 1 - p_a - p_b))
    low, high = binomial(b, c, n_examples=n).confidence_interval(0.95)
    covered = weight[(low <= p_a - p_b) & (p_a - p_b <= high)].sum()
    assert weight.sum() == pytest.approx(1)
    assert least <= covered <= 0.995


def test_a_wider_level_is_a_wider_interval():
    levels = [binomial(12, 5, n_examples=80).confidence_interval(level) for level in (0.5, 0.9, 0.99)]
    assert levels[2][0] < levels[1][0] < levels[0][0] < 7 / 80 < levels[0][1] < levels[1][1] < levels[2][1]
