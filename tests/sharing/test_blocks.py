import numpy as np
import pytest
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import GaussianNB


@pytest.mark.parametrize(
    ("n", "n_columns", "sizes"),
    [
        # An example takes 80 bytes of 2**16, in parts 112 more, a fold 160 for each column.
        (100, 1, [(3, 10), (1, 10)]),
        # Examples alone take more: that they do however few folds are asked for.
        (2000, 1, [(1, 10)] * 4),
        # Half of a block is for folds that take 9,600 each.
        (2000, 60, ([(1, 3)] * 3 + [(1, 1)]) * 4),
    ],
)
def test_how_repeats_are_cut(n, n_columns, sizes, deal, share, Examples, compare, monkeypatch):
    """How many repeats and folds are answered for at a time; the answers are those of single fits all the same."""
    rng = np.random.default_rng(0)
    y = np.arange(n) % 2
    X, folds = rng.normal(size=(n, n_columns)) + y[:, np.newaxis], deal(1, n, 4)
    shared = share(GaussianNB(), Examples(X=X, y=y, n_classes=2))
    found, answer = [], shared._answer

    def counted(some, method):
        found.append((len(some), len(np.unique(some[some >= 0]))))
        return answer(some, method)

    monkeypatch.setattr("foldwise.sharing._blocks._BLOCK_BYTES", 1 << 16)
    monkeypatch.setattr(shared, "_answer", counted)
    shared.answers(folds, "predict")
    assert found == sizes
    assert compare(GaussianNB(), X, y, folds[:1], n_classes=2) == 0


@pytest.mark.parametrize("method", ["predict", "predict_proba"])
def test_more_examples_than_are_computed_at_a_time(method, deal, compare):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 40_000)
    X = rng.normal(size=(40_000, 2)) + y[:, np.newaxis]
    assert compare(GaussianNB(), X, y, deal(1, 40_000, 2, 4), n_classes=3, method=method) < 1e-3


def test_more_rows_than_are_looked_at_at_a_time(deal, compare):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 40_000)
    X = rng.normal(size=(40_000, 3)) + y[:, np.newaxis] / 2
    assert compare(RidgeClassifier(), X, y, deal(1, 40_000, 1, 4), n_classes=2) < 1e-3
