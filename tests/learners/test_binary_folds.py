"""Small tables of two-valued attributes: all folds at once as by fitting each, to the last bit."""

import threading

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.learners import C45, NaiveBayes


@pytest.fixture(scope="module")
def as_training(Training):
    def as_training(X, y, n_values=2, n_classes=2):
        X = np.ascontiguousarray(X, dtype=np.float64)
        return Training(X, np.asarray(y, np.int32), np.ones(len(X)), np.full(X.shape[1], n_values, np.int32), n_classes)

    return as_training


@pytest.fixture(scope="module")
def trees(binary):
    def trees(training, learner):
        return binary.binary_tree_folds(training, learner._growth())

    return trees


@pytest.fixture(scope="module")
def assert_same(FoldByFold):
    def assert_same(ours, learner, training, folds):
        tested, theirs = folds >= 0, FoldByFold(learner, training)
        np.testing.assert_array_equal(ours.codes(folds)[tested], theirs.codes(folds)[tested])
        np.testing.assert_array_equal(ours.probabilities(folds)[tested], theirs.probabilities(folds)[tested])

    return assert_same


def deal(rng, n_repeats, n, n_folds):
    return np.stack([rng.permutation(np.arange(n) % n_folds) for _ in range(n_repeats)]).astype(np.int32)


@pytest.fixture(scope="module")
def noise(as_training):
    def noise(seed, n, n_attributes, share=0.5):
        rng = np.random.default_rng(seed)
        X = (rng.random((n, n_attributes)) < share).astype(float)
        return rng, as_training(X, rng.integers(0, 2, n))

    return noise


@st.composite
def cases(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, n_attributes = draw(st.integers(4, 150)), draw(st.integers(1, 20))
    X = (rng.random((n, n_attributes)) < rng.choice([0.1, 0.5, 0.5, 0.8], n_attributes)).astype(float)
    margin = (X - 0.5) @ rng.normal(size=n_attributes) * draw(st.sampled_from([0.0, 1.0, 3.0]))
    y = margin + rng.logistic(size=n) > draw(st.sampled_from([0.0, 0.0, 2.0]))
    folds = deal(rng, draw(st.integers(1, 4)), n, draw(st.integers(2, min(n, 12))))
    if draw(st.booleans()):
        folds[rng.random(folds.shape) < 0.2] = -1
        folds[rng.random(folds.shape) < 0.2] = -2
    folds[:, 0], folds[:, 1] = -1, 0
    return X, y, folds


SETTINGS = [
    C45(),
    C45(pruned=False),
    C45(pruned=False, collapse=False),
    C45(raising=False),
    C45(collapse=False, confidence=0.5),
    C45(min_leaf=1, confidence=0.4),
    C45(min_leaf=5, confidence=0.01),
    C45(min_leaf=1000),
]


@pytest.mark.parametrize("learner", SETTINGS, ids=str)
@given(case=cases())
@settings(max_examples=20)
def test_trees_are_those_of_every_fold(as_training, assert_same, trees, learner, case):
    X, y, folds = case
    training = as_training(X, y)
    assert_same(trees(training, learner), learner, training, folds)


@given(case=cases())
@settings(max_examples=40)
def test_naive_bayes_is_that_of_every_fold(as_training, assert_same, binary, case):
    X, y, folds = case
    training = as_training(X, y)
    assert_same(binary.binary_bayes_folds(training), NaiveBayes(), training, folds)


@pytest.mark.parametrize(("n", "n_attributes"), [(448, 9), (300, 15), (300, 16), (120, 63), (120, 64)])
def test_the_largest_tables(as_training, assert_same, trees, binary, noise, n, n_attributes):
    rng = np.random.default_rng(n)
    y = np.arange(n) % 2
    training = as_training(rng.random((n, n_attributes)) < np.where(y, 0.05, 0.95)[:, np.newaxis], y)
    folds = deal(rng, 1, n, 4)
    assert_same(trees(training, C45()), C45(), training, folds)
    assert_same(binary.binary_bayes_folds(training), NaiveBayes(), training, folds)
    _, training = noise(5, n, n_attributes)
    assert_same(trees(training, C45()), C45(), training, folds)


def test_the_smallest_products(as_training, assert_same, binary):
    # 64 factors of about 1 / 225 in both classes: 2**-500, which NaiveBayes reaches by other steps.
    X = np.zeros((448, 64), dtype=bool)
    X[[0, 447]] = True
    X[447, 5] = False
    training = as_training(X, np.arange(448) % 2)
    folds = np.repeat([[0, -1, 0]], [1, 446, 1], axis=1).astype(np.int32)
    assert_same(binary.binary_bayes_folds(training), NaiveBayes(), training, folds)


@pytest.mark.parametrize("n_second", [0, 1, 64, 384, 447, 448])
def test_classes_of_any_size(noise, assert_same, trees, binary, n_second):
    rng, training = noise(n_second, 448, 6)
    training.y[:] = np.arange(448) < n_second
    folds = deal(rng, 1, 448, 5)
    assert_same(trees(training, C45(confidence=0.5)), C45(confidence=0.5), training, folds)
    assert_same(binary.binary_bayes_folds(training), NaiveBayes(), training, folds)


def test_leaving_one_out(noise, assert_same, trees, binary):
    _, training = noise(3, 90, 7)
    folds = np.arange(90, dtype=np.int32)[np.newaxis]
    assert_same(trees(training, C45()), C45(), training, folds)
    assert_same(binary.binary_bayes_folds(training), NaiveBayes(), training, folds)


def test_what_is_forgotten_is_found_again(noise, trees, assert_same):
    # A thousand folds of pure noise make more places than are kept; each repeat by itself forgets nothing.
    rng, training = noise(8, 300, 16)
    folds, ours = deal(rng, 100, 300, 10), trees(training, C45())
    together = ours.codes(folds)
    for repeat in range(0, 100, 9):
        np.testing.assert_array_equal(ours.codes(folds[repeat : repeat + 1])[0], together[repeat])
    assert_same(ours, C45(), training, folds[-1:])


def test_blocks_of_repeats(noise, trees, binary, monkeypatch):
    rng, training = noise(4, 60, 5)
    folds = deal(rng, 7, 60, 3)
    whole = trees(training, C45()).probabilities(folds)
    monkeypatch.setattr(binary, "BLOCK", 2 * 3 * 60 * 5)
    np.testing.assert_array_equal(trees(training, C45()).probabilities(folds), whole)
    assert binary.binary_bayes_folds(training).codes(folds[:0]).shape == (0, 60)


def test_threads(noise, trees):
    rng, training = noise(6, 200, 9)
    ours, folds = trees(training, C45()), deal(rng, 40, 200, 10)
    expected, found = ours.codes(folds), np.empty_like(folds)

    def work(part):
        found[part] = ours.codes(folds[part])

    threads = [threading.Thread(target=work, args=(slice(first, first + 10),)) for first in range(0, 40, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal(found, expected)


def test_the_codes_are_those_of_the_table(as_training, trees, binary):
    """Three quarters of class 1 have value 1, a quarter of class 0: each fold of four trains on the same shares."""
    X = np.repeat([[0.0], [1.0], [0.0], [1.0]], [12, 4, 4, 12], axis=0)
    y = np.repeat([0, 1], 16)
    folds = (np.arange(32) % 4).astype(np.int32)[np.newaxis]
    training = as_training(X, y)
    assert trees(training, C45()).codes(folds).tolist() == [X[:, 0].astype(int).tolist()]
    # Trained on 9 + 3 of each class: (9 + 1) / (12 + 2) against (3 + 1) / (12 + 2).
    np.testing.assert_allclose(
        binary.binary_bayes_folds(training).probabilities(folds)[0, 0], [10 / 14, 4 / 14], rtol=1e-15
    )


@pytest.mark.parametrize(
    ("X", "y", "declared"),
    [
        (np.zeros((9, 2)), np.zeros(9), {"n_values": 3}),
        (np.zeros((9, 2)), np.zeros(9), {"n_values": 0}),
        (np.zeros((9, 2)), np.zeros(9), {"n_classes": 3}),
        ([[0, 1], [1, np.nan]], [0, 1], {}),
        (np.zeros((449, 2)), np.zeros(449), {}),
        (np.zeros((9, 65)), np.zeros(9), {}),
    ],
    ids=["three values", "numeric", "three classes", "missing", "rows", "attributes"],
)
def test_other_tables_do_not_suit(as_training, binary, trees, X, y, declared):
    training = as_training(X, y, **declared)
    assert binary.binary_bayes_folds(training) is None
    assert trees(training, C45()) is None


@pytest.mark.parametrize("confidence", [1e-12, 1e-6, 0.01, 0.25, 0.5])
def test_no_row_lowers_an_estimate(binary, confidence):
    """Sums of estimates are given up when they exceed a bound; that is right only if they never fall below it again."""
    _, estimates = binary._looked_up(confidence)
    for n in range(binary.MOST_ROWS):
        errors = np.arange(n // 2 + 1)
        before, after = estimates[(n + 1) ** 2 // 4 + errors], estimates[(n + 2) ** 2 // 4 :]
        # One more row of the larger class, or of the other.
        assert (after[errors] >= before - 1e-9).all()
        assert (after[np.minimum(errors + 1, n - errors)] >= before - 1e-9).all()


def test_the_least_confidence_is_among_those_above(binary):
    assert binary.LEAST_CONFIDENCE == 1e-12


def test_a_confidence_at_which_rows_lower_estimates_does_not_suit(noise, binary, trees, assert_same):
    """At 1e-13, 13 rows without errors are expected to err 11.7 times, 14 with one error less by 0.004."""
    rng, training = noise(1, 40, 3)
    none, one = (binary._looked_up(1e-13)[1][(n + 1) ** 2 // 4 + n - 13] for n in (13, 14))
    assert none == pytest.approx(13 * (1 - 1e-13 ** (1 / 13)))
    assert one - none == pytest.approx(-0.00415, abs=1e-5)
    assert trees(training, C45(confidence=1e-13)) is None
    learner, folds = C45(confidence=1e-13), deal(rng, 1, 40, 4)
    assert_same(learner._share(training), learner, training, folds)


def test_a_table_of_categories(trees, binary, as_training):
    rng = np.random.default_rng(2)
    X = pd.DataFrame({f"x{a}": pd.Categorical.from_codes(rng.integers(0, 2, 80), ["no", "yes"]) for a in range(4)})
    y = np.where((X["x0"] == "yes") ^ (rng.random(80) < 0.2), "b", "a")
    folds = deal(rng, 2, 80, 10)
    codes = X.apply(lambda column: column.cat.codes).to_numpy()
    for learner, ours in ((C45(), trees), (NaiveBayes(), lambda training, _: binary.binary_bayes_folds(training))):
        found = ours(as_training(codes, y == "b"), learner).codes(folds)
        for repeat, fold in np.ndindex(2, 10):
            test = folds[repeat] == fold
            expected = learner.fit(X[~test], y[~test]).predict(X[test])
            assert np.array(["a", "b"])[found[repeat, test]].tolist() == expected.tolist()
