"""Every learner gets one reading of a table."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from foldwise.data import Dataset, as_dataset

Y = ["a", "b", "a", "b"]


def test_a_dataset_knows_numbers_among_objects():
    frame = pd.DataFrame({"d": [Decimal(1), None, Decimal(3), Decimal(4)], "t": list("uvuv")}, dtype=object)
    before = frame.copy()
    data = Dataset(frame, Y)
    assert data.nominal == ("t",)
    assert data.X["d"].tolist()[::2] == [1.0, 3.0]
    assert data.X["d"].dtype == np.float64
    pd.testing.assert_frame_equal(frame, before)
    assert as_dataset(data) is data


def test_how_numbers_are_held_makes_no_other_dataset():
    plain = pd.DataFrame({"a": [0.5, 1.5, 2.5, np.nan]})
    for held in (plain.astype(object), plain.map(lambda value: None if np.isnan(value) else Decimal(str(value)))):
        assert Dataset(held, Y).fingerprint == Dataset(plain, Y).fingerprint


def test_numbers_beside_texts_are_texts():
    """1 and '1' are one value, 1.0 is another, to every learner."""
    data = Dataset(pd.DataFrame({"m": [1, "1", 1.0, None]}, dtype=object), Y)
    assert data.X["m"].tolist()[:3] == ["1", "1", "1.0"]
    assert data.n_missing == 1


def test_other_objects_are_left_alone():
    frame = pd.DataFrame({"o": pd.Series([(1, 2), [3], "a", 4.0], dtype=object), "f": [1.0, 2.0, 3.0, 4.0]})
    assert Dataset(frame, Y).X is frame


@pytest.mark.parametrize("kind", [lambda rows: np.array(rows, dtype=object), list], ids=["array", "list"])
def test_rows_of_numbers_are_an_array_of_numbers(kind):
    data = as_dataset(kind([[Decimal("0.5"), 1], [None, 2], [1.5, True], [2, 4]]), Y)
    np.testing.assert_array_equal(data.X, [[0.5, 1], [np.nan, 2], [1.5, 1], [2, 4]])
    assert data.X.dtype == np.float64


def test_complex_columns_are_refused():
    with pytest.raises(TypeError, match=r"got complex numbers in 'c'\. Make two columns"):
        as_dataset(pd.DataFrame({"c": [1j, 2j, 3j, 4j], "f": [1.0, 2.0, 3.0, 4.0]}), Y)
