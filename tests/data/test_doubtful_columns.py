import numpy as np
import pandas as pd
import pytest

from foldwise.data import Dataset, doubtful_columns, doubts_in_words, load, read_csv

TWELVE = [f"p{i}" for i in range(12)]


@pytest.mark.parametrize(
    ("values", "looks_like"),
    [
        (TWELVE, "identifier"),
        (pd.Categorical(TWELVE), "identifier"),
        ([*TWELVE[:10], None, None], "identifier"),
        ([*TWELVE[:11], "p0"], None),
        ([*TWELVE[:9], None, None, None], None),
        ([f"2024-01-{day:02}" for day in range(1, 13)], "dates"),
        (["2024-01-01", None] * 6, "dates"),
        (["2024-01-01T12:30:00Z", "2024-01-01 12:30"] * 6, "dates"),
        (["2024-01-01", "unknown"] * 6, None),
        (["01-2024", "02-2024"] * 6, None),
        (["03/04/2021", "25/04/2021"] * 6, "day-first dates"),
        (["3.4.2021", "25.4.2021 10:30"] * 6, "day-first dates"),
        (["03/04/2021", "04/25/2021"] * 6, "month-first dates"),
        (["03/04/2021", "05/12/2021"] * 6, "dates, day or month first"),
        (["25/04/2021", "04/25/2021"] * 6, None),
        (["03/04-2021", "05/12-2021"] * 6, None),
        (["1.2.10", "1.3.11"] * 6, None),
        (["00/04/2021", "05/12/2021"] * 6, None),
        (np.arange(12.0), None),
        (pd.date_range("2024-01-01", periods=12), None),
        ([None] * 12, None),
    ],
)
def test_one_column(values, looks_like):
    dataset = Dataset(pd.DataFrame({"x": values}), range(12))
    assert doubtful_columns(dataset) == ({} if looks_like is None else {"x": looks_like})


def test_dates_with_the_year_last_are_told_in_one_line():
    days = ["03/04/2021", "25/04/2021"] * 6
    assert doubts_in_words(Dataset(pd.DataFrame({"day": days}), range(12), "visits")) == (
        "visits: taken as categories: 'day' (day-first dates?). Drop identifiers, and turn dates into numbers "
        "(say which comes first: pandas.to_datetime(column, dayfirst=True), or False)."
    )


def test_an_array_has_none():
    assert doubtful_columns(Dataset(np.arange(40.0).reshape(20, 2), range(20))) == {}


def test_honest_categories_have_none():
    assert doubtful_columns(load("tic-tac-toe")) == {}


def test_a_csv_file_is_read_as_it_is(write):
    """Nothing is parsed or dropped: both columns stay categories, whose labels are the cells."""
    rows = [f"{name},2024-01-{i + 1:02},{'ab'[i % 2]}" for i, name in enumerate(TWELVE)]
    dataset = read_csv(write("visits.csv", "\n".join(["patient,day,class", *rows])))
    assert doubtful_columns(dataset) == {"patient": "identifier", "day": "dates"}
    assert dataset.nominal == ("patient", "day")
    assert dataset.X["day"].tolist()[0] == "2024-01-01"
