"""Labels: sorted, or as declared."""

import numpy as np
import pandas as pd
import pytest

from foldwise.learners import C45, NearestNeighbor


def fitted(y):
    """A learner to which every row is its own nearest neighbour."""
    return NearestNeighbor().fit(np.arange(len(y))[:, np.newaxis], y)


@pytest.mark.parametrize(
    ("y", "classes", "codes"),
    [
        (["b", "a", "b"], ["a", "b"], [1, 0, 1]),
        (np.array([True, False]), [False, True], [1, 0]),
        ([10, -2, 10], [-2, 10], [1, 0, 1]),
        (np.array([3, 1], dtype=object), [1, 3], [1, 0]),
        (pd.Series(["b", "a"], index=[7, 5]), ["a", "b"], [1, 0]),
        (pd.Series([3, 1], dtype="Int64"), [1, 3], [1, 0]),
        (pd.Categorical(["b", "a", "b"], categories=["c", "b", "a"]), ["c", "b", "a"], [1, 2, 1]),
        (pd.Series(pd.Categorical([3, 1], categories=[3, 2, 1])), [3, 2, 1], [0, 2]),
        (pd.CategoricalIndex([True], categories=[True, False]), [True, False], [0]),
    ],
    ids=["texts", "bools", "ints", "objects", "Series", "nullable", "Categorical", "categorical Series", "Index"],
)
def test_classes_and_codes(y, classes, codes):
    learner = fitted(y)
    assert learner.declared_classes_.tolist() == classes
    assert learner.predict(np.arange(len(y))[:, np.newaxis]).tolist() == [classes[code] for code in codes]


def test_plain_arrays_are_not_looked_through_twice(monkeypatch):
    """What would look through them is not there."""
    monkeypatch.setattr("foldwise.learners._labels.column_or_1d", None)
    assert C45().fit(np.eye(2), np.array(["a", "b"])).classes_.tolist() == ["a", "b"]
    with pytest.raises(TypeError):
        C45().fit(np.eye(2), ["a", "b"])


def test_declared_texts_are_an_array_of_texts():
    """As those of a list are, so that classes compare alike however y came."""
    assert fitted(pd.Categorical(["yes"], categories=["yes", "no"])).declared_classes_.dtype == np.dtype("<U3")


TEXTS = ["b", "Z", "ä", "b", "a b", "Z", "ä", "a b", "b", "b"]


@pytest.mark.parametrize(
    "y",
    [np.array(TEXTS, dtype=object), pd.Series(TEXTS), pd.Series(TEXTS, dtype=object), pd.Series(TEXTS, dtype="string")],
    ids=["array", "Series", "Series of objects", "Series of strings"],
)
def test_texts_are_not_looked_through_twice(y, monkeypatch):
    """And are the same classes and codes as those of a list, which is."""
    listed = fitted(TEXTS)
    monkeypatch.setattr("foldwise.learners._labels.column_or_1d", None)
    learner = fitted(y)
    assert learner.classes_.tolist() == listed.classes_.tolist() == sorted(set(TEXTS))
    assert learner.predict(np.arange(10)[:, np.newaxis]).tolist() == TEXTS


@pytest.mark.parametrize(
    ("gap", "error"), [(None, "got a missing one"), (np.nan, "got a missing one"), (3, "one type")]
)
def test_what_is_no_text_among_texts_is_found(gap, error):
    y = np.array([*TEXTS, gap], dtype=object)
    with pytest.raises(ValueError, match=error):
        fitted(y)
    with pytest.raises(ValueError, match=error):
        fitted(pd.Series(y, dtype=object))


def test_many_classes_are_warned_of():
    y = np.array([f"class {number}" for number in range(30)], dtype=object)
    with pytest.warns(UserWarning, match="number of unique classes is greater than 50%"):
        fitted(y)
