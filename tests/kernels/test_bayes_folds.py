"""The kernel of naive Bayes in folds against naive Bayes fitted fold by fold in exact arithmetic."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("bayes_folds")


@pytest.fixture(scope="module")
def single(load_oracle):
    return load_oracle("naive_bayes").probabilities


@st.composite
def tables(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, k = draw(st.integers(3, 40)), draw(st.integers(1, 5))
    y = rng.integers(0, k, n)
    kinds = draw(st.lists(st.sampled_from(["nominal", "fine", "tenths", "whole", "constant"]), min_size=1, max_size=4))
    columns = {
        "nominal": lambda: rng.integers(0, 3, n).astype(float),
        "fine": lambda: rng.normal(y, 1),
        "tenths": lambda: rng.normal(y, 1).round(1),
        "whole": lambda: 1e4 + rng.integers(0, 4, n),
        "constant": lambda: np.full(n, 1.3),
    }
    X = np.column_stack([columns[kind]() for kind in kinds])
    X[rng.random(X.shape) < draw(st.sampled_from([0.0, 0.2]))] = np.nan
    folds = rng.integers(-draw(st.integers(0, 2)), draw(st.integers(2, 4)), (2, n))
    folds[:, 0] = -1
    return X, y, [3 * (kind == "nominal") for kind in kinds], k, folds


@pytest.fixture(scope="module")
def shared(BayesFolds, Training):
    def shared(X, y, n_values, k):
        return BayesFolds(Training(X, y.astype(np.int32), np.ones(len(y)), np.array(n_values, dtype=np.int32), k))

    return shared


@given(case=tables())
@settings(max_examples=40)
def test_agrees_with_oracle(shared, oracle, single, case):
    X, y, n_values, k, folds = case
    folds = folds.astype(np.int32)
    expected = oracle.predict(X.tolist(), y.tolist(), n_values, k, folds.tolist(), single)
    found = shared(X, y, n_values, k)
    chances, codes = found.probabilities(folds), found.codes(folds)
    for r, row in enumerate(expected):
        for i, answer in enumerate(row):
            if answer is None:
                continue
            np.testing.assert_allclose(chances[r, i], answer, rtol=1e-7, atol=1e-11)
            assert codes[r, i] == chances[r, i].argmax()


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=20)
def test_list_values(kernels, oracle, seed):
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(1, 30)), int(rng.integers(1, 4))
    y = np.sort(rng.integers(0, k, n)).astype(np.int32)
    columns = rng.integers(0, 5, (3, n)).astype(float)
    columns[rng.random(columns.shape) < 0.2] = np.nan
    codes, values = np.full((3, n), -7, dtype=np.int32), np.full((3, n), -7.0)
    n_values = np.full(3, -7, dtype=np.int32)
    order = np.argsort(columns, axis=1)
    kernels.column_ranks.rank_columns(
        columns, order, np.arange(3), 0.0, codes, values, n_values, np.empty(3, dtype=np.uint8)
    )
    up_to, bins = np.full((3, n), -7, dtype=np.int32), np.full((3, n), -7.0)
    start, code, times = np.full((3, k + 1), -7), np.full(3 * n, -7, dtype=np.int32), np.full(3 * n, -7.0)
    step, origin = np.array([1.0, 0.5, 2.0]), np.array([0.0, 1.0, 0.0])
    kernels.bayes_folds.list_values(
        codes, y, n_values, values, step, origin, np.full(n, 77), up_to, bins, start, code, times
    )
    for j, column in enumerate(columns):
        expected_values, expected_up_to, expected_times = oracle.distinct(column.tolist(), y.tolist(), k)
        m = n_values[j]
        assert values[j, :m].tolist() == expected_values
        assert up_to[j, :m].tolist() == expected_up_to
        # Python rounds halves to even, too.
        assert bins[j, :m].tolist() == [round(value / step[j]) - origin[j] for value in expected_values]
        for c in range(k):
            part = slice(start[j, c], start[j, c + 1])
            assert dict(zip(code[part].tolist(), times[part].tolist(), strict=True)) == expected_times[c]


def test_by_hand(shared):
    """Four rows, leave one out: 2 of 3 rows are of the other class or not, each with one of two values."""
    X, y = np.array([[0.0], [0.0], [1.0], [1.0]]), np.array([0, 0, 0, 1])
    found = shared(X, y, [2], 2).probabilities(np.arange(4, dtype=np.int32)[np.newaxis])
    # Row 0 is left: prior 3/5 and 2/5; value 0 has (1 + 1) / (2 + 2) in class 0, (0 + 1) / (1 + 2) in class 1.
    assert found[0, 0, 0] == pytest.approx(3 / 5 * 1 / 2 / (3 / 5 * 1 / 2 + 2 / 5 * 1 / 3), rel=1e-15)
    # Row 3 is left: prior 4/5 and 1/5; value 1 has (1 + 1) / (3 + 2) in class 0, 1/2 in class 1, which is empty.
    assert found[0, 3, 0] == pytest.approx(4 / 5 * 2 / 5 / (4 / 5 * 2 / 5 + 1 / 5 * 1 / 2), rel=1e-15)
