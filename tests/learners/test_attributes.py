"""Tables as numbers: codes in declared order, NaN for what is missing or was never declared."""

import numpy as np
import pandas as pd
import pytest

from foldwise.learners import NaiveBayes, NearestNeighbor

NAN = np.nan


def known(X, categorical_features="from_dtype"):
    """What a learner knows of the columns of a table once it is fitted to it."""
    learner = NaiveBayes(categorical_features=categorical_features)
    return learner.fit(X, np.arange(len(X)) % 2).attributes_


@pytest.fixture
def table():
    return pd.DataFrame(
        {
            "grade": pd.Categorical(["low", None, "high"], categories=["low", "mid", "high"]),
            "word": ["b", "a", None],
            "on": [True, False, True],
            "count": pd.array([1, None, 3], dtype="Int64"),
            "size": [0.5, NAN, 2.5],
        }
    )


def test_codes_follow_declared_or_sorted_order(table):
    attributes = known(table)
    assert attributes.names == ("grade", "word", "on", "count", "size")
    assert [None if values is None else values.tolist() for values in attributes.categories] == [
        ["low", "mid", "high"],
        ["a", "b"],
        None,
        None,
        None,
    ]
    assert attributes.n_values.tolist() == [3, 2, 0, 0, 0]
    assert attributes.n_values.dtype == np.int32
    numbers = attributes.encode(table)
    np.testing.assert_array_equal(numbers, [[0, 1, 1, 1, 0.5], [NAN, 0, 0, NAN, NAN], [2, NAN, 1, 3, 2.5]])
    assert numbers.dtype == np.float64
    assert numbers.flags.c_contiguous


@pytest.mark.parametrize(
    "values",
    [
        pd.Categorical(["high", "new", None, "low"], categories=["new", "high", "low"]),
        pd.Series(["high", "new", None, "low"], dtype=object),
        pd.Series(["high", "new", None, "low"], dtype="str"),
    ],
    ids=["category", "object", "str"],
)
def test_labels_are_looked_up(values):
    attributes = known(pd.DataFrame({"grade": pd.Categorical(["mid"], categories=["low", "mid", "high"])}))
    np.testing.assert_array_equal(attributes.encode(pd.DataFrame({"grade": values}))[:, 0], [2, NAN, NAN, 0])


def test_numbers_may_be_categories():
    """1 and 1.0 are the same value, '1' is another."""
    X = pd.DataFrame({"a": pd.Categorical([3, 1, 3])})
    attributes = known(X)
    np.testing.assert_array_equal(attributes.encode(X)[:, 0], [1, 0, 1])
    np.testing.assert_array_equal(attributes.encode(pd.DataFrame({"a": [1.0, 3.0, 2.0]}))[:, 0], [0, 1, NAN])
    np.testing.assert_array_equal(attributes.encode(pd.DataFrame({"a": ["1", "3"]}))[:, 0], [NAN, NAN])


def test_a_column_without_any_value_has_no_values():
    """The kernels then see a numeric column, all of it missing, which says the same."""
    X = pd.DataFrame({"a": pd.Series([None, None], dtype=object), "b": pd.Categorical([None, None])})
    attributes = known(X)
    assert attributes.n_values.tolist() == [0, 0]
    assert np.isnan(attributes.encode(pd.DataFrame({"a": ["x"], "b": ["y"]}))).all()


def test_an_array_has_numbers_unless_told():
    X = np.array([[5.0, 1.0], [7.0, NAN], [5.0, 2.0]])
    assert known(X).n_values.tolist() == [0, 0]
    chosen = known(X, [0])
    assert chosen.names == ("x0", "x1")
    assert chosen.n_values.tolist() == [2, 0]
    np.testing.assert_array_equal(chosen.encode(X), [[0, 1], [1, NAN], [0, 2]])
    np.testing.assert_array_equal(chosen.encode(np.array([[6.0, 9.0]])), [[NAN, 9]])


def test_an_array_of_numbers_is_not_copied():
    X = np.eye(3)
    assert known(X).encode(X) is X
    assert known(X, None).encode(X) is X


def test_columns_of_objects_have_the_type_of_their_values():
    X = np.array([["b", 1, True, None], ["a", None, False, 2.5]], dtype=object)
    attributes = known(X)
    assert attributes.n_values.tolist() == [2, 0, 0, 0]
    np.testing.assert_array_equal(attributes.encode(X), [[1, 1, 1, NAN], [0, NAN, 0, 2.5]])


@pytest.mark.parametrize(
    ("rows", "n_values", "least"),
    [
        ([[1, 2], [3, 4]], [0, 0], [1, 2]),
        ([["1", "2.5"]], [0, 0], [1, 2.5]),
        (np.array([[1, None]], dtype=object), [0, 0], [1, np.inf]),
        ([["a", 1.5]], [1, 0], [0, 1.5]),
    ],
    ids=["numbers", "numbers as text", "a gap", "words"],
)
def test_rows_become_numbers_where_they_can(rows, n_values, least):
    """The least known value of a column; codes of words begin at 0."""
    learner = NearestNeighbor().fit(rows, np.arange(len(rows)))
    assert learner.attributes_.n_values.tolist() == n_values
    assert learner.low_.tolist() == least


def test_names_that_are_no_texts_are_written_as_text():
    X = pd.DataFrame(np.eye(2), columns=[10, 20])
    assert known(X, [1]).names == ("10", "20")
    assert known(X, [1]).n_values.tolist() == [0, 2]
    assert known(X, ["10"]).n_values.tolist() == [2, 0]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (["x", "y"], r"column 'a' is taken for a numeric one .*could not convert string to float: 'x'"),
        (pd.date_range("2024", periods=2), r"they are datetime64"),
        (pd.Categorical(["x", "y"]), r"column 'a' is taken for a numeric one"),
        ([1j, 2j], r"they are complex128"),
    ],
    ids=["words", "dates", "categories", "complex"],
)
@pytest.mark.parametrize("other", [[1.0, 2.0], ["u", "v"]], ids=["all numeric", "one nominal"])
def test_a_numeric_column_that_is_none_later(values, words, other):
    learner = NaiveBayes().fit(pd.DataFrame({"a": [1.0, 2.0], "b": other}), [0, 1])
    with pytest.raises(ValueError, match=words):
        learner.predict(pd.DataFrame({"a": values, "b": other}))


def test_columns_are_the_same_without_the_short_cut(table, monkeypatch):
    """pandas does not promise the arrays of all columns at once."""
    attributes = known(table)
    quick = attributes.encode(table)
    monkeypatch.setattr(pd.DataFrame, "_iter_column_arrays", None)
    slow = known(table)
    assert slow.n_values.tolist() == attributes.n_values.tolist()
    np.testing.assert_array_equal(slow.encode(table), quick)
