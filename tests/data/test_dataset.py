import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from foldwise.data import Dataset

FRAME = pd.DataFrame(
    {
        "size": [1.0, np.nan, 3.0, 4.0],
        "colour": pd.Categorical(["red", "blue", None, "red"], categories=["red", "green", "blue"]),
        "word": ["a", "b", "a", None],
        "flag": [True, False, True, True],
    }
)


def test_what_it_says_of_a_frame():
    data = Dataset(FRAME, ["x", "y", "x", "x"], "toy")
    assert (data.n_examples, data.n_attributes, data.n_missing) == (4, 4, 3)
    assert data.feature_names == ("size", "colour", "word", "flag")
    assert data.nominal == ("colour", "word")
    assert repr(data) == (
        "Dataset('toy': 4 examples, 4 attributes (2 numeric, 2 nominal), 3 missing values, classes x, y)"
    )


def test_what_it_says_of_arrays():
    values = np.array([[1.0, np.nan], [np.nan, np.nan], [0.0, 2.0]])
    dense, csc = Dataset(values, [1.5, 2.5, 3.5]), Dataset(sparse.csc_array(values), [1.5, 2.5, 3.5])
    assert dense.feature_names == csc.feature_names == ("x0", "x1")
    assert dense.nominal == csc.nominal == ()
    assert dense.n_missing == csc.n_missing == 3
    assert dense.target_names is None
    assert "numeric target" in repr(dense)
    assert repr(Dataset(values, [1, 2, 1])).endswith("3 missing values, integer target)")


def test_x_is_kept_as_given_and_y_becomes_an_array():
    X = np.arange(6.0).reshape(3, 2)
    data = Dataset(X, pd.Series([3, 1, 2], index=[9, 8, 7]))
    assert data.X is X
    assert data.y.tolist() == [3, 1, 2]
    assert data.y.dtype == np.int64


@pytest.mark.parametrize(
    ("y", "labels", "dtype", "names"),
    [
        (["b", "a", "b"], ["b", "a", "b"], object, ("a", "b")),
        (np.array(["b", "a", "b"]), ["b", "a", "b"], object, ("a", "b")),
        (pd.Series(["b", "a", "b"], dtype="string"), ["b", "a", "b"], object, ("a", "b")),
        (pd.Categorical(["b", "a", "b"], categories=["c", "b", "a"]), ["b", "a", "b"], object, ("c", "b", "a")),
        (pd.Series([2, 1, 2], dtype="category"), [2, 1, 2], np.int64, ("1", "2")),
        (pd.Series([2, 1, 2], dtype="Int64"), [2, 1, 2], np.int64, None),
        ([True, False, True], [True, False, True], np.bool_, ("False", "True")),
        ([1, 2.5, 3], [1.0, 2.5, 3.0], np.float64, None),
        (np.array([[1], [2], [3]]), [1, 2, 3], np.int64, None),
        (pd.DataFrame({"t": [1.5, 2.5, 3.5]}), [1.5, 2.5, 3.5], np.float64, None),
        (np.array([1, 2, 3], dtype=object), [1, 2, 3], np.int64, None),
    ],
)
def test_targets_of_every_kind(y, labels, dtype, names):
    data = Dataset(np.zeros((3, 1)), y)
    assert data.y.shape == (3,)
    assert data.y.tolist() == labels
    assert data.y.dtype == dtype
    assert data.target_names == names


def test_declared_labels_may_never_occur_but_must_cover_those_that_do():
    X = np.zeros((3, 1))
    assert Dataset(X, ["a", "b", "a"], target_names=("b", "never", "a")).target_names == ("b", "never", "a")
    with pytest.raises(ValueError, match="not in target_names: 'b'"):
        Dataset(X, ["a", "b", "a"], target_names=("a",))
    with pytest.raises(ValueError, match="must not repeat"):
        Dataset(X, ["a", "a", "a"], target_names=("a", "a"))


def test_frame_puts_the_target_last():
    data = Dataset(FRAME.set_axis([4, 5, 6, 7]), ["x", "y", "x", "x"], target_names=("y", "x", "z"), target="answer")
    frame = data.frame()
    assert list(frame.columns) == ["size", "colour", "word", "flag", "answer"]
    assert frame.index.tolist() == [0, 1, 2, 3]
    assert frame["answer"].tolist() == ["x", "y", "x", "x"]
    assert frame["answer"].cat.categories.tolist() == ["y", "x", "z"]


def test_frame_of_arrays_and_a_taken_name():
    values = np.array([[0.0, 1.0], [2.0, 0.0]])
    assert Dataset(sparse.csr_matrix(values), [1, 2]).frame().to_numpy().tolist() == [[0, 1, 1], [2, 0, 2]]
    taken = pd.DataFrame({"class": [1.0, 2.0], "class_": [3.0, 4.0]})
    assert list(Dataset(taken, [1, 2]).frame().columns) == ["class", "class_", "class__"]


def test_it_is_frozen():
    data = Dataset(np.zeros((3, 1)), [1, 2, 3])
    with pytest.raises(AttributeError):
        data.name = "other"


@pytest.mark.parametrize("name", ["../../etc/passwd", "naïve données ☃", "a\nb", ""])
def test_names_do_not_matter(name):
    data = Dataset(np.zeros((3, 1)), [1, 2, 3], name)
    assert data.fingerprint == Dataset(np.zeros((3, 1)), [1, 2, 3]).fingerprint
    assert "\n" not in repr(data)


@pytest.mark.parametrize("kind", [list, lambda y: np.array(y, dtype=object), lambda y: pd.Series(y, dtype=object)])
def test_labels_beyond_63_bits_stay_what_they_are(kind):
    big = [2**63, 2**63 + 1, 7]
    y = Dataset(np.eye(3), kind(big)).y
    assert y.dtype == np.uint64
    assert y.tolist() == big
    assert Dataset(np.eye(3), kind([-(2**63), 2**63 - 1, 0])).y.dtype == np.int64


@pytest.mark.parametrize("big", [[2**63, -1, 0], [2**64, 0, 1], [10**5000, 0, 1]])
def test_whole_numbers_beyond_64_bits_are_refused(big):
    with pytest.raises(ValueError, match=r"^y holds whole numbers that 64 bits cannot hold. Pass labels as texts"):
        Dataset(np.eye(3), big)
