"""Columns of objects, read by what they hold."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from foldwise.data import Dataset


def read_objects(column):
    """Return the column as a Dataset has it."""
    return Dataset(column.to_frame(), range(len(column))).X.iloc[:, 0]


@pytest.mark.parametrize(
    ("values", "read"),
    [
        ([1, 2, 3], [1, 2, 3]),
        ([1, 2.5, None], [1.0, 2.5, np.nan]),
        ([1, pd.NA, np.nan], [1.0, np.nan, np.nan]),
        ([Decimal("0.5"), Decimal("NaN"), 2], [0.5, np.nan, 2.0]),
        ([Fraction(1, 4), np.float32(0.5), 1], [0.25, 0.5, 1.0]),
        ([True, False, None], [1.0, 0.0, np.nan]),
        ([True, np.bool_(False), 2], [1.0, 0.0, 2.0]),
        ([2**70, 1, 2], [2.0**70, 1.0, 2.0]),
    ],
)
def test_numbers_of_all_kinds_are_numbers(values, read):
    found = read_objects(pd.Series(values, dtype=object, index=[5, 6, 7], name="a"))
    pd.testing.assert_series_equal(found, pd.Series(read, index=[5, 6, 7], name="a"))


def test_bools_and_dates_keep_their_kind():
    assert read_objects(pd.Series([True, False], dtype=object)).dtype == bool
    assert read_objects(pd.Series([pd.Timestamp("2020-01-01"), None], dtype=object)).dtype.kind == "M"


@pytest.mark.parametrize(
    "column",
    [
        pd.Series(["1", "2", None], dtype=object),
        pd.Series([None, None], dtype=object),
        pd.Series([[1], [2]], dtype=object),
        pd.Series([1.0, None]),
        pd.Series([1, None], dtype="Int64"),
        pd.Series([1, 2], dtype="category"),
    ],
)
def test_anything_else_stays_as_it_is(column):
    frame = column.to_frame()
    assert Dataset(frame, range(len(frame))).X is frame


def test_decimals_of_arrow_are_numbers():
    pa = pytest.importorskip("pyarrow")
    column = pd.Series([Decimal("0.5"), None], dtype=pd.ArrowDtype(pa.decimal128(3, 1)))
    np.testing.assert_array_equal(read_objects(column).to_numpy(), [0.5, np.nan])
    assert read_objects(column).dtype == np.float64


def test_numbers_that_no_float_can_hold_are_refused():
    with pytest.raises(ValueError, match=r"Column 'a' holds a number beyond 1e308"):
        read_objects(pd.Series([10**400, 1, None], dtype=object, name="a"))
