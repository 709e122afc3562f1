import datetime

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from foldwise.data import Dataset, as_dataset

X = np.arange(8.0).reshape(4, 2)
Y = ["a", "b", "a", "b"]


def refused(error, match, *args):
    with pytest.raises(error, match=match) as caught:
        as_dataset(*args)
    assert "\n" not in str(caught.value)


def test_a_dataset_passes_and_x_is_not_copied():
    data = Dataset(X, Y, "own")
    assert as_dataset(data) is data
    assert as_dataset(X, Y, name="mine").X is X
    assert as_dataset(X, Y, name="mine").name == "mine"


def test_a_users_frame_keeps_its_dtypes():
    frame = pd.DataFrame({"t": ["u", "v", "u", "v"], "f": np.float32([1, 2, 3, 4])})
    assert as_dataset(frame, Y).X is frame


def test_rows_in_lists():
    assert as_dataset([[1, 2], [3, 4], [5, 6]], [0, 1, 0]).X.tolist() == [[1, 2], [3, 4], [5, 6]]
    mixed = as_dataset([["u", 1], ["v", 2], ["u", 3]], [0, 1, 0])
    assert mixed.nominal == ("x0",)
    assert mixed.X["x1"].tolist() == [1, 2, 3]


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_matrix, sparse.coo_array, sparse.dok_matrix])
def test_sparse_becomes_rows(kind):
    kept = as_dataset(kind(X), Y).X
    assert kept.format == "csr"
    assert (kept.toarray() == kind(X).toarray()).all()


@pytest.mark.parametrize(
    ("table", "match"),
    [
        (np.arange(4), r"2-D, got shape \(4,\).*reshape"),
        (np.zeros((4, 2, 2)), r"2-D, got shape \(4, 2, 2\)"),
        (pd.Series([1, 2, 3, 4]), "to_frame"),
        ([[1, 2], [3]], "unequal lengths"),
        (np.zeros((4, 0)), "no columns"),
        (pd.DataFrame(index=range(4)), "no columns"),
        (np.zeros((3, 2)), "X has 3 rows and y has 4"),
        (pd.DataFrame([[1, 2]] * 4, columns=["a", "a"]), "distinct, got more than one 'a'"),
        (pd.DataFrame([[1, 2]] * 4, columns=[1, "1"]), "distinct, got more than one '1'"),
        (pd.DataFrame({"a": [None] * 4, "b": [1] * 4, "c": [np.nan] * 4}), "empty columns: 'a', 'c'; drop them"),
        (np.array([[1.0, np.nan]] * 4), "empty columns: 'x1'; drop them"),
    ],
)
def test_bad_tables(table, match):
    refused(ValueError, match, table, Y)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_too_few_examples(n):
    refused(ValueError, f"At least 3 examples are needed, got {n}", X[:n], Y[:n])
    refused(ValueError, f"At least 3 examples are needed, got {n}", Dataset(X[:n], Y[:n]))


@pytest.mark.parametrize(
    ("y", "match"),
    [
        (["a", None, "b", None], "2 missing values, the first in row 1"),
        ([1.0, 2.0, np.nan, 3.0], "a missing value, the first in row 2"),
        (pd.array([1, 2, None, 3], dtype="Int64"), "a missing value, the first in row 2"),
        (pd.Series(["a", "b", pd.NA, "a"], dtype="string"), "a missing value, the first in row 2"),
        (pd.Categorical(["a", None, "b", "a"]), "a missing value, the first in row 1"),
        ([True, False, pd.NaT, True], "a missing value, the first in row 2"),
        ([None] * 4, "4 missing values, the first in row 0"),
        ([1.0, np.inf, 2.0, -np.inf], "finite, got inf in row 1"),
        (np.ones((4, 2, 1)), r"one column, got shape \(4, 2, 1\)"),
        (pd.DataFrame({"a": [1] * 4, "b": [2] * 4}), "got 2 columns: 'a', 'b'"),
        ([[1], [2], [3, 4], [5]], "got several in each .multi-label data."),
    ],
)
def test_bad_targets(y, match):
    refused((ValueError, TypeError), match, X, y)


@pytest.mark.parametrize(
    ("y", "match"),
    [
        ([1, "1", 2, "2"], "mixes values of types int, str"),
        ([True, 1, "a", None], "mixes values of types bool, int, str"),
        (pd.date_range("2024-01-01", periods=4), "datetime64"),
        (np.arange(4).astype("timedelta64[s]"), "timedelta64"),
        ([datetime.date(2024, 1, day) for day in (1, 2, 3, 4)], "type date"),
        (np.arange(4) * 1j, "complex128"),
        ([1j, 2j, 3j, 4j], "complex"),
        (sparse.csr_array(np.ones((4, 1))), "sparse"),
        ("abcd", "got str"),
        (3, "got int"),
    ],
)
def test_targets_of_the_wrong_type(y, match):
    refused(TypeError, match, X, y)


def test_what_is_not_a_table():
    refused(TypeError, "y is missing", X)
    refused(TypeError, "has its own", Dataset(X, Y), Y)
    refused(TypeError, r"foldwise.data.load\('iris'\)", "iris", Y)
    refused(TypeError, "complex128", X * 1j, Y)


def test_one_class_is_for_others_to_judge():
    assert as_dataset(X, ["a"] * 4).target_names == ("a",)
