"""How far a decision is from changing where estimate and variance are both noisy."""

import numpy as np
import pytest
from scipy import stats as scipy_stats
from scipy.optimize import minimize_scalar
from scipy.special import ndtr

from foldwise.verdicts.evidence import Margin, PartitionSpread, VarianceNoise, nearest_boundary


def noise(**changes):
    given = {"estimate_error": 0.1, "variance": 1.0, "variance_error": 0.2, "least": 0.0, "correlation": 0.0}
    return VarianceNoise(**{**given, **changes})


class TestErrorsAway:
    def test_without_noise_of_the_variance_it_is_that_of_the_estimate(self):
        assert noise(variance_error=1e-9).errors_away(2.5, 2.0) == pytest.approx(5.0, rel=1e-3)

    def test_without_noise_of_the_estimate_it_is_that_of_the_variance(self):
        # 3 = 2 sqrt(V) at V = 2.25.
        assert noise(estimate_error=1e-9).errors_away(3.0, 2.0) == pytest.approx(1.25 / 0.2, rel=1e-3)

    @pytest.mark.parametrize("correlation", [-0.5, 0.0, 0.7])
    @pytest.mark.parametrize("distance", [0.5, 1.9, 2.2, 6.0])
    def test_is_the_least_mahalanobis_distance(self, distance, correlation):
        covariance = np.array([[0.01, correlation * 0.02], [correlation * 0.02, 0.04]])
        inverse = np.linalg.inv(covariance)

        def square(v):
            gap = np.array([2.0 * np.sqrt(v) - distance, v - 1.0])
            return gap @ inverse @ gap

        slow = min(
            minimize_scalar(square, bounds=(low, high), method="bounded").fun
            for low, high in [(1e-6, 0.5), (0.5, 1.0), (1.0, 3.0), (3.0, 12.0)]
        )
        assert noise(correlation=correlation).errors_away(distance, 2.0) == pytest.approx(np.sqrt(slow), rel=1e-4)

    def test_a_variance_at_its_least_cannot_shrink(self):
        # Estimated below its least value, the variance would have to stay there: only the estimate can move.
        stuck = noise(variance=0.2, least=1.0)
        assert stuck.errors_away(1.5, 2.0) == pytest.approx(5.0, rel=1e-3)

    def test_agrees_with_simulation(self):
        rng = np.random.default_rng(1)
        off = rng.multivariate_normal([0, 0], [[0.01, 0], [0, 0.04]], 400_000)
        crossed = (2.3 + off[:, 0] < 2 * np.sqrt(np.maximum(1 + off[:, 1], 0))).mean()
        assert ndtr(-noise().errors_away(2.3, 2.0)) == pytest.approx(crossed, rel=0.1)


class TestNearestBoundary:
    def test_error_is_that_of_the_limit(self):
        # The error of the statistic over partitions grows with its size; that of the limit does not.
        def error_of(value):
            return abs(5.0 - value) / 1.0

        spread = PartitionSpread(estimate=5.0, standard_error=1.0, df=1e9, error_of=error_of, n_repeats=10)
        nearest = nearest_boundary(spread, threshold=0.05, alternative="two-sided", rope=None, equivalence_level=0.9)
        assert nearest.error == pytest.approx(1.959964, rel=1e-5)
        assert nearest.distance == pytest.approx(5 - 1.959964, rel=1e-5)

    @pytest.mark.parametrize(("alternative", "distance"), [("greater", 5 - 1.644854), ("less", 5 + 1.644854)])
    def test_one_side(self, alternative, distance):
        spread = PartitionSpread(estimate=5.0, standard_error=1.0, df=1e9, error_of=lambda _: 1.0, n_repeats=10)
        nearest = nearest_boundary(spread, threshold=0.05, alternative=alternative, rope=None, equivalence_level=0.9)
        assert nearest.distance == pytest.approx(distance, rel=1e-5)

    def test_a_rope_that_is_nearly_kept(self):
        spread = PartitionSpread(estimate=0.01, standard_error=0.01, df=1e9, error_of=lambda _: 0.1, n_repeats=10)
        nearest = nearest_boundary(spread, threshold=0.05, alternative="two-sided", rope=0.026, equivalence_level=0.9)
        # (0.026 - 0.01) / 0.01 - 1.644854: outside by less than the distance of 0.96 from significance.
        assert nearest.distance == pytest.approx(0.044854, rel=1e-4)
        assert nearest.risk == pytest.approx(scipy_stats.t.sf(0.44854 / np.sqrt(2), 9), abs=1e-4)

    def test_within_the_rope_significance_does_not_matter(self):
        spread = PartitionSpread(estimate=0.0197, standard_error=0.01, df=1e9, error_of=lambda _: 0.1, n_repeats=10)
        nearest = nearest_boundary(spread, threshold=0.05, alternative="two-sided", rope=0.1, equivalence_level=0.9)
        assert nearest.distance == pytest.approx((0.1 - 0.0197) / 0.01 - 1.644854, rel=1e-5)

    def test_an_unknown_error_is_a_coin_toss(self):
        assert Margin(3.0, float("inf"), 10).risk == 0.5
