"""From decisions of executions to consistency and R: small studies counted by hand."""

import numpy as np
import pytest

from foldwise.replicability import Executions
from foldwise.replicability._agreement import agreements, totals
from foldwise.stats import replicability

PAIRS = (("p", "q"), ("p", "r"))


def executions(words, fits=100):
    """Letters: a, b, n(one), e(quivalent), u(ndetermined); an axis each for datasets and pairs."""
    names = {"a": "a", "b": "b", "n": "none", "e": "equivalent", "u": "undetermined"}
    decisions = np.array([[[names[letter] for letter in pair] for pair in row] for row in words], dtype="U12")
    numbers = np.zeros(decisions.shape)
    pvalues = np.where(decisions == "undetermined", np.nan, np.where(np.isin(decisions, ["a", "b"]), 0.01, 0.5))
    return Executions(
        decisions=decisions,
        statistics=numbers,
        pvalues=pvalues,
        estimates=numbers + 0.25,
        n_repeats=numbers + fits / 10,
        n_fits=numbers + fits,
        unsettled=decisions == "undetermined",
    )


def test_one_comparison_by_hand():
    """Seven of ten reject: R(7, 10) = (7 * 6 + 3 * 2) / 90."""
    found = executions([["aaaaaaannn"]])
    (row,) = agreements(found, ("d",), (("p", "q"),))
    assert (row.n_a, row.n_b, row.n_none, row.n_equivalent, row.n_undetermined) == (7, 0, 3, 0, 0)
    assert row.replicability == pytest.approx(48 / 90)
    assert row.three_outcome == pytest.approx(48 / 90)
    assert (row.consistent, row.almost_consistent, row.is_reversed) == (False, False, False)
    low, high = replicability([[3, 7]]).dataset_intervals()
    assert (row.low, row.high) == (low[0], high[0])
    assert (row.least_pvalue, row.greatest_pvalue, row.mean_estimate) == (0.01, 0.5, 0.25)
    assert (row.mean_repeats, row.mean_fits) == (10, 100)


def test_opposite_rejections_agree_in_two_outcomes_and_not_in_three():
    """Five a and five b: all reject, but (5 * 4 + 5 * 4) / 90 of the ordered pairs name the same learner."""
    (row,) = agreements(executions([["aaaaabbbbb"]]), ("d",), (("p", "q"),))
    assert (row.replicability, row.consistent, row.is_reversed) == (1.0, True, True)
    assert row.three_outcome == pytest.approx(40 / 90)


def test_equivalent_and_undetermined_count_as_neither():
    (row,) = agreements(executions([["nneeuu"]]), ("d",), (("p", "q"),))
    assert (row.n_none, row.n_equivalent, row.n_undetermined, row.n_unsettled) == (2, 2, 2, 2)
    assert (row.replicability, row.three_outcome, row.consistent) == (1.0, 1.0, True)
    (row,) = agreements(executions([["uuuu"]]), ("d",), (("p", "q"),))
    assert np.isnan([row.least_pvalue, row.greatest_pvalue]).all()


def test_totals_by_hand():
    """Four comparisons: R is 1, 1, 0.8 (one of ten differs), 48/90."""
    found = executions([["aaaaaaaaaa", "nnnnnnnnnn"], ["nnnnnnnnnb", "bbbbbbbnnn"]])
    rows = agreements(found, ("c", "d"), PAIRS)
    assert [(row.dataset, row.a, row.b) for row in rows] == [
        ("c", "p", "q"),
        ("c", "p", "r"),
        ("d", "p", "q"),
        ("d", "p", "r"),
    ]
    assert [row.replicability for row in rows] == pytest.approx([1, 1, 0.8, 48 / 90])
    everything, first, second = totals(found, PAIRS)
    assert (everything.a, everything.n_comparisons) == ("", 4)
    assert (everything.n_consistent, everything.n_almost_consistent, everything.n_reversed) == (2, 3, 0)
    assert everything.replicability == pytest.approx((1 + 1 + 0.8 + 48 / 90) / 4)
    assert (first.a, first.b, second.b) == ("p", "q", "r")
    assert (first.replicability, second.replicability) == pytest.approx((0.9, (1 + 48 / 90) / 2))


def test_datasets_are_resampled_with_all_their_pairs():
    """Two datasets whose means over pairs are 1 and 2/3: a resample has mean 1, 5/6 or 2/3, the ends once in four."""
    found = executions([["aaaaaaaaaa", "nnnnnnnnnn"], ["nnnnnnnnnb", "bbbbbbbnnn"]])
    everything, *_ = totals(found, PAIRS)
    assert (everything.low, everything.high) == pytest.approx(((0.8 + 48 / 90) / 2, 1.0))


def test_the_interval_is_that_of_the_room_of_statistics():
    found = executions([["a" * k + "n" * (10 - k)] for k in (0, 1, 3, 5, 8, 10, 10)])
    (total,) = totals(found, (("p", "q"),))
    result = replicability([[10 - k, k] for k in (0, 1, 3, 5, 8, 10, 10)])
    assert (total.low, total.high) == result.bootstrap_interval(seed=0)
    assert total.replicability == pytest.approx(result.estimate)


def test_one_dataset_has_no_interval():
    (total,) = totals(executions([["aan"]]), (("p", "q"),))
    assert np.isnan([total.low, total.high]).all()


def test_published_replicability():
    """Bouckaert and Frank's counts of k rejections need not come in any order: R depends on the counts only."""
    counts = (0, 0, 4, 10, 9)
    forward, backward = (
        totals(executions([["a" * k + "n" * (10 - k)] for k in order]), (("p", "q"),))[0]
        for order in (counts, counts[::-1])
    )
    assert forward == backward
