import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.stats import wilcoxon, wilcoxon_significances

quick = settings(max_examples=25, deadline=None)

with Path(__file__).with_name("reference_vectors.csv").open(encoding="utf-8") as file:
    ROWS = {row["id"]: row for row in csv.DictReader(file)}


def test_the_example_of_bradford_and_brodley():
    """-.20, .30, .05: ranks -2, 1, 3, the least significant first."""
    row, result = ROWS["wilcoxon_bb"], wilcoxon_significances([-0.20, 0.30, 0.05])
    assert (result.statistic, result.pvalue) == (float(row["statistic"]), float(row["p_value"]))
    assert (result.rank_sum_a, result.rank_sum_b, result.method) == (4, 2, "exact")


def test_six_that_agree_are_enough():
    """Two-sided below .05 from 6 on, below .01 from 8 on, however weak each is."""
    p = {n: wilcoxon_significances([0.45] * n).pvalue for n in range(2, 12)}
    assert [n for n in p if p[n] < 0.05] == list(range(6, 12))
    assert [n for n in p if p[n] < 0.01] == list(range(8, 12))


def test_unless_told_otherwise_significances_are_taken_to_be_dependent():
    assert wilcoxon_significances([0.2, 0.3]).flags == {"independence"}
    assert wilcoxon_significances([0.2, 0.3], dependent=False).flags == set()


def test_a_half_is_no_difference():
    """Dropped: ranks 1, 2 of .3, -.1. By Pratt: .5 and -.5 share ranks 1 and 2, the others have 3 and 4."""
    values = [0.5, 0.3, -0.1, -0.5]
    dropped, pratt = (wilcoxon_significances(values, zeros=zeros) for zeros in ("wilcoxon", "pratt"))
    assert (dropped.rank_sum_a, dropped.rank_sum_b) == (1, 2)
    assert (pratt.rank_sum_a, pratt.rank_sum_b) == (3, 4)
    nothing = wilcoxon_significances([0.5, 0.5], dependent=False)
    assert (nothing.pvalue, nothing.flags) == (1, {"identical_scores"})


def test_the_smallest_significances_are_no_ties():
    """1e-300 is stronger than 1e-200, though 0.5 minus either is 0.5."""
    result = wilcoxon_significances([1e-200, -1e-300])
    assert (result.rank_sum_a, result.rank_sum_b) == (1, 2)


def test_a_significance_of_zero_keeps_its_sign():
    result = wilcoxon_significances([0.0, -0.0, 0.4])
    assert (result.rank_sum_a, result.rank_sum_b) == (3.5, 2.5)


def test_there_is_no_estimate():
    result = wilcoxon_significances([0.1, 0.2])
    assert result.estimate is None
    with pytest.raises(ValueError, match="an interval needs differences of scores"):
        result.confidence_interval()


@quick
@given(k=st.lists(st.integers(-49, 50).filter(bool), min_size=2, max_size=60))
def test_the_same_ranks_as_wilcoxon_on_strengths(k):
    """Strengths 50 - |k| with the sign of k are differences with the same ranks."""
    p = np.array(k) / 100
    one = wilcoxon_significances(p)
    other = wilcoxon(np.sign(k) * (50 - np.abs(k)))
    assert (one.pvalue, one.rank_sum_a, one.rank_sum_b) == (other.pvalue, other.rank_sum_a, other.rank_sum_b)
    swapped = wilcoxon_significances(-p)
    assert (swapped.pvalue, swapped.rank_sum_a) == (one.pvalue, one.rank_sum_b)


def test_a_batch_is_many_single_tests_bit_by_bit():
    p = np.random.default_rng(0).uniform(-0.5, 0.5, (30, 8)).round(1)
    batch = wilcoxon_significances(p, alternative="greater")
    for i in range(30):
        one = wilcoxon_significances(p[i], alternative="greater")
        assert (one.statistic, one.pvalue, one.flags) == (batch.statistic[i], batch.pvalue[i], batch.flags[i])


@pytest.mark.parametrize(
    ("p", "message"),
    [
        ([0.2, 0.51], "from -0.5 to 0.5, got 0.51"),
        ([0.2], "at least 2 values along n_tests, got 1"),
        ([0.2, np.nan], "significances must be finite, got nan"),
    ],
)
def test_refusals(p, message):
    with pytest.raises(ValueError, match=message):
        wilcoxon_significances(p)


def test_what_rounding_leaves_of_no_difference_is_none():
    """0.5 less one unit in the last place is dropped like 0.5 itself."""
    almost = np.nextafter(0.5, 0)
    exact, rounded = (wilcoxon_significances([0.1, -0.2, 0.3, half]) for half in (0.5, -almost))
    assert rounded.pvalue == exact.pvalue == wilcoxon_significances([0.1, -0.2, 0.3]).pvalue
