"""P-values merged into one, against mpmath and exact fractions: to 1e-12, from 1e-300 to 1."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from scipy import stats

from foldwise.stats import fisher, running_twice_the_mean, twice_the_mean, twice_the_median


def pvalues(n, m):
    """P-values from 1 to 1e-300, alike within a row."""
    rng = np.random.default_rng(n + m)
    return 10 ** -np.abs(rng.choice([1.0, 10.0, 280.0], (n, 1)) * rng.random((n, 1)) + rng.random((n, m)))


@pytest.mark.parametrize("m", [1, 2, 7, 40])
def test_fisher(m, n_inputs, exact):
    p = pvalues(n_inputs, m) ** (1 / m if m > 2 else 1)
    statistic = [-2 * mpmath.fsum(mpmath.log(x) for x in row) for row in p.tolist()]
    # With even degrees of freedom the tail is a Poisson sum.
    expected = [
        mpmath.exp(-x / 2) * mpmath.fsum((x / 2) ** i / mpmath.factorial(i) for i in range(m)) for x in statistic
    ]
    result = fisher(p)
    np.testing.assert_allclose(result.statistic, exact.floats(statistic), rtol=1e-13)
    np.testing.assert_allclose(result.pvalue, exact.floats(expected), rtol=1e-12, atol=1e-305)
    assert result.pvalue.min() < (1e-250 if m < 40 else 1e-190)
    assert result.pvalue.max() > 0.5
    scipy = np.array([stats.combine_pvalues(row).pvalue for row in p[:300]])
    np.testing.assert_allclose(result.pvalue[:300], scipy, rtol=1e-9, atol=1e-300)


@pytest.mark.parametrize("m", [1, 2, 9, 20])
def test_merging(m, n_inputs):
    p = pvalues(n_inputs, m)
    mean, median, running = [], [], []
    for row in p.tolist():
        parts = [Fraction(x) for x in row]
        sums = [sum(parts[:i]) / i for i in range(1, m + 1)]
        mean.append(float(min(1, 2 * sums[-1])))
        running.append(float(min(1, 2 * min(sums))))
        k = -(-m // 2)
        median.append(float(min(1, Fraction(m, k) * sorted(parts)[k - 1])))
    for merge, expected in ((twice_the_mean, mean), (twice_the_median, median), (running_twice_the_mean, running)):
        np.testing.assert_allclose(merge(p).pvalue, expected, rtol=1e-14)
    assert min(mean) < 1e-270
