"""The kernel of nearest neighbours against comparing with every row."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

BLOCK = 32
COMPLETE, GAPPY, NOMINAL = 0, 1, 2


@pytest.fixture(scope="module")
def kernel(kernels):
    return kernels.nearest_neighbor


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("nearest_neighbor")


@pytest.fixture(scope="module")
def arranged(kernel):
    def arranged(X, low, high):
        order = np.full(len(X), -7, dtype=np.int32)
        room = np.empty((2, X.shape[1])), np.empty(len(X)), np.empty((64, 2), dtype=np.int32)
        kernel.arrange(X, low, high, *room, order)
        return order

    return arranged


@pytest.fixture(scope="module")
def packed(kernel):
    def packed(X, low, high, kind, order):
        n_blocks = -(-len(X) // BLOCK)
        blocks = np.zeros((n_blocks, X.shape[1], BLOCK))
        least, most = np.full((2, X.shape[1], n_blocks), -7.0)
        kernel.pack(X, low, high, kind, order, blocks, least, most)
        return blocks, least, most

    return packed


@pytest.fixture(scope="module")
def prepared(arranged):
    def prepared(X, n_values):
        nominal = np.asarray(n_values) > 0
        low = np.where(nominal, 0.0, np.fmin.reduce(X, axis=0, initial=np.inf))
        high = np.where(nominal, 1.0, np.fmax.reduce(X, axis=0, initial=-np.inf))
        kind = np.where(nominal, NOMINAL, np.where(np.isnan(X).any(axis=0), GAPPY, COMPLETE)).astype(np.int8)
        return low, high, kind, arranged(X, low, high)

    return prepared


@pytest.fixture(scope="module")
def votes(prepared, packed, kernel):
    def votes(X, y, weight, n_values, n_classes, queries, k=1):
        low, high, kind, order = prepared(X, n_values)
        blocks, least, most = packed(X, low, high, kind, order)
        room = (
            np.empty(X.shape[1]),
            np.empty(len(blocks)),
            np.empty(k),
            np.empty(len(X)),
            np.empty(len(X), dtype=np.int32),
        )
        counts = np.zeros((len(queries), n_classes))
        kernel.vote(blocks, least, most, kind, y[order], weight[order], low, high, queries, *room, counts)
        return counts

    return votes


def table(rng, n, n_columns, *, missing=0.1, levels=4):
    """Numbers of few levels, so that distances tie, beside continuous ones and codes."""
    n_values = rng.choice([0, 0, 3], n_columns)
    X = np.where(
        rng.random(n_columns) < 0.7, rng.integers(0, levels, (n, n_columns)) / 3, rng.normal(size=(n, n_columns))
    )
    X = np.where(n_values > 0, rng.integers(0, 3, (n, n_columns)), X)
    X[rng.random(X.shape) < missing] = np.nan
    return np.ascontiguousarray(X, dtype=float), n_values.astype(np.int32)


@pytest.fixture(scope="module")
def agrees(votes):
    def agrees(oracle, rng, n, n_columns, *, k=1, weights=(1.0,), n_queries=12, **kind):
        X, n_values = table(rng, n + n_queries, n_columns, **kind)
        X, queries = X[:n], X[n:] * np.where(n_values > 0, 1.0, rng.choice([1.0, 1.5], (n_queries, 1)))
        y, weight = rng.integers(0, 3, n).astype(np.int32), rng.choice(weights, n)
        low_high = oracle.ranges(X.tolist(), n_values)
        arguments = X.tolist(), y, weight.tolist(), n_values, 3
        expected = [oracle.votes(*arguments, query, low_high, k) for query in queries.tolist()]
        np.testing.assert_array_equal(votes(X, y, weight, n_values, 3, queries, k), expected)

    return agrees


def test_the_borders_below_are_those_of_blocks(kernel):
    assert kernel.BLOCK_ROWS == BLOCK


@pytest.mark.parametrize("n", [1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 1, 7 * BLOCK - 1, 300])
def test_agrees_with_oracle_at_the_borders_of_blocks(agrees, oracle, n):
    for seed in range(4):
        agrees(oracle, np.random.default_rng([n, seed]), n, 5)


@pytest.mark.parametrize("n_columns", [1, 3, 4, 5, 8, 21])
def test_agrees_with_oracle_at_any_number_of_columns(agrees, oracle, n_columns):
    for seed in range(4):
        agrees(oracle, np.random.default_rng([n_columns, seed]), 150, n_columns)


@given(
    seed=st.integers(0, 2**32),
    n=st.integers(1, 130),
    n_columns=st.integers(1, 7),
    missing=st.sampled_from([0, 0.1, 0.7, 1]),
    levels=st.sampled_from([1, 2, 50]),
    k=st.sampled_from([1, 2, 3, 7, 200]),
)
def test_agrees_with_oracle(agrees, oracle, seed, n, n_columns, missing, levels, k):
    """Weights are multiples of 1/4: their sums are exact in any order."""
    rng = np.random.default_rng(seed)
    agrees(oracle, rng, n, n_columns, k=k, missing=missing, levels=levels, weights=[0.25, 1, 2.5], n_queries=4)


def test_the_bounds_pass_over_no_neighbour_among_thousands(votes, oracle):
    """Clusters, so that most blocks are passed over; columns of three levels, so that many rows tie."""
    rng = np.random.default_rng(5)
    X = rng.normal(rng.integers(0, 8, (3000, 1)), 0.2, (3000, 4)).round(1)
    y, weight, n_values = rng.integers(0, 3, 3000).astype(np.int32), np.ones(3000), np.zeros(4, dtype=np.int32)
    queries = rng.normal(rng.integers(0, 8, (15, 1)), 0.3, (15, 4)).round(1)
    low_high = oracle.ranges(X.tolist(), n_values)
    for k in [1, 10]:
        expected = [oracle.votes(X.tolist(), y, weight, n_values, 3, query, low_high, k) for query in queries.tolist()]
        np.testing.assert_array_equal(votes(X, y, weight, n_values, 3, queries, k), expected)


def test_rows_that_lie_near_each_other_share_a_block(arranged):
    """Two hundred shuffled rows on a line: blocks are consecutive stretches of it."""
    line = np.random.default_rng(1).permutation(np.arange(200.0))
    order = arranged(np.column_stack([line, np.zeros(200)]), np.zeros(2), np.array([199.0, 0.0]))
    assert sorted(order) == list(range(200))
    for begin in range(0, 200, BLOCK):
        assert sorted(line[order[begin : begin + BLOCK]]) == list(range(begin, min(begin + BLOCK, 200)))


def test_missing_values_go_last_and_equal_ones_anywhere(arranged):
    X = np.full((5 * BLOCK, 1), 4.0)
    X[: 2 * BLOCK] = np.nan
    X[-1] = 5.0
    order = arranged(X, np.array([4.0]), np.array([5.0]))
    assert sorted(order) == list(range(5 * BLOCK))
    assert np.isnan(X[order[3 * BLOCK :], 0]).all()


def test_packed_by_hand(packed):
    """A numeric column from 2 to 6, one with a missing value, a constant one, one of codes."""
    X = np.array([[2.0, 1, 9, 0], [6, np.nan, 9, np.nan], [3, 0, 9, 2]])
    kind = np.array([COMPLETE, GAPPY, COMPLETE, NOMINAL], dtype=np.int8)
    order = np.array([2, 0, 1], dtype=np.int32)
    blocks, least, most = packed(X, np.array([2.0, 0, 9, 0]), np.array([6.0, 1, 9, 1]), kind, order)
    expected = [[0.25, 0, 1], [0, 1, np.nan], [0, 0, 0], [2, 0, np.nan]]
    np.testing.assert_array_equal(blocks[0, :, :3], expected)
    assert least[:, 0].tolist() == [0, -np.inf, 0, 0]
    assert most[:, 0].tolist() == [1, np.inf, 0, 2]


def test_the_ends_of_the_number_line(votes):
    """A range wider than the largest number; a query so far out that every distance is infinite and all rows tie."""
    top = np.finfo(float).max
    X = np.array([[-top], [0.0], [top]])
    y, weight, n_values = np.arange(3, dtype=np.int32), np.ones(3), np.zeros(1, dtype=np.int32)
    queries = np.array([[-top], [-0.6 * top], [-0.4 * top], [0.9 * top]])
    assert votes(X, y, weight, n_values, 3, queries).argmax(axis=1).tolist() == [0, 0, 1, 2]
    near_zero = X / top * 5e-324
    assert votes(near_zero, y, weight, n_values, 3, np.array([[1.0], [0.0]])).tolist() == [[1, 1, 1], [0, 1, 0]]


def test_threads_do_not_disturb_each_other(votes):
    rng = np.random.default_rng(3)
    X, n_values = table(rng, 500, 6)
    y, weight = rng.integers(0, 3, 500).astype(np.int32), np.ones(500)
    alone = votes(X, y, weight, n_values, 3, X)
    with ThreadPoolExecutor(4) as pool:
        for counts in pool.map(lambda _: votes(X, y, weight, n_values, 3, X), range(8)):
            np.testing.assert_array_equal(counts, alone)
