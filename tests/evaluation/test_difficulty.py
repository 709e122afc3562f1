"""How hard data are: rules by hand, planes that are known to be there or not, samples, refusals."""

import numpy as np
import pandas as pd
import pytest

from foldwise.data import Dataset, load
from foldwise.evaluation import difficulty


def corners(table, n_copies=10):
    X = pd.DataFrame([row[:-1] for row in table] * n_copies, columns=["first", "second"])
    return Dataset(X, np.array([row[-1] for row in table] * n_copies))


AND = [(0.0, 0.0, 0), (0.0, 1.0, 0), (1.0, 0.0, 0), (1.0, 1.0, 1)]
XOR = [(0.0, 0.0, 0), (0.0, 1.0, 1), (1.0, 0.0, 1), (1.0, 1.0, 0)]


def test_one_corner_of_a_square_can_be_cut_off():
    found = difficulty(corners(AND))
    assert (found.majority, found.is_separable, found.nearest_neighbor) == (0.75, True, 1.0)
    # No single attribute says more than the commonest class.
    assert found.one_rule <= 0.75


def test_opposite_corners_cannot():
    found = difficulty(corners(XOR))
    assert (found.majority, found.is_separable, found.nearest_neighbor) == (0.5, False, 1.0)
    assert found.linear <= 0.6


@pytest.mark.parametrize(("name", "is_separable"), [("iris", False), ("wdbc", True), ("wine", True), ("monk2", False)])
def test_what_is_known_of_old_datasets(name, is_separable):
    """Iris: Fisher (1936), versicolor and virginica overlap. Wdbc: its notes at UCI call it separable by all 30."""
    assert difficulty(load(name)).is_separable is is_separable


def test_the_best_attribute_by_hand():
    """Class is the colour; the other column is noise of two values: one rule is always right, and so on its own."""
    rng = np.random.default_rng(0)
    colour = pd.Categorical(rng.choice(["red", "blue"], 100))
    X = pd.DataFrame({"noise": pd.Categorical(rng.choice(["x", "y"], 100)), "colour": colour})
    assert difficulty(Dataset(X, np.asarray(colour))).one_rule == 1.0


def test_a_missing_value_is_a_value_of_one_rule():
    size = np.where(np.arange(100) % 2 == 0, np.nan, 1.0)
    assert difficulty(Dataset(pd.DataFrame({"size": size}), np.arange(100) % 2)).one_rule == 1.0


def test_an_identifier_says_nothing():
    """Each of its values has one example: together they are one group, whose commonest class is that of all."""
    X = pd.DataFrame({"patient": pd.Categorical([f"p{row}" for row in range(60)])})
    found = difficulty(Dataset(X, np.arange(60) % 3 == 0))
    assert found.one_rule == pytest.approx(2 / 3)
    assert found.is_separable


def test_one_rule_of_numbers_reads_bins():
    """Ten bins of ten: a threshold at the middle is a border of bins."""
    found = difficulty(Dataset(np.arange(100.0)[:, None], np.arange(100) >= 50))
    assert found.one_rule >= 0.98
    assert found.is_separable


def test_large_data_are_sampled_with_a_fixed_seed():
    rng = np.random.default_rng(0)
    large = Dataset(rng.normal(size=(6000, 3)), rng.integers(0, 2, 6000))
    found = difficulty(large)
    assert (found.n_examples, found.n_used) == (6000, 5000)
    assert found == difficulty(large)
    assert found != difficulty(large, seed=1)
    assert found.majority == max(np.mean(large.y), 1 - np.mean(large.y))


def test_too_many_columns_have_no_linear_rule():
    rng = np.random.default_rng(0)
    found = difficulty(Dataset(rng.normal(size=(40, 301)), np.arange(40) % 2))
    assert (found.linear, found.is_separable) == (None, None)


@pytest.mark.parametrize(
    ("dataset", "words"),
    [
        (Dataset(["good", "bad"] * 10, ["a", "b"] * 10), "table of attributes"),
        (Dataset(np.arange(20.0)[:, None], np.arange(20) + 0.5), "target is a number"),
        (Dataset(np.arange(20.0)[:, None], np.arange(20)), "20 labels of 20 rows"),
        (Dataset(np.array([[1.0], [np.inf]] * 10), [0, 1] * 10), "finite numbers"),
        (Dataset(np.array([[1.0], [2.0]] * 4), [0, 1] * 4), "10 examples"),
        (Dataset(np.arange(20.0)[:, None], [0] * 19 + [1]), "two classes of two examples"),
    ],
)
def test_what_has_no_difficulty_is_refused(dataset, words):
    with pytest.raises(ValueError, match=words):
        difficulty(dataset)
