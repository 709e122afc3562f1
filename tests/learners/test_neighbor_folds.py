"""Nearest neighbour in all folds at once: by hand, at the edges, on UCI data against fitting fold by fold."""

import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from foldwise import data
from foldwise.learners import NearestNeighbor

DATA = os.environ.get("FOLDWISE_DATA")


@pytest.fixture(scope="module")
def numbers(Training):
    def numbers(X, y, n_classes=2):
        X = np.ascontiguousarray(X, dtype=float)
        return Training(
            X, np.asarray(y, dtype=np.int32), np.ones(len(X)), np.zeros(X.shape[1], dtype=np.int32), n_classes
        )

    return numbers


def deal(rng, n_repeats, n, n_folds):
    return np.stack([rng.permutation(np.arange(n) % n_folds) for _ in range(n_repeats)]).astype(np.int32)


@pytest.fixture(scope="module")
def both(FoldByFold):
    """Answers from lists, and those of learners fitted fold by fold."""

    def both(training, folds, n_neighbors=1):
        learner = NearestNeighbor(n_neighbors=n_neighbors)
        learner.classes_ = np.arange(training.n_classes)
        for shared in (learner._share(training), FoldByFold(learner, training)):
            yield shared.codes(folds), shared.probabilities(folds)

    return both


@pytest.fixture(scope="module")
def assert_same(both):
    def assert_same(training, folds, n_neighbors=1):
        (codes, chances), (expected_codes, expected_chances) = both(training, folds, n_neighbors)
        tested = folds >= 0
        np.testing.assert_array_equal(codes[tested], expected_codes[tested])
        np.testing.assert_array_equal(chances[tested], expected_chances[tested])

    return assert_same


def test_by_hand(numbers):
    """Values 0 1 3 7, folds {0, 3} and {1, 7}: 1 is nearest to 0 and 3, 0 to 1, 3 to 7. W = 2: (1 + 1/2) / (1 + 1)."""
    shared = NearestNeighbor()._share(numbers([[0], [1], [3], [7]], [0, 1, 1, 0]))
    folds = np.array([[0, 1, 0, 1]], dtype=np.int32)
    assert shared.codes(folds).tolist() == [[1, 0, 1, 1]]
    assert shared.probabilities(folds)[0, :, 1].tolist() == [0.75, 0.25, 0.75, 0.75]


def test_untested_and_left_out_rows_by_hand(numbers):
    """Values 0 1 2 4; 1 is left out, 2 never tested: 0 and 4 see 2 and each other, W = 2, and 2 is nearest to both."""
    shared = NearestNeighbor()._share(numbers([[0], [1], [2], [4]], [0, 0, 1, 0]))
    folds = np.array([[0, -2, -1, 1]], dtype=np.int32)
    assert shared.codes(folds)[0, [0, 3]].tolist() == [1, 1]
    assert shared.probabilities(folds)[0, [0, 3]].tolist() == [[0.25, 0.75], [0.25, 0.75]]


@pytest.mark.parametrize("n_neighbors", [1, 4, 200])
def test_leaving_one_out(assert_same, numbers, n_neighbors):
    """As many folds as rows, more than a byte counts."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(300, 3)).round(1)
    assert_same(numbers(X, rng.integers(0, 3, 300), 3), np.arange(300, dtype=np.int32)[np.newaxis], n_neighbors)


def test_no_repeats(numbers):
    shared = NearestNeighbor()._share(numbers([[0], [1]], [0, 1]))
    none = np.empty((0, 2), dtype=np.int32)
    assert shared.codes(none).shape == (0, 2)
    assert shared.probabilities(none).shape == (0, 2, 2)


def test_more_repeats_than_are_looked_up_together(assert_same, numbers, monkeypatch):
    monkeypatch.setattr("foldwise.learners._neighbor_folds._REPEATS", 4)
    monkeypatch.setattr("foldwise.learners._neighbor_folds._STEPS", 50)
    monkeypatch.setattr("foldwise.learners._neighbor_folds._TERMS", 1000)
    rng = np.random.default_rng(3)
    assert_same(numbers(rng.standard_t(2, size=(80, 3)), rng.integers(0, 2, 80)), deal(rng, 9, 80, 5))


def test_many_equal_rows_get_longer_lists(numbers, assert_same):
    """Thirty copies of one row are more than 16 places hold and fewer than 64; a hundred of another are too many, as
    neighbours of the thirty too. The thirty distinct rows far from both fill their 16 places with each other."""
    rng = np.random.default_rng(4)
    X = np.vstack([np.zeros((30, 2)), np.ones((100, 2)), rng.normal(30, 1, (30, 2))])
    training = numbers(X, rng.integers(0, 2, 160))
    sizes = NearestNeighbor()._share(training)._lists.sizes
    assert {int(size): int((sizes == size).sum()) for size in np.unique(sizes)} == {0: 100, 16: 30, 29: 30}
    assert_same(training, deal(rng, 3, 160, 4))


def test_memory_grows_with_the_rows(numbers):
    """Numbers kept per row of five columns: the table three times (its rows by themselves, normalised, in blocks), five
    columns of order, and lists of 16 neighbours and distances; a table of distances would be 4,000 per row."""
    rng = np.random.default_rng(5)
    shared = NearestNeighbor()._share(numbers(rng.normal(size=(4000, 5)), rng.integers(0, 2, 4000)))
    kept = [*vars(shared).values(), shared._lists.neighbors, shared._lists.distances]
    assert sum(array.size for array in kept if isinstance(array, np.ndarray)) < 4000 * 70


def test_the_whole_way_with_nominal_columns():
    rng = np.random.default_rng(6)
    X = pd.DataFrame(
        {
            "size": rng.standard_t(1, 90),
            "colour": pd.Categorical(rng.choice(["red", "blue", None], 90)),
            "age": np.where(rng.random(90) < 0.2, np.nan, rng.integers(0, 9, 90)),
        }
    )
    y, folds = rng.choice(["yes", "no"], 90), deal(rng, 3, 90, 10)
    learner = NearestNeighbor(n_neighbors=2)
    labels = learner.predict_folds(X, y, folds)
    for row, answers in zip(folds, labels, strict=True):
        for fold in range(10):
            fitted = NearestNeighbor(n_neighbors=2).fit(X[row != fold], y[row != fold])
            assert answers[row == fold].tolist() == fitted.predict(X[row == fold]).tolist()


@pytest.mark.skipif(not DATA, reason="FOLDWISE_DATA does not name the ARFF files")
@pytest.mark.parametrize(
    "name",
    ["arrhythmia", "autos", "breast-w", "credit-a", "glass", "hepatitis", "horse-colic", "labor", "sonar", "vehicle"],
)
@pytest.mark.parametrize("n_neighbors", [1, 5])
def test_real_tables(assert_same, name, n_neighbors):
    dataset = data.read_arff(Path(str(DATA)) / f"{name}.arff")
    learner = NearestNeighbor(n_neighbors=n_neighbors)
    table, labels = learner._checked_examples(dataset.X, pd.Categorical(dataset.y))
    training = learner._read(table, labels, np.ones(len(table)))
    assert_same(training, deal(np.random.default_rng(7), 3, len(table), 10), n_neighbors)
