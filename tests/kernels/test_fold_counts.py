"""The counting kernel against an oracle in plain Python."""

import numpy as np
import pytest


@pytest.fixture(scope="module")
def kernel(kernels):
    return kernels.fold_counts


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("fold_counts")


@pytest.fixture(scope="module")
def counted(kernel):
    def counted(folds, right, n_folds):
        counts = np.full((*folds.shape[:2], n_folds, 4), -7, dtype=np.int64)
        n_used = np.full(folds.shape[:2], -7, dtype=np.int64)
        kernel.fold_counts(folds, right, np.full(n_folds, 99, dtype=np.uint64), counts, n_used)
        return counts, n_used

    return counted


@pytest.mark.parametrize("n_folds", [1, 2, 7])
@pytest.mark.parametrize("n", [0, 1, 30])
def test_counts_agree_with_oracle(counted, oracle, n_folds, n):
    rng = np.random.default_rng(n + n_folds)
    folds = rng.integers(-2, n_folds, (3, 4, n), dtype=np.int32)
    right = rng.integers(0, 2, (3, 2, 4, n), dtype=np.uint8)
    counts, n_used = counted(folds, right, n_folds)
    expected = oracle.fold_counts(folds.tolist(), right.tolist(), n_folds)
    assert (counts.tolist(), n_used.tolist()) == expected


def test_more_examples_than_sixteen_bits_can_count(counted):
    n = 3 * 65536 + 5
    folds, right = np.zeros((1, 1, n), dtype=np.int32), np.ones((1, 2, 1, n), dtype=np.uint8)
    right[0, 1, 0, ::2] = 0
    counts, n_used = counted(folds, right, 1)
    assert counts.tolist() == [[[[n, n, n // 2, n // 2]]]]
    assert n_used.tolist() == [[n]]


def test_rows_need_not_lie_behind_one_another(counted, oracle):
    """A part of the repeats of every table is counted where it lies."""
    rng = np.random.default_rng(5)
    folds = rng.integers(-1, 3, (2, 9, 12), dtype=np.int32)[:, 2:6]
    right = rng.integers(0, 2, (2, 2, 9, 12), dtype=np.uint8)[:, :, 2:6]
    counts, n_used = counted(folds, right, 3)
    assert (counts.tolist(), n_used.tolist()) == oracle.fold_counts(folds.tolist(), right.tolist(), 3)
