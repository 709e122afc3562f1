"""Nearest neighbour: by hand, against comparing with every row, by symmetry, at the edges, on refusal."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.neighbors import KNeighborsClassifier

from foldwise.learners import NearestNeighbor

NAN = np.nan
seeds = st.integers(0, 2**32)


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("nearest_neighbor")


def test_by_hand():
    """Squared distances of (4, red): (3/4)^2, (2/4)^2 + 1, (1/4)^2 + 1. Of (4, missing): each 1 more than its first
    term, so (5, blue) is nearest. With W = 3 and two classes, P = (1 + 1/3) / (1 + 2/3)."""
    colours = pd.CategoricalDtype(["red", "blue"])
    X = pd.DataFrame({"length": [1.0, 2, 5], "colour": pd.Series(["red", "blue", "blue"], dtype=colours)})
    new = pd.DataFrame({"length": [4.0, 4], "colour": pd.Series(["red", None], dtype=colours)})
    learner = NearestNeighbor().fit(X, ["a", "b", "b"])
    assert learner.predict(new).tolist() == ["a", "b"]
    assert learner.predict_proba(new) == pytest.approx(np.array([[0.8, 0.2], [0.2, 0.8]]))
    assert learner.low_.tolist() == [1, 0]
    assert learner.high_.tolist() == [5, 1]


@pytest.mark.parametrize(
    ("query", "nearest"),
    [
        ([0.25, NAN], "b"),  # a: 1/16 + 1; b: 9/16 + (3/5)^2 of max(.4, .6); c: 0 + 1
        ([0.9, NAN], "b"),  # a: .81 + 1; b: .01 + .36; c: .4225 + 1
        ([NAN, 0.9], "c"),  # a: 1 + .81; b: 1 + .25; c: (3/4)^2 + .01
        ([NAN, NAN], "b"),  # a: 1 + 1; b: 1 + .36; c: .5625 + 1
        ([-0.5, 0.0], "a"),  # a: .25 + 0; outside the range nothing is clipped
    ],
)
def test_missing_values_by_hand(query, nearest):
    """Both columns range from 0 to 1: a = (0, 0), b = (1, .4), c = (.25, 1)."""
    X = [[0.0, 0.0], [1.0, 0.4], [0.25, 1.0]]
    assert NearestNeighbor().fit(X, list("abc")).predict([query]) == [nearest]


def test_two_missing_values_are_as_far_apart_as_can_be():
    """(missing, 0): 1 to its own copy, 1/4 to the row in the middle: a missing value is not near a missing one."""
    X = [[NAN, 0.0], [0.5, 0.0], [0.0, 1.0], [1.0, 1.0]]
    assert NearestNeighbor().fit(X, [0, 1, 2, 2]).predict([[NAN, 0.0]]) == [1]


def test_all_tied_rows_vote_and_the_first_declared_class_wins_an_equal_vote():
    """0 is as far from -1 as from 1. Of two rows and three classes: P(z) = (1 + 1/2) / (2 + 3/2)."""
    y = pd.Categorical(["z", "a"], categories=["z", "unused", "a"])
    learner = NearestNeighbor().fit([[-1.0], [1.0]], y)
    assert learner.classes_.tolist() == ["a", "unused", "z"]
    assert learner.predict([[0.0], [0.1]]).tolist() == ["z", "a"]
    assert learner.predict_proba([[0.0]])[0] == pytest.approx([1.5 / 3.5, 0.5 / 3.5, 1.5 / 3.5])
    three = NearestNeighbor().fit([[-1.0], [1.0], [1.0]], ["z", "a", "a"])
    assert three.predict_proba([[0.0]])[0] == pytest.approx([(2 + 1 / 3) / (3 + 2 / 3), (1 + 1 / 3) / (3 + 2 / 3)])


def test_more_neighbours_vote_with_all_that_tie_with_the_last():
    """Distances 1, 2, 3, 3, 9: the third nearest has company, and four vote. Beyond the rows, all vote."""
    X, y = [[1.0], [-2.0], [3.0], [-3.0], [9.0]], [0, 1, 1, 0, 1]
    fitted = {k: NearestNeighbor(n_neighbors=k).fit(X, y).predict_proba([[0.0]])[0] for k in (1, 2, 3, 4, 5, 50)}
    prior = 1 / 5
    for k, (zeros, ones) in {1: (1, 0), 2: (1, 1), 3: (2, 2), 4: (2, 2), 5: (2, 3), 50: (2, 3)}.items():
        total = zeros + ones + 2 * prior
        assert fitted[k] == pytest.approx([(zeros + prior) / total, (ones + prior) / total])


def test_ranges_widen_row_by_row_when_asked():
    """In [0, 1]^2, (.6, .45) is nearer to (1, 1): .4625 to .5625. Once x reaches 10, (0, 0) is: .2061 to .3041."""
    X, y = [[0.0, 0.0], [1.0, 1.0]], [0, 1]
    weka, ours = NearestNeighbor(widen_ranges=True).fit(X, y), NearestNeighbor().fit(X, y)
    near, far = [0.6, 0.45], [10.0, 0.5]
    assert weka.predict([near, far, near, near]).tolist() == [1, 1, 0, 0]
    assert ours.predict([near, far, near, near]).tolist() == [1, 1, 1, 1]
    assert weka.predict([near]).tolist() == [1]
    assert weka.low_.tolist() == [0, 0]
    assert weka.high_.tolist() == [1, 1]


def test_a_column_without_training_values_gets_its_range_from_the_first_test_row_when_asked():
    """Every distance has the same 1 for it, with and without ranges, so that the other column decides."""
    X, y = [[NAN, 0.0], [NAN, 1.0]], [0, 1]
    for widen in [False, True]:
        learner = NearestNeighbor(widen_ranges=widen).fit(X, y)
        assert learner.predict([[NAN, 0.4], [5.0, 0.6], [7.0, 0.4], [-9.0, 0.6]]).tolist() == [0, 1, 0, 1]
        assert learner.low_[0] > learner.high_[0]


@given(seed=seeds, k=st.sampled_from([1, 1, 3]), widen=st.booleans(), missing=st.sampled_from([0, 0.2, 0.8]))
def test_agrees_with_comparing_every_row(oracle, random_table, seed, k, widen, missing):
    table = random_table(seed, missing=missing)
    weight = np.random.default_rng(seed).choice([0.5, 1.0, 3.0], len(table.y))
    train, test = np.arange(15, len(table.y)), np.arange(15)
    learner = NearestNeighbor(n_neighbors=k, widen_ranges=widen)
    learner.fit(table.frame(train), table.labels(train), sample_weight=weight[train])
    expected = oracle.probabilities(
        table.X[train].tolist(),
        table.y[train],
        weight[train].tolist(),
        table.n_values,
        table.n_classes,
        table.X[test].tolist(),
        k,
        widen,
    )
    np.testing.assert_allclose(learner.predict_proba(table.frame(test)), expected, rtol=1e-14)
    np.testing.assert_array_equal(learner.predict(table.frame(test)), np.argmax(expected, axis=1))


@given(seed=seeds)
def test_the_same_as_scikit_learn_on_complete_numbers_without_ties(seed):
    rng = np.random.default_rng(seed)
    X, y, new = rng.random((80, 5)), rng.integers(0, 3, 80), rng.random((20, 5))
    low, width = X.min(axis=0), np.ptp(X, axis=0)
    other = KNeighborsClassifier(1).fit((X - low) / width, y)
    np.testing.assert_array_equal(NearestNeighbor().fit(X, y).predict(new), other.predict((new - low) / width))


@given(seed=seeds)
def test_weight_two_is_the_row_twice_and_weight_zero_no_row(random_table, seed):
    table = random_table(seed)
    weight = np.random.default_rng(seed).integers(0, 3, len(table.y))
    weight[0] = 1
    repeated = np.repeat(np.arange(len(table.y)), weight)
    weighted = NearestNeighbor().fit(table.frame(), table.labels(), sample_weight=weight)
    twice = NearestNeighbor().fit(table.frame(repeated), table.labels(repeated))
    np.testing.assert_array_equal(weighted.predict_proba(table.frame()), twice.predict_proba(table.frame()))


@given(seed=seeds, k=st.sampled_from([1, 4]))
def test_the_order_of_the_rows_does_not_matter(random_table, seed, k):
    """Not even in ties, since all of them vote."""
    table = random_table(seed)
    shuffled = np.random.default_rng(seed).permutation(len(table.y))
    one = table.fitted(NearestNeighbor(n_neighbors=k))
    other = table.fitted(NearestNeighbor(n_neighbors=k), shuffled)
    np.testing.assert_array_equal(one.predict_proba(table.frame()), other.predict_proba(table.frame()))


@given(seed=seeds)
def test_the_order_of_the_columns_does_not_matter(seed):
    """Values are eighths of a range of 8: sums of squares are exact in any order, and so are ties."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 9, (60, 5)) / 1.0, rng.integers(0, 3, 60)
    X[:2] = [[0.0], [8.0]]
    columns = rng.permutation(5)
    expected = NearestNeighbor().fit(X, y).predict_proba(X)
    np.testing.assert_array_equal(NearestNeighbor().fit(X[:, columns], y).predict_proba(X[:, columns]), expected)


@given(seed=seeds, power=st.integers(-300, 300), shift=st.integers(-1000, 1000))
def test_units_do_not_matter(seed, power, shift):
    """Scaling by a power of two, and adding to whole numbers, is exact."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 50, (60, 3)).astype(float), rng.integers(0, 3, 60)
    X[rng.random(X.shape) < 0.1] = NAN
    expected = NearestNeighbor().fit(X, y).predict_proba(X)
    changed = X.copy()
    changed[:, 1] = np.ldexp(X[:, 1], power)
    changed[:, 2] += shift
    np.testing.assert_array_equal(NearestNeighbor().fit(changed, y).predict_proba(changed), expected)


@given(seed=seeds)
def test_distinct_complete_rows_are_their_own_neighbours(random_table, seed):
    table = random_table(seed, missing=0)
    rows = np.sort(np.unique(table.X, axis=0, return_index=True)[1])
    learner = table.fitted(NearestNeighbor(), rows)
    np.testing.assert_array_equal(learner.predict(table.frame(rows)), table.y[rows])


@given(seed=seeds)
def test_a_prediction_depends_on_its_row_only(random_table, seed):
    table = random_table(seed)
    learner = table.fitted(NearestNeighbor())
    together = learner.predict_proba(table.frame())
    np.testing.assert_allclose(together.sum(axis=1), 1, rtol=1e-15)
    rows = np.random.default_rng(seed).permutation(len(table.y))[:5]
    np.testing.assert_array_equal(learner.predict_proba(table.frame(rows)), together[rows])


def test_a_constant_column_says_nothing_not_even_about_other_values(random_table):
    table = random_table(3)
    frame = table.frame()
    expected = NearestNeighbor().fit(frame, table.y).predict_proba(frame)
    learner = NearestNeighbor().fit(frame.assign(constant=7.5), table.y)
    np.testing.assert_array_equal(learner.predict_proba(frame.assign(constant=-1e6)), expected)


def test_a_category_that_was_never_declared_counts_as_missing():
    X = pd.DataFrame({"colour": pd.Categorical(["red", "blue"]), "length": [0.0, 1.0]})
    new = pd.DataFrame({"colour": ["green", None, "blue"], "length": [0.4, 0.4, 0.4]})
    assert NearestNeighbor().fit(X, [0, 1]).predict(new).tolist() == [0, 0, 1]


def test_one_class_and_one_row():
    assert NearestNeighbor().fit([[3.0]], ["only"]).predict_proba([[5.0], [NAN]]).tolist() == [[1.0], [1.0]]


@pytest.mark.parametrize("options", [{}, {"n_neighbors": 3, "widen_ranges": True}])
def test_pickle_and_clone(random_table, options):
    table = random_table(8)
    learner = table.fitted(NearestNeighbor(**options))
    expected = learner.predict_proba(table.frame())
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(learner)).predict_proba(table.frame()), expected)
    again = clone(learner)
    assert again.get_params() == learner.get_params()
    np.testing.assert_array_equal(table.fitted(again).predict_proba(table.frame()), expected)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"n_neighbors": 0}, ValueError, "n_neighbors must be at least 1, got 0"),
        ({"n_neighbors": 1.5}, TypeError, "n_neighbors must be an integer, got 1.5"),
        ({"widen_ranges": "yes"}, TypeError, "widen_ranges must be True or False, got 'yes'"),
    ],
)
def test_refused(options, error, message):
    with pytest.raises(error, match=message):
        NearestNeighbor(**options).fit([[0.0], [1.0]], [0, 1])
