import csv
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import combine_pvalues

from foldwise.stats import fisher

with Path(__file__).with_name("reference_vectors.csv").open(encoding="utf-8") as file:
    ROWS = {row["id"]: row for row in csv.DictReader(file)}


@pytest.mark.parametrize(
    ("name", "p"),
    [("fisher_a", [0.15, 0.10, 0.10]), ("fisher_b", [0.85, 0.90, 0.90]), ("fisher_c", [0.25] * 55)],
)
def test_reference_vectors(name, p):
    """Bradford and Brodley print .05, .99 and .005 for these; the tails are .043, .9934 and .0046."""
    row, result = ROWS[name], fisher(p)
    assert result.statistic == pytest.approx(float(row["statistic"]), rel=1e-12)
    assert result.pvalue == pytest.approx(float(row["p_value"]), rel=1e-12)
    assert result.df == int(row["df"])


def test_by_hand():
    """Two p-values with product q: p = q (1 - ln q)."""
    result = fisher([0.5, 0.25])
    assert result.statistic == pytest.approx(-2 * np.log(0.125), rel=1e-15)
    assert result.pvalue == pytest.approx(0.125 * (1 - np.log(0.125)), rel=1e-14)
    assert fisher([0.3]).pvalue == pytest.approx(0.3, rel=1e-15)


def test_unless_told_otherwise_pvalues_are_taken_to_be_dependent():
    assert fisher([0.2, 0.3]).flags == {"independence"}
    assert fisher([0.2, 0.3], dependent=False).flags == set()


def test_partitions_of_one_data_set_tend_to_significance():
    """The same p = .25 again and again: below .05 from 21 partitions on."""
    p = [fisher([0.25] * m).pvalue for m in range(1, 60)]
    assert [m for m, x in enumerate(p, start=1) if x < 0.05] == list(range(21, 60))


def test_swapping_the_learners_does_not_mirror_the_answer():
    """One-sided p-values for the other direction are 1 - p: .043 becomes .993, not .957."""
    p = np.array([0.15, 0.10, 0.10])
    assert fisher(p).pvalue + fisher(1 - p).pvalue == pytest.approx(1.0363957839, rel=1e-9)


def test_a_pvalue_of_zero_is_flagged():
    result = fisher([[0.0, 0.5], [0.1, 0.5]], dependent=False)
    assert (result.statistic[0], result.pvalue[0]) == (np.inf, 0)
    assert result.flags[0] == {"zero_pvalue"}
    assert result.flags[1] == set()


def test_no_evidence_at_all():
    result = fisher([1.0, 1.0])
    assert (str(result.statistic), result.pvalue) == ("0.0", 1)


def test_twelve_digits_down_to_the_smallest_pvalues():
    """Q(n, x) = exp(-x) sum over k < n of x^k / k!, in 50 digits."""
    rng = np.random.default_rng(0)
    checked = 0
    for _ in range(500):
        n = int(10 ** rng.uniform(0, 2.3))
        p = rng.random(n) ** rng.choice([0.3, 1, 2, 5])
        result = fisher(p)
        with mpmath.workdps(50):
            x = -mpmath.fsum(mpmath.log(mpmath.mpf(v)) for v in p.tolist())
            term = total = mpmath.mpf(1)
            for k in range(1, n):
                term *= x / k
                total += term
            exact = mpmath.exp(-x) * total
        if exact > 1e-300:
            assert abs(result.pvalue / exact - 1) < 1e-12
            checked += 1
    assert checked > 350


@settings(max_examples=25, deadline=None)
@given(p=st.lists(st.floats(1e-300, 1), min_size=1, max_size=12))
def test_agrees_with_scipy_and_order_does_not_matter(p):
    expected = combine_pvalues(p, method="fisher")
    result = fisher(p)
    assert result.statistic == pytest.approx(expected.statistic, rel=1e-12, abs=1e-300)
    assert result.pvalue == pytest.approx(expected.pvalue, rel=1e-11)
    assert fisher(p[::-1]).statistic == pytest.approx(result.statistic, rel=1e-14, abs=1e-300)


def test_a_batch_is_many_single_tests_bit_by_bit():
    p = np.random.default_rng(0).random((4, 5, 7))
    batch = fisher(p)
    for i in np.ndindex(4, 5):
        one = fisher(p[i])
        assert (one.statistic, one.pvalue, one.df) == (batch.statistic[i], batch.pvalue[i], batch.df)
    assert isinstance(one.pvalue, float)


@pytest.mark.parametrize(
    ("p", "message"),
    [([], "at least 1 p-value"), ([1.1], "between 0 and 1, got 1.1"), ([np.nan], "NaN"), (0.5, "at least one axis")],
)
def test_refusals(p, message):
    with pytest.raises(ValueError, match=message):
        fisher(p)
