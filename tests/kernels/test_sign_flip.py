"""The sign-flip kernel against an oracle in Python integers."""

import numpy as np
import pytest


@pytest.fixture(scope="module")
def kernel(kernels):
    return kernels.sign_flip


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("sign_flip")


def zeros(n):
    return np.zeros(n, dtype=np.int64)


@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize(
    ("n_rows", "n", "n_draws"), [(0, 3, 4), (1, 1, 0), (1, 1, 1), (3, 7, 64), (2, 64, 9), (2, 130, 50)]
)
def test_drawn_flips_agree_with_oracle(kernel, oracle, n_rows, n, n_draws, both):
    rng = np.random.default_rng(0)
    sizes = rng.integers(0, 2**40, (n_rows, n))
    flips = rng.integers(0, 2**64, (n_draws, -(-n // 64)), dtype=np.uint64)
    bounds = rng.integers(-(2**40), 2**41, n_rows)
    counts = zeros(n_rows)
    kernel.count_drawn(sizes, flips, bounds, both, counts)
    assert counts.tolist() == oracle.count_drawn(sizes.tolist(), flips.tolist(), bounds.tolist(), both)


def test_counts_are_added_to(kernel):
    counts = np.array([5])
    kernel.count_drawn(np.array([[2]]), np.array([[0], [1]], dtype=np.uint64), np.array([2]), False, counts)
    assert counts.tolist() == [6]


@pytest.mark.parametrize("largest", [1, 3, 2**50])
def test_all_flips_agree_with_oracle(kernel, oracle, largest):
    rng = np.random.default_rng(1)
    sizes = rng.integers(1, largest, (40, 11), endpoint=True)
    lengths = rng.integers(0, 11, 40, endpoint=True)
    bounds = (rng.uniform(-1, 1, 40) * sizes.sum(axis=1)).astype(np.int64)
    counts = zeros(40)
    kernel.count_all(sizes, lengths, bounds, zeros(64), zeros(64), zeros(64), counts)
    assert counts.tolist() == oracle.count_all(sizes.tolist(), lengths.tolist(), bounds.tolist())


def test_a_sum_equal_to_its_bound_counts(kernel):
    """Signs of 3, 2, 1 that give at least 4: +++ and ++-."""
    counts = zeros(1)
    kernel.count_all(np.array([[3, 2, 1]]), np.array([3]), np.array([4]), zeros(2), zeros(4), zeros(4), counts)
    assert counts.tolist() == [2]


@pytest.mark.parametrize("n", [0, 1, 2, 13, 60])
def test_tails_agree_with_oracle(kernel, oracle, n):
    rng = np.random.default_rng(2)
    sizes = rng.integers(0, 9, (30, n))
    bounds = rng.integers(-9 * n - 2, 9 * n + 2, 30, endpoint=True)
    out = np.empty(30)
    kernel.tail(sizes, bounds, np.empty(9 * n + 1), out)
    assert out.tolist() == pytest.approx([float(p) for p in oracle.tail(sizes.tolist(), bounds.tolist())], rel=1e-14)


def test_the_rarest_sum_keeps_its_digits(kernel):
    """All 1000 signs plus: 2**-1000."""
    out = np.empty(1)
    kernel.tail(np.ones((1, 1000), dtype=np.int64), np.array([1000]), np.empty(1001), out)
    assert out[0] == 2.0**-1000
