"""The critical p-value: by hand, at ties, and against the binomial distribution."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from foldwise.lab import critical_pvalue


def test_by_hand():
    p = np.arange(1, 101) / 1000
    assert critical_pvalue(p, 0.05).estimate == 0.005
    assert critical_pvalue(p[::-1], 0.29).estimate == 0.029
    assert np.isnan(critical_pvalue(p, 0.001).estimate)


def test_ties_are_not_half_rejected():
    # Five may be rejected; the fourth, fifth and sixth are the same.
    p = [0.01, 0.02, 0.03, 0.04, 0.04, 0.04, *[0.5] * 94]
    assert critical_pvalue(p, 0.05).estimate == 0.03
    assert np.isnan(critical_pvalue([0.04] * 100, 0.05).estimate)


def test_an_undefined_pvalue_counts_as_one():
    assert critical_pvalue([0.01, np.nan, np.nan, np.nan], 0.25).estimate == 0.01
    assert np.isnan(critical_pvalue([np.nan] * 4, 0.25).estimate)


@settings(max_examples=25)
@given(st.lists(st.sampled_from([0.0, 0.01, 0.02, 0.05, 0.3, 1.0]), min_size=1, max_size=80), st.floats(0.01, 0.99))
def test_rejecting_there_keeps_the_level_and_nothing_greater_does(pvalues, alpha):
    p, critical = np.asarray(pvalues), critical_pvalue(pvalues, alpha).estimate
    # Nothing is as low as NaN: without a critical value nothing is rejected.
    assert (p <= critical).mean() <= alpha + 1e-9
    greater = p[~(p <= critical)]
    if greater.size:
        assert (p <= greater.min()).mean() > alpha - 1e-9


@settings(max_examples=40)
@given(st.lists(st.sampled_from([0.0, 0.01, 0.02, 0.05, 0.3, 1.0]), min_size=1, max_size=200), st.floats(0.01, 0.99))
def test_limits_hold_the_estimate_whatever_ties(pvalues, alpha):
    found = critical_pvalue(pvalues, alpha)
    # No critical value is less than any.
    assert found.low <= found.estimate <= found.high or (np.isnan(found.estimate) and found.low == 0)


@pytest.mark.parametrize(
    ("pvalues", "low", "high"), [([0.03] * 100, 0, 0.03), ([0.04] * 10 + [1.0] * 90, 0, 1), ([0.0] * 100, 0, 0)]
)
def test_where_nothing_may_be_rejected_the_lower_limit_is_zero(pvalues, low, high):
    found = critical_pvalue(pvalues, 0.05)
    assert np.isnan(found.estimate)
    assert (found.low, found.high) == (low, high)


def test_the_lower_limit_steps_down_at_ties():
    # Of 100 trials the second and the eleventh are the limits (binomial); the second ties with the third.
    p = [0.01, 0.02, 0.02, *np.arange(4, 101) / 100]
    assert binom.ppf([0.025, 0.975], 100, 0.05).tolist() == [1, 10]
    found = critical_pvalue([0.005, *p[:-1]], 0.05)
    assert (found.low, found.estimate, found.high) == (0.005, 0.04, 0.1)
    assert critical_pvalue([0.01, 0.01, *p[2:]], 0.05).low == 0.0


@pytest.mark.parametrize("n", [100, 1000])
def test_limits_are_order_statistics_that_cover_the_quantile(n):
    p = np.arange(1, n + 1) / n
    found = critical_pvalue(p, 0.05)
    lower, upper = round(found.low * n), round(found.high * n)
    # Between them lies the quantile when so many p-values are below it.
    covered = binom.cdf(upper - 1, n, 0.05) - binom.cdf(lower - 1, n, 0.05)
    assert 0.95 <= covered < 0.985
    assert found.low <= found.estimate <= found.high


def test_limits_reach_the_ends_where_there_are_few_trials():
    assert critical_pvalue([0.3, 0.6], 0.05).low == 0.0
    assert critical_pvalue([0.3, 0.6], 0.95).high == 1.0
