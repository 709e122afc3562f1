"""Naive Bayes on intervals by hand, by Weka, and by what must not matter."""

import math
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from foldwise.learners import DiscretizedNaiveBayes, NaiveBayes


@pytest.fixture(scope="module")
def learner():
    """Three classes in three stretches of x; z says nothing."""
    z = [5, 1, 4, 2, 3, 5, 1, 4, 2, 3, 1, 5, 2, math.nan, 3]
    X = np.column_stack([np.arange(1, 16), z])
    return DiscretizedNaiveBayes().fit(X, np.repeat(["a", "b", "c"], 5))


def test_cuts_by_hand(learner):
    """Of the two best cuts, 5.5 and 10.5, either is followed by the other; none of z is worth it."""
    assert [cuts.tolist() for cuts in learner.cuts_] == [[5.5, 10.5], []]
    x, z = learner.value_probabilities_
    np.testing.assert_allclose(x, (np.ones((3, 3)) + 5 * np.eye(3)) / 8)
    assert z.tolist() == [[1.0]] * 3
    np.testing.assert_allclose(learner.class_prior_, [1 / 3] * 3)


def test_probabilities_of_weka(learner):
    """Printed by Weka 3.9.7, NaiveBayes -D, for the same table. A value equal to a cut lies left of it."""
    expected = [
        [0.7499999999999999, 0.12499999999999999, 0.12499999999999999],
        [0.12499999999999999, 0.7499999999999999, 0.12499999999999999],
        [0.12499999999999999, 0.7499999999999999, 0.12499999999999999],
        [0.3333333333333333, 0.3333333333333333, 0.3333333333333333],
        [0.125, 0.125, 0.75],
    ]
    queries = [[5.5, 1], [5.6, 1], [10.5, math.nan], [math.nan, 2], [20, 2]]
    np.testing.assert_allclose(learner.predict_proba(queries), expected, rtol=1e-15)
    assert learner.predict(queries).tolist() == ["a", "b", "b", "a", "c"]


def test_nominal_attributes_are_those_of_naive_bayes():
    rng = np.random.default_rng(1)
    X = pd.DataFrame({name: pd.Categorical.from_codes(rng.integers(-1, 3, 40), list("uvw")) for name in "pq"})
    y = rng.integers(0, 3, 40)
    ours, plain = DiscretizedNaiveBayes().fit(X, y), NaiveBayes().fit(X, y)
    assert ours.cuts_ == [None, None]
    assert ours.predict_proba(X).tobytes() == plain.predict_proba(X).tobytes()


def test_columns_without_cuts_have_no_influence():
    rng = np.random.default_rng(2)
    X = np.column_stack([np.full(20, 3.0), np.full(20, np.nan), rng.integers(0, 2, 20)])
    learner = DiscretizedNaiveBayes().fit(X, [0] * 14 + [1] * 6)
    assert [len(cuts) for cuts in learner.cuts_] == [0, 0, 0]
    queries = [[3, 1, 1], [-50, np.nan, 0.5], [np.nan, np.nan, np.nan]]
    np.testing.assert_allclose(learner.predict_proba(queries), [[15 / 22, 7 / 22]] * 3)


def test_declared_but_unused_class_and_unseen_category():
    y = pd.Categorical(["a"] * 6 + ["b"] * 6, categories=["b", "never", "a"])
    X = pd.DataFrame({"x": np.arange(12.0), "kind": pd.Categorical(["p", "q"] * 6)})
    learner = DiscretizedNaiveBayes().fit(X, y)
    assert learner.cuts_[0].tolist() == [5.5]
    assert learner.cuts_[1] is None
    # By hand: (6 + 1)/15, 1/15, 7/15 times 1/8, 1/2, 7/8 for x below the cut.
    odds = np.array([7 / 8, 1 / 2, 49 / 8])
    out = learner.predict_proba(pd.DataFrame({"x": [2.0], "kind": ["other"]}))
    np.testing.assert_allclose(out[0], odds[[2, 0, 1]] / odds.sum())


def test_one_class():
    learner = DiscretizedNaiveBayes().fit([[1.0], [2.0]], ["only", "only"])
    assert learner.cuts_[0].tolist() == []
    assert learner.predict_proba([[5.0]]).tolist() == [[1.0]]


def test_cuts_come_from_the_training_rows_only():
    X, y = np.arange(20.0)[:, np.newaxis], np.repeat([0, 1], 10)
    assert DiscretizedNaiveBayes().fit(X, y).cuts_[0].tolist() == [9.5]
    assert DiscretizedNaiveBayes().fit(X[[0, 1, 2, 15, 16, 17]], y[[0, 1, 2, 15, 16, 17]]).cuts_[0].tolist() == [8.5]


def test_pickle_and_clone(learner):
    queries = [[5.5, 1], [5.6, 1], [12, 3]]
    again = pickle.loads(pickle.dumps(learner))
    assert again.predict_proba(queries).tobytes() == learner.predict_proba(queries).tobytes()
    assert not hasattr(clone(learner), "cuts_")


@st.composite
def tables(draw):
    """Numbers with many repetitions that say something about the class, nominal columns, gaps."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n, k = draw(st.integers(2, 40)), draw(st.integers(2, 4))
    y = rng.integers(0, k, n)
    X = pd.DataFrame(
        {
            "tenths": np.round(rng.normal(2 * y, 1), 1),
            "number": rng.normal(y),
            "nominal": pd.Categorical.from_codes(rng.integers(0, 3, n), list("abc")),
            "few": y // 2 + rng.integers(0, 2, n),
        }
    ).astype({"few": float})
    for name in X:
        X.loc[rng.random(n) < 0.2, name] = None
    return X, pd.Categorical.from_codes(y, list("uvwx")[:k]), rng


def same(one, other, X, **tolerance):
    for cuts, others in zip(one.cuts_, other.cuts_, strict=True):
        np.testing.assert_array_equal(cuts, others)
    np.testing.assert_allclose(one.predict_proba(X), other.predict_proba(X), **tolerance)


@settings(max_examples=20)
@given(tables())
def test_probabilities_sum_to_one(drawn):
    X, y, _ = drawn
    np.testing.assert_allclose(DiscretizedNaiveBayes().fit(X, y).predict_proba(X).sum(axis=1), 1, rtol=1e-14)


@settings(max_examples=20)
@given(tables())
def test_a_doubled_row_is_a_row_of_weight_two(drawn):
    X, y, rng = drawn
    times = rng.integers(1, 4, len(X))
    copies = np.repeat(np.arange(len(X)), times)
    weighted = DiscretizedNaiveBayes().fit(X, y, sample_weight=times)
    same(weighted, DiscretizedNaiveBayes().fit(X.iloc[copies], y[copies]), X, rtol=1e-12)


@settings(max_examples=20)
@given(tables())
def test_order_of_rows_does_not_matter(drawn):
    X, y, rng = drawn
    order = rng.permutation(len(X))
    same(DiscretizedNaiveBayes().fit(X, y), DiscretizedNaiveBayes().fit(X.iloc[order], y[order]), X, rtol=0)


@settings(max_examples=20)
@given(tables())
def test_order_of_attributes_does_not_matter(drawn):
    X, y, rng = drawn
    names = rng.permutation(X.columns)
    one, other = DiscretizedNaiveBayes().fit(X, y), DiscretizedNaiveBayes().fit(X[names], y)
    np.testing.assert_allclose(one.predict_proba(X), other.predict_proba(X[names]), rtol=1e-12)


@settings(max_examples=20)
@given(tables())
def test_declared_order_of_classes_changes_nothing_but_ties(drawn):
    X, y, rng = drawn
    order = rng.permutation(len(y.categories))
    one = DiscretizedNaiveBayes().fit(X, y)
    other = DiscretizedNaiveBayes().fit(X, y.reorder_categories(y.categories[order]))
    for cuts, others in zip(one.cuts_, other.cuts_, strict=True):
        np.testing.assert_array_equal(cuts, others)
    np.testing.assert_allclose(one.predict_proba(X), other.predict_proba(X), rtol=1e-14)


@settings(max_examples=20)
@given(tables(), st.sampled_from([1e-9, 0.5, 1e9]))
def test_other_units_give_the_same_intervals(drawn, unit):
    X, y, _ = drawn
    numbers = X[["tenths", "number", "few"]]
    one, other = DiscretizedNaiveBayes().fit(numbers, y), DiscretizedNaiveBayes().fit(unit * numbers, y)
    assert [len(cuts) for cuts in one.cuts_] == [len(cuts) for cuts in other.cuts_]
    np.testing.assert_allclose(one.predict_proba(numbers), other.predict_proba(unit * numbers), rtol=1e-12)
