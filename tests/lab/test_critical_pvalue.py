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
    assert critical_pvalue(p, 0.001).estimate == 0.0


def test_ties_are_not_half_rejected():
    # Five may be rejected; the fourth, fifth and sixth are the same.
    p = [0.01, 0.02, 0.03, 0.04, 0.04, 0.04, *[0.5] * 94]
    assert critical_pvalue(p, 0.05).estimate == 0.03
    assert critical_pvalue([0.04] * 100, 0.05).estimate == 0.0


def test_an_undefined_pvalue_counts_as_one():
    assert critical_pvalue([0.01, np.nan, np.nan, np.nan], 0.25).estimate == 0.01
    assert critical_pvalue([np.nan] * 4, 0.25).estimate == 0.0


@settings(max_examples=50)
@given(st.lists(st.sampled_from([0.0, 0.01, 0.02, 0.05, 0.3, 1.0]), min_size=1, max_size=80), st.floats(0.01, 0.99))
def test_rejecting_there_keeps_the_level_and_nothing_greater_does(pvalues, alpha):
    p, critical = np.asarray(pvalues), critical_pvalue(pvalues, alpha).estimate
    greater = p[p > critical]
    if critical > 0:
        assert (p <= critical).mean() <= alpha + 1e-9
    if greater.size:
        assert (p <= greater.min()).mean() > alpha - 1e-9 or (p == 0).mean() > alpha


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
