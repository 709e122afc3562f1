"""Student's distribution against mpmath at 40 digits."""

import mpmath
import numpy as np
import pytest

from foldwise.stats._student import student_critical, student_pvalue, student_sf


def exact_two_sided(t, df):
    with mpmath.workdps(40):
        t, df = mpmath.mpf(float(t)), mpmath.mpf(float(df))
        return mpmath.betainc(df / 2, mpmath.mpf(1) / 2, 0, df / (df + t * t), regularized=True)


def points(n, seed):
    """Statistics from 1e-12 to 1e150, with p-values spread evenly over the decades down to 1e-300."""
    rng = np.random.default_rng(seed)
    df = np.where(rng.random(n) < 0.8, rng.integers(1, 121, n), np.floor(10 ** rng.uniform(0, 6, n)))
    t = np.where(rng.random(n) < 0.4, 10 ** rng.uniform(-12, 2, n), tail_at(rng.uniform(0, 299, n), df))
    return np.clip(t, 1e-12, np.minimum(tail_at(300, df), 1e150)), df


def tail_at(decades, df):
    """Where (1 + t^2/df)^(-df/2), the main factor of the tail, has fallen by so many decades."""
    return np.sqrt(df) * np.sqrt(np.expm1(np.minimum(2 * decades / df, 300) * np.log(10)))


def worst_error(t, df):
    worst = 0.0
    for x, k in zip(t, df, strict=True):
        exact = exact_two_sided(x, k)
        if exact >= 1e-300:
            p = float(student_pvalue(np.array(x), k, "two-sided"))
            worst = max(worst, float(abs(p - exact) / exact))
    return worst


def test_pvalues_have_twelve_digits():
    assert worst_error(*points(2_000, seed=0)) < 1e-12


@pytest.mark.slow
def test_pvalues_have_twelve_digits_at_ten_thousand_points():
    assert worst_error(*points(10_000, seed=1)) < 1e-12


@pytest.mark.parametrize("t", [1e-12, 3e-9, 1e-4, 1.0, 50.0, 1e9, 1e150, 1e299])
def test_one_degree_of_freedom_is_cauchy(t):
    """SciPy's stdtr is wrong in the ninth digit here for t near 1e-9."""
    with mpmath.workdps(40):
        exact = float(2 * mpmath.atan(1 / mpmath.mpf(t)) / mpmath.pi)
    assert float(student_pvalue(np.array(t), 1, "two-sided")) == pytest.approx(exact, rel=1e-13)


@pytest.mark.parametrize("df", [1, 2, 9, 99, 10**6])
def test_the_two_tails_make_one(df):
    t = np.array([-np.inf, -40.0, -1.0, -1e-9, 0.0, 1e-9, 1.0, 40.0, np.inf])
    assert student_sf(t, df) + student_sf(-t, df) == pytest.approx(np.ones(9), rel=1e-15)
    assert student_pvalue(t, df, "less") == pytest.approx(student_pvalue(-t, df, "greater"), rel=0)
    assert student_sf(np.array([0.0, np.inf]), df).tolist() == [0.5, 0.0]


@pytest.mark.parametrize("df", [1, 2, 5, 9, 99, 10**6])
@pytest.mark.parametrize("alpha", [0.5, 0.05, 1e-3, 1e-8])
def test_the_critical_value_has_the_tail_it_should(df, alpha):
    level = 1 - alpha
    assert float(exact_two_sided(student_critical(level, df), df)) == pytest.approx(1 - level, rel=1e-11)
