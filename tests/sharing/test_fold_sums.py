import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.sharing import _fold_sums as sums


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_training_parts(seed, hostile_table):
    X, y, folds, k = hostile_table(seed)
    # Eighths add up without rounding.
    X = np.round(X * 8) / 8
    counts, totals = sums.training_counts(folds, y, k), sums.training_sums(folds, X)
    of_class = sums.training_class_sums(folds, X, y, k)
    values = sums.training_class_values(folds, (y[:, np.newaxis] + [0, 1]) % 3, 3, y, k)
    for repeat, row in enumerate(folds):
        for fold in range(sums.count_folds(folds)):
            train = np.array([code >= -1 and code != fold for code in row])
            np.testing.assert_array_equal(counts[repeat, fold], np.bincount(y[train], minlength=k))
            np.testing.assert_array_equal(totals[repeat, fold], X[train].sum(axis=0))
            for c in range(k):
                mine = train & (y == c)
                np.testing.assert_array_equal(of_class[repeat, fold, c], X[mine].sum(axis=0))
                held = np.bincount(np.concatenate([[c % 3, (c + 1) % 3]] * mine.sum() + [[]]).astype(int), minlength=3)
                np.testing.assert_array_equal(values[repeat, fold, c], held)


def test_small_numbers_survive_large_ones_that_are_not_trained_on():
    """Taken away from a total of 1e20 the sum would be 0; the others add up to 3."""
    folds = np.array([[0, 1, -1, -2]], dtype=np.int32)
    values = np.array([[1e20], [1.0], [2.0], [1e20]])
    np.testing.assert_array_equal(sums.training_sums(folds, values), [[[3.0], [1e20 + 2.0]]])


def test_rows_of_a_fold_come_in_runs():
    folds = np.array([[1, -1, 1, 0, 1], [-2, 2, 2, -1, -1]], dtype=np.int32)
    found = [(repeat, fold, rows.tolist()) for repeat, fold, rows in sums.rows_by_fold(folds, 2)]
    assert found == [(0, 0, [3]), (0, 1, [0, 2]), (0, 1, [4]), (1, 2, [1, 2])]


def test_what_a_fold_says_reaches_its_examples():
    folds = np.array([[1, -1, 0, -2]], dtype=np.int32)
    np.testing.assert_array_equal(sums.of_own_fold(folds, np.array([[3.0, 5.0]])), [[5.0, 0.0, 3.0, 0.0]])
    np.testing.assert_array_equal(sums.mark_folds(folds, np.array([[True, False]])), [[False, False, True, False]])
