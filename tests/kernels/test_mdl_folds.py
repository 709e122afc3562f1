"""The kernel of discretized naive Bayes in folds against the book, fold by fold."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("mdl_folds")


@pytest.fixture(scope="module")
def single(load_oracle):
    return load_oracle("mdl_cuts").cuts, load_oracle("naive_bayes").probabilities


@pytest.fixture(scope="module")
def shared(DiscretizedFolds, Training):
    def shared(X, y, n_values, k):
        return DiscretizedFolds(Training(X, y.astype(np.int32), np.ones(len(y)), np.array(n_values, dtype=np.int32), k))

    return shared


@given(
    seed=st.integers(0, 2**32 - 1), n_folds=st.integers(2, 4), gaps=st.sampled_from([0.0, 0.2]), low=st.integers(-2, 0)
)
@settings(max_examples=30)
def test_agrees_with_oracle(shared, oracle, single, seed, n_folds, gaps, low):
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(8, 50)), int(rng.integers(2, 4))
    y = rng.integers(0, k, n)
    X = np.column_stack([rng.normal(3 * y, 1).round(1), rng.integers(0, 2, n), rng.integers(0, 9, n) // (1 + y)]) * 1.0
    X[rng.random(X.shape) < gaps] = np.nan
    folds = rng.integers(low, n_folds, (1, n)).astype(np.int32)
    folds[:, 0] = -1
    expected = oracle.predict(X.tolist(), y.tolist(), [0, 2, 0], k, folds.tolist(), *single)
    found = shared(X, y, [0, 2, 0], k)
    chances, codes = found.probabilities(folds), found.codes(folds)
    for i, answer in enumerate(expected[0]):
        if answer is not None:
            np.testing.assert_allclose(chances[0, i], answer, rtol=1e-10)
            assert codes[0, i] == chances[0, i].argmax()


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=20)
def test_list_entries(kernels, oracle, seed):
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(1, 30)), int(rng.integers(1, 4))
    y = rng.integers(0, k, n).astype(np.int32)
    columns = rng.integers(0, 5, (3, n)).astype(float)
    columns[rng.random(columns.shape) < 0.2] = np.nan
    ascending = np.argsort(columns, axis=1)
    codes, values = np.full((3, n), -7, dtype=np.int32), np.full((3, n), -7.0)
    kernels.column_ranks.rank_columns(
        columns, ascending, np.arange(3), 0.0, codes, values, np.empty(3, dtype=np.int32), np.empty(3, dtype=np.uint8)
    )
    n_entries = np.full(3, -7, dtype=np.int32)
    code, classes, rows, of = np.full((4, 3, n), -7, dtype=np.int32)
    kernels.mdl_folds.list_entries(codes, ascending, y, np.full(k, 77), n_entries, code, classes, rows, of)
    for j, column in enumerate(columns):
        m = n_entries[j]
        found = list(zip(values[j, code[j, :m]].tolist(), classes[j, :m].tolist(), rows[j, :m].tolist(), strict=True))
        assert [value for value, *_ in found] == sorted(value for value, *_ in found)
        assert sorted(found) == oracle.entries(column.tolist(), y.tolist())
        for i, value in enumerate(column):
            assert of[j, i] == -1 if np.isnan(value) else found[of[j, i]][:2] == (value, y[i])


def test_a_cut_moves_with_the_fold(shared):
    """Ten zeros below ten ones: the cut lies halfway between the training values next to it."""
    X, y = np.arange(20.0)[:, np.newaxis], np.repeat([0, 1], 10)
    # Without 9 the cut is (8 + 10) / 2 = 9, and 9 lies left of it; without 10 it is (9 + 11) / 2 = 10, and 10 left.
    folds = np.full((1, 20), -1, dtype=np.int32)
    folds[0, [9, 10]] = 0, 1
    found = shared(X, y, [0], 2)
    assert found.codes(folds)[0, [9, 10]].tolist() == [0, 0]
    # Left of the cut are 9 of 9 rows of class 0 and none of 10 of class 1: prior 10/21 and 11/21.
    odds = 10 / 21 * 10 / 11, 11 / 21 * 1 / 12
    assert found.probabilities(folds)[0, 9, 0] == pytest.approx(odds[0] / sum(odds), rel=1e-14)
