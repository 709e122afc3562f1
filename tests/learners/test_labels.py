"""Labels: sorted, or as declared."""

import numpy as np
import pandas as pd
import pytest

from foldwise.learners._labels import as_labels, encode_labels


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
    found, places = encode_labels(as_labels(y))
    assert found.tolist() == classes
    assert places.tolist() == codes
    assert places.dtype == np.int32


def test_plain_arrays_are_not_looked_through_twice():
    y = np.array(["a", "b"])
    assert as_labels(y) is y


def test_declared_texts_are_an_array_of_texts():
    """As those of a list are, so that classes compare alike however y came."""
    assert encode_labels(pd.Categorical(["yes"], categories=["yes", "no"]))[0].dtype == np.dtype("<U3")
