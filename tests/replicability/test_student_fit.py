"""Student's distribution fitted to values: against SciPy's fit, by its shape, at the edges."""

import numpy as np
import pytest
from scipy import stats as scipy_stats

from foldwise.replicability import fit_student


def test_it_is_the_fit_of_scipy():
    """SciPy searches all three at once; degrees of freedom here are on a grid with steps of six percent."""
    x = scipy_stats.t.rvs(4, loc=2, scale=1.5, size=500, random_state=1)
    ours = fit_student(x)
    df, location, scale = scipy_stats.t.fit(x)
    assert ours.df == pytest.approx(df, rel=0.06)
    assert (ours.location, ours.scale) == (pytest.approx(location, abs=0.01), pytest.approx(scale, rel=0.02))
    likelihood = scipy_stats.t.logpdf(x, df, location, scale).sum()
    normal = scipy_stats.norm.logpdf(x, x.mean(), x.std()).sum()
    assert ours.gain == pytest.approx(likelihood - normal, abs=0.01)
    assert ours.pvalue == pytest.approx(0.5 * scipy_stats.chi2.sf(2 * ours.gain, 1))


def test_values_without_heavy_tails_are_normal():
    """Even spacing has lighter tails than any of the family: the normal distribution is the best of it."""
    x = np.linspace(1.0, 3.0, 55)
    fit = fit_student(x)
    assert fit.is_normal
    assert (fit.location, fit.scale) == (pytest.approx(2.0), pytest.approx(x.std()))
    assert (fit.gain, fit.pvalue) == (0.0, 1.0)


def test_units_do_not_matter():
    x = np.array([-9.0, -1.2, -0.8, -0.4, -0.1, 0.0, 0.2, 0.5, 0.9, 1.1, 12.0])
    one, other = fit_student(x), fit_student(1000 * x + 7)
    assert (other.df, other.gain) == (one.df, pytest.approx(one.gain, rel=1e-6))
    assert other.location == pytest.approx(1000 * one.location + 7)
    assert other.scale == pytest.approx(1000 * one.scale)


def test_normal_values_are_seldom_told_apart():
    """At most about one sample in twenty: the likelihood ratio on the edge of the family, of 55 values, is careful."""
    rng = np.random.default_rng(3)
    assert sum(fit_student(rng.normal(size=55)).pvalue <= 0.05 for _ in range(100)) <= 8


@pytest.mark.parametrize("values", [[1.0, 2.0], [3.0] * 5, [1.0, 2.0, np.inf], [1.0, np.nan, 2.0], []])
def test_nothing_is_fitted_to_nothing(values):
    fit = fit_student(values)
    assert np.isnan([fit.df, fit.location, fit.scale, fit.gain, fit.pvalue]).all()
    assert not fit.is_normal


def test_a_table_is_refused():
    with pytest.raises(ValueError, match=r"one list of numbers, got an array of shape \(2, 3\)"):
        fit_student(np.zeros((2, 3)))
