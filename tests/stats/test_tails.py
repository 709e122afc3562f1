"""Tails and quantiles of Student's t, the normal, chi-square and F, against mpmath and tables."""

import csv
from pathlib import Path

import mpmath
import numpy as np
import pytest
from scipy.stats import f as f_distribution

from foldwise.stats._tails import (
    chi_square_sf,
    f_10_5_sf,
    normal_critical,
    student_critical,
    student_pvalue,
    student_quantile,
    student_sf,
    variance_ratio_sf,
)


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


def test_quantiles_of_other_distributions():
    """The p-value at the quantile is the tail that defines it."""
    with Path(__file__).with_name("reference_vectors.csv").open(encoding="utf-8") as file:
        quantiles = {row["id"]: float(row["statistic"] or "nan") for row in csv.DictReader(file)}
    assert chi_square_sf(quantiles["chi2_0.95_1"], 1) == pytest.approx(0.05, rel=1e-12)
    assert normal_critical(0.95) == pytest.approx(quantiles["z_0.975"], rel=1e-12)
    assert f_10_5_sf(np.array(quantiles["F_0.95_10_5"])) == pytest.approx(0.05, rel=1e-12)


def exact_tail(ratio, a, b):
    with mpmath.workdps(60):
        ratio, a, b = mpmath.mpf(ratio), mpmath.mpf(a), mpmath.mpf(b)
        return mpmath.betainc(b / 2, a / 2, 0, b / (b + a * ratio), regularized=True)


def test_ratios_by_hand():
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
    tails = [exact_tail(*case) for case in zip(ratio.tolist(), a.tolist(), b.tolist(), strict=True)]
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
    assert abs(variance_ratio_sf(np.array(ratio), a, b) / exact_tail(ratio, a, b) - 1) < 1e-12


def test_a_small_tail_of_few_degrees_keeps_its_digits():
    """b / 2 = 1: the tail is nearly (b / (a F))^1, where 1 - x would round to 1."""
    assert variance_ratio_sf(np.array(1e280), 2, 2) == pytest.approx(1e-280, rel=1e-13)


def test_the_ends():
    assert variance_ratio_sf(np.array([0.0, np.inf]), 3, 7).tolist() == [1, 0]
    assert np.isnan(variance_ratio_sf(np.array(np.nan), 3, 7))


@pytest.mark.parametrize("decade", range(-20, 121, 4))
def test_ten_and_five_degrees_have_fourteen_digits(decade):
    for f in np.array([1.0, 2.3, 6.7]) * 10.0**decade:
        expected = float(exact_tail(f, 10, 5))
        if expected > 1e-300:
            assert float(f_10_5_sf(np.array(f))) == pytest.approx(expected, rel=1e-14)


def test_so_they_agree_with_scipy():
    f = 10 ** np.random.default_rng(0).uniform(-4, 6, 500)
    assert f_10_5_sf(f) == pytest.approx(f_distribution.sf(f, 10, 5), rel=1e-11)


def exact_quantile(df, probability, near):
    """Solve for the quantile in sixty digits; the law by its hypergeometric series."""
    with mpmath.workdps(60):
        n, p = mpmath.mpf(df), mpmath.mpf(probability)
        density = mpmath.gamma((n + 1) / 2) / (mpmath.sqrt(mpmath.pi * n) * mpmath.gamma(n / 2))
        below = lambda t: 0.5 + t * density * mpmath.hyp2f1(0.5, (n + 1) / 2, 1.5, -t * t / n)  # noqa: E731
        return float(mpmath.findroot(lambda t: below(t) - p, near))


@pytest.mark.parametrize("df", [1, 2, 3, 4, 9, 99])
@pytest.mark.parametrize("beyond", [1e-3, 0.01, 0.1, 0.4])
def test_quantiles_of_student_near_the_middle_and_far_from_it(df, beyond):
    """SciPy's tail has few digits for one degree of freedom, its quantiles for four near the middle."""
    found = float(student_quantile(df, 0.5 + beyond))
    assert found == pytest.approx(exact_quantile(df, 0.5 + beyond, found), rel=2e-12)


@pytest.mark.parametrize("df", [1, 4])
def test_quantiles_of_student_hardly_off_the_middle(df):
    """A share that near to one half is known to eleven digits only of what it is beyond."""
    found = float(student_quantile(df, 0.5 + 2.2e-6))
    assert found == pytest.approx(exact_quantile(df, 0.5 + 2.2e-6, found), rel=1e-9)
