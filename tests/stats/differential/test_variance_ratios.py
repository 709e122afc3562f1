"""Ratios of mean squares against mpmath: statistic, degrees of freedom and p-value, from 1e-300 to 1."""

import mpmath
import numpy as np
import pytest
from scipy import stats

from foldwise.stats import delve_quasi_f, five_by_two_f, one_way_anova


def test_five_by_two_f(n_inputs, exact):
    rng = np.random.default_rng(n_inputs)
    spread = 10 ** rng.uniform(-10, 1, (n_inputs, 1, 1))
    d = rng.normal(size=(n_inputs, 1, 1)) + spread * rng.normal(size=(n_inputs, 5, 2))
    statistic, error = [], []
    for row in d.tolist():
        pairs = [(mpmath.mpf(one), mpmath.mpf(two)) for one, two in row]
        below = mpmath.fsum((one - two for one, two in pairs), squared=True)
        statistic.append(mpmath.fsum((x for pair in pairs for x in pair), squared=True) / below)
        error.append(mpmath.sqrt(below / 10))
    # Scores of unknown size might be rounded by more than the smallest of these spreads.
    result = five_by_two_f(d, score_magnitude=np.abs(d).max(axis=(1, 2)))
    np.testing.assert_allclose(result.statistic, exact.floats(statistic), rtol=1e-13)
    np.testing.assert_allclose(result.standard_error, exact.floats(error), rtol=1e-13)
    expected = exact.floats(exact.variance_ratio(f, 10, 5) for f in statistic)
    np.testing.assert_allclose(result.pvalue, expected, rtol=1e-12)
    np.testing.assert_allclose(result.pvalue, stats.f.sf(result.statistic, 10, 5), rtol=1e-9)
    assert expected.min() < 1e-40


@pytest.mark.parametrize("sizes", [(4, 3), (5, 1, 9), (30, 40, 30, 30)])
def test_one_way_anova(sizes, n_inputs, exact):
    rng = np.random.default_rng(sum(sizes))
    apart = 10 ** rng.uniform(-3, 6, (n_inputs, 1))
    samples = [rng.normal(size=(n_inputs, size)) + apart * rng.normal(size=(n_inputs, 1)) for size in sizes]
    df = len(sizes) - 1, sum(sizes) - len(sizes)
    statistic, means, pooled = [], [], []
    for rows in zip(*samples, strict=True):
        groups = [[mpmath.mpf(x) for x in row.tolist()] for row in rows]
        centre = mpmath.fsum(x for group in groups for x in group) / sum(sizes)
        mean = [mpmath.fsum(group) / len(group) for group in groups]
        between = mpmath.fsum(n * (m - centre) ** 2 for n, m in zip(sizes, mean, strict=True)) / df[0]
        residuals = (x - m for group, m in zip(groups, mean, strict=True) for x in group)
        within = mpmath.fsum(residuals, squared=True) / df[1]
        statistic.append(between / within)
        means.append(mean)
        pooled.append(within)
    result = one_way_anova(*samples)
    assert result.df == df
    found = exact.floats(statistic)
    # What the digits of the scores leave of means that nearly cancel, in standard deviations.
    lost = 1e-15 * np.max([np.abs(x).max(axis=1) for x in samples], axis=0) / np.sqrt(exact.floats(pooled))
    assert (np.abs(result.statistic - found) <= 1e-13 * found + 10 * lost * (np.sqrt(found) + lost)).all()
    expected = exact.floats(exact.variance_ratio(f, *df) for f in statistic)
    np.testing.assert_allclose(result.pvalue, expected, rtol=1e-12, atol=1e-305)
    # The tail itself, of the statistic as computed.
    tail = exact.floats(exact.variance_ratio(mpmath.mpf(f), *df) for f in result.statistic.tolist())
    np.testing.assert_allclose(result.pvalue, tail, rtol=1e-12, atol=1e-305)
    # SciPy keeps fewer digits of means far apart.
    near = result.pvalue > 1e-6
    scipy = stats.f_oneway(*(x[near] for x in samples), axis=-1).pvalue
    np.testing.assert_allclose(result.pvalue[near], scipy, rtol=1e-9)
    assert df[1] < 100 or expected.min() < 1e-290
    np.testing.assert_allclose(result.estimate, np.array(means, dtype=np.float64), rtol=1e-12, atol=1e-12)
    error = np.sqrt(exact.floats(pooled) * (1 / sizes[0] + 1 / sizes[1]))
    np.testing.assert_allclose(result.standard_error[:, 0, 1], error, rtol=1e-10)
    low, high = result.confidence_interval(0.9)
    np.testing.assert_allclose((high - low)[:, 0, 1] / 2, stats.t.ppf(0.95, df[1]) * error, rtol=1e-8)


@pytest.mark.parametrize("shape", [(2, 3, 4), (3, 4, 5), (2, 9, 30)])
def test_the_quasi_f(shape, n_inputs, exact):
    """Sums of squares from their computing formulas, which lose no digits at thirty."""
    k, r, m = shape
    rng = np.random.default_rng(sum(shape))
    n = n_inputs if k * r * m < 500 else n_inputs // 5
    losses = 10 ** rng.uniform(-2, 3, (n, 1, 1, 1)) * rng.normal(size=(n, k, 1, 1)) + sum(
        10 ** rng.uniform(-2, 0, (n, 1, 1, 1)) * rng.normal(size=(n, *part))
        for part in ((1, r, m), (k, r, 1), (k, 1, m), (k, r, m))
    )
    result = delve_quasi_f(losses)
    statistic, dfs = [], []
    for x in losses:
        cube = np.array([mpmath.mpf(v) for v in x.ravel().tolist()], dtype=object).reshape(shape)

        def squares(*axes, cube=cube):
            summed = cube.sum(axis=axes) if axes else cube
            return mpmath.fsum(np.ravel(summed).tolist(), squared=True) / int(np.prod([shape[i] for i in axes]))

        total, a, t, e = squares(0, 1, 2), squares(1, 2), squares(0, 2), squares(0, 1)
        at, ae, te = squares(2), squares(1), squares(0)
        ms = {
            "a": ((a - total) / (k - 1), k - 1),
            "at": ((at - a - t + total) / ((k - 1) * (r - 1)), (k - 1) * (r - 1)),
            "ae": ((ae - a - e + total) / ((k - 1) * (m - 1)), (k - 1) * (m - 1)),
        }
        rest = squares() - at - ae - te + a + t + e - total
        ms["ate"] = rest / ((k - 1) * (r - 1) * (m - 1)), (k - 1) * (r - 1) * (m - 1)
        sums = [[ms[name] for name in names] for names in (("a", "ate"), ("at", "ae"))]
        above, below = (sum(value for value, _ in pair) for pair in sums)
        df = [sum(v for v, _ in pair) ** 2 / sum(v**2 / d for v, d in pair) for pair in sums]
        statistic.append(above / below)
        dfs.append(df)
    dfs = np.array(dfs, dtype=np.float64)
    np.testing.assert_allclose(result.statistic, exact.floats(statistic), rtol=1e-10)
    np.testing.assert_allclose(np.array(result.df).T, dfs, rtol=1e-10)
    found = zip(result.statistic.tolist(), result.df[0].tolist(), result.df[1].tolist(), strict=True)
    tail = exact.floats(exact.variance_ratio(mpmath.mpf(f), one, two) for f, one, two in found)
    np.testing.assert_allclose(result.pvalue, tail, rtol=1e-12, atol=1e-305)
    assert shape[2] < 30 or tail.min() < 1e-60
