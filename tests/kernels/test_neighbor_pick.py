"""The kernel that picks neighbours against an oracle that tries every way a tie could go."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st


@pytest.fixture(scope="module")
def kernel(kernels):
    return kernels.neighbor_pick


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("neighbor_pick")


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 40), levels=st.sampled_from([2, 5, 1000]))
def test_select_agrees_with_oracle(kernel, oracle, seed, n, levels):
    rng = np.random.default_rng(seed)
    block = rng.integers(0, levels, (3, n)).astype(float)
    queries = rng.integers(0, n, 3).astype(np.int32)
    m = int(rng.integers(1, n))
    neighbors, distances = np.empty((3, m), dtype=np.int32), np.empty((3, m))
    kernel.select(block, queries, neighbors, distances)
    for i in range(3):
        expected = oracle.select(block[i].tolist(), queries[i], m)
        assert list(zip(distances[i].tolist(), neighbors[i].tolist(), strict=True)) == expected


@given(seed=st.integers(0, 2**32 - 1), kind=st.sampled_from([0, 1, 2]))
def test_measure_agrees_with_oracle(kernel, oracle, seed, kind):
    """Halves and quarters: all sums are exact."""
    rng = np.random.default_rng(seed)
    X, weights = rng.integers(-8, 9, (12, 3)) / 4, rng.integers(1, 5, (2, 3)) / 2
    queries = np.array([4, 0, 7], dtype=np.int32)
    groups = np.array([1, -1, 0], dtype=np.int32)
    neighbors = np.stack([rng.permutation(12)[:6] for _ in range(3)]).astype(np.int32)
    before = neighbors.copy()
    distances = np.full((3, 6), -1.0)
    kernel.measure(X, queries, groups, weights, kind, neighbors, distances)
    for i in (0, 2):
        expected = oracle.measure(X.tolist(), queries[i], before[i].tolist(), weights[groups[i]].tolist(), kind)
        assert list(zip(distances[i].tolist(), neighbors[i].tolist(), strict=True)) == expected
    np.testing.assert_array_equal(neighbors[1], before[1])
    assert (distances[1] == -1).all()


def made_up(seed, weighted):
    """One table of a few tied rows per query, partitions with rows that are left out or never tested."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 14))
    m = int(rng.integers(1, n))
    distances = np.sort(rng.integers(0, rng.choice([2, 4, 30]), (n, m)), axis=1).astype(float)
    neighbors = np.stack([rng.permutation(np.delete(np.arange(n), i))[:m] for i in range(n)]).astype(np.int32)
    horizon = np.where(rng.random(n) < 0.5, np.inf, distances[:, -1] + rng.integers(0, 2))
    slack = np.zeros(n) if weighted else rng.integers(0, 3, n).astype(float)
    relative = 0.0 if weighted else float(rng.choice([0.0, 0.5]))
    folds = rng.integers(-2, rng.integers(1, 4), n).astype(np.int32)
    with np.errstate(divide="ignore"):
        weights = 1 / distances if weighted else np.ones_like(distances)
    return rng, neighbors, distances, horizon, relative, slack, folds, weights, int(rng.integers(1, 5))


@given(seed=st.integers(0, 2**32 - 1), weighted=st.booleans(), n_classes=st.integers(1, 4))
def test_vote_agrees_with_every_way_a_tie_could_go(kernel, oracle, seed, weighted, n_classes):
    rng, neighbors, distances, horizon, relative, slack, folds, weights, k = made_up(seed, weighted)
    n = len(folds)
    y = rng.integers(0, n_classes, n).astype(np.int32)
    votes, doubt = np.full((n, n_classes), -1.0), np.full(n, -1, dtype=np.int8)
    room = np.empty(neighbors.shape[1], dtype=np.int32), np.empty((2, n_classes))
    queries = np.arange(n, dtype=np.int32)
    kernel.vote(queries, neighbors, distances, horizon, relative, slack, folds, y, weights, k, *room, votes, doubt)
    for i in range(n):
        if folds[i] < 0:
            assert doubt[i] == -1
            continue
        table = list(zip(distances[i].tolist(), neighbors[i].tolist(), strict=True))
        choices = oracle.choices(table, horizon[i], relative, slack[i], folds.tolist(), folds[i], k)
        if choices is None:
            assert doubt[i] == kernel.EXHAUSTED
            continue
        ways = [oracle.votes(some, y[neighbors[i]].tolist(), weights[i].tolist(), n_classes) for some in choices]
        np.testing.assert_allclose(votes[i], ways[0], rtol=1e-15)
        winners = {way.index(max(way)) for way in ways}
        if doubt[i] == kernel.SURE:
            np.testing.assert_allclose(ways, np.broadcast_to(ways[0], np.shape(ways)), rtol=1e-15)
        elif doubt[i] == kernel.LABEL_ONLY:
            assert len(winners) == 1
        else:
            assert doubt[i] == kernel.TIED
        if not weighted:
            # The bounds of two classes belong to one way, those of more need not.
            assert (doubt[i] == kernel.SURE) == all(way == ways[0] for way in ways)
            assert n_classes > 2 or (doubt[i] == kernel.TIED) == (len(winners) > 1)


@given(seed=st.integers(0, 2**32 - 1), weighted=st.booleans())
def test_average_agrees_with_every_way_a_tie_could_go(kernel, oracle, seed, weighted):
    rng, neighbors, distances, horizon, relative, slack, folds, weights, k = made_up(seed, weighted)
    n = len(folds)
    y = rng.integers(0, 3, n) / 4
    means, doubt = np.full(n, -1.0), np.full(n, -1, dtype=np.int8)
    room = np.empty(neighbors.shape[1], dtype=np.int32)
    queries = np.arange(n, dtype=np.int32)
    kernel.average(queries, neighbors, distances, horizon, relative, slack, folds, y, weights, k, room, means, doubt)
    for i in range(n):
        if folds[i] < 0:
            assert doubt[i] == -1
            continue
        table = list(zip(distances[i].tolist(), neighbors[i].tolist(), strict=True))
        choices = oracle.choices(table, horizon[i], relative, slack[i], folds.tolist(), folds[i], k)
        if choices is None:
            assert doubt[i] == kernel.EXHAUSTED
            continue
        ways = [oracle.average(some, y[neighbors[i]].tolist(), weights[i].tolist()) for some in choices]
        assert means[i] == pytest.approx(ways[0], rel=1e-14)
        if doubt[i] == kernel.SURE:
            assert ways == pytest.approx([ways[0]] * len(ways), rel=1e-14)
        else:
            assert doubt[i] == kernel.TIED


def test_a_vote_that_no_tie_can_turn(kernel):
    """Two nearest of class 0, then a tie of 0 and 1 for the third place: class 0 wins either way."""
    votes, doubt = np.empty((1, 2)), np.empty(1, dtype=np.int8)
    kernel.vote(
        np.array([0], dtype=np.int32),
        np.array([[1, 2, 3, 4]], dtype=np.int32),
        np.array([[1.0, 1.0, 2.0, 2.0]]),
        np.array([np.inf]),
        0.0,
        np.zeros(1),
        np.array([0, -1, -1, -1, -1], dtype=np.int32),
        np.array([0, 0, 0, 0, 1], dtype=np.int32),
        np.ones((1, 4)),
        3,
        np.empty(4, dtype=np.int32),
        np.empty((2, 2)),
        votes,
        doubt,
    )
    assert votes.tolist() == [[3.0, 0.0]]
    assert doubt.tolist() == [kernel.LABEL_ONLY]
