import mpmath
import numpy as np
import pytest

from foldwise.stats._student import student_pvalue
from foldwise.stats._variance_ratio import variance_ratio_sf


def exact(ratio, a, b):
    with mpmath.workdps(60):
        ratio, a, b = mpmath.mpf(ratio), mpmath.mpf(a), mpmath.mpf(b)
        return mpmath.betainc(b / 2, a / 2, 0, b / (b + a * ratio), regularized=True)


def test_by_hand():
    """With 2 degrees of freedom above, the tail is (1 + 2 F / b)^(-b / 2)."""
    assert variance_ratio_sf(np.array(3.0), 2, 6) == pytest.approx(2**-3, rel=1e-15)
    assert variance_ratio_sf(np.array([1.0, 7.5]), 2, 5) == pytest.approx([1.4**-2.5, 4**-2.5], rel=1e-14)


def test_one_degree_above_is_students_t_squared():
    t = np.array([1e-8, 0.1, 1.0, 2.5, 40.0])
    for df in (1, 2, 9, 99):
        assert variance_ratio_sf(t * t, 1, df) == pytest.approx(student_pvalue(t, df, "two-sided"), rel=1e-12)


def test_twelve_digits_down_to_the_smallest_pvalues():
    rng = np.random.default_rng(0)
    a = np.where(rng.random(600) < 0.5, rng.integers(1, 30, 600), 10 ** rng.uniform(0, 1.7, 600))
    b = np.where(rng.random(600) < 0.5, rng.integers(1, 1000, 600), 10 ** rng.uniform(0, 3.5, 600))
    ratio = 10 ** rng.uniform(-6, 4, 600)
    p = variance_ratio_sf(ratio, a, b)
    tails = [exact(*case) for case in zip(ratio.tolist(), a.tolist(), b.tolist(), strict=True)]
    compared = [abs(p[i] / tail - 1) for i, tail in enumerate(tails) if tail > 1e-300]
    assert len(compared) > 450
    assert max(compared) < 1e-12


@pytest.mark.parametrize(
    ("ratio", "a", "b"),
    [
        (30.732598855423184, 79.96028672464168, 1967.5642738586466),
        (107.45003502911017, 52.71030348571006, 654.7140454613046),
        (36.99000503919305, 73.91326679317753, 1526.9031942936108),
    ],
)
def test_where_one_of_the_two_forms_underflows(ratio, a, b):
    """SciPy 1.17's fdtrc and betainc give 0, or lose all but two digits, where the tail is about 1e-285."""
    assert abs(variance_ratio_sf(np.array(ratio), a, b) / exact(ratio, a, b) - 1) < 1e-12


def test_a_small_tail_of_few_degrees_keeps_its_digits():
    """b / 2 = 1: the tail is nearly (b / (a F))^1, where 1 - x would round to 1."""
    assert variance_ratio_sf(np.array(1e280), 2, 2) == pytest.approx(1e-280, rel=1e-13)


def test_the_ends():
    assert variance_ratio_sf(np.array([0.0, np.inf]), 3, 7).tolist() == [1, 0]
    assert np.isnan(variance_ratio_sf(np.array(np.nan), 3, 7))
