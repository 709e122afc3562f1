"""Naive Bayes by hand, by Weka, and by what must not matter."""

import math
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm
from sklearn.base import clone

from foldwise.learners import NaiveBayes

COLOURS = ["red", "green", "blue"]


@pytest.fixture(scope="module")
def table():
    """Six training rows and five others; the class `a never` is declared only, first in the order of the alphabet."""
    colour = ["red", "red", "green", "blue", None, "green", "red", "green", "blue", None, None]
    size = [1, 1.5, math.nan, 4, 3.25, 4, 2, 4.5, 9, 1, math.nan]
    X = pd.DataFrame({"colour": pd.Categorical(colour, categories=COLOURS), "size": size})
    y = pd.Categorical(["yes"] * 3 + ["no"] * 3, categories=["yes", "no", "a never"])
    return X[:6], y, X[6:]


@pytest.fixture(scope="module")
def learner(table):
    X, y, _ = table
    return NaiveBayes().fit(X, y, sample_weight=[1, 2, 1, 1, 0.5, 1])


# Numbers are given in declared order, the learner has its classes sorted: a never, no, yes.
SORTED = [2, 1, 0]


def test_parameters_by_hand(learner):
    """Weights: yes 4, no 2.5. The sizes 1, 1.5, 3.25, 4 have gaps .5, 1.75, .75, mean 1: they count as 1, 2, 3, 4."""
    np.testing.assert_allclose(learner.class_prior_, np.array([5, 3.5, 1])[SORTED] / 9.5)
    assert learner.precision_[1] == 1
    np.testing.assert_allclose(learner.means_[SORTED, 1], [5 / 3, 9.5 / 2.5, 0])
    np.testing.assert_allclose(learner.sds_[SORTED, 1], [math.sqrt(2) / 3, 0.4, 1 / 6])
    counts = learner.value_probabilities_[0]
    np.testing.assert_allclose(counts[SORTED], [[4 / 7, 2 / 7, 1 / 7], [1 / 5, 2 / 5, 2 / 5], [1 / 3] * 3])
    assert learner.value_probabilities_[1] is None
    for numbers in (learner.precision_[:1], learner.means_[:, 0], learner.sds_[:, 0]):
        assert np.isnan(numbers).all()


def test_probabilities_of_weka(table, learner):
    """Printed by Weka 3.9.7 for the same table. In the third row even the class without examples has a share."""
    expected = [
        [0.9997642868678993, 0.00023571313210071906, 1.945239952740074e-76],
        [7.000168165893266e-05, 0.9999299983183411, 3.246613815622785e-76],
        [0.29182879377431903, 0.5719844357976653, 0.13618677042801558],
        [0.9992404323168278, 8.787693028163346e-09, 0.0007595588954791463],
        [0.5263157894736843, 0.368421052631579, 0.10526315789473685],
    ]
    np.testing.assert_allclose(learner.predict_proba(table[2])[:, SORTED], expected, rtol=1e-11)
    assert learner.predict(table[2]).tolist() == ["yes", "no", "no", "yes", "yes"]


def test_probabilities_by_hand(table, learner):
    """Blue, and 2.2 which lies in the bin from 1.5 to 2.5; 1e-75 is the least density."""
    odds = [
        prior * blue * max(norm.cdf(2.5, mean, sd) - norm.cdf(1.5, mean, sd), 1e-75)
        for prior, blue, mean, sd in ((5, 1 / 7, 5 / 3, math.sqrt(2) / 3), (3.5, 2 / 5, 3.8, 0.4), (1, 1 / 3, 0, 1 / 6))
    ]
    query = pd.DataFrame({"colour": pd.Categorical(["blue"]), "size": [2.2]})
    np.testing.assert_allclose(learner.predict_proba(query)[0, SORTED], np.array(odds) / sum(odds), rtol=1e-11)


def test_an_unused_class_can_win():
    """All values lie far from zero but the query: there the class without examples has its default density."""
    y = pd.Categorical(["a", "b"] * 10, categories=["a", "b", "c"])
    X = np.linspace(1000, 1001, 20)[:, np.newaxis]
    assert NaiveBayes().fit(X, y).predict([[0.0], [1000.0]]).tolist() == ["c", "a"]


def test_far_above_and_far_below():
    """Nine deviations above the mean nothing is left of a density, nine below it something is (as in Weka)."""
    X = np.concatenate([np.linspace(-1, 1, 201), np.linspace(19, 21, 201)])[:, np.newaxis]
    y = np.repeat(["left", "right"], 201)
    between = NaiveBayes().fit(X, y).predict_proba([[10.0]])[0]
    # The middle is 17 deviations from both.
    assert between[1] > 1 - 1e-6


def test_missing_and_unseen_values_say_nothing(table, learner):
    query = pd.DataFrame({"colour": ["violet", None], "size": [math.nan, math.nan]})
    np.testing.assert_allclose(learner.predict_proba(query), np.tile(learner.class_prior_, (2, 1)))


def test_all_missing_column_changes_nothing(table):
    X, y, queries = table
    with_hole = NaiveBayes().fit(X.assign(hole=np.nan), y)
    without = NaiveBayes().fit(X, y)
    assert with_hole.precision_[2] == 0.01
    np.testing.assert_array_equal(with_hole.predict_proba(queries.assign(hole=np.nan)), without.predict_proba(queries))


@pytest.mark.parametrize("value", [0.0, 7.5, -1e6, 1e300])
def test_constant_column_changes_nothing(value):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 2)), np.arange(30) % 3
    wider = np.column_stack([X, np.full(30, value)])
    np.testing.assert_allclose(
        NaiveBayes().fit(wider, y).predict_proba(wider), NaiveBayes().fit(X, y).predict_proba(X), rtol=1e-12
    )


def test_one_class():
    learner = NaiveBayes().fit([[1.0], [2.0]], ["only", "only"])
    assert learner.predict_proba([[5.0], [math.nan]]).tolist() == [[1.0], [1.0]]
    assert learner.predict([[5.0]]).tolist() == ["only"]


def test_first_of_equally_probable_classes():
    X = np.array([[0.0], [0.0]])
    assert NaiveBayes().fit(X, ["b", "a"]).predict(X).tolist() == ["a", "a"]
    declared = pd.Categorical(["b", "a"], categories=["b", "a"])
    assert NaiveBayes().fit(X, declared).predict(X).tolist() == ["b", "b"]


def test_nominal_columns_of_an_array(table):
    X, y, _ = table
    codes = np.column_stack([X["colour"].cat.codes.where(X["colour"].notna()), X["size"]])
    expected = NaiveBayes().fit(X, y).value_probabilities_[0]
    found = NaiveBayes(categorical_features=[0]).fit(codes, y).value_probabilities_[0]
    np.testing.assert_allclose(found, expected)


def test_pickle_and_clone(table, learner):
    again = pickle.loads(pickle.dumps(learner))
    assert again.predict_proba(table[2]).tobytes() == learner.predict_proba(table[2]).tobytes()
    other = clone(NaiveBayes(categorical_features=["colour"]))
    assert other.get_params() == {"categorical_features": ["colour"]}
    assert not hasattr(other, "means_")


@st.composite
def tables(draw):
    """Numbers with many repetitions, nominal columns, gaps."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n, k = draw(st.integers(2, 30)), draw(st.integers(2, 4))
    y = rng.integers(0, k, n)
    X = pd.DataFrame(
        {
            "tenths": np.round(rng.normal(y, 1), 1),
            "number": rng.normal(size=n),
            "nominal": pd.Categorical.from_codes(rng.integers(0, 3, n), list("abc")),
            "thousands": 1e3 * rng.integers(0, 5, n),
        }
    )
    for name in X:
        X.loc[rng.random(n) < 0.2, name] = None
    return X, pd.Categorical.from_codes(y, list("uvwx")[:k]), rng


@settings(max_examples=20)
@given(tables())
def test_probabilities_sum_to_one(drawn):
    X, y, _ = drawn
    out = NaiveBayes().fit(X, y).predict_proba(X)
    assert (out >= 0).all()
    np.testing.assert_allclose(out.sum(axis=1), 1, rtol=1e-14)


@settings(max_examples=20)
@given(tables())
def test_a_doubled_row_is_a_row_of_weight_two(drawn):
    X, y, rng = drawn
    times = rng.integers(1, 4, len(X))
    copies = np.repeat(np.arange(len(X)), times)
    weighted = NaiveBayes().fit(X, y, sample_weight=times).predict_proba(X)
    repeated = NaiveBayes().fit(X.iloc[copies], y[copies]).predict_proba(X)
    np.testing.assert_allclose(weighted, repeated, rtol=1e-12)


@settings(max_examples=20)
@given(tables())
def test_order_of_rows_does_not_matter(drawn):
    X, y, rng = drawn
    order = rng.permutation(len(X))
    one, other = NaiveBayes().fit(X, y), NaiveBayes().fit(X.iloc[order], y[order])
    assert one.predict_proba(X).tobytes() == other.predict_proba(X).tobytes()


@settings(max_examples=20)
@given(tables())
def test_order_of_attributes_does_not_matter(drawn):
    X, y, rng = drawn
    names = rng.permutation(X.columns)
    one, other = NaiveBayes().fit(X, y), NaiveBayes().fit(X[names], y)
    np.testing.assert_allclose(one.predict_proba(X), other.predict_proba(X[names]), rtol=1e-12)


@settings(max_examples=20)
@given(tables())
def test_declared_order_of_classes_changes_nothing_but_ties(drawn):
    X, y, rng = drawn
    order = rng.permutation(len(y.categories))
    one, other = NaiveBayes().fit(X, y), NaiveBayes().fit(X, y.reorder_categories(y.categories[order]))
    assert other.declared_classes_.tolist() == one.classes_[order].tolist()
    np.testing.assert_allclose(one.predict_proba(X), other.predict_proba(X), rtol=1e-14)


def test_a_spread_too_small_to_be_believed_is_not_taken():
    """Steps of 1e-11: every deviation is below 1e-10, where the sixth of a step stays (as in Weka)."""
    X = np.array([0.0, 1e-11, 2e-11, 3e-11, 4e-11, 5e-11])[:, np.newaxis]
    learner = NaiveBayes().fit(X, ["a", "a", "a", "b", "b", "b"])
    np.testing.assert_allclose(learner.precision_, 1e-11)
    np.testing.assert_allclose(learner.sds_, 1e-11 / 6)
