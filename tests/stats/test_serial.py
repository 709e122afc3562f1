"""Tests of differences in the order of time: diebold_mariano, hac_t, cosine_t."""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats as scipy_stats

from foldwise.stats import cosine_t, diebold_mariano, hac_t, resampled_t

D = np.array([0.3, 0.5, 0.4, -0.1, 0.0, 0.2, 0.4, 0.3, 0.1, 0.2])


def by_statsmodels(d, lags, kernel):
    model = sm.OLS(d, np.ones(len(d)))
    return model.fit(cov_type="HAC", cov_kwds={"maxlags": lags, "use_correction": False, "kernel": kernel})


def test_diebold_mariano_by_hand():
    """Deviations -2, -1, 3, 0: g_0 = 14/4, g_1 = (2 - 3 + 0)/4; h = 2: factor 4 + 1 - 4 + 1/2 = 3/2."""
    result = diebold_mariano(np.array([-1.0, 0.0, 4.0, 1.0]), horizon=2)
    assert result.statistic == pytest.approx(np.sqrt(1.5 / (14 / 4 - 2 / 4)), rel=1e-14)
    assert (result.estimate, result.df) == (1, 3)


@pytest.mark.parametrize("horizon", [1, 2, 3])
def test_diebold_mariano_is_the_rectangular_error_of_statsmodels_times_its_factor(horizon):
    n, h = len(D), horizon
    factor = np.sqrt((n + 1 - 2 * h + h * (h - 1) / n) / n)
    result = diebold_mariano(D, horizon=h)
    expected = float(by_statsmodels(D, h - 1, "uniform").tvalues[0]) * factor
    assert result.statistic == pytest.approx(expected, rel=1e-12)
    assert result.pvalue == pytest.approx(2 * scipy_stats.t.sf(expected, n - 1), rel=1e-12)


def test_one_period_ahead_is_students_t():
    assert diebold_mariano(D).statistic == pytest.approx(resampled_t(D).statistic, rel=1e-14)


def test_a_negative_variance_is_replaced_and_flagged():
    """1, -1, 1, -1, 1 less the mean .2: g_0 = 24/25; g_1 = (4 * -.96 + .16)/5... by numpy; Bartlett weight 1/2."""
    d = np.array([1.0, -1.0, 1.0, -1.0, 1.0])
    c = d - d.mean()
    g0, g1 = (c @ c) / 5, (c[1:] @ c[:-1]) / 5
    assert g0 + 2 * g1 < 0
    result = diebold_mariano(d, horizon=2)
    assert result.flags == {"negative_variance"}
    assert result.standard_error == pytest.approx(np.sqrt((g0 + g1) / (5 + 1 - 4 + 2 / 5)), rel=1e-12)


@pytest.mark.parametrize("lags", [0, 1, 4, 9])
def test_hac_t_has_the_error_of_statsmodels(lags):
    result, expected = hac_t(D, lags=lags), by_statsmodels(D, lags, "bartlett")
    assert result.standard_error == pytest.approx(float(expected.bse[0]), rel=1e-12)
    assert result.statistic == pytest.approx(float(expected.tvalues[0]), rel=1e-12)


def test_lags_by_default():
    """ceil(1.3 sqrt(n)) - 1: 4.11, 13 and 1.84 rounded up, less 1."""
    series = np.random.default_rng(0).normal(size=100)
    assert [hac_t(series[:n]).lags for n in (10, 100, 2)] == [4, 12, 1]


@pytest.mark.parametrize("n", [2, 3, 10, 50])
def test_without_lags_the_reference_is_students(n):
    """From no difference to 30 errors; the variance is divided by n instead of n - 1, which the reference knows."""
    d = np.random.default_rng(n).normal(size=n)
    d = (d - d.mean()) / d.std(ddof=1) / np.sqrt(n) + np.array([[0.0], [1e-3], [0.1], [1.0], [3.0], [30.0]])
    assert hac_t(d, lags=0).pvalue == pytest.approx(resampled_t(d).pvalue, rel=1e-9)


def test_critical_values_of_kiefer_and_vogelsang():
    """Their table 1, Bartlett: 1.96 + 2.9694 b + .416 b^2 - .5324 b^3 at .975, made by simulation; 300 periods here."""
    d = np.random.default_rng(0).normal(size=300)
    for b in (0.1, 0.3, 0.5, 1.0):
        result = hac_t(d, lags=round(b * 300) - 1)
        low, high = result.confidence_interval(0.95)
        printed = 1.96 + 2.9694 * b + 0.416 * b**2 - 0.5324 * b**3
        assert (high - low) / 2 / result.standard_error == pytest.approx(printed, rel=0.02)


def test_the_reference_of_few_periods_is_that_of_simulated_ones():
    """40,000 draws of 8 normal differences with 4 lags: the share beyond the critical value is .05 +- 4 errors."""
    p = hac_t(np.random.default_rng(1).normal(size=(40_000, 8)), lags=4).pvalue
    assert abs((p <= 0.05).mean() - 0.05) < 4 * np.sqrt(0.05 * 0.95 / 40_000)


def test_the_interval_of_hac_t_ends_where_its_test_does():
    low, high = hac_t(D).confidence_interval(0.9)
    assert hac_t(D - low).pvalue == pytest.approx(0.1, rel=1e-9)
    assert hac_t(D - high).pvalue == pytest.approx(0.1, rel=1e-9)


def test_cosine_t_with_all_cosines_is_students_t():
    """The cosines are orthonormal and span all deviations from the mean, so their squares add up to (n - 1) s^2."""
    result = cosine_t(D, n_cosines=9)
    assert result.statistic == pytest.approx(resampled_t(D).statistic, rel=1e-12)
    assert result.df == 9


def test_cosine_t_by_hand():
    """n = 2: one cosine, of pi/4 and 3pi/4: the sum is (x - y) / sqrt(2)."""
    result = cosine_t([3.0, 1.0])
    assert result.statistic == pytest.approx(2 / np.sqrt(2**2 / 2 / 2), rel=1e-14)
    assert result.df == 1


def test_cosines_by_default():
    """floor(.4 n^(2/3)): 1.86, at least 2; 8.6; 17.9."""
    series = np.random.default_rng(0).normal(size=300)
    assert [cosine_t(series[:n]).df for n in (10, 100, 300)] == [2, 8, 17]


@pytest.mark.parametrize("test", [diebold_mariano, hac_t, cosine_t])
def test_no_variance_is_named_not_guessed(test):
    assert test(np.zeros(10)).pvalue == 1
    assert test(np.zeros(10), alternative="greater").pvalue == 0.5
    constant = test(np.full(10, 0.1))
    assert np.isnan(constant.pvalue)
    assert constant.flags == {"zero_variance"}
    assert test(np.full(10, 0.1), zero_variance="limit").pvalue == 0
    with pytest.raises(ValueError, match="do not vary"):
        test(np.full(10, 0.1), zero_variance="error")


def test_what_is_too_long_for_the_series_is_refused():
    with pytest.raises(ValueError, match=r"horizon=10 with 10 differences\. Score more periods"):
        diebold_mariano(D, horizon=10)
    with pytest.raises(ValueError, match="lags must be less than the number of periods, got 10"):
        hac_t(D, lags=10)
    with pytest.raises(ValueError, match="n_cosines must be less than the number of periods, got 10"):
        cosine_t(D, n_cosines=10)
    with pytest.raises(ValueError, match="at least 2 differences"):
        cosine_t([0.1])


@pytest.mark.parametrize("test", [hac_t, cosine_t])
def test_correlation_over_time_makes_less_of_a_difference(test):
    """The same values in order of size drift, so that their mean is known less well than in random order."""
    assert test(np.sort(D)).standard_error > 1.5 * resampled_t(D).standard_error
