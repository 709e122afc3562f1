from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import ttest_rel

from foldwise.stats import repeated_measures_anova

quick = settings(max_examples=40, deadline=None)
tables = st.tuples(st.integers(2, 6), st.integers(2, 4)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.integers(-5000, 5000).map(lambda i: i / 1000))
)
X = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 3.0], [3.0, 3.0, 6.0], [4.0, 7.0, 4.0]])


def exact(table):
    """F and the factor of Greenhouse and Geisser in rational arithmetic."""
    x = [[Fraction(float(value)) for value in row] for row in table]
    n, k = len(x), len(x[0])
    grand = sum(map(sum, x)) / (n * k)
    rows = [sum(row) / k for row in x]
    columns = [sum(row[j] for row in x) / n for j in range(k)]
    rest = [[x[i][j] - rows[i] - columns[j] + grand for j in range(k)] for i in range(n)]
    s = [[sum(row[j] * row[m] for row in rest) for m in range(k)] for j in range(k)]
    between = n * sum((mean - grand) ** 2 for mean in columns) / (k - 1)
    within = sum(value**2 for row in rest for value in row) / ((n - 1) * (k - 1))
    evenness = sum(s[j][j] for j in range(k)) ** 2 / ((k - 1) * sum(value**2 for row in s for value in row))
    return between / within, evenness


def test_by_hand():
    """Means 2.5, 4, 4 of columns, 2, 3, 4, 5 of rows, 3.5 of all: between 4 (1 + 1/4 + 1/4) / 2 = 3.

    Rows less their means are (-1, 0, 1), (-1, 1, 0), (-1, -1, 2), (-1, 2, -1); less the columns' (-1, .5, .5) this is
    (0, -.5, .5), (0, .5, -.5), (0, -1.5, 1.5), (0, 1.5, -1.5): squares 10 on 6 degrees of freedom. All of it lies along
    one direction, so that the factor is its least, 1/2.
    """
    result = repeated_measures_anova(X)
    assert result.statistic == pytest.approx(3 / (10 / 6), rel=1e-14)
    assert result.df == pytest.approx((1, 3))
    assert result.estimate == pytest.approx([2.5, 4, 4])
    assert result.standard_error[0, 1] == pytest.approx(np.sqrt(2 * 10 / 6 / 4))
    assert repeated_measures_anova(X, sphericity=True).df == (2, 6)
    # The tail of F(2, 6) is (1 + f/3)^-3.
    assert repeated_measures_anova(X, sphericity=True).pvalue == pytest.approx((1 + 1.8 / 3) ** -3, rel=1e-13)
    assert result.flags == set()


@quick
@given(tables)
def test_agrees_with_rational_arithmetic(table):
    result = repeated_measures_anova(table)
    if result.flags:
        return
    statistic, evenness = exact(table)
    assert result.statistic == pytest.approx(float(statistic), rel=1e-9)
    assert result.df[0] == pytest.approx(float(evenness) * (table.shape[1] - 1), rel=1e-9)


def test_of_two_algorithms_it_is_the_paired_t_test_squared():
    table = np.random.default_rng(1).normal(size=(12, 2))
    theirs, ours = ttest_rel(*table.T), repeated_measures_anova(table)
    assert ours.statistic == pytest.approx(theirs.statistic**2, rel=1e-12)
    assert ours.pvalue == pytest.approx(theirs.pvalue, rel=1e-12)
    assert ours.df == (1, 11)
    low, high = ours.confidence_interval()
    assert (low[0, 1], high[0, 1]) == pytest.approx(tuple(theirs.confidence_interval()), rel=1e-12)


def test_what_a_sample_does_to_all_algorithms_does_not_count():
    easy = np.random.default_rng(2).normal(size=(4, 1)) * 1000
    assert repeated_measures_anova(X + easy).statistic == pytest.approx(1.8, rel=1e-9)
    assert repeated_measures_anova(X * 2.0**600).statistic == repeated_measures_anova(X).statistic


def test_identical_and_constant_scores_are_named():
    alike = repeated_measures_anova([[0.3, 0.1 + 0.2], [0.7, 0.7]])
    assert (alike.statistic, alike.pvalue, alike.flags) == (0, 1, {"identical_scores"})
    apart = repeated_measures_anova([[0.5, 0.25], [0.75, 0.5]])
    assert np.isinf(apart.statistic)
    assert np.isnan(apart.pvalue)
    assert apart.flags == {"zero_variance"}


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([1.0, 2.0], r"\(n_samples, n_algorithms\).*got \(2,\)"),
        ([[1.0, 2.0]], r"at least 2 of each.*got \(1, 2\)"),
        ([[1.0, np.nan], [1.0, 2.0]], r"finite, got nan at index \(0, 1\)"),
    ],
)
def test_what_is_no_table_is_refused(scores, message):
    with pytest.raises(ValueError, match=message):
        repeated_measures_anova(scores)


def test_level_where_differences_vary_unalike():
    """One of four algorithms varies far more: uncorrected .100, corrected .056 (40,000 tables of ten samples)."""
    x = np.random.default_rng(3).normal(size=(40_000, 10, 4)) * [1, 1, 1, 6]
    rates = [(repeated_measures_anova(x, sphericity=assumed).pvalue <= 0.05).mean() for assumed in (False, True)]
    assert 0.045 < rates[0] < 0.062
    assert rates[1] > 0.09
