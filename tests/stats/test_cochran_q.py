from math import comb

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from foldwise.stats import cochran_q

tables = arrays(np.int8, st.tuples(st.integers(1, 30), st.integers(2, 5)), elements=st.integers(0, 1))


def test_by_hand():
    """Rights 16, 15, 5 beside 30 by all; G = 46, 45, 35; sum L (3 - L) = 21 * 2 = 42.

    Q = 2 (3 (46^2 + 45^2 + 35^2) - 126^2) / 42 = 2 * 222 / 42.
    """
    right = [[1, 1, 0]] * 10 + [[1, 0, 0]] * 6 + [[0, 1, 1]] * 5 + [[1, 1, 1]] * 30
    result = cochran_q(right)
    assert result.statistic == pytest.approx(444 / 42, rel=1e-15)
    assert result.df == 2
    assert result.pvalue == pytest.approx(np.exp(-222 / 42), rel=1e-14)
    assert result.flags == set()


@settings(max_examples=25, deadline=None)
@given(a=st.integers(0, 200), b=st.integers(0, 200))
def test_for_two_it_is_mcnemar_without_correction(a, b):
    result = cochran_q([[1, 0]] * a + [[0, 1]] * b + [[1, 1]])
    assert result.statistic == pytest.approx((a - b) ** 2 / max(a + b, 1), rel=1e-15)
    assert result.df == 1
    assert ("no_disagreement" in result.flags) == (a + b == 0)
    assert ("small_sample" in result.flags) == (0 < a + b < 12)


def test_without_correction_the_level_can_be_exceeded():
    """As the docstring says: 8 disagreements, .07 at nominal .05."""
    rejected = [cochran_q([[1, 0]] * a + [[0, 1]] * (8 - a)).pvalue <= 0.05 for a in range(9)]
    assert sum(comb(8, a) for a in range(9) if rejected[a]) / 256 == pytest.approx(0.0703, abs=5e-5)


def test_twelve_digits_down_to_the_smallest_pvalues():
    """Blocks of examples that only one classifier gets right, in unequal numbers."""
    rng = np.random.default_rng(0)
    checked = 0
    for _ in range(250):
        k = int(rng.integers(2, 9))
        sizes = rng.integers(0, 400, k)
        result = cochran_q(np.repeat(np.eye(k, dtype=int), sizes, axis=0) if sizes.sum() else np.eye(k))
        with mpmath.workdps(50):
            n = int(sizes.sum())
            q = mpmath.mpf(k * sum(int(s) ** 2 for s in sizes) - n * n) / n
            exact = mpmath.gammainc(mpmath.mpf(k - 1) / 2, q / 2, mpmath.inf, regularized=True)
        assert result.statistic == pytest.approx(float(q), rel=1e-14)
        if exact > 1e-300:
            assert abs(result.pvalue / exact - 1) < 1e-12
            checked += 1
    assert checked > 150


@settings(max_examples=25, deadline=None)
@given(table=tables, seed=st.integers(0, 99))
def test_invariances(table, seed):
    rng = np.random.default_rng(seed)
    one = cochran_q(table)
    assert cochran_q(rng.permutation(table, axis=0)).statistic == one.statistic
    assert cochran_q(rng.permutation(table, axis=1)).statistic == one.statistic
    assert cochran_q(1 - table).statistic == one.statistic
    agreed = np.concatenate([table, np.ones_like(table), np.zeros_like(table)])
    assert cochran_q(agreed).pvalue == one.pvalue
    assert cochran_q(table.astype(bool)).pvalue == cochran_q(table.astype(float)).pvalue == one.pvalue


def test_no_disagreement_is_no_evidence():
    result = cochran_q([[1, 1, 1], [0, 0, 0]])
    assert (result.statistic, result.pvalue, result.flags) == (0, 1, {"no_disagreement"})


def test_a_batch_is_many_single_tests_bit_by_bit():
    tables = np.random.default_rng(1).integers(0, 2, (3, 5, 12, 3))
    tables[0, 0] = 1
    batch = cochran_q(tables)
    for i in np.ndindex(3, 5):
        one = cochran_q(tables[i])
        assert (one.statistic, one.pvalue, one.flags) == (batch.statistic[i], batch.pvalue[i], batch.flags[i])
    assert isinstance(one.pvalue, float)


@pytest.mark.slow
def test_agrees_with_statsmodels():
    tables = pytest.importorskip("statsmodels.stats.contingency_tables")
    rng = np.random.default_rng(2)
    for _ in range(300):
        right = rng.integers(0, 2, (rng.integers(5, 60), rng.integers(2, 7)))
        expected, result = tables.cochrans_q(right), cochran_q(right)
        assert (result.statistic, result.pvalue) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-10)


@pytest.mark.parametrize(
    ("right", "message"),
    [
        ([1, 0, 1], r"shape \(n_examples, n_classifiers\).*got \(3,\)"),
        ([[1], [0]], r"2 classifiers.*got \(2, 1\)"),
        (np.ones((0, 3)), "at least 1 example"),
        ([[1, 2]], "0 and 1 only, got 2"),
        ([[1, np.nan]], "0 and 1 only, got nan"),
    ],
)
def test_refusals(right, message):
    with pytest.raises(ValueError, match=message):
        cochran_q(right)


def test_outcomes_are_not_words():
    with pytest.raises(TypeError, match="right must hold booleans or 0 and 1"):
        cochran_q([["yes", "no"]])
