import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from foldwise.data import Dataset

ROWS = np.array([[1.0, 2.0], [np.nan, 0.0], [1.0, 2.0], [3.0, 0.0], [np.nan, -0.0], [1.0, 2.0], [0.0, np.nan]])
GROUPS = [0, 1, 0, -1, 1, 0, -1]


@pytest.mark.parametrize(
    "X",
    [
        ROWS,
        np.asfortranarray(ROWS),
        sparse.csr_array(ROWS),
        sparse.csc_matrix(ROWS),
        pd.DataFrame(ROWS),
        pd.DataFrame(ROWS).astype("Float64"),
        pd.DataFrame(ROWS).astype("category"),
        pd.DataFrame(ROWS).map(lambda v: None if np.isnan(v) else f"v{abs(v)}"),
        pd.DataFrame(ROWS).map(lambda v: None if np.isnan(v) else f"v{abs(v)}").to_numpy(dtype=object),
    ],
    ids=["C", "F", "csr", "csc", "frame", "Float64", "category", "text", "objects"],
)
def test_by_hand_for_every_kind_of_table(X):
    """Rows 0, 2 and 5 are equal, rows 1 and 4 too (missing, and two zeros); row 6 misses another value."""
    assert Dataset(X, np.arange(7)).duplicates().tolist() == GROUPS


def test_agrees_with_pandas_on_random_rows():
    X = pd.DataFrame(np.random.default_rng(0).integers(0, 3, size=(200, 4)))
    groups = Dataset(X, np.arange(200)).duplicates()
    assert ((groups >= 0) == X.duplicated(keep=False)).all()
    for group in range(groups.max() + 1):
        assert len(X[groups == group].drop_duplicates()) == 1
    assert len(X[groups >= 0].drop_duplicates()) == groups.max() + 1


def test_integers_beyond_the_precision_of_floats():
    X = pd.DataFrame({"id": pd.array([2**60, 2**60 + 1, 2**60], dtype="Int64")})
    assert Dataset(X, [1, 2, 3]).duplicates().tolist() == [0, -1, 0]


def test_the_target_is_not_looked_at():
    assert Dataset(np.ones((3, 1)), ["a", "b", "c"]).duplicates().tolist() == [0, 0, 0]


def test_columns_of_every_kind_side_by_side():
    """Rows 0 and 2 agree everywhere, in two columns by missing the same; each other row differs in one column."""
    X = pd.DataFrame(
        {
            "masked": pd.array([None, 0, None, None, None, None], dtype="Int64"),
            "small": np.array([0.5, 0.5, 0.5, 0.25, 0.5, 0.5], dtype=np.float32),
            "large": np.array([2**63, 2**63, 2**63, 2**63, 1, 2**63], dtype=np.uint64),
            "day": pd.to_datetime([None, None, None, None, None, "2024-02-29"]),
            "text": ["a", "a", "a", "a", "a", "a"],
        }
    )
    assert Dataset(X, range(6)).duplicates().tolist() == [0, -1, 0, -1, -1, -1]


def test_rows_whose_sums_are_equal_are_told_apart(monkeypatch):
    """With factors of zero all rows have the same sum; the rows themselves then decide."""
    monkeypatch.setattr("foldwise.data._content._ODD", np.uint64(0))
    assert Dataset(ROWS, np.arange(7)).duplicates().tolist() == GROUPS
