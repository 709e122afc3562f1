"""Every t test, and what is derived from one, against mpmath: statistic and p-value to 1e-12, p from 1e-300 to 1."""

import mpmath
import numpy as np
import pytest
from scipy import stats

from foldwise.stats import (
    averaged_t,
    breakdown_correlation,
    corrected_repeated_kfold_t,
    corrected_resampled_t,
    enough_partitions,
    figure_value,
    five_by_two_plain_t,
    five_by_two_t,
    kfold_t,
    resampled_t,
    signed_area,
    uncorrected_repeated_kfold_t,
)

ALTERNATIVES = ("two-sided", "greater", "less")


def differences(n, *shape, smallest=-4.0):
    """Means of about one, spreads from ten down to ``10**smallest``: p-values from 1 down."""
    rng = np.random.default_rng(n + sum(shape))
    ones = (1,) * len(shape)
    spread = 10 ** rng.uniform(smallest, 1, (n, *ones))
    return rng.normal(size=(n, *ones)) + spread * rng.normal(size=(n, *shape))


def assert_agree(test, d, numerator, variance, df, exact):
    """Compare all that `test` says about `d` with ``numerator(row) / sqrt(variance(row))``."""
    ratios = [(numerator(row), mpmath.sqrt(variance(row))) for row in d]
    expected = [(*exact.student(top / error, df), top / error, top, error) for top, error in ratios]
    *pvalues, statistic, estimate, error = np.array(expected, dtype=np.float64).T
    for alternative, pvalue in zip(ALTERNATIVES, pvalues, strict=True):
        np.testing.assert_allclose(test(d, alternative=alternative).pvalue, pvalue, rtol=1e-12, atol=1e-305)
    result = test(d)
    assert result.df == df
    # What the digits of the differences leave of a mean that nearly cancels.
    lost = 1e-15 * np.abs(d).max(axis=tuple(range(1, d.ndim)))
    assert (np.abs(result.estimate - estimate) <= lost).all()
    assert (np.abs(result.statistic - statistic) <= 1e-13 * np.abs(statistic) + lost / error).all()
    np.testing.assert_allclose(result.standard_error, error, rtol=1e-13)
    low, high = result.confidence_interval(0.9)
    half = stats.t.ppf(0.95, df) * error
    for limit, reference in ((low, estimate - half), (high, estimate + half)):
        assert (np.abs(limit - reference) <= 1e-12 * half + 2 * lost).all()
    return result.pvalue


def assert_mean_agrees(test, d, factor, df, exact):
    """`factor` times the variance of one difference is the squared standard error of the mean."""
    summaries = {row.tobytes(): exact.moments(row) for row in d}
    return assert_agree(
        test, d, lambda row: summaries[row.tobytes()][0], lambda row: summaries[row.tobytes()][1] * factor, df, exact
    )


@pytest.mark.parametrize("test", [kfold_t, resampled_t])
@pytest.mark.parametrize("k", [10, 100])
def test_the_plain_t_tests(test, k, n_inputs, exact):
    d = differences(n_inputs, k)
    pvalue = assert_mean_agrees(test, d, mpmath.mpf(1) / k, k - 1, exact)
    np.testing.assert_allclose(pvalue, stats.ttest_1samp(d, 0.0, axis=-1).pvalue, rtol=1e-9, atol=1e-300)
    assert pvalue.max() > 0.9
    assert pvalue.min() < (1e-290 if k == 100 else 1e-30)


@pytest.mark.parametrize("shape", [(2, 5), (10, 10)])
def test_the_uncorrected_t_over_repeats(shape, n_inputs, exact):
    d = differences(n_inputs, *shape)
    n = d[0].size
    pvalue = assert_mean_agrees(uncorrected_repeated_kfold_t, d, mpmath.mpf(1) / n, n - 1, exact)
    reference = stats.ttest_1samp(d.reshape(-1, n), 0.0, axis=-1).pvalue
    np.testing.assert_allclose(pvalue, reference, rtol=1e-9, atol=1e-300)
    assert pvalue.min() < (1e-290 if n == 100 else 1e-20)


@pytest.mark.parametrize(("n_train", "n_test"), [(180, 20), (100, 3)])
def test_the_corrected_resampled_t(n_train, n_test, n_inputs, exact):
    k = 60
    d = differences(n_inputs, k, smallest=-7)
    factor = mpmath.mpf(1) / k + mpmath.mpf(n_test) / n_train
    pvalue = assert_mean_agrees(
        lambda d, **options: corrected_resampled_t(d, n_train=n_train, n_test=n_test, **options),
        d,
        factor,
        k - 1,
        exact,
    )
    assert pvalue.min() < 1e-290


@pytest.mark.parametrize("shape", [(2, 5), (10, 10)])
def test_the_corrected_t_over_repeats(shape, n_inputs, exact):
    d = differences(n_inputs, *shape, smallest=-5)
    n, ratio = d[0].size, mpmath.mpf(1) / (shape[1] - 1)
    pvalue = assert_mean_agrees(corrected_repeated_kfold_t, d, 1 / mpmath.mpf(n) + ratio, n - 1, exact)
    assert pvalue.min() < (1e-290 if n == 100 else 1e-20)


@pytest.mark.parametrize("df", ["calibrated", 70.5])
def test_the_corrected_t_with_calibrated_df(df, n_inputs, exact):
    d = differences(n_inputs, 10, 10, smallest=-7)
    number = 10 if df == "calibrated" else df
    pvalue = assert_mean_agrees(
        lambda d, **options: corrected_repeated_kfold_t(d, df=df, **options),
        d,
        1 / (1 + mpmath.mpf(number)),
        number,
        exact,
    )
    assert pvalue.min() < (1e-290 if df == 70.5 else 1e-20)


def test_the_plain_t_on_five_by_two(n_inputs, exact):
    d = differences(n_inputs, 5, 2, smallest=-10)
    assert assert_mean_agrees(five_by_two_plain_t, d, mpmath.mpf(1) / 10, 9, exact).min() < 1e-75


@pytest.mark.parametrize("form", ["dietterich", "as_printed"])
def test_five_by_two_t(form, n_inputs, exact):
    def variance(row):
        if form == "as_printed":
            return exact.moments(row)[1] * 9 / 5
        pairs = [(mpmath.mpf(one), mpmath.mpf(two)) for one, two in row.tolist()]
        return mpmath.fsum(((one - two) / mpmath.sqrt(2) for one, two in pairs), squared=True) / 5

    d = differences(n_inputs, 5, 2, smallest=-10)
    pvalue = assert_agree(
        lambda d, **options: five_by_two_t(d, form=form, **options),
        d,
        lambda row: mpmath.mpf(row[0, 0]),
        variance,
        5,
        exact,
    )
    assert pvalue.min() < 1e-40
    result = five_by_two_t(d, form=form)
    np.testing.assert_allclose(result.relabelled, d / np.asarray(result.standard_error)[:, None, None], rtol=1e-13)
    np.testing.assert_allclose(result.mean_difference, d.mean(axis=(1, 2)), rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("df", [1, 4.5, 99])
def test_averages_of_statistics_and_areas(df, n_inputs, exact):
    rng = np.random.default_rng(n_inputs)
    t = 10 ** rng.uniform(-3, 4, (n_inputs, 1)) * (rng.normal(size=(n_inputs, 1)) + rng.normal(size=(n_inputs, 8)))
    summaries = [exact.moments(row) for row in t]
    tails = np.array([exact.student(mean, df) for mean, _ in summaries], dtype=np.float64).T
    for alternative, pvalue in zip(ALTERNATIVES, tails, strict=True):
        found = averaged_t(t, df=df, alternative=alternative)
        np.testing.assert_allclose(found.pvalue, pvalue, rtol=1e-12, atol=1e-305)
    np.testing.assert_allclose(found.standard_error, exact.floats(mpmath.sqrt(v / 8) for _, v in summaries), rtol=1e-13)
    assert df != 99 or tails.min() < 1e-290

    statistic = t[:, 0]
    _, above, below = np.array([exact.student(mpmath.mpf(x), df) for x in statistic], dtype=np.float64).T
    np.testing.assert_allclose(figure_value(statistic, df), below, rtol=1e-12, atol=1e-305)
    expected = np.where(statistic < 0, -below, above)
    np.testing.assert_allclose(signed_area(statistic, df), expected, rtol=1e-12, atol=1e-305)


@pytest.mark.parametrize("shape", [(1, 4), (10, 10)])
def test_the_breakdown_correlation(shape, n_inputs, exact):
    d = differences(n_inputs, *shape)
    n = d[0].size
    result = breakdown_correlation(d, alpha=0.01)
    with mpmath.workdps(30):
        guess = stats.t.isf(0.005, n - 1)
        critical = mpmath.findroot(lambda t: exact.student(t, n - 1)[0] - mpmath.mpf("0.01"), guess)
        u = [(mean / critical) ** 2 / variance - mpmath.mpf(1) / n for mean, variance in map(exact.moments, d)]
        # Near u = -1/n, and near u = 0, digits cancel.
        np.testing.assert_allclose(result.correlation, exact.floats(x / (1 + x) for x in u), rtol=1e-11, atol=1e-13)
    assert (result.significant == (np.asarray(corrected_repeated_kfold_t(d).pvalue) <= 0.01)).all()


def log_ratio(t, n):
    """Of the t likelihood mixed over effects from N(0, 1) to that at zero, by its definition."""
    return n / 2 * (np.log1p(t**2 / (n - 1)) - np.log1p(t**2 / ((n - 1) * (1 + n)))) - np.log1p(n) / 2


@pytest.mark.parametrize("rule", ["fixed", "as_printed", "sequential"])
def test_the_rule_for_enough_partitions(rule, n_inputs, exact):
    k, df = 60, 9
    rng = np.random.default_rng(n_inputs)
    spread = 10 ** rng.uniform(-6, 1, (n_inputs, 1))
    t = rng.uniform(-4, 4, (n_inputs, 1)) + spread * rng.normal(size=(n_inputs, k))
    result = enough_partitions(t, df=df, rule=rule)
    critical = stats.t.isf(0.025, k - 1 if rule == "as_printed" else df)
    assert result.critical == pytest.approx(critical, rel=1e-12)

    mean, variance = np.array([exact.moments(row) for row in t], dtype=np.float64).T
    error = np.sqrt(variance / k)
    gap = np.abs(mean) - critical
    np.testing.assert_allclose(result.statistic, gap / error, rtol=1e-9, atol=1e-9 * np.abs(gap / error).max())
    if rule == "sequential":
        assert result.pvalue is None
        half = reach = (np.asarray(result.interval[1]) - result.interval[0]) / 2
        np.testing.assert_allclose(log_ratio(half * np.sqrt(k / variance), k), np.log(20), rtol=1e-7)
    else:
        expected = exact.floats(exact.student(mpmath.mpf(abs(x)), k - 1)[1] for x in result.statistic.tolist())
        np.testing.assert_allclose(result.pvalue, expected, rtol=1e-12, atol=1e-305)
        assert result.pvalue.min() < 1e-250
        half, reach = stats.t.isf(0.025, k - 1) * error, stats.t.isf(0.05, k - 1) * error
    np.testing.assert_allclose(result.interval[0], mean - half, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(result.interval[1], mean + half, rtol=1e-9, atol=1e-9)
    sure = (gap > reach) | ((-gap > reach) & (rule != "as_printed"))
    assert (sure == (result.decision != "more_partitions")).all()
    assert ((gap > reach) == (result.decision == "significant")).all()
    assert (result.n_needed[sure] == k).all()
    far, needed = (gap[~sure] / np.sqrt(variance[~sure])), result.n_needed[~sure]
    if rule == "sequential":
        assert (log_ratio(far * np.sqrt(needed), needed) > np.log(20) - 1e-9).all()
        fewer = needed - 1
        assert ((log_ratio(far * np.sqrt(fewer), fewer) < np.log(20) + 1e-9) | (fewer == k)).all()
    else:
        n = np.maximum(np.ceil((stats.t.isf(0.05, k - 1) / far) ** 2), k + 1)
        np.testing.assert_allclose(needed, np.where((far > 0) | (rule == "fixed"), n, np.inf), rtol=1e-9)
