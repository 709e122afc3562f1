import numpy as np
import pytest


@pytest.fixture(scope="module")
def kernel(kernels):
    return kernels.column_ranks


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("column_ranks")


@pytest.fixture(scope="module")
def ranks(kernel):
    def ranks(X, columns, gap=1e-5):
        order = np.argsort(X[columns], axis=1)
        codes = np.full(X.shape, -7, dtype=np.int32)
        distinct = np.full((len(columns), X.shape[1]), np.nan)
        n_distinct = np.empty(len(columns), dtype=np.int32)
        is_tight = np.empty(len(columns), dtype=np.uint8)
        kernel.rank_columns(X, order, columns, gap, codes, distinct, n_distinct, is_tight)
        return codes, distinct, n_distinct, is_tight

    return ranks


def test_by_hand(ranks):
    X = np.array([[2.0, np.nan, -1.0, 2.0, 2.000005], [np.nan] * 5])
    codes, distinct, n_distinct, is_tight = ranks(X, np.array([0, 1]))
    assert codes.tolist() == [[1, -1, 0, 1, 2], [-1] * 5]
    assert distinct[0, :3].tolist() == [-1.0, 2.0, 2.000005]
    assert n_distinct.tolist() == [3, 0]
    assert is_tight.tolist() == [1, 0]


def test_zero_has_no_sign(ranks):
    codes, _, n_distinct, _ = ranks(np.array([[0.0, -0.0, 1.0]]), np.array([0]))
    assert codes.tolist() == [[0, 0, 1]]
    assert n_distinct.tolist() == [2]


@pytest.mark.parametrize("n", [1, 2, 7, 300])
@pytest.mark.parametrize("n_distinct", [1, 3, 1000])
def test_agrees_with_oracle(ranks, oracle, n, n_distinct):
    rng = np.random.default_rng(n * n_distinct)
    X = rng.integers(0, n_distinct, (4, n)) * rng.choice([1.0, 1e-6, 1e5], (4, 1))
    X[rng.random(X.shape) < 0.2] = np.nan
    columns = np.array([0, 2, 3])
    codes, distinct, counts, tight = ranks(X, columns)
    for k, (expected, values, is_tight) in enumerate(oracle.rank_columns(X[columns].tolist(), 1e-5)):
        assert codes[columns[k]].tolist() == expected
        assert distinct[k, : counts[k]].tolist() == values
        assert tight[k] == is_tight
    assert (codes[1] == -7).all()


@pytest.mark.parametrize(("n", "n_codes", "n_classes"), [(1, 1, 1), (9, 4, 2), (500, 40, 26), (500, 2, 300)])
def test_keys_agree_with_oracle(kernel, oracle, n, n_codes, n_classes):
    rng = np.random.default_rng(n)
    codes = rng.integers(-1, n_codes, (3, n)).astype(np.int32)
    y = rng.integers(0, n_classes, n).astype(np.int32)
    bits = max(1, (n_classes - 1).bit_length())
    columns = np.array([2, 0])
    keys = np.empty((2, n), dtype=np.uint64)
    kernel.sort_keys(
        codes, columns, np.full(3, n_codes, dtype=np.int32), y, bits, np.empty(n_codes + 2, dtype=np.int32), keys
    )
    for k, column in enumerate(columns):
        expected = oracle.sort_keys(codes[column].tolist(), n_codes, y.tolist())
        assert keys[k].tolist() == [((code << bits | label) << 32) | row for code, label, row in expected]
