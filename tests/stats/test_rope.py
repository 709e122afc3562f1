import numpy as np
import pytest

from foldwise.stats import bayesian_correlated_t

D = [[0.1, 0.2, 0.4]]


@pytest.mark.parametrize(
    ("rope", "limits"),
    [(0, (0, 0)), (0.01, (-0.01, 0.01)), ((-0.02, 0.01), (-0.02, 0.01)), ([1, 2], (1, 2)), (np.float64(1), (-1, 1))],
)
def test_limits(rope, limits):
    assert bayesian_correlated_t(D, rope=rope).rope == limits


@pytest.mark.parametrize("rope", ["0.1", None, True, (1,), (1, 2, 3), ("a", "b"), {1, 2}])
def test_what_is_not_a_region_is_refused(rope):
    with pytest.raises(TypeError, match="rope must be a number or a pair of numbers, got"):
        bayesian_correlated_t(D, rope=rope)


@pytest.mark.parametrize("rope", [-0.1, np.nan, np.inf, (1, 0), (0, np.inf), (np.nan, 1)])
def test_impossible_limits_are_refused(rope):
    with pytest.raises(ValueError, match=r"number not below 0 or a pair \(low, high\) with low <= high"):
        bayesian_correlated_t(D, rope=rope)
