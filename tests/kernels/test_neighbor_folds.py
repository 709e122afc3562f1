"""The kernel of nearest neighbours in all folds against comparing with every training row of every fold."""

from concurrent.futures import ThreadPoolExecutor
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

# As test_nearest_neighbor.py has it checked.
BLOCK = 32
COMPLETE, GAPPY, NOMINAL = 0, 1, 2
N_CLASSES = 3


@pytest.fixture(scope="module")
def kernel(kernels):
    return kernels.neighbor_folds


@pytest.fixture(scope="module")
def single(kernels):
    return kernels.nearest_neighbor


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("neighbor_folds")


@pytest.fixture(scope="module")
def prepared(single, kernel):
    """Everything that the look-up reads of a table, rows in the order of the blocks, and that order."""

    def prepared(X, nominal, room):
        n, n_columns = X.shape
        low = np.where(nominal, 0.0, np.fmin.reduce(X, axis=0, initial=np.inf))
        high = np.where(nominal, 1.0, np.fmax.reduce(X, axis=0, initial=-np.inf))
        kind = np.where(nominal, NOMINAL, np.where(np.isnan(X).any(axis=0), GAPPY, COMPLETE)).astype(np.int8)
        order = np.empty(n, dtype=np.int32)
        space = np.empty((2, n_columns)), np.empty(n), np.empty((64, 2), dtype=np.int32)
        single.arrange(X, low, high, *space, order)
        n_blocks = -(-n // BLOCK)
        blocks = np.zeros((n_blocks, n_columns, BLOCK))
        least, most = np.empty((2, n_columns, n_blocks))
        single.pack(X, low, high, kind, order, blocks, least, most)
        positions = np.ascontiguousarray(blocks.transpose(0, 2, 1).reshape(-1, n_columns)[:n])
        lists = (
            np.arange(n) * room,
            np.full(n * room, -7, dtype=np.int32),
            np.full(n * room, -7.0),
            np.full(n, -7, dtype=np.int32),
            np.full(n, -7.0),
        )
        queries = np.arange(n, dtype=np.int32)
        kernel.list_neighbors(blocks, least, most, kind, positions, queries, room, np.empty(n_blocks), *lists)
        return low, high, kind, order, blocks, positions, lists

    return prepared


@pytest.fixture(scope="module")
def changes(kernel):
    def changes(X, low, high, kind, folds, n_folds):
        numeric = np.flatnonzero(kind != NOMINAL).astype(np.int32)
        ascending = np.argsort(X[:, numeric].T, axis=1).astype(np.int32)
        n_known = (~np.isnan(X[:, numeric])).sum(axis=0).astype(np.int32)
        most = len(folds) * n_folds * len(numeric)
        found = (
            np.full((len(folds), n_folds), -7.0),
            np.full((len(folds), n_folds + 1), -7, dtype=np.int32),
            np.full(most, -7, dtype=np.int32),
            np.full(most, -7.0),
            np.full(most, -7.0),
        )
        space = np.empty((len(numeric), 2), dtype=np.int32), np.empty((len(numeric), 2, 2))
        kernel.find_changes(X, low, high, kind, numeric, ascending, n_known, folds, *space, *found)
        return found

    return changes


@pytest.fixture(scope="module")
def looked_up(prepared, changes, kernel):
    """Codes, or votes, of all rows and repeats in the order of the table; by as many calls as it takes."""

    def looked_up(X, y, nominal, folds, *, k=1, room=16, n_steps=10**9, counting):
        low, high, kind, order, blocks, positions, lists = prepared(X, nominal, room)
        found = changes(X, low, high, kind, folds, folds.max(initial=0) + 1)
        n, n_repeats = len(X), len(folds)
        codes, labels = np.full((2, n, n_repeats), -7, dtype=np.int32)
        kernel.by_row(folds, order, codes)
        votes = np.zeros((n_repeats, n if counting else 0, N_CLASSES))
        space = (
            np.empty(len(blocks) * BLOCK),
            np.empty(k),
            np.empty(n),
            np.empty(n, dtype=np.int32),
            np.empty((2, X.shape[1])),
            np.empty(n_repeats, dtype=np.int32),
            np.empty(N_CLASSES, dtype=np.int32),
        )
        table = X[order], positions, blocks, kind, low, high, y[order], *lists, order
        begin, calls = 0, 0
        while begin < n:
            all_tested = bool(folds.min() >= 0)
            begin = kernel.look_up(
                *table, codes, all_tested, *found, begin, n_steps, *space, answers=labels, votes=votes
            )
            calls += 1
        if n_steps == 0:
            assert calls == n
        answers = np.empty_like(folds)
        kernel.by_repeat(labels, order, answers)
        return votes if counting else answers

    return looked_up


@pytest.fixture(scope="module")
def agrees(looked_up):
    def agrees(oracle, X, y, nominal, folds, *, k=1, **options):
        codes = looked_up(X, y, nominal, folds, k=k, counting=False, **options)
        votes = looked_up(X, y, nominal, folds, k=k, counting=True, **options)
        for repeat, row in enumerate(folds):
            expected = oracle.votes(X.tolist(), y.tolist(), nominal, N_CLASSES, row.tolist(), k)
            for i in np.flatnonzero(row >= 0):
                assert votes[repeat, i].tolist() == expected[i]
                # The first class of most votes.
                assert codes[repeat, i] == expected[i].index(max(expected[i]))
            assert not votes[repeat, row < 0].any()

    return agrees


def table(rng, n, n_columns, *, missing, levels, tails):
    """Few levels, so that distances tie; long tails, so that a fold without the extreme value has another metric."""
    nominal = rng.random(n_columns) < 0.3
    coarse = rng.integers(0, levels, (n, n_columns)) / 3
    fine = rng.standard_t(1, (n, n_columns)) if tails else rng.normal(size=(n, n_columns))
    X = np.where(rng.random(n_columns) < 0.5, coarse, fine)
    # Constant but for one row: in the training fold of that row's fold, the column is constant.
    alone = rng.random(n_columns) < 0.2
    X[:, alone] = 2.5
    X[rng.integers(n), alone] = -1.0
    X = np.where(nominal, rng.integers(0, 3, (n, n_columns)), X)
    X[rng.random(X.shape) < missing] = np.nan
    return np.ascontiguousarray(X, dtype=float), nominal


def deal(rng, n_repeats, n, n_folds, *, untested=False):
    folds = np.stack([rng.permutation(np.arange(n) % n_folds) for _ in range(n_repeats)]).astype(np.int32)
    if untested:
        folds[rng.random(folds.shape) < 0.2] = -1
        folds[rng.random(folds.shape) < 0.2] = -2
        folds[:, 0] = -1
    return folds


@given(
    seed=st.integers(0, 2**32),
    n=st.integers(2, 90),
    n_columns=st.integers(1, 7),
    missing=st.sampled_from([0, 0, 0.1, 0.5]),
    levels=st.sampled_from([1, 2, 50]),
    tails=st.booleans(),
    untested=st.booleans(),
    k=st.sampled_from([1, 1, 2, 5, 100]),
    room=st.sampled_from([1, 2, 5, 16]),
)
def test_agrees_with_oracle(agrees, oracle, seed, n, n_columns, missing, levels, tails, untested, k, room):
    rng = np.random.default_rng(seed)
    X, nominal = table(rng, n, n_columns, missing=missing, levels=levels, tails=tails)
    y = rng.integers(0, N_CLASSES, n).astype(np.int32)
    folds = deal(rng, 2, n, rng.integers(2, n + 1) if rng.random() < 0.3 else min(n, 5), untested=untested)
    agrees(oracle, X, y, nominal, folds, k=min(k, n), room=room)


@pytest.mark.parametrize("n", [BLOCK, BLOCK + 1, 3 * BLOCK - 1])
def test_one_class_nearly_everywhere(agrees, oracle, n):
    """Where neighbours agree, they answer without being counted: a tie, a change of range or a gap may not hide one."""
    for seed in range(6):
        rng = np.random.default_rng([n, seed])
        X, nominal = table(rng, n, 4, missing=0.05 * (seed % 2), levels=6, tails=seed % 3 == 0)
        y = (rng.random(n) < 0.15).astype(np.int32)
        agrees(oracle, X, y, nominal, deal(rng, 3, n, 5, untested=seed % 2 == 1))


def test_equal_rows_beyond_the_room_of_a_list(agrees, oracle):
    """Forty equal rows: no list of 5 can name all the nearest, and the distances to all rows take its place."""
    rng = np.random.default_rng(2)
    X = np.vstack([np.ones((40, 2)), rng.integers(0, 3, (30, 2))]).astype(float)
    agrees(oracle, X, rng.integers(0, 3, 70).astype(np.int32), np.zeros(2, dtype=bool), deal(rng, 3, 70, 4), room=5)


def test_a_lost_extreme_reverses_the_order(looked_up):
    """Of the row (4, 0): in the ranges of the table, 0 to 100 and 0 to 1, (9, 0) is at .05 and (4, .1) at .1. Without
    the row at 100, which is in the same fold, the range is 0 to 10, (9, 0) at .5, and (4, .1) the nearest."""
    X = np.array([[4.0, 0], [9, 0], [4, 0.1], [0, 1], [10, 1], [100, 1]])
    y = np.array([0, 1, 2, 0, 0, 0], dtype=np.int32)
    folds = np.array([[0, 1, 1, 1, 1, 0], [0, 1, 1, 1, 1, 1]], dtype=np.int32)
    answers = looked_up(X, y, np.zeros(2, dtype=bool), folds, counting=False)
    assert answers[:, 0].tolist() == [2, 1]


def test_distances_that_differ_in_the_last_place_do_not_tie(agrees, oracle):
    """Sums of the same terms in another order differ by roundings; which rows tie in a fold is decided by the order of
    the columns. Permuted columns of thirds and tenths make such sums, and the extreme row makes the ranges change."""
    n_near_ties = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        parts = rng.integers(1, 9, (1, 5)) / 10
        X = np.vstack([rng.permuted(np.repeat(parts, 40, axis=0), axis=1), np.zeros((2, 5)), np.full((1, 5), 7.0)])
        y = rng.integers(0, 3, len(X)).astype(np.int32)
        folds = np.ones((1, len(X)), dtype=np.int32)
        # The zero row is tested without the row of sevens: its distances are sums of the same squares.
        folds[0, -3:] = [0, 1, 0]
        agrees(oracle, X, y, np.zeros(5, dtype=bool), folds)
        low_high = [(0.0, float(X[:-1].max()))] * 5
        sums = {oracle.squared_distance([0.0] * 5, row, [False] * 5, low_high) for row in X[:40].tolist()}
        n_near_ties += len(sums) > 1
    assert n_near_ties > 10


def test_lists_hold_all_of_equally_distant_rows_or_none(prepared, oracle):
    rng = np.random.default_rng(4)
    X, nominal = rng.integers(0, [3, 3, 12], (120, 3)).astype(float), np.array([True, False, False])
    X[rng.random(X.shape) < 0.1] = np.nan
    low, high, _, order, _, _, (begins, neighbors, distances, sizes, horizons) = prepared(X, nominal, 9)
    low_high, rows, short = list(zip(low.tolist(), high.tolist(), strict=True)), X[order].tolist(), 0
    for i, query in enumerate(rows):
        everyone = {j: oracle.squared_distance(query, row, nominal, low_high) for j, row in enumerate(rows) if j != i}
        ninth = sorted(everyone.values())[8]
        full = sum(distance <= ninth for distance in everyone.values()) == 9
        expected = {j for j, distance in everyone.items() if distance < ninth or (full and distance == ninth)}
        listed = slice(begins[i], begins[i] + sizes[i])
        assert set(neighbors[listed].tolist()) == expected
        assert distances[listed].tolist() == sorted(everyone[j] for j in expected)
        assert horizons[i] == (np.nextafter(ninth, inf) if full else ninth)
        short += not full
    assert 20 < short < 100


def test_a_list_of_everyone_has_no_horizon(prepared):
    X = np.arange(5.0)[:, np.newaxis] ** 2
    *_, order, _, _, (_, neighbors, _, sizes, horizons) = prepared(X, np.array([False]), 4)
    assert sizes.tolist() == [4] * 5
    assert (horizons == inf).all()
    by_row = {int(order[i]): order[neighbors[4 * i : 4 * i + 4]].tolist() for i in range(5)}
    assert by_row[3] == [2, 4, 1, 0]  # 9 is 5 from 4, 7 from 16, 8 from 1, 9 from 0


@given(seed=st.integers(0, 2**32), n=st.integers(3, 40), untested=st.booleans())
def test_changes_agree_with_the_ranges_of_every_fold(changes, oracle, seed, n, untested):
    rng = np.random.default_rng(seed)
    X, nominal = table(rng, n, 4, missing=rng.choice([0, 0.4]), levels=2, tails=True)
    folds = deal(rng, 3, n, 3, untested=untested)
    whole = oracle.ranges(X.tolist(), nominal)
    low, high = np.array(whole).T.copy()
    gappy = np.isnan(X).any(axis=0)
    kind = np.where(nominal, NOMINAL, np.where(gappy, GAPPY, COMPLETE)).astype(np.int8)
    stretch, starts, columns, lows, highs = changes(X, low, high, kind, folds, 3)
    for r, f in np.ndindex(3, 3):
        train = oracle.training_rows(folds[r].tolist(), f)
        own = oracle.ranges(X[train].tolist(), nominal)
        stated = slice(starts[r, f], starts[r, f + 1])
        expected = [(a, *own[a]) for a in range(4) if own[a] != whole[a]]
        assert list(zip(columns[stated], lows[stated], highs[stated], strict=True)) == expected
        growth = [
            (whole[a][1] - whole[a][0]) / (high - low) if low < high and not gappy[a] else inf
            for a, low, high in expected
        ]
        assert stretch[r, f] == pytest.approx(max(growth, default=1.0) ** 2, rel=2e-8)
        assert stretch[r, f] > max(growth, default=0.0) ** 2 or stretch[r, f] == inf


def test_ends_of_the_number_line(looked_up):
    """A range too wide for a double in the table, and in the fold without the lowest value; the rest as in a line."""
    top = np.finfo(float).max
    X = np.array([[-top], [-0.9 * top], [-0.5 * top], [0.8 * top], [top]])
    y = np.array([0, 1, 2, 0, 1], dtype=np.int32)
    folds = np.array([[0, 1, 0, 1, 2], [0, 1, 2, 3, 4]], dtype=np.int32)
    answers = looked_up(X, y, np.array([False]), folds, counting=False)
    # Nearest: of the first fold -.9, -.9; of the second -1, 1; of the third .8. Left out one by one: -.9 -1 -.9 1 .8.
    assert answers.tolist() == [[1, 0, 1, 1, 0], [1, 0, 1, 1, 0]]


def test_work_may_be_cut_into_any_pieces(looked_up):
    rng = np.random.default_rng(6)
    X, nominal = table(rng, 60, 4, missing=0.1, levels=5, tails=True)
    y, folds = rng.integers(0, 3, 60).astype(np.int32), deal(rng, 3, 60, 4, untested=True)
    whole = looked_up(X, y, nominal, folds, counting=True)
    np.testing.assert_array_equal(looked_up(X, y, nominal, folds, counting=True, n_steps=0), whole)
    assert whole.sum() > 0


@pytest.mark.parametrize("n_repeats", [1, 15, 16, 17, 40])
def test_turned_round_and_back(kernel, n_repeats):
    rng = np.random.default_rng(n_repeats)
    folds, order = rng.integers(-2, 9, (n_repeats, 37)).astype(np.int32), rng.permutation(37).astype(np.int32)
    codes, back = np.empty((37, n_repeats), dtype=np.int32), np.empty_like(folds)
    kernel.by_row(folds, order, codes)
    kernel.by_repeat(codes, order, back)
    np.testing.assert_array_equal(codes, folds[:, order].T)
    np.testing.assert_array_equal(back, folds)


def test_threads_do_not_disturb_each_other(looked_up):
    rng = np.random.default_rng(3)
    X, nominal = table(rng, 300, 5, missing=0.05, levels=4, tails=True)
    y, folds = rng.integers(0, 3, 300).astype(np.int32), deal(rng, 5, 300, 4)
    alone = looked_up(X, y, nominal, folds, counting=True)
    with ThreadPoolExecutor(4) as pool:
        for votes in pool.map(lambda _: looked_up(X, y, nominal, folds, counting=True), range(8)):
            np.testing.assert_array_equal(votes, alone)
