import pandas as pd
import pytest

from foldwise.data import Dataset, column_kind

DAYS = pd.to_datetime(["2024-02-28", "2024-02-29", None])


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (pd.Series([1, 2, 3]), "numeric"),
        (pd.Series([1.5, None, 3]), "numeric"),
        (pd.Series([1, None, 3], dtype="Int64"), "numeric"),
        (pd.Series([True, False, True]), "numeric"),
        (pd.Series([True, None, True], dtype="boolean"), "numeric"),
        (pd.Series([0.0, 0.0, 1.0], dtype="Sparse[float64]"), "numeric"),
        (pd.Series([1, 2, 3], dtype="category"), "nominal"),
        (pd.Series([True, False, True], dtype="category"), "nominal"),
        (pd.Series(["a", None, "c"]), "nominal"),
        (pd.Series(["a", None, "c"], dtype=object), "nominal"),
        (pd.Series([True, None, 1], dtype=object), "nominal"),
        (pd.Series(DAYS, dtype="category"), "nominal"),
        (pd.Series(DAYS), "date"),
        (pd.Series(DAYS.tz_localize("UTC")), "date"),
        (pd.Series(DAYS - DAYS[0]), "date"),
    ],
    ids=lambda value: str(value.dtype) if isinstance(value, pd.Series) else value,
)
def test_by_dtype(column, kind):
    assert column_kind(column) == kind


def test_a_dataset_counts_by_kind():
    """One bool and one number, one text, one date."""
    X = pd.DataFrame({"flag": [True, False, True], "size": [1, 2, 3], "colour": list("rgr"), "day": DAYS})
    dataset = Dataset(X, [1, 2, 3])
    assert dataset.nominal == ("colour",)
    assert "4 attributes (2 numeric, 1 nominal, 1 date)" in repr(dataset)
