"""Rows that are handed out share no memory with the table they come from; categories as text."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.preprocessing import StandardScaler

from foldwise.runs._prepare import _as_text, copy_table, take_rows

ROWS = {"some": np.array([0, 2, 5]), "a range": np.arange(1, 4), "the first": np.arange(3), "all": np.arange(6)}


def numbers():
    return np.arange(12.0).reshape(6, 2)


def parts(table):
    """The arrays that hold the values of a table."""
    if isinstance(table, np.ndarray):
        return [table]
    if sp.issparse(table):
        return [table.data, table.indices]
    return [_values(table[name].array) for name in table]


def _values(column):
    if isinstance(column, pd.Categorical):
        return column._codes
    if isinstance(column, pd.arrays.SparseArray):
        return column.sp_values
    return column._data if isinstance(column, pd.arrays.IntegerArray) else column._ndarray


def frame():
    return pd.DataFrame(numbers(), columns=["a", "b"]).assign(
        whole=np.arange(6),
        colour=pd.Categorical(list("rgbrgb")),
        missing=pd.array([1, 2, None, 4, 5, 6], dtype="Int64"),
        few=pd.arrays.SparseArray([0.0, 0.0, 1.0, 0.0, 2.0, 3.0]),
        day=pd.date_range("2020-01-01", periods=6),
    )


TABLES = [numbers, lambda: pd.DataFrame(numbers()), frame, lambda: sp.csr_array(numbers())]


@pytest.mark.parametrize("make", TABLES)
@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_rows_are_copies(make, rows):
    table = make()
    taken = take_rows(table, rows)
    assert taken.shape == (len(rows), table.shape[1])
    for ours, theirs in zip(parts(table), parts(taken), strict=True):
        assert not np.shares_memory(ours, theirs)


@pytest.mark.parametrize("make", TABLES)
def test_whole_tables_are_copies(make):
    table = make()
    for ours, theirs in zip(parts(table), parts(copy_table(table)), strict=True):
        assert not np.shares_memory(ours, theirs)


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_a_transformer_in_place_does_not_reach_a_frame(rows):
    """scikit-learn makes the memory of a DataFrame writeable; pandas takes all rows in their order without a copy."""
    X = pd.DataFrame(numbers(), columns=["a", "b"])
    StandardScaler(copy=False).fit_transform(take_rows(X, rows))
    assert (X.to_numpy() == numbers()).all()


def test_what_was_read_from_a_file_becomes_an_ordinary_array(tmp_path):
    np.save(tmp_path / "X.npy", numbers())
    copied = copy_table(np.load(tmp_path / "X.npy", mmap_mode="r"))
    assert type(copied) is np.ndarray
    assert copied.flags.writeable


def test_categories_written_as_text():
    """Each value by itself: 1, 1.0 and True stay apart, gaps of all kinds are NaN, and names may repeat."""
    X = pd.concat(
        [
            pd.Series(pd.Categorical([1, 2, None, 1]), name="a"),
            pd.Series(pd.Categorical([1.0, None, 0.5, 2.0]), name="a"),
            pd.Series([True, 1, 1.0, None], dtype=object),
            pd.Series(["x", None, "", "nan"], dtype=object),
            pd.Series(pd.array([True, None, False, True], dtype="boolean")),
            pd.Series(pd.array(["x", pd.NA, "y", "x"], dtype="string")),
        ],
        axis=1,
    )
    texts = _as_text(X)
    assert texts.dtype == object
    assert pd.DataFrame(texts).fillna("?").T.to_numpy().tolist() == [
        ["1", "2", "?", "1"],
        ["1.0", "?", "0.5", "2.0"],
        ["True", "1", "1.0", "?"],
        ["x", "?", "", "nan"],
        ["True", "?", "False", "True"],
        ["x", "?", "y", "x"],
    ]
    assert all(type(text) is float and np.isnan(text) for text in texts[pd.isna(texts)])
