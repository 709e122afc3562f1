"""The kernel for tables of zeros and ones against lists of rows and exact fractions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ndtri

from foldwise.learners import C45

J48 = {"min_leaf": 2, "confidence": 0.25, "prune": True, "raising": True, "collapse": True}


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("binary_folds")


@pytest.fixture(scope="module")
def training(Training):
    def training(X, y):
        X = np.ascontiguousarray(X, dtype=np.float64)
        return Training(X, np.asarray(y, np.int32), np.ones(len(X)), np.full(X.shape[1], 2, np.int32), 2)

    return training


def growth(prune, **options):
    return C45(pruned=prune, **options)._growth()


@st.composite
def cases(draw):
    """Rows whose class follows a few attributes, with noise; some are never tested, some left out."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, n_attributes = draw(st.integers(4, 70)), draw(st.integers(1, 7))
    X = (rng.random((n, n_attributes)) < draw(st.sampled_from([0.2, 0.5, 0.5, 0.7]))).astype(int)
    rule = X[:, 0] ^ X[:, -1] if draw(st.booleans()) else X[:, 0]
    y = rule ^ (rng.random(n) < draw(st.sampled_from([0.0, 0.15, 0.3, 0.5])))
    folds = rng.permutation(np.arange(n) % draw(st.integers(2, 10)))[np.newaxis]
    if draw(st.booleans()):
        folds = rng.choice([-2, -1, 0, 1, 3], (2, n))
    folds[:, 0], folds[:, 1] = -1, 0
    return X, y, folds.astype(np.int32)


def rows_of(X, y):
    return [(tuple(values), int(label)) for values, label in zip(X.tolist(), y, strict=True)]


OPTIONS = [J48, J48 | {"raising": False}, J48 | {"prune": False}, J48 | {"min_leaf": 1, "confidence": 0.5}]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@given(case=cases())
@settings(max_examples=60)
def test_trees_agree_with_lists_of_rows(binary, training, oracle, options, case):
    X, y, folds = case
    shared = binary.binary_tree_folds(training(X, y), growth(**options))
    codes, chances = shared.codes(folds), shared.probabilities(folds)
    for repeat, row in enumerate(folds.tolist()):
        for i, (zeros, ones) in oracle.tree(rows_of(X, y), row, **options).items():
            assert chances[repeat, i].tolist() == [zeros / (zeros + ones), ones / (zeros + ones)]
            assert codes[repeat, i] == (ones > zeros)


@given(case=cases())
@settings(max_examples=30)
def test_naive_bayes_agrees_with_fractions(binary, training, oracle, case):
    X, y, folds = case
    chances = binary.binary_bayes_folds(training(X, y)).probabilities(folds)
    for repeat, row in enumerate(folds.tolist()):
        for i, chance in oracle.bayes(rows_of(X, y), row).items():
            assert chances[repeat, i, 1] == pytest.approx(float(chance), rel=1e-13)
            assert chances[repeat, i].sum() == pytest.approx(1, rel=1e-15)


def test_raising_matters(binary, training, oracle):
    """Where classes have nothing to do with attributes, raising changes some prediction in half of the tables."""
    rng = np.random.default_rng(12)
    differ = 0
    for _ in range(16):
        X = rng.integers(0, 2, (120, 7))
        y = rng.integers(0, 2, 120)
        folds = rng.permutation(np.arange(120) % 5)[np.newaxis].astype(np.int32)
        found = []
        for options in (J48, J48 | {"raising": False}):
            codes = binary.binary_tree_folds(training(X, y), growth(**options)).codes(folds)[0]
            answers = oracle.tree(rows_of(X, y), folds[0].tolist(), **options)
            assert codes.tolist() == [answers[i][1] > answers[i][0] for i in range(120)]
            found.append(codes)
        differ += (found[0] != found[1]).any()
    assert differ >= 5


def test_tables_by_hand(kernels, oracle):
    """3 log2 3 = 4.754887502163468; four rows without error: 4 (1 - .25 ** .25) = 4 - 2 sqrt(2)."""
    xlogx, estimates = np.empty(11, dtype=np.int64), np.empty(36)
    kernels.binary_folds.fill_tables(0.25, 0.6744897501960817, xlogx, estimates)
    assert xlogx[[0, 1, 2, 4, 8]].tolist() == [0, 0, 2 * 2**40, 8 * 2**40, 24 * 2**40]
    assert xlogx[3] / 2**40 == pytest.approx(4.754887502163468, abs=1e-12)
    assert estimates[25 // 4] == pytest.approx(4 - 8**0.5, rel=1e-14)
    for n in range(11):
        for errors in range(n // 2 + 1):
            rows = [((0,), int(i < errors)) for i in range(n)]
            expected = oracle.pessimistic(rows, 0.25)
            assert estimates[(n + 1) ** 2 // 4 + errors] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("confidence", [1e-6, 0.01, 0.25, 0.4, 0.5])
def test_no_row_lowers_an_estimate(kernels, confidence):
    # On this the search for branches to raise relies when it stops early.
    n_rows = 448
    xlogx, estimates = np.empty(n_rows + 1, dtype=np.int64), np.empty((n_rows + 2) ** 2 // 4)
    kernels.binary_folds.fill_tables(confidence, float(ndtri(1 - confidence)), xlogx, estimates)
    start = [(n + 1) ** 2 // 4 for n in range(n_rows + 2)]
    for n in range(n_rows):
        here, more = (estimates[start[m] : start[m + 1]] for m in (n, n + 1))
        assert (more[: len(here)] - here).min() > -1e-9
        right = min(len(here), len(more) - 1)
        assert (more[1 : right + 1] - here[:right]).min(initial=0) > -1e-9
