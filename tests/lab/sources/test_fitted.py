"""The fitted generator: rows of the same kind, none a copy, error rates as on the data."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix

from foldwise import FoldwiseError
from foldwise.data import Dataset, load
from foldwise.lab import sources
from foldwise.learners import C45, NaiveBayes


@pytest.fixture(scope="module")
def mixed():
    rng = np.random.default_rng(0)
    n = 90
    size, kind = rng.normal(5, 2, n), rng.integers(0, 3, n)
    X = pd.DataFrame(
        {
            "size": np.where(rng.random(n) < 0.1, np.nan, size),
            "count": rng.integers(0, 9, n),
            "kind": pd.Categorical.from_codes(kind, ["x", "y", "z"]),
            "note": np.where(rng.random(n) < 0.1, None, np.array(["good", "bad"])[kind % 2]),
            "flag": rng.random(n) < 0.5,
        }
    )
    return Dataset(X, np.where(size + kind > 6, "yes", "no"), "mixed")


@pytest.fixture(scope="module")
def fitted(mixed):
    return sources.Fitted(mixed, (NaiveBayes(), C45()))


def test_rows_keep_the_types_ranges_and_missing_values(mixed, fitted):
    X, _ = fitted.draw_examples(3000, np.random.default_rng(1))
    assert X.dtypes.tolist() == mixed.X.dtypes.tolist()
    assert set(X["kind"]) == {"x", "y", "z"}
    assert X["count"].between(0, 8).all()
    assert X.shape == (3000, 5)
    # Shares of 3000 draws of 90 rows: four standard errors.
    assert X["size"].isna().mean() == pytest.approx(mixed.X["size"].isna().mean(), abs=0.03)
    assert X["note"].isna().mean() == pytest.approx(mixed.X["note"].isna().mean(), abs=0.05)
    assert X["flag"].dtype == bool


def test_numbers_are_moved_and_keep_their_spread():
    given = load("wine")
    X, _ = sources.Fitted(given, (NaiveBayes(), C45())).draw_examples(5000, np.random.default_rng(1))
    assert np.isin(X["alcohol"], given.X["alcohol"]).mean() < 0.1
    assert np.asarray(X).std(axis=0) == pytest.approx(np.asarray(given.X).std(axis=0), rel=0.12)
    # Columns hang together as before.
    before, after = (np.corrcoef(np.asarray(table), rowvar=False) for table in (given.X, X))
    assert np.abs(before - after).max() < 0.2


def test_the_learners_err_about_as_often_as_on_the_data(fitted):
    assert fitted.n_examples == 90
    assert np.mean(fitted.generated_errors) == pytest.approx(np.mean(fitted.given_errors), abs=0.02)
    X, y = fitted.draw(np.random.default_rng(3))
    assert len(X) == len(y) == 90
    assert set(y) == {"no", "yes"}
    again, _ = fitted.draw(np.random.default_rng(3))
    pd.testing.assert_frame_equal(X, again)


def test_calibration_examples_are_others_and_at_least_as_many(fitted):
    X, y, points, labels = fitted.draw_with_calibration(np.random.default_rng(3))
    assert (len(X), len(y), len(points), len(labels)) == (90, 90, 500, 500)


def test_sparse_data_are_refused():
    data = Dataset(csr_matrix(np.eye(40)), np.arange(40) % 2)
    with pytest.raises(FoldwiseError, match="needs a table, got a sparse matrix"):
        sources.Fitted(data, (NaiveBayes(), C45()))
