"""What the tree kernel is given."""

import numpy as np
import pytest


@pytest.fixture(scope="module")
def training(Training):
    def training(X, n_values, n_classes=2):
        X = np.asarray(X, dtype=np.float64)
        y = np.arange(len(X), dtype=np.int32) % n_classes
        return Training(X, y, np.ones(len(X)), np.asarray(n_values, dtype=np.int32), n_classes)

    return training


def test_by_hand(tree_builder, training):
    """A numeric column of three values, one missing, and a nominal one that declares three."""
    ready = tree_builder.presort(training([[5.0, 2], [np.nan, 0], [1.0, np.nan], [5.0, 2]], [0, 3]))
    assert ready.codes.tolist() == [[1, -1, 0, 1], [2, 0, -1, 2]]
    assert ready.n_codes.tolist() == [2, 3]
    assert ready.values[:2].tolist() == [1.0, 5.0]
    assert ready.has_missing.tolist() == [1, 1]
    # Two values are counted, not listed: places 0, 2 and 4 (missing), then 6, 8, 10 and 12.
    assert ready.list_of.tolist() == [-1, -1]
    assert ready.tally_start.tolist() == [0, 6]
    assert ready.cells.tolist() == [[2, 10], [4, 6], [0, 12], [2, 10]]
    assert ready.n_cells == 14


def test_many_distinct_values_are_listed_and_few_are_counted(tree_builder, training):
    """Sixteen rows for each value and class are enough to count."""
    n = 320
    X = np.column_stack([np.arange(n) % 10, np.arange(n) % 11, np.arange(n)])
    assert tree_builder.presort(training(X, [0, 0, 0])).list_of.tolist() == [-1, 0, 1]


def test_counts_that_have_no_room_are_refused(tree_builder):
    codes = np.zeros((1, 2), dtype=np.int32)
    with pytest.raises(ValueError, match="too large for one tree: 800000000 values in a column and 3 classes"):
        tree_builder._places(codes, np.array([800_000_000], dtype=np.int32), np.array([0]), 3)
