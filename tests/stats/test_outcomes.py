import numpy as np
import pytest

from foldwise.stats import consistency, count_outcomes, replicability


def test_by_hand():
    assert count_outcomes([1, 1, 0, -1, 1, 0]).tolist() == [1, 2, 3]
    assert count_outcomes([[0, 0], [1, -1]]).tolist() == [[0, 2, 0], [1, 0, 1]]
    assert count_outcomes(np.array([-1.0, 1.0])).tolist() == [1, 0, 1]


def test_counts_are_those_of_a_loop():
    decisions = np.random.default_rng(0).integers(-1, 2, (4, 5, 30))
    counts = count_outcomes(decisions)
    assert counts.shape == (4, 5, 3)
    for i in np.ndindex(4, 5):
        assert counts[i].tolist() == [list(decisions[i]).count(code) for code in (-1, 0, 1)]


@pytest.mark.parametrize("wrong", [2, np.nan, "a"])
def test_unknown_decisions_are_refused(wrong):
    with pytest.raises(ValueError, match=f"-1 .b better., 0 .neither. or 1 .a better., got {wrong}"):
        count_outcomes([wrong])


def test_a_single_decision_is_refused():
    with pytest.raises(ValueError, match="single value 1"):
        count_outcomes(1)


def test_whole_numbers_of_any_type_are_counts():
    for counts in ([[3.0, 0.0]], np.array([[3, 0]], dtype=np.uint8), [[0, 2**31]]):
        assert consistency(counts).n_consistent == 1
    assert count_outcomes([0, 1]).dtype == np.int64


@pytest.mark.parametrize(
    ("counts", "error", "message"),
    [
        (
            [[1, 2, 3, 4]],
            ValueError,
            r"2 counts \(none, different\) or 3 counts \(b better, none, a better\).*\(1, 4\)",
        ),
        (5, ValueError, r"got shape \(\)"),
        ([[1, -1]], ValueError, "whole numbers from 0 to .*, got -1"),
        ([[1, 0.5]], ValueError, "got 0.5"),
        ([[1, np.nan]], ValueError, "got nan"),
        ([[1, 2**31 + 1]], ValueError, "got 2147483649"),
        ([[True, False]], TypeError, "got dtype bool"),
        ([[0, 1], [5, 5]], ValueError, r"at least 2 executions are needed on every dataset, got 1\."),
        ([3, 4], ValueError, r"\(\.\.\., n_datasets, n_outcomes\).*got \(2,\). For one dataset pass \[outcomes\]"),
        (np.zeros((0, 2)), ValueError, r"got \(0, 2\)"),
    ],
)
def test_refusals(counts, error, message):
    with pytest.raises(error, match=message):
        replicability(counts)
