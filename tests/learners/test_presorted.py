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
    # Both are counted, not listed: the first in cells (0, 0), (1, 0), (1, 1), (missing, 1), the second in (0, 1),
    # (2, 0), (2, 1), (missing, 0), where in turn (2, 0) is before (0, 1).
    cells = ready.cells
    assert ready.list_of.tolist() == [-1, -1]
    assert (cells.columns.tolist(), cells.first.tolist()) == ([0, 1], [0, 4, 8])
    assert cells.code.tolist() == [0, 1, 1, 2, 0, 2, 2, 3]
    assert cells.by_column.tolist() == [[1, 3, 0, 2], [1, 0, 3, 2]]
    assert cells.by_row.tolist() == [[1, 4], [3, 5], [0, 7], [2, 6]]


def test_many_distinct_values_are_listed_and_few_are_counted(tree_builder, training):
    """Sixteen rows for each pair of value and class, 20 or 22 of them here, are enough to count."""
    n = 320
    value = np.arange(n) // 2
    X = np.column_stack([value % 10, value % 11, np.arange(n), np.arange(n)])
    ready = tree_builder.presort(training(X, [0, 0, 0, 0]))
    assert (ready.list_of.tolist(), ready.n_eager) == ([-1, 0, 1, 2], 3)


def test_lists_that_counts_may_replace_come_last(tree_builder, training):
    """Eight columns of 120 values are fewer cells than two thirds of the 640 rows; those of the first are as many."""
    n = 640
    X = np.column_stack([np.arange(n), *(np.arange(n) // 2 % 120 for _ in range(8))])
    ready = tree_builder.presort(training(X, [0] * 9))
    assert (ready.list_of.tolist(), ready.n_eager, ready.cells.n_late) == ([0, 1, 2, 3, 4, 5, 6, 7, 8], 1, 8)
    ready = tree_builder.presort(training(X[:, :8], [0] * 8))
    assert (ready.n_eager, ready.cells.n_late) == (8, 0)


def test_close_values_are_listed(tree_builder, training):
    """The counts do not say which values are too close to be parted."""
    ready = tree_builder.presort(training([[1.0, 1.0], [1.0 + 9e-6, 2.0]], [0, 0]))
    assert ready.list_of.tolist() == [0, -1]


def test_counts_that_have_no_room_are_refused(tree_builder, training):
    with pytest.raises(ValueError, match="too large for one tree: 800000000 values in a column and 3 classes"):
        tree_builder.presort(training([[0.0], [1.0]], [800_000_000], 3))
